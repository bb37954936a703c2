import IPGeoCore
import IPGeoRecords
import Testing

@testable import IPGeoSummaries

@Suite struct SummaryTests {
  @Test func `groups stand by hits, then by addresses, then by name, unknown ones last`() {
    let summary = Summary(
      tallied([
        SampleRow(hits: 2, address: "8.8.8.1"), SampleRow(hits: 2, address: "8.8.8.2", code: "BB"),
        SampleRow(hits: 2, address: "8.8.8.3", code: "CC", country: "A"),
        SampleRow(address: "8.8.8.4", code: "DD", country: "Unknown"),
        SampleRow(address: "8.8.8.5", code: "DD", country: "Unknown"),
        SampleRow(hits: 9, code: "ZZ"),
      ]))
    let groups = summary.table(.countries).groups
    #expect(groups.map(\.countryCode) == ["ZZ", "DD", "BB", "CC", nil])
    #expect(groups.map { $0.label(in: .countries) } == ["ZZ", "Unknown", "BB", "A", nil])
    #expect(groups.map(\.isUnknown) == [false, false, false, false, true])
    let byAddresses = Summary(
      tallied([SampleRow(hits: 9, code: "ZZ"), SampleRow(address: "8.8.8.1", code: "AA")]),
      by: .addresses)
    #expect(byAddresses.table(.countries).groups.map(\.countryCode) == ["AA", "ZZ"])
  }

  @Test func `a country is one by its code, and called as most hits call it`() {
    let summary = Summary(
      tallied([
        SampleRow(hits: 2, code: "DE", country: "Germany"),
        SampleRow(hits: 5, code: "DE", country: "Deutschland"),
        SampleRow(hits: 2, code: "DE", country: "Germany", city: "x"),
        SampleRow(hits: 9, code: "DE"), SampleRow(country: "Atlantis"),
        SampleRow(country: "Atlantis"),
      ]))
    let groups = summary.table(.countries).groups
    #expect(groups.map(\.name) == ["Deutschland", "Atlantis"])
    #expect(groups.map(\.hits) == [18, 2])
    let tie = Summary(
      tallied([SampleRow(code: "X", country: "b"), SampleRow(code: "X", country: "a")]))
    #expect(tie.table(.countries).groups.map(\.name) == ["a"])
  }

  @Test(arguments: [0, 1, 3])
  func `what is not known is no country that is counted`(top: Int) {
    let summary = Summary(
      tallied([
        SampleRow(hits: 3, code: "DE"), SampleRow(hits: 2, code: "FR"), SampleRow(code: "IT"),
        SampleRow(city: "x"),
      ]), top: top)
    #expect(summary.table(.countries).knownCount == 3 && summary.table(.countries).count == 4)
  }

  @Test func `codes in small letters are those in capitals`() {
    let summary = Summary(
      tallied([
        SampleRow(code: "de", city: "Berlin"), SampleRow(code: "DE", city: "Berlin"),
        SampleRow(code: "De", country: "Germany"), SampleRow(country: "Germany", city: "Berlin"),
        SampleRow(hits: 2, code: "fr"), SampleRow(country: "Atlantis", city: "x"),
      ]))
    let countries = summary.table(.countries).groups
    #expect(countries.map(\.countryCode) == ["DE", "FR", nil])
    #expect(countries.map(\.hits) == [4, 2, 1])
    let cities = summary.table(.cities).groups.filter { $0.name != nil }
    #expect(cities.map { $0.label(in: .cities) } == ["Berlin, DE", "x, Atlantis"])
    #expect(cities.map(\.hits) == [3, 1])
  }

