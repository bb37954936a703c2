import IPGeoAddresses
import IPGeoCore
import Testing

@testable import IPGeoSummaries

/// A row as plain values.
private struct Row: Hashable {
  var status: Status? = .located
  var hits: UInt64 = 1
  var address: String
  var country = ""
  var city = ""
  var latitude: Double?

  /// Whose row it is, as it counts.
  var client: String? {
    if address.isEmpty || status == .invalid { return nil }
    return status == nil && IPAddress(address) == nil ? nil : address
  }

  func add(to tally: inout Tally) {
    var row = TallyRow()
    row.status = status
    row.hits = hits
    if let latitude { row.position = Position(latitude: latitude, longitude: 10) }
    let address = address
    var country = country
    var city = city
    country.withUTF8 { country in
      city.withUTF8 { city in
        row.country = UnsafeRawBufferPointer(country)
        row.city = UnsafeRawBufferPointer(city)
        Array(address.utf8).withUnsafeBytes { text in
          row.client =
            IPAddress(address).map { .address($0) } ?? (text.isEmpty ? .unnamed : .text(text))
          tally.add(row)
        }
      }
    }
  }
}

private func tallied(_ rows: [Row], keepsAddresses: Bool = false) -> Tallied {
  var tally = Tally(keepsAddresses: keepsAddresses)
  for row in rows { row.add(to: &tally) }
  return tally.finish()
}

@Suite struct TallyTests {
  @Test func `rows of one place are one cell`() {
    let result = tallied([
      Row(address: "8.8.8.8", country: "A", latitude: 1),
      Row(hits: 4, address: "8.8.8.8", country: "A", latitude: 1),
      Row(address: "::ffff:8.8.4.4", country: "A", latitude: 1),
      Row(address: "8.8.4.4", country: "B"),
    ])
    #expect(result.cells.map(\.hits) == [6, 1])
    #expect(result.cells.map(\.addressCount) == [2, 1])
    #expect(result.cells.map(\.key.country) == ["A", "B"])
    #expect(result.total == TallySums(records: 4, hits: 7, addresses: 2))
    #expect(result.unplaced == 1)
    #expect(result.shared == [[0, 1]])
  }

  @Test func `zero has no sign, and poles and the antimeridian are places`() {
    let result = tallied([
      Row(address: "8.8.8.8", latitude: 0), Row(address: "8.8.8.8", latitude: -0.0),
      Row(address: "8.8.8.8", latitude: 90),
    ])
    #expect(result.cells.map(\.hits) == [2, 1])
  }

  @Test func `other statuses have no place`() {
    let statuses: [Status] = [.special, .unknown, .invalid, .failed]
    let result = tallied(
      statuses.map { Row(status: $0, hits: 2, address: "10.0.0.1", country: "A", latitude: 1) }
        + [Row(status: nil, address: "10.0.0.1", country: "A")])
    #expect(result.cells.map(\.hits) == [1])
    #expect(result.unplaced == 9)
    #expect(result.total == TallySums(records: 5, hits: 9, addresses: 1))
    #expect(result.sums(of: .special) == TallySums(records: 1, hits: 2, addresses: 1))
    // What an invalid row has is no address.
    #expect(result.sums(of: .invalid) == TallySums(records: 1, hits: 2, addresses: 0))
    #expect(result.sums(of: nil) == TallySums(records: 1, hits: 1, addresses: 1))
    #expect(result.cellsOfAll.map(\.hits) == [2, 2, 2, 2, 1])
    #expect(result.cellsOfAll.map(\.status) == statuses + [nil])
    #expect(result.cellsOfAll.map(\.isPlaced) == [false, false, false, false, true])
    #expect(result.cellsOfAll.allSatisfy { $0.isPlaced || $0.key == TallyCell.Key() })
  }

  @Test func `hits do not overflow`() {
    let result = tallied([
      Row(hits: .max, address: "8.8.8.8"), Row(hits: 2, address: "8.8.8.8"),
      Row(status: .failed, hits: 2, address: "8.8.8.8"),
    ])
    #expect(result.cells.map(\.hits) == [.max])
    #expect(result.total.hits == .max)
  }

