import IPGeoSummaries
import Testing

@Suite struct TallyCellTests {
  @Test func `stands for one hit of one address unless told otherwise`() {
    let cell = TallyCell(key: TallyCell.Key())
    #expect(cell.hits == 1)
    #expect(cell.addressCount == 1)
    #expect(cell.addresses.isEmpty)
  }
}
