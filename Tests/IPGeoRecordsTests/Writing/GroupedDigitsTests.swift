import IPGeoRecords
import Testing

@Suite struct GroupedDigitsTests {
  @Test(arguments: [
    (0, "0"), (7, "7"), (999, "999"), (1_540, "1,540"), (-999, "-999"), (-1_540, "-1,540"),
    (100_000, "100,000"), (1_234_567, "1,234,567"), (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func `puts commas between thousands`(number: Int, text: String) {
    #expect(number.groupedDigits == text)
  }

  @Test func `takes numbers of any kind`() {
    #expect(UInt64.max.groupedDigits == "18,446,744,073,709,551,615")
    #expect(UInt128.max.groupedDigits.hasPrefix("340,282,"))
    #expect(Int8.min.groupedDigits == "-128")
  }
}