  @Test func `cities of one name in two places are two`() {
    let summary = Summary(
      tallied([
        SampleRow(code: "US", region: "Illinois", city: "Springfield"),
        SampleRow(code: "US", region: "Missouri", city: "Springfield"),
        SampleRow(code: "DE", region: "Berlin", city: "Berlin"),
        SampleRow(code: "DE", region: "Hesse"), SampleRow(country: "X"),
      ]))
    let groups = summary.table(.cities).groups
    #expect(
      groups.map { $0.label(in: .cities) } == [
        nil, "Berlin, DE", "Springfield, Illinois, US", "Springfield, Missouri, US",
      ])
    #expect(groups.map(\.hits) == [2, 1, 1, 1])
  }

  @Test func `a network is one by its number, else by its name`() {
    let summary = Summary(
      tallied([
        SampleRow(asn: 1, network: "a"), SampleRow(hits: 2, asn: 1, network: "b"),
        SampleRow(network: "a"), SampleRow(network: "a"), SampleRow(asn: 2),
      ]))
    #expect(
      summary.table(.networks).groups.map { $0.label(in: .networks) } == ["AS1 b", "a", "AS2"])
  }

  @Test func `what is left out is told, with addresses that count once`() {
    let rows = (1...5).flatMap { number in
      [
        SampleRow(hits: UInt64(10 - number), address: "8.8.8.\(number)", code: "A\(number)"),
        SampleRow(address: "1.1.1.1", code: "A\(number)", city: "c"),
        SampleRow(address: "1.1.1.1", code: "A\(number)", city: "d"),
      ]
    }
    let summary = Summary(tallied(rows), top: 2)
    let table = summary.table(.countries)
    #expect(table.groups.map(\.addresses) == [2, 2])
    #expect(table.rest == Summary.Rest(groups: 3, hits: 7 + 6 + 5 + 6, addresses: 4))
    #expect(table.count == 5)
    #expect(Summary(tallied(rows), top: 0).table(.countries).rest == nil)
    #expect(Summary(tallied(rows), top: 5).table(.countries).rest == nil)
  }

  @Test func `shares are of what has a place`() {
    let summary = Summary(
      tallied([
        SampleRow(hits: 1, address: "8.8.8.8", code: "A"), SampleRow(hits: 2, code: "B"),
        SampleRow(status: .failed, hits: 97),
      ]))
    let shares = summary.table(.countries).groups.map {
      summary.share(hits: $0.hits, addresses: $0.addresses)
    }
    #expect(shares == [Share(2, of: 3), Share(1, of: 3)])
    #expect(Summary(tallied([])).share(hits: 0, addresses: 0)?.percent == "0 %")
  }

  @Test func `an address that is located here and without a status there is one`() {
    let rows = [
      SampleRow(address: "8.8.8.8", code: "A"),
      SampleRow(status: nil, address: "8.8.8.8", code: "A"),
      SampleRow(status: nil, address: "8.8.4.4", code: "B"),
      SampleRow(status: .failed, address: "8.8.4.4"),
      SampleRow(status: .failed, address: "9.9.9.9"),
    ]
    let summary = Summary(tallied(rows), by: .addresses)
    #expect(summary.placed.addresses == 2)
    #expect(summary.total.addresses == 3)
    let groups = summary.table(.countries).groups
    #expect(
      groups.map { summary.share(hits: $0.hits, addresses: $0.addresses)?.percent } == [
        "50.0 %", "50.0 %",
      ])
  }

  @Test func `a country by its name is that of the code that has this name`() {
    let summary = Summary(
      tallied([
        SampleRow(address: "8.8.8.8", code: "DE", country: "Germany", city: "Berlin"),
        SampleRow(address: "8.8.8.8", country: "Germany", city: "Berlin"),
        SampleRow(code: "AA", country: "Both"), SampleRow(code: "BB", country: "Both"),
        SampleRow(hits: 5, country: "Both"), SampleRow(hits: 4, country: "Neither"),
        SampleRow(status: .failed, code: "CC", country: "Neither"),
      ]), top: 0)
    let groups = summary.table(.countries).groups
    #expect(groups.map(\.countryCode) == [nil, nil, "DE", "AA", "BB"])
    #expect(groups.map(\.name) == ["Both", "Neither", "Germany", "Both", "Both"])
    #expect(groups.map(\.hits) == [5, 4, 2, 1, 1] && groups[2].addresses == 1)
    let cities = summary.table(.cities).groups.filter { $0.name != nil }
    #expect(cities.map(\.countryCode) == ["DE"] && cities.map(\.hits) == [2])
  }

  @Test(arguments: [0, 1, 2, 999, 1000, 1001, 2000, 2999, 3000, 5000])
  func `so many first ones are the first of all`(top: Int) {
    var random = SplitMix(7)
    let rows = (0..<3000).map {
      SampleRow(
        hits: UInt64.random(in: 1...50, using: &random), address: "8.8.8.8", code: "c\($0)")
    }
    let result = tallied(rows)
    let all = Summary(result, top: 0).table(.countries).groups
    let table = Summary(result, top: top).table(.countries)
    #expect(table.groups == Array(top == 0 ? all[...] : all.prefix(top)))
    #expect(table.rest?.groups ?? 0 == 3000 - table.groups.count)
  }

  /// Against sets, with few values, so that rows meet.
  @Test(arguments: 0..<30 as Range<UInt64>)
  func `each table holds all rows`(seed: UInt64) {
    var random = SplitMix(seed)
    func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    let rows = (0..<Int.random(in: 0...400, using: &random)).map { _ in
      SampleRow(
        status: pick(["", "", "failed"]).isEmpty ? .located : .failed,
        hits: UInt64.random(in: 0...5, using: &random), address: "8.8.8.\(pick(["1", "2", "3"]))",
        code: pick(["", "A", "B", "C"]), country: pick(["", "a", "b"]), region: pick(["", "r"]),
        city: pick(["", "x", "y"]), timezone: pick(["", "z", "w"]),
        asn: UInt32(pick(["", "1", "2"])), network: pick(["", "n"]))
    }
    let placed = rows.filter { $0.status == .located }
    let result = tallied(rows)
    for top in [0, 1, 2] {
      let summary = Summary(result, top: top)
      for table in summary.tables {
        let hits = table.groups.reduce(table.rest?.hits ?? 0) { $0 + $1.hits }
        #expect(hits == placed.reduce(0) { $0 + $1.hits })
      }
      let countries = summary.table(.countries)
      var all: [String: Set<String>] = [:]
      for row in placed {
        let codes = Set(placed.filter { $0.country == row.country }.map(\.code)).subtracting([""])
        let told = row.country.isEmpty || codes.count != 1 ? "" : codes.first ?? ""
        let code = row.code.isEmpty ? told : row.code
        let key = code.isEmpty ? "-" + row.country : code
        all[key, default: []].insert(row.address)
      }
      #expect(countries.count == all.count)
      for group in countries.groups {
        let key = group.countryCode ?? "-" + (group.name ?? "")
        #expect(group.addresses == all.removeValue(forKey: key)?.count)
      }
      let rest = all.values.reduce(into: Set<String>()) { $0.formUnion($1) }
      #expect(countries.rest?.addresses ?? 0 == rest.count)
    }
    // The same rows in another order give the same tables.
    let other = Summary(tallied(rows.shuffled(using: &random)), top: 0)
    for (one, two) in zip(Summary(result, top: 0).tables, other.tables) {
      #expect(one.groups == two.groups)
    }
  }
}
