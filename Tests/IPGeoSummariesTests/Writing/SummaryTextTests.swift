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
    look: SummaryLook(columns: columns, isUnicode: isUnicode, usesColor: usesColor))
}

@Suite struct SummaryTextTests {
  @Test func `shows bars beside names`() {
    let lines = text(Summary(tallied(rows), top: 2), columns: 60)
    #expect(
      lines.prefix(7).joined(separator: "\n") == """
        1,515 hits of 4 addresses in 5 rows
        located 1,506, special 9, without a position 315

        Countries: 4                         hits   share  addresses
          United States  █████████████████  1,200  79.7 %          1
          日本           ████▎                300  19.9 %          1
          2 more                                6   0.4 %          1
        """)
  }

  @Test func `is of ASCII but for names where the terminal is`() {
    let lines = text(Summary(tallied(rows), by: .addresses, top: 3), isUnicode: false)
    #expect(lines.contains { $0.contains("United States  #") })
    #expect(
      lines.contains { $0.hasPrefix("Countries: 4 ") && $0.hasSuffix("addresses   share   hits") })
    #expect(!lines.joined().contains("█") && !lines.joined().contains("…"))
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
