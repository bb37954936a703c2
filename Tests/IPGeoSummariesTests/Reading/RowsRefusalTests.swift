import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords
import Testing

@testable import IPGeoSummaries

private let line =
  #"8.8.8.8 - - [01/Jan/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "-""# + "\n"

/// What is not read as rows, and why.
@Suite struct RowsRefusalTests {
  @Test(arguments: [
    (line + line, "an access log (combined)"), ("8.8.8.8\n1.1.1.1\n", "a list of addresses"),
    ("      3 8.8.8.8\n", "a list of addresses"),
    ("sshd: from 8.8.8.8 port 1\nsshd: from 8.8.4.4 port 1\n", "text with addresses in it"),
    ("ip,name\n8.8.8.8,a\n", "a table of addresses without places"),
    ("ip,remote_addr\n8.8.8.8,8.8.8.8\n", "a table"),
    ("{\"ip\":\"8.8.8.8\",\"status\":200}\n", "JSON with addresses and no places"),
  ])
  func `what batch reads is sent there`(text: String, kind: String) {
    #expect(rowsFault(text) == .notRows(kind: kind, holdsAddresses: true))
  }

  @Test(arguments: [
    ("hello world\n", "text without places"), ("a,b\n1,2\n", "a table without places"),
    ("{\"a\":1}\n", "JSON without places"), ("lat\n1\n", "text without places"),
  ])
  func `what holds nothing is refused`(text: String, kind: String) {
    #expect(rowsFault(text) == .notRows(kind: kind, holdsAddresses: false))
  }

  @Test func `rows without their header are told from others`() {
    let row = "8.8.8.8,located,,United States,US,Virginia\n"
    #expect(rowsFault(row) == .noHeader)
    #expect(rowsFault("8.8.8.8\tspecial\n") == .noHeader)
  }

  @Test func `a table for people is no table`() {
    let text = "ip       status   country\n-------  -------  -------\n8.8.8.8  located  A\n"
    #expect(rowsFault(text) == .tableForPeople)
  }

  @Test func `coordinates are needed where they are`() {
    let choice = FieldSetChoice(needsPosition: true)
    #expect(
      rowsFault("ip,country\n8.8.8.8,A\n", choice: choice)
        == .noPosition(fields: ["ip", "country"]))
    #expect(
      rowsFault("{\"geo\":{\"city\":\"A\"}}\n", choice: choice)
        == .noPosition(fields: ["geo", "geo.city"]))
    // Ours are those with the usual name, whatever else is there.
    #expect(
      rowsFault("lat,lon,geo_status,geo_city\n1,2,located,A\n", choice: choice)
        == .noPosition(fields: ["lat", "lon", "geo_status", "geo_city"]))
    #expect(rowsFault("lat,lon\n1,2\n", choice: choice) == nil)
  }

  @Test func `a told name must be there`() {
    #expect(
      rowsFault("lat,lon\n1,2\n", choice: FieldSetChoice(prefix: "p_"))
        == .noSuchSet(name: "p_", fields: ["lat", "lon"]))
    #expect(
      rowsFault("{\"lat\":1,\"lon\":2}", choice: FieldSetChoice(nest: "g"))
        == .noSuchSet(name: "g.", fields: ["lat", "lon"]))
  }

  @Test(arguments: [
    ("[{\"lat\":1,\"lon\":2}]", "a JSON array"),
    ("{\n\"lat\": 1,\n\"lon\": 2\n}\n", "JSON with records over several lines"),
    ("{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\"}]}\n", "GeoJSON"),
  ])
  func `other JSON is told as batch tells it`(text: String, kind: String) {
    #expect {
      try ReadRows(text)
    } throws: {
      guard case InputError.layout(.notRecords(let told, _)) = $0 else { return false }
      return told.hasPrefix(kind)
    }
  }

  @Test func `what is no text is told as batch tells it`() {
    #expect {
      try ReadRows(bytes: [Array("PK\u{3}\u{4}xl/".utf8)])
    } throws: {
      guard case InputError.notText(let kind, _) = $0 else { return false }
      return kind == "an Excel workbook"
    }
  }

  /// Whatever comes, it is read or refused.
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `no bytes crash the reading`(seed: UInt64) {
    var random = SplitMix(seed)
    let pieces = [
      "lat", "lon", "geo_", "country", ",", ";", "\n", "\r\n", "\"", "{", "}", ":", "[", "]", "1",
      "-", ".", "e", "\\", "\\u00", "null", "\u{0}", "\u{FF}", "geo", "_2", "status", "located",
      "hits", "8.8.8.8", " ", "\t", "é", "{\"lat\":1,\"lon\":2}", "lat,lon\n", "sep=;",
    ]
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...80, using: &random) {
      bytes += Array((pieces.randomElement(using: &random) ?? "").utf8)
      if Int.random(in: 0...20, using: &random) == 0 {
        bytes.append(UInt8.random(in: 0...255, using: &random))
      }
    }
    for needsPosition in [false, true] {
      let choice = FieldSetChoice(needsPosition: needsPosition)
      if let rows = try? ReadRows(bytes: [bytes], choice: choice) {
        let placed = rows.tallied.cells.reduce(0) { $0 + $1.hits }
        let others = [.special, .unknown, .invalid, .failed].reduce(0 as UInt64) {
          $0 + rows.tallied.sums(of: $1).hits
        }
        #expect(placed + others == rows.tallied.total.hits)
      }
    }
  }
}
