import Testing

@testable import IPGeoMaps

@Suite struct CompactNumberTests {
  /// Numbers around each step, and how they are shortened; the page's browser is asked, too.
  static let numbers: [(UInt64, String)] = [
    (0, "0"), (7, "7"), (999, "999"), (1000, "1K"), (1004, "1K"), (1005, "1.01K"), (1200, "1.2K"),
    (12_345, "12.3K"), (12_350, "12.4K"), (999_499, "999K"), (999_500, "1M"), (1_050_000, "1.05M"),
    (45_600_000, "45.6M"), (7_000_000_000, "7B"), (123_456_789_012, "123B"),
    (999_500_000_000, "1T"), (2_340_000_000_000_000, "2340T"), (9_007_199_254_740_991, "9010T"),
  ]

  @Test(arguments: numbers)
  func `has three digits that count`(number: UInt64, text: String) {
    #expect(CompactNumber.of(number) == text)
  }

  @Test func `is short for the largest numbers`() {
    #expect(CompactNumber.of(.max) == "18,400,000T")
    #expect(CompactNumber.of(12_345_678_901_234_567) == "12,300T")
  }
}

@Suite struct CircleExamplesTests {
  @Test(
    arguments: [
      (0, []), (1, [1]), (3, [3]), (4, [1]), (7, [1]), (39, [5]), (40, [1, 10]), (79, [1, 10]),
      (80, [2, 20]), (4000, [100, 1000]), (12_000, [200, 2000]),
      (.max, [200_000_000_000_000_000, 2_000_000_000_000_000_000]),
    ] as [(UInt64, [UInt64])])
  func `are round numbers below a fortieth and a quarter`(most: UInt64, examples: [UInt64]) {
    #expect(CircleExamples.of(most: most) == examples)
  }
}
