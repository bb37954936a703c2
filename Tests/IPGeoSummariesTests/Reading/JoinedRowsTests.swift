import IPGeoCore
import IPGeoRecords
import Testing

@testable import IPGeoSummaries

private let flat = #"{"ip":"8.8.8.8","status":"located","country":"A","lat":1,"lon":2}"# + "\n"
private let special = #"{"ip":"10.0.0.1","status":"special"}"# + "\n"
private let nested =
  #"{"ip":"x","status":200,"geo":{"ip":"8.8.4.4","status":"located","country":"B","lat":3,"lon":4}}"#
  + "\n"
private let named = #"{"place":{"ip":"8.8.8.9","country":"C","lat":5,"lon":6}}"# + "\n"
private let second =
  #"{"geo":{"lat":9,"lon":9},"geo_2":{"ip":"8.8.4.4","country":"D","lat":7,"lon":8}}"# + "\n"
private let foreign = #"{"ip":"9.9.9.9","status":200,"n":null}"# + "\n"

/// Files that were joined into one input.
@Suite struct JoinedRowsTests {
  @Test func `rows of JSON lines are read as what each is`() throws {
    for lines in [
      [flat, nested, named, second, special], [nested, flat, flat, special, named, second],
      [second, special, named, nested, flat], [named, nested, flat, nested, flat, second, special],
    ] {
      // Enough of the first shape that the judge of the beginning sees no other.
      let start = String(repeating: lines[0], count: 3000)
      let rows = try ReadRows(start + lines.dropFirst().joined())
      #expect(Set(rows.countries.keys.compactMap { $0 }) == ["A", "B", "C", "D"], "\(lines)")
      #expect(rows.tallied.sums(of: .special).hits == 1)
      #expect(rows.tallied.total.records == UInt64(3000 + lines.count - 1))
      #expect(rows.tallied.total.addresses == 4)
      #expect(rows.report.withoutFields.count == 0)
    }
  }

  @Test func `the caller's own coordinates beside our object are not ours`() throws {
    let mixed = #"{"lat":5,"lon":5,"country":"X","geo":{"lat":1,"lon":2,"country":"Y"}}"# + "\n"
    let rows = try ReadRows(String(repeating: flat, count: 3000) + mixed + flat)
    #expect(rows.countries == ["A": 3001, "Y": 1])
    // An object of that name that tells of no place is the caller's.
    let point = #"{"lat":5,"lon":5,"country":"X","geo":{"type":"Point"}}"# + "\n"
    #expect(try ReadRows(String(repeating: flat, count: 3000) + point).countries["X"] == 1)
    let told = try ReadRows(flat + mixed, choice: FieldSetChoice(prefix: ""))
    #expect(told.countries == ["A": 1, "X": 1])
  }

  @Test func `a row that has nothing of ours counts and is told`() throws {
    for rest in [foreign, "{}\n", #"{"a":{"b":1}}"# + "\n"] {
      let rows = try ReadRows(nested + rest + nested)
      #expect(rows.tallied.total.records == 3)
      #expect(rows.countries == ["B": 2, nil: 1])
      #expect(rows.report.withoutFields.count == 1 && rows.report.withoutFields.line == 2)
    }
    // With its own keys, all empty, it is an ordinary row.
    let empty = #"{"geo":{"status":"unknown","country":null,"lat":null,"lon":null}}"# + "\n"
    #expect(try ReadRows(nested + empty).report.withoutFields.count == 0)
    // What was told is not left for another.
    let told = try ReadRows(nested + flat, choice: FieldSetChoice(nest: "geo"))
    #expect(told.report.withoutFields.count == 1)
    #expect(told.countries == ["B": 1, nil: 1])
  }

  @Test func `tables under several headers are read by each`() throws {
    let rows = try ReadRows(
      """
      ip,status,country,lat,lon
      8.8.8.8,located,A,1,2
      n,ip,geo_lat,geo_lon,geo_ip,geo_country,geo_status
      "x, y",8.8.4.4,3,4,8.8.4.4,B,located
      ip,status,country,lat,lon
      8.8.8.9,located,C,5,6
      "COUNTRY","IP"
      D,9.9.9.9

      """)
    #expect(rows.countries == ["A": 1, "B": 1, "C": 1, "D": 1])
    #expect(rows.latitudes == [1, 3, 5])
    #expect(rows.tallied.total == TallySums(records: 4, hits: 4, addresses: 4))
    #expect(rows.report.otherForm.count == 0 && rows.report.offTheGlobe.count == 0)
  }

  @Test func `what is of another form is left out and told`() throws {
    let table = "ip,country,lat,lon\n8.8.8.8,A,1,2\n"
    // A header is no row: nothing of it is lost.
    for (other, count, line) in [
      (flat + nested, 2, 3), ("ip;country;lat;lon\n8.8.4.4;B;3;4\n8.8.4.4;B;3;4\n", 2, 4),
      ("ip\tcountry\n8.8.4.4\tB\n", 1, 4),
    ] {
      let rows = try ReadRows(table + other + table)
      #expect(rows.countries == ["A": 2], "\(other)")
      #expect(rows.report.otherForm.count == count && rows.report.otherForm.line == line)
      #expect(rows.report.offTheGlobe.count == 0)
    }
    let lines = try ReadRows(flat + "ip,country,lat,lon\n8.8.8.8,A,1,2\n")
    #expect(lines.report.unreadableReasons[.invalidJSON]?.count == 2)
    // Coordinates that are needed are missing.
    let bare = try ReadRows(
      table + "ip,country\n8.8.4.4,B\n", choice: FieldSetChoice(needsPosition: true))
    #expect(bare.countries == ["A": 1] && bare.report.otherForm.count == 1)
  }

  @Test func `names that look like columns are rows all the same`() throws {
    let rows = try ReadRows("country,city\nA,kernel.org\nregion,x\nlat,a\n,\nisp,8.8.8.8\n")
    #expect(rows.tallied.total.records == 5)
    let text = try ReadRows("ip,as_org,lat,lon\n,isp,,\nx,country,y,z\n")
    #expect(text.tallied.total.records == 2)
  }
}
