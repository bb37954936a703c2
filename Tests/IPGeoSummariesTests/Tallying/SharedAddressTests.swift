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
    #expect(result.cellsOfAll.map(\.key.city) == ["A", "B", "C", nil])
    #expect(Set(result.sharedOfAll.map(Set.init)) == [[0, 1], [0, 3]])
  }

  @Test func `counts an address once that has no place, whatever its statuses`() {
    let statuses: [Status] = [.special, .unknown, .failed, .failed]
    let result = tallied(
      statuses.map { SampleRow(status: $0, address: "10.0.0.1") }
        + [SampleRow(status: .failed, address: "10.0.0.2")])
    #expect(result.cellsOfAll.map(\.addressCount) == [2])
    #expect(result.sharedOfAll.isEmpty)
    let both = tallied(
      statuses.map { SampleRow(status: $0, address: "10.0.0.1") }
        + [SampleRow(status: nil, address: "10.0.0.1", country: "A")])
    #expect(both.cellsOfAll.map(\.addressCount) == [1, 1])
    #expect(both.sharedOfAll.map { $0.sorted() } == [[0, 1]])
  }
}
