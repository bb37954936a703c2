import Foundation
import IPGeoByteStreams
import IPGeoCore
import Testing

@testable import IPGeoSummaries

private let hostile = "=a,\"b\"|`c`<script>alert(1)</script>\n\u{202E}[x](y) https://e.example"

private let rows = [
  SampleRow(
    hits: 3, address: "8.8.8.8", code: "US", country: "A", city: "x", timezone: "z", asn: 1),
  SampleRow(hits: 2, address: "8.8.4.4", code: "DE", country: hostile, network: hostile),
  SampleRow(hits: 1, address: "8.8.4.4"), SampleRow(status: .unknown, address: "1.1.1.1"),
]

private func json(_ summary: Summary) throws -> [String: Any] {
  var out = ByteBuffer()
  SummaryJSON.append(summary, to: &out)
  let text = String(decoding: out.bytes, as: UTF8.self)
  #expect(text.hasSuffix("}\n") && text.filter { $0 == "\n" }.count == 1)
  return try #require(
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
}

private func csv(_ summary: Summary, isSafe: Bool = false) -> [[String]] {
  var out = ByteBuffer()
  SummaryCSV.append(summary, isSafe: isSafe, to: &out)
  return SimpleCSV.rows(String(decoding: out.bytes, as: UTF8.self))
}

private func markdown(_ summary: Summary) -> String {
  var out = ByteBuffer()
  SummaryMarkdown.append(summary, to: &out)
  return String(decoding: out.bytes, as: UTF8.self)
}

@Suite struct SummaryFormatTests {
  @Test func `JSON says all of it`() throws {
    let object = try json(Summary(tallied(rows), top: 1))
    #expect(object["records"] as? Int == 4)
    #expect(object["hits"] as? Int == 7)
    #expect(object["addresses"] as? Int == 3)
    #expect(object["without_position"] as? Int == 7)
    #expect(object["by"] as? String == "hits")
    let statuses = try #require(object["statuses"] as? [String: [String: Int]])
    #expect(Set(statuses.keys) == ["located", "special", "unknown", "invalid", "failed", "none"])
    #expect(statuses["unknown"] == ["records": 1, "hits": 1, "addresses": 1])
    let countries = try #require(object["countries"] as? [String: Any])
    #expect(countries["groups"] as? Int == 3)
    let top = try #require(countries["top"] as? [[String: Any]])
    #expect(top.count == 1)
    #expect(top[0]["country_code"] as? String == "US")
    #expect(top[0]["share"] as? Double == 0.5)
    let rest = try #require(countries["rest"] as? [String: Any])
    #expect(rest["hits"] as? Int == 3)
    #expect(rest["addresses"] as? Int == 1)
  }

  @Test func `every member is there in any case`() throws {
    let whole = try json(Summary(tallied(rows), top: 0))
    let empty = try json(Summary(tallied([])))
    #expect(Set(whole.keys) == Set(empty.keys))
    for name in ["countries", "cities", "networks", "timezones"] {
      let table = try #require(whole[name] as? [String: Any])
      #expect(table["rest"] is NSNull)
      let groups = try #require(table["top"] as? [[String: Any]])
      #expect(Set(groups.map { Set($0.keys) }).count == 1)
      #expect((empty[name] as? [String: Any])?["groups"] as? Int == 0)
    }
    // What is not known is null, and no name.
    let networks = try #require((whole["networks"] as? [String: Any])?["top"] as? [[String: Any]])
    #expect(networks.map { $0["network"] as? String } == [nil, hostile, nil])
    #expect(networks.map { $0["asn"] as? Int } == [1, nil, nil])
  }

