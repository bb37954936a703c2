import IPGeoCore
import IPGeoRecords
import Testing

@Suite struct CSVSafeTests {
  private let fields: [Field] = [.ip, .city, .longitude]
  private let leads = [
    "=", "+", "-", "@", "\t", "\r", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]

  @Test func `puts an apostrophe before formulas in every text cell`() throws {
    let renderer = RowRenderer(fields: fields, format: .csv, csvSafe: true)
    for lead in leads {
      for rest in ["", "1+1", "1.2.3.4.5.6.7.8", ",\"x\""] {
        var location = Location()
        location.city = lead + rest
        location.longitude = -122.4
        let bytes = row(renderer, TestRecord(lead + rest), facts(located: location))
        let safe = Array(("'" + lead + rest).utf8)
        #expect(readSeparated(bytes, delimiter: 0x2C) == [[safe, safe, Array("-122.4".utf8)]])
      }
    }
  }

  @Test func `leaves other text alone`() {
    let renderer = RowRenderer(fields: fields, format: .csv, csvSafe: true)
    for text in ["a=1", "'=1", "1-1", "\u{FF1E}", "\u{FF1C}", "\u{EF}", "é", "::1", "#"] {
      var location = Location()
      location.city = text
      #expect(
        rowText(renderer, TestRecord(text), facts(located: location)) == "\(text),\(text),\n")
    }
  }

  @Test func `is off unless it is asked for, and never touches JSON`() {
    var location = Location()
    location.city = "=1"
    let plain = RowRenderer(fields: fields, format: .csv)
    #expect(rowText(plain, TestRecord("=2"), facts(located: location)) == "=2,=1,\n")
    let json = RowRenderer(fields: fields, format: .jsonl, csvSafe: true)
    #expect(
      rowText(json, TestRecord("-2.0.0.0"), facts(located: location))
        == #"{"ip":"-2.0.0.0","city":"=1","lon":null}"# + "\n")
  }

  @Test func `works with tabs too`() {
    var location = Location()
    location.city = "\t=1"
    let renderer = RowRenderer(fields: fields, format: .tsv, csvSafe: true)
    #expect(
      rowText(renderer, TestRecord("@a.b.c.d"), facts(located: location))
        == "'@a.b.c.d\t\"'\t=1\"\t\n")
  }
}