  @Test func `cells name their addresses where they are kept`() {
    let rows = [
      Row(address: "8.8.8.8", country: "A"), Row(address: "not one", country: "A"),
      Row(address: "8.8.8.8", country: "A"), Row(address: "8.8.8.8", country: "B"),
      Row(status: .special, address: "10.0.0.1"), Row(address: "", country: "A"),
    ]
    let result = tallied(rows, keepsAddresses: true)
    #expect(result.cells.map(\.addresses) == [["8.8.8.8", "not one"], ["8.8.8.8"]])
    #expect(
      result.cellsOfAll.map(\.addresses) == [["8.8.8.8", "not one"], ["8.8.8.8"], ["10.0.0.1"]])
    #expect(tallied(rows).cells.allSatisfy { $0.addresses.isEmpty })
    #expect(tallied(rows).cellsOfAll.allSatisfy { $0.addresses.isEmpty })
  }

  @Test func `a long name is cut between its letters`() {
    let name = String(repeating: "é", count: 400)
    let result = tallied([Row(address: "8.8.8.8", country: name)])
    #expect(result.cells[0].key.country == String(repeating: "é", count: 256))
  }

  /// Against dictionaries and sets, with few values, so that rows meet.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `sums hold for any rows`(seed: UInt64) {
    var random = SplitMix(seed)
    let rows = (0..<Int.random(in: 0...600, using: &random)).map { _ in
      Row(
        status: Bool.random(using: &random)
          ? .located : Status.allCases.randomElement(using: &random),
        hits: UInt64.random(in: 0...3, using: &random),
        address: ["", "x", "y", "2001:4860::1"].randomElement(using: &random).map {
          Bool.random(using: &random) ? $0 : "8.8.8.\(Int.random(in: 0...9, using: &random))"
        } ?? "",
        country: ["", "A", "B"].randomElement(using: &random) ?? "",
        city: Bool.random(using: &random) ? "" : "c\(Int.random(in: 0...80, using: &random))",
        latitude: [nil, 1, 2].randomElement(using: &random) ?? nil)
    }
    let result = tallied(rows, keepsAddresses: true)
    let placed = rows.filter { $0.status == .located || $0.status == nil }
    var wanted: [[String]: (hits: UInt64, addresses: Set<String>)] = [:]
    for row in placed {
      let key = [
        row.status?.word ?? "", row.country, row.city, row.latitude.map { "\($0)" } ?? "",
      ]
      wanted[key, default: (0, [])].hits += row.hits
      if let client = row.client { wanted[key]?.addresses.insert(client) }
    }
    #expect(result.cells.count == wanted.count)
    #expect(
      result.cells.map { "\($0.hits) \($0.addresses.sorted())" }.sorted()
        == wanted.values.map { "\($0.hits) \($0.addresses.sorted())" }.sorted())
    #expect(result.cells.allSatisfy { $0.addresses.count == $0.addressCount })
    var hits = result.cells.reduce(0) { $0 + $1.hits }
    for status in [Status.special, .unknown, .invalid, .failed] {
      let own = rows.filter { $0.status == status }
      hits += own.reduce(0) { $0 + $1.hits }
      let sums = result.sums(of: status)
      #expect(sums.records == UInt64(own.count))
      let addresses = Set(own.compactMap(\.client))
      #expect(sums.addresses == addresses.count)
    }
    #expect(hits == rows.reduce(0) { $0 + $1.hits })
    #expect(hits == result.total.hits)
    #expect(result.total.addresses == Set(rows.compactMap(\.client)).count)
    #expect(result.placed.addresses == Set(placed.compactMap(\.client)).count)
    #expect(
      result.sums(of: .located).addresses
        == Set(rows.filter { $0.status == .located }.compactMap(\.client)).count)
  }

  @Test func `text is a client where a status says so`() {
    let rows = [
      Row(address: "no address", country: "A"), Row(address: "no address", country: "B"),
      Row(status: nil, address: "none either", country: "A"),
      Row(status: .failed, address: "another", country: "A"),
    ]
    let result = tallied(rows)
    #expect(result.total.addresses == 2)
    #expect(result.placed.addresses == 1)
    #expect(result.sums(of: nil) == TallySums(records: 1, hits: 1, addresses: 0))
  }

  @Test func `each status has a number of its own`() {
    let numbers = (Status.allCases + [nil]).map { Int(StatusNumber.of($0)) }
    #expect(numbers.sorted() == Array(0..<StatusNumber.count))
    #expect(Set(numbers).count == Status.allCases.count + 1)
  }

  @Test func `many places, names and addresses are told apart`() {
    let rows = (0..<20_000).map {
      Row(address: "2001:4860::\(String($0, radix: 16))", country: "c\($0 / 7)", city: "\($0)")
    }
    let result = tallied(rows)
    #expect(result.cells.count == 20_000)
    #expect(result.total.addresses == 20_000)
    #expect(result.cells.map(\.key.city) == rows.map(\.city))
    #expect(result.cells.map(\.key.country) == rows.map(\.country))
  }
}
