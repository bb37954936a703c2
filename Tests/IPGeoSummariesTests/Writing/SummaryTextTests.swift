import IPGeoCore
import IPGeoRecords
import Testing

@testable import IPGeoSummaries

private let rows = [
  SampleRow(
    hits: 1200, address: "8.8.8.8", code: "US", country: "United States", region: "California",
    city: "Mountain View", timezone: "America/Los_Angeles", asn: 15169, network: "Google LLC",
    position: Position(latitude: 37.4, longitude: -122.1)),
  SampleRow(
    hits: 300, address: "1.1.1.1", code: "JP", country: "日本", city: "東京", timezone: "Asia/Tokyo",
    network: "Réseau"),
  SampleRow(address: "9.9.9.9", code: "CH", country: "Switzerland"),
  SampleRow(hits: 5), SampleRow(status: .special, hits: 9, address: "10.0.0.1"),
]

private func text(
  _ summary: Summary, columns: Int = 60, isUnicode: Bool = true, usesColor: Bool = false
) -> [String] {
  SummaryText.lines(
    of: summary,
    look: TextLook(columns: columns, isUnicode: isUnicode, usesColor: usesColor))
}

@Suite struct SummaryTextTests {
  @Test func `shows bars beside names`() {
    let lines = text(Summary(tallied(rows), top: 2), columns: 60)
    #expect(
      lines.prefix(7).joined(separator: "\n") == """
        1,515 hits of 4 addresses in 5 rows
        located 1,506, special 9, without a position 315

        Countries: 3                         hits   share  addresses
          United States  █████████████████  1,200  79.7 %          1
          日本           ████▎                300  19.9 %          1
          2 more                                6   0.4 %          1
        """)
  }

  @Test func `is of ASCII where the terminal is`() {
    let summary = Summary(tallied(rows), by: .addresses, top: 3)
    let lines = text(summary, columns: 80, isUnicode: false)
    #expect(lines.contains { $0.hasPrefix("  United States ") && $0.contains("  ###") })
    #expect(
      lines.contains { $0.hasPrefix("Countries: 3 ") && $0.hasSuffix("addresses   share   hits") })
    for columns in [20, 40, 60, 200] {
      for line in text(Summary(tallied(rows)), columns: columns, isUnicode: false) {
        #expect(line.utf8.allSatisfy { 0x20..<0x7F ~= $0 }, "\(line)")
        #expect(line.utf8.count <= columns)
      }
    }
    let wide = text(Summary(tallied(rows)), columns: 200, isUnicode: false)
    #expect(wide.contains { $0.contains(#"R\u{E9}seau"#) })
  }

  @Test func `no digit and no word is cut off`() {
    let statuses: [Status?] = [.located, .special, .unknown, .invalid, .failed, nil]
    for hits in [1, 999_999, 1_234_567_890_123, .max / 8, .max] as [UInt64] {
      let rows = statuses.map { SampleRow(status: $0, hits: hits, address: "8.8.8.8", code: "US") }
      let summary = Summary(tallied(rows), top: 3)
      for columns in 20...140 {
        let lines = text(summary, columns: columns)
        for line in lines { #expect(DisplayWidth.of(line) <= columns, "\(columns): \(line)") }
        let words = lines.joined(separator: " ").split(separator: " ").map {
          $0.filter { $0 != "," }
        }
        for status in statuses {
          let number = String(summary.sums(of: status).hits)
          let name = status?.word ?? "status"
          #expect(
            words.indices.dropLast().contains { words[$0] == name && words[$0 + 1] == number },
            "\(columns): \(name) \(number) in \(lines)")
        }
        let most = String(summary.table(.countries).groups[0].hits)
        let table = lines.drop { !$0.isEmpty }.joined(separator: " ").split(separator: " ")
        #expect(
          table.contains { $0.filter { $0 != "," } == most }, "\(columns): \(lines)")
      }
    }
  }

  @Test func `numbers that leave no room for names stand below them`() {
    let summary = Summary(
      tallied([SampleRow(hits: 1_234_567_890_123, address: "8.8.8.8", code: "US", country: "A b")]))
    let lines = text(summary, columns: 20)
    let start = lines.firstIndex { $0.hasPrefix("Countries") } ?? 0
    #expect(
      lines[start...].prefix(4).joined(separator: "\n") == """
        Countries: 1
                        hits
          A b
           1,234,567,890,123
        """)
  }

  @Test func `addresses that are not known are not shown`() {
    var result = tallied([SampleRow(hits: 3, code: "US")])
    result.knowsAddresses = false
    let lines = text(Summary(result))
    #expect(lines[0] == "3 hits in 1 rows")
    #expect(!lines.joined().contains("address"))
    #expect(text(Summary(result, by: .addresses)).contains { $0.hasSuffix("share  hits") })
  }

  @Test(arguments: Array(1...140))
  func `no line is wider than the window`(columns: Int) {
    for isUnicode in [true, false] {
      for top in [1, 10] {
        for line in text(Summary(tallied(rows), top: top), columns: columns, isUnicode: isUnicode) {
          #expect(DisplayWidth.of(line) <= max(20, columns), "\(line)")
          #expect(!line.hasSuffix(" "))
        }
      }
    }
  }

  @Test func `numbers stand under each other`() {
    for line in text(Summary(tallied(rows)), columns: 72) where line.hasPrefix("  ") {
      #expect(DisplayWidth.of(line) == 72, "\(line)")
    }
  }

  @Test func `colours take no room`() {
    let plain = text(Summary(tallied(rows)))
    let colored = text(Summary(tallied(rows)), usesColor: true)
    #expect(colored != plain)
    let bare = colored.map { line in
      line.replacing("\u{1B}[1m", with: "").replacing("\u{1B}[36m", with: "")
        .replacing("\u{1B}[0m", with: "")
    }
    #expect(bare == plain)
  }

  @Test func `nothing is nothing`() {
    #expect(text(Summary(tallied([]))) == ["0 hits of 0 addresses"])
    #expect(
      text(Summary(tallied([SampleRow(status: .failed)]))) == [
        "1 hit of 0 addresses", "failed 1, without a position 1",
      ])
  }

  @Test func `what is more than nothing is seen`() {
    let summary = Summary(
      tallied([SampleRow(hits: 1_000_000, code: "AA"), SampleRow(hits: 1, code: "BB")]))
    let line = text(summary).last { $0.contains("BB") }
    #expect(line?.contains("▏") == true && line?.contains("<0.1 %") == true)
  }

  @Test func `hostile names are shown, not obeyed`() {
    let name = "a\u{1B}[2J\u{202E}b\n<script>\u{0}\t"
    let lines = text(
      Summary(
        tallied([SampleRow(code: name, country: name, city: name, timezone: name, network: name)])),
      columns: 120)
    for line in lines {
      #expect(VisibleText.escape(line) == line)
    }
    #expect(lines.contains { $0.contains(#"a\x1B[2J\u{202E}b\n<script>\x00\t"#) })
  }
}
