import IPGeoCore
import IPGeoSummaries
import Testing

@Suite struct SharedAddressTests {
  @Test func `tells which cells have an address together`() {
    let result = tallied([
      SampleRow(address: "8.8.8.8", city: "A"), SampleRow(address: "8.8.4.4", city: "A"),
      SampleRow(address: "8.8.8.8", city: "B"), SampleRow(address: "8.8.8.8", city: "B"),
      SampleRow(status: .failed, address: "8.8.4.4"), SampleRow(address: "1.1.1.1", city: "C"),
    ])
    #expect(result.cellsOfAll.map(\.key.city) == ["A", "B", nil, "C"])
    #expect(Set(result.sharedOfAll.map(Set.init)) == [[0, 1], [0, 2]])
  }

  @Test func `what has no place is told apart by its reason, and shares addresses`() {
    let result = tallied([
      SampleRow(status: .failed, address: "10.0.0.1", reason: "timeout"),
      SampleRow(status: .failed, hits: 4, address: "10.0.0.1", reason: "refused"),
      SampleRow(status: .failed, address: "10.0.0.2", reason: "refused"),
      SampleRow(status: .special, address: "10.0.0.1", reason: "private-use"),
      SampleRow(status: .special),
      // What has a place needs none.
      SampleRow(address: "8.8.8.8", city: "A", reason: "x"),
    ])
    let cells = result.cellsOfAll
    #expect(cells.map(\.reason) == ["timeout", "refused", "private-use", nil, nil])
    #expect(cells.map(\.status) == [.failed, .failed, .special, .special, .located])
    #expect(cells.map(\.hits) == [1, 5, 1, 1, 1])
    #expect(cells.map(\.addressCount) == [1, 2, 1, 0, 1])
    #expect(result.sharedOfAll.map(Set.init) == [[0, 1, 2]])
    #expect(result.sums(of: .failed) == TallySums(records: 3, hits: 6, addresses: 2))
  }
}
