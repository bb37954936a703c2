import IPGeoRecords
import Testing

@Suite struct ShareTests {
  @Test(
    arguments: [
      // What is rounded to ten-thousandths first becomes 1.9 %.
      (28, 1515, "1.8 %"), (7, 2000, "0.4 %"), (1, 2000, "<0.1 %"), (1, 1000, "0.1 %"),
      (999, 1_000_000, "<0.1 %"), (1, 3, "33.3 %"), (2, 3, "66.7 %"), (0, 5, "0 %"),
      (0, 0, "0 %"), (3, 0, "0 %"), (5, 5, "100.0 %"), (9, 5, "100.0 %"),
      // Halves go up, also those that no Double is.
      (145, 10_000, "1.5 %"), (1_005, 100_000, "1.0 %"), (10_050, 1_000_000, "1.0 %"),
      (1_115, 100_000, "1.1 %"), (1_150, 100_000, "1.2 %"), (2_850, 1_000_000, "0.3 %"),
      (.max, .max, "100.0 %"), (.max / 2, .max, "50.0 %"), (1, .max, "<0.1 %"),
    ] as [(UInt64, UInt64, String)])
  func `is rounded once`(part: UInt64, whole: UInt64, text: String) {
    #expect(Share(part, of: whole).percent == text)
  }

  @Test func `every half of a tenth goes up`() {
    for half in stride(from: 1, to: 2000, by: 2) as StrideTo<UInt64> {
      let tenths = (half + 1) / 2
      let text = "\(tenths / 10).\(tenths % 10) %"
      if half > 1 { #expect(Share(half, of: 2000).percent == text) }
      #expect(Share(half * 17, of: 34_000).percent == Share(half, of: 2000).percent)
    }
  }

  @Test(
    arguments: [
      (1, 3, "0.3333"), (2, 3, "0.6667"), (1, 2, "0.5"), (1, 1, "1"), (7, 5, "1"), (0, 1, "0"),
      (0, 0, "0"), (5, 0, "0"), (1, 20_000, "0.0001"), (1, 20_001, "0"), (99_995, 100_000, "1"),
      (99_994, 100_000, "0.9999"), (1, 10, "0.1"), (3, 1000, "0.003"), (.max, .max, "1"),
    ] as [(UInt64, UInt64, String)])
  func `is a number for programs`(part: UInt64, whole: UInt64, text: String) {
    #expect(Share(part, of: whole).fraction == text)
  }
}