  @Test func `CSV is one table`() throws {
    let table = csv(Summary(tallied(rows), top: 2))
    #expect(Set(table.map(\.count)) == [9])
    #expect(
      table.map { $0[0] } == [
        "group", "total", "status", "status", "status", "status", "status", "status", "country",
        "country", "country_rest", "city", "city", "network", "network", "network_rest", "timezone",
        "timezone",
      ])
    #expect(table[1] == ["total", "", "", "", "", "4", "7", "3", ""])
    #expect(table[8] == ["country", "A", "US", "", "", "", "3", "1", "0.5"])
    #expect(table[9][1] == hostile)
    #expect(table[10] == ["country_rest", "", "", "", "", "", "1", "1", "0.1667"])
  }

  @Test func `CSV is safe where that is wanted`() {
    let names = csv(Summary(tallied(rows)), isSafe: true).map { $0[1] }
    #expect(names.contains("'" + hostile) && !names.contains(hostile))
  }

  @Test func `Markdown holds no markup of others`() {
    let text = markdown(Summary(tallied(rows)))
    #expect(text.hasPrefix("7 hits of 3 addresses in 4 rows.\n"))
    #expect(text.contains("| A | 3 | 1 | 50.0 % |\n"))
    #expect(text.contains("| (not known) | 1 | 1 | 16.7 % |\n"))
    #expect(text.contains("\\<script\\>"))
    #expect(!text.replacing("\\<", with: "").contains("<"))
    #expect(
      text.contains("\\|\\`c\\`") && text.contains("\\[x\\](y)") && text.contains("https\\://"))
    #expect(!text.unicodeScalars.contains("\u{202E}"))
    // A row of a table has as many signs between its cells as the others.
    for line in text.split(separator: "\n") where line.hasPrefix("|") {
      let bars = line.replacing("\\|", with: "").filter { $0 == "|" }.count
      #expect(bars == 4 || bars == 5, "\(line)")
    }
  }

  @Test func `web addresses are no links`() {
    #expect(SummaryMarkdown.escaped("WWW.e.example") == "WWW\\.e.example")
    #expect(SummaryMarkdown.escaped("a@b.example") == "a\\@b.example")
  }

  @Test func `what is not known of addresses is no number`() throws {
    var result = tallied([SampleRow(hits: 2, code: "US"), SampleRow(status: .failed)])
    result.knowsAddresses = false
    for measure in Summary.Measure.allCases {
      let summary = Summary(result, by: measure, top: 1)
      let object = try json(summary)
      #expect(object["addresses"] is NSNull)
      let statuses = try #require(object["statuses"] as? [String: [String: Any]])
      #expect(statuses.values.allSatisfy { $0["addresses"] is NSNull })
      let table = try #require(object["countries"] as? [String: Any])
      let top = try #require((table["top"] as? [[String: Any]])?.first)
      #expect(top["addresses"] is NSNull)
      #expect(top["share"] is NSNull == (measure == .addresses))
      let rows = csv(summary).dropFirst()
      #expect(rows.allSatisfy { $0[7].isEmpty })
      #expect(rows.first { $0[0] == "country" }?[8] == (measure == .hits ? "1" : ""))
      #expect(markdown(summary).contains(measure == .hits ? "| - | 100.0 % |" : "| - | - |"))
    }
  }

  @Test func `CSV and JSON hold names as rows do, with what cannot be seen`() throws {
    let name = "a\u{1B}[2J\u{7}b"
    let summary = Summary(tallied([SampleRow(code: "US", country: name)]))
    #expect(csv(summary).contains { $0[1] == name })
    let top = (try json(summary)["countries"] as? [String: Any])?["top"] as? [[String: Any]]
    #expect(top?.first?["country"] as? String == name)
    #expect(!markdown(summary).contains("\u{1B}"))
  }
}

/// A reader of CSV that has nothing to do with ours.
enum SimpleCSV {
  static func rows(_ text: String) -> [[String]] {
    var rows: [[String]] = [[]]
    var cell = ""
    var isQuoted = false
    let scalars = Array(text.unicodeScalars)
    var at = 0
    while at < scalars.count {
      let scalar = scalars[at]
      if isQuoted, scalar == "\"", at + 1 < scalars.count, scalars[at + 1] == "\"" {
        cell.append("\"")
        at += 1
      } else if scalar == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, scalar == "," || scalar == "\n" {
        rows[rows.count - 1].append(cell)
        cell = ""
        if scalar == "\n" { rows.append([]) }
      } else {
        cell.unicodeScalars.append(scalar)
      }
      at += 1
    }
    return rows.dropLast()
  }
}
