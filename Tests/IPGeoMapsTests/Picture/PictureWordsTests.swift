import Testing

@testable import IPGeoMaps

@Suite struct PictureWordsTests {
  @Test(
    arguments: [
      (0, 10, "0 %"), (5, 0, "0 %"), (1, 10, "10.0 %"), (10, 10, "100.0 %"), (1, 3, "33.3 %"),
      (2, 3, "66.7 %"), (1, 1000, "0.1 %"), (1, 1001, "<0.1 %"), (1, .max, "<0.1 %"),
      (.max, .max, "100.0 %"), (.max, 1, "100.0 %"), (1, 400, "0.3 %"), (999, 1000, "99.9 %"),
    ] as [(UInt64, UInt64, String)])
  func `words shares`(part: UInt64, whole: UInt64, text: String) {
    #expect(PictureWords.share(part, of: whole) == text)
  }
}
