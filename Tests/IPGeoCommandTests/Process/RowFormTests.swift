import IPGeoStandIn
import Testing

/// The form of rows of each input: entries 31 and 37 of the inputs, and DESIGN's table of rows.
struct RowFormTests {
  static let table = "ip,n\n8.8.8.8,a\n"

  @Test func `the output's extension decides the form, as --format does`() async throws {
    try await withScene { scene in
      try scene.write("a.csv", Self.table)
      try scene.write("a.jsonl", "{\"ip\":\"8.8.8.8\",\"n\":1}\n")
      for (input, arguments, text) in [
        (
          "a.csv", ["-o", "x.jsonl"],
          "{\"ip\":\"8.8.8.8\",\"n\":\"a\",\"geo\":{\"ip\":\"8.8.8.8\"}}\n"
        ),
        (
          "a.csv", ["-o", "x.ndjson"],
          "{\"ip\":\"8.8.8.8\",\"n\":\"a\",\"geo\":{\"ip\":\"8.8.8.8\"}}\n"
        ),
        ("a.csv", ["-o", "x.tsv"], "ip\tn\tgeo_ip\n8.8.8.8\ta\t8.8.8.8\n"),
        ("a.jsonl", ["-o", "x.csv"], "ip\n8.8.8.8\n"),
        ("a.csv", ["-o", "x", "--format", "csv"], "ip,n,geo_ip\n8.8.8.8,a,8.8.8.8\n"),
        ("a.jsonl", ["-o", "x.jsonl", "--format", "tsv"], "ip\n8.8.8.8\n"),
      ] {
        let result = try await scene.batch([input, "-f", "ip"] + arguments)
        #expect(result.end == .exit(0) && result.output.isEmpty, "\(result)")
        #expect(try scene.read(arguments[1]) == text, "\(arguments)")
      }
      let unknown = try await scene.batch(["a.csv", "-o", "x.xls"])
      #expect(unknown.end == .exit(64) && !scene.exists("x.xls"))
    }
  }

  @Test func `--keep-line adds the line as it stands`() async throws {
    let log = "8.8.8.8 - - [01/Jan/2026:00:00:00 +0000] \"GET /a,b HTTP/1.1\" 200 5"
    let run = try await read(log + "\r\n", ["-f", "ip", "--keep-line"])
    #expect(try run.table.header == ["ip", "record"] && run.table["record"] == [log])
    let lines = try await read(
      log + "\nx\u{7}\n", ["-f", "ip", "--keep-line", "--format", "jsonl", "--input-format", "log"])
    #expect(try lines.result.objects.map { $0["record"] as? String } == [log, "x\u{7}"])
    let listed = try await read("  8.8.8.8:53 \n", ["-f", "ip", "--keep-line"])
    #expect(listed.result.text == "ip,record\n8.8.8.8,\"  8.8.8.8:53 \"\n")
  }

  @Test func `--prefix names our columns, and a clash is told before anything is asked`()
    async throws
  {
    let named = try await read(Self.table, ["-f", "ip", "--prefix", "x y,"])
    #expect(named.result.text == "ip,n,\"x y,ip\"\n8.8.8.8,a,8.8.8.8\n")
    let bare = try await read("src,n\n8.8.8.8,a\n", ["-f", "ip,city", "--prefix", ""])
    #expect(bare.result.text == "src,n,ip,city\n8.8.8.8,a,8.8.8.8,Ashburn\n")
    for (text, arguments, name) in [
      ("src,CITY\n8.8.8.8,a\n", ["--prefix", ""], "city"),
      ("ip,Geo_Status\n8.8.8.8,a\n", [], "geo_status"),
      (Self.table, ["--prefix="], "ip"),
    ] {
      for more in [[], ["--dry-run"]] {
        let run = try await read(text, arguments + more)
        #expect(run.result.end == .exit(64), "\(run.result)")
        #expect(run.asked.isEmpty && run.result.output.isEmpty)
        #expect(run.result.errors.contains("'\(name)'") && run.result.errors.contains("--prefix"))
      }
    }
  }

