import Foundation
import IPGeoStandIn
import Testing

/// Values of answers on their way into rows: entries 31, 36, 37 and 60 of the inputs.
struct AnswerValueTests {
  /// Runs an address against a service that says these members about it.
  private func run(
    _ members: String, _ arguments: [String] = [], variables: [String: String?] = [:],
    _ check: (RunResult) throws -> Void
  ) async throws {
    let service = try ScriptedService(answering: {
      #"{"status":"success",\#(members),"query":"\#($0)"}"#
    })
    defer { service.stop() }
    try await withBareScene { scene in
      let result = try await scene.batch(
        ["--api-url", service.url] + arguments, input: .text("8.8.8.8\n"), variables: variables)
      #expect(result.end == .exit(0))
      try check(result)
    }
  }

  static let commas =
    #""city":"Line\nBreak","isp":"A \"B\" C","org":" led","as":"AS64500 Example, Inc.""#

  @Test func `31: CSV is quoted so that another reader sees the same cells`() async throws {
    try await run(Self.commas) { (result) throws in
      let table = try result.table
      #expect(table["city"] == ["Line\nBreak"] && table["isp"] == [#"A "B" C"#])
      #expect(table["org"] == [" led"] && table["as_org"] == ["Example, Inc."])
      #expect(table["asn"] == ["64500"])
      #expect(result.text.contains(#","A ""B"" C","#) && result.text.contains(#"," led","#))
    }
  }

  @Test func `31: JSON lines keep them as they are`() async throws {
    try await run(Self.commas, ["--format", "jsonl"]) { (result) throws in
      let row = try #require(try result.objects.first)
      #expect(row["city"] as? String == "Line\nBreak" && row["isp"] as? String == #"A "B" C"#)
      #expect(row["asn"] as? Int == 64500 && row["as_org"] as? String == "Example, Inc.")
    }
  }

  @Test func `31: TSV holds one line a row and one cell a column`() async throws {
    try await run(
      Self.commas.replacing("led", with: #"a\tb"#), ["--format", "tsv"]
    ) { (result) throws in
      let table = try Table(csv: result.text, delimiter: "\t")
      #expect(table.cells.count == 1 && table["as_org"] == ["Example, Inc."])
    }
  }

  @Test func `36: nothing is an empty cell or null, never an empty text or 0`() async throws {
    let members = #""country":"Utopia","city":"","zip":"","lat":null,"isp":null"#
    try await run(members) { (result) throws in
      let table = try result.table
      #expect(table["status"] == ["located"])
      for name in ["city", "zip", "lat", "lon", "isp", "asn"] {
        #expect(table[name] == [""], "\(name)")
      }
      #expect(!result.text.contains("None") && !result.text.contains("null"))
    }
    try await run(members, ["--format", "jsonl"]) { (result) throws in
      let row = try #require(try result.objects.first)
      for name in ["city", "zip", "lat", "lon", "isp", "asn"] {
        #expect(row[name] is NSNull, "\(name)")
      }
    }
  }

  @Test func `36: a success that tells nothing at all is unknown`() async throws {
    try await run(#""city":"","lat":null"#) { (result) throws in
      #expect(try result.table.verdicts == ["unknown/no-data"])
      #expect(try result.table["city"] == [""] && result.table["lat"] == [""])
    }
  }

  @Test func `36: zero is a value, and numbers have their shortest form`() async throws {
    let members = #""lat":0,"lon":-77.50,"offset":0,"mobile":false"#
    let fields = ["--fields", "lat,lon,offset,mobile"]
    try await run(members, fields) { (result) throws in
      #expect(result.text == "lat,lon,offset,mobile\n0,-77.5,0,false\n")
    }
    try await run(members.replacing("0,\"lon", with: "39.0,\"lon"), fields + ["--format", "jsonl"])
    {
      #expect($0.text == "{\"lat\":39,\"lon\":-77.5,\"offset\":0,\"mobile\":false}\n")
    }
  }

  static let formulas =
    ##""city":"=1+1","isp":"=HYPERLINK(\"x\")","org":"@x","zip":"+1","regionName":"-1""##
    + #","country":"\ta","timezone":"\uff1d1","lat":-1,"lon":-122.4"#

  @Test func `37: --csv-safe disarms text cells and leaves numbers`() async throws {
    try await run(Self.formulas, ["--csv-safe"]) { (result) throws in
      let table = try result.table
      let cells = ["city", "org", "zip", "region", "country", "timezone"].flatMap { table[$0] }
      #expect(cells == ["'=1+1", "'@x", "'+1", "'-1", "'\ta", "'\u{FF1D}1"])
      #expect(table["isp"] == [#"'=HYPERLINK("x")"#])
      #expect(table["lat"] == ["-1"] && table["lon"] == ["-122.4"])
    }
  }

  @Test func `37: without it the bytes are left alone`() async throws {
    try await run(Self.formulas) { (result) throws in
      let table = try result.table
      #expect(table["city"] == ["=1+1"] && table["zip"] == ["+1"] && table["country"] == ["\ta"])
    }
  }

  @Test func `37: a text that was no address is disarmed too`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        ["--csv-safe"], input: .text("8.8.8.8\n=1+1\n@x\n-1\n"))
      #expect(try result.table["ip"] == ["8.8.8.8", "'=1+1", "'@x", "'-1"])
    }
  }

  @Test func `60: the locale changes no byte`() async throws {
    let members = #""city":"São Paulo","lat":-23.55,"lon":-46.63"#
    let fields = ["--fields", "city,lat,lon"]
    for locale in [["LC_ALL": "C"], ["LC_ALL": "de_DE.UTF-8"], ["LC_ALL": nil], [:]]
      as [[String: String?]]
    {
      try await run(members, fields, variables: locale) {
        #expect($0.text == "city,lat,lon\nSão Paulo,-23.55,-46.63\n")
      }
    }
  }

  @Test func `answers that are escaped or hold a byte order are the same text`() async throws {
    try await run(#""city":"S\u00e3o Paulo","isp":"AT\u0026T \ud83d\ude00""#) {
      (result) throws in
      #expect(try result.table["city"] == ["São Paulo"])
      #expect(try result.table["isp"] == ["AT&T 😀"])
    }
  }

  @Test func `the same input and the same answers give the same bytes`() async throws {
    try await withScene {
      $0.replyDelayMilliseconds = 0...30
    } _: { scene in
      let input = list(publicAddresses(350))
      let fields = ["--fields", "-looked_up_at", "--batch-rate", "1000/1s"]
      let first = try await scene.batch(fields, input: .text(input))
      let second = try await scene.batch(fields, input: .text(input))
      #expect(first.output == second.output && !first.output.isEmpty)
    }
  }

  @Test func `--lang asks for names in that language`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(["--lang", "de"], input: .text("8.8.8.8\n"))
      let answer = try #require(
        try JSONSerialization.jsonObject(
          with: Data(StandInServer.answerJSON(for: "8.8.8.8", language: "de").utf8))
          as? [String: Any])
      #expect(try result.table["country"] == [answer["country"] as? String ?? ""])
      #expect(scene.server?.log.allSatisfy { $0.target.contains("lang=de") } == true)
      #expect(try await scene.batch(["--lang", "tr"]).end == .exit(64))
    }
  }
}