  @Test func `37: --csv-safe marks text that a spreadsheet would run, and nothing else`()
    async throws
  {
    let cells = ["=1+1", "@x", "+1", "-1", "\t=x", "\u{FF1D}1", "-x", "a=b", "'=x"]
    let text = "ip,n\n" + cells.map { "8.8.8.8,\($0)\n" }.joined()
    let plain = try await read(text, ["-f", "lon"])
    #expect(try plain.table["n"] == cells, "the default leaves bytes alone")
    let safe = try await read(text, ["-f", "lon", "--csv-safe"])
    #expect(
      try safe.table["n"] == [
        "'=1+1", "'@x", "'+1", "-1", "'\t=x", "'\u{FF1D}1", "'-x", "a=b", "'=x",
      ])
    #expect(try safe.table["geo_lon"].allSatisfy { $0 == "-77.5" }, "numbers are left alone")
    let quoted = try await read("ip,n\n8.8.8.8,\"=1,\"\"2\"\"\"\n", ["-f", "ip", "--csv-safe"])
    #expect(quoted.result.text == "ip,n,geo_ip\n8.8.8.8,\"'=1,\"\"2\"\"\",8.8.8.8\n")
  }

  @Test func `--excel is a mark, CRLF and safe cells`() async throws {
    let run = try await read("ip,n\n8.8.8.8,=1\n1.1.1.1,\"a\nb\"", ["-f", "ip", "--excel"])
    #expect(
      run.result.text
        == "\u{FEFF}ip,n,geo_ip\r\n8.8.8.8,'=1,8.8.8.8\r\n1.1.1.1,\"a\nb\",1.1.1.1\r\n")
    let list = try await read("8.8.8.8\n", ["-f", "ip", "--excel"])
    #expect(list.result.text == "\u{FEFF}ip\r\n8.8.8.8\r\n")
    let again = try await read(run.result.text, ["-f", "ip", "--prefix", "b_"])
    #expect(try again.table["b_ip"] == ["8.8.8.8", "1.1.1.1"], "what we write is read again")
    #expect(try await read("8.8.8.8\n", ["--excel", "--format", "jsonl"]).result.end == .exit(64))
  }

  @Test func `--unique on logs, tables and JSON lines is our columns alone`() async throws {
    let rest = "- - [01/Jan/2026:00:00:00 +0000] \"GET / HTTP/1.1\" 200 5"
    for text in [
      "8.8.8.8 \(rest)\n10.0.0.1, 8.8.8.8 \(rest)\n- \(rest)\n1.1.1.1 \(rest)\n",
      "n,ip\na,8.8.8.8\nb,\"8.8.8.8\"\nc,\nd,1.1.1.1\n",
      "{\"ip\":\"8.8.8.8\"}\n{\"ip\":\"8.8.8.8\"}\n{\"ip\":null}\n{\"ip\":\"1.1.1.1\"}\n",
    ] {
      let run = try await read(text, ["-u", "-f", "ip,hits", "--format", "csv"])
      #expect(run.result.text == "ip,hits\n8.8.8.8,2\n1.1.1.1,1\n", "\(text)")
      #expect(run.result.errors.contains("4 records"), "\(run.result.errors)")
    }
  }

  @Test func `failures of each format are valid input of --retry-failed`() async throws {
    for text in [
      "ip,n\n8.8.8.8,a\nx,b\n8.8.8.8,c\n",
      "{\"ip\":\"8.8.8.8\"}\n{\"ip\":5}\n{\"ip\":\"8.8.8.8\"}\n",
      "8.8.8.8 - - [01/Jan/2026:00:00:00 +0000] \"GET /\"\n- - - [01/Jan/2026:00:00:00 +0000] \"\"\n"
        + "8.8.8.8 - - [01/Jan/2026:00:00:00 +0000] \"GET /\"\n",
    ] {
      try await withScene { scene in
        let first = try await scene.batch(
          ["--cache-only", "--failures", "f"], input: .text(text))
        let records = try jsonLines(try scene.read("f"))
        #expect(
          Set(records.map { "\(verdict($0).prefix(7)) \($0["records"] ?? "")" })
            == ["failed/ 2", "invalid 1"], "\(first) \(records)")
        let again = try await scene.batch(["--retry-failed", "f", "-f", "ip,status"])
        #expect(again.text == "ip,status\n8.8.8.8,located\n", "\(again)")
        #expect(scene.asked == ["8.8.8.8"])
        let third = try await scene.batch(["--cache-only"], input: .text(text))
        #expect(third.end == .exit(0), "they are known now: \(third.errors)")
      }
    }
  }
}
