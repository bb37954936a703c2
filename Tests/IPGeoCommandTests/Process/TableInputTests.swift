import Foundation
import IPGeoStandIn
import Testing

/// CSV and TSV as they come in: entries 16 to 18, 21, 22 and 32 to 35 of the inputs, and their kin.
struct TableInputTests {
  static let fields = ["-f", "ip,status"]

  @Test(arguments: [
    ("\u{FEFF}ip,name\n8.8.8.8,a\n", "ip,name,geo_ip"),
    ("\u{FEFF}\"ip\",\"n\"\n8.8.8.8,a\n", "\"ip\",\"n\",geo_ip"),
    ("\u{FEFF}sep=,\nip,n\n8.8.8.8,a\n", "ip,n,geo_ip"),
  ])
  func `16: a byte order mark is no part of the first name`(
    text: String, header: String
  ) async throws {
    try await withScene { scene in
      for (arguments, input) in [
        ([try scene.write("in", text)], RunInput.null), ([], .text(text)),
      ] {
        let result = try await scene.batch(["-f", "ip"] + arguments, input: input)
        #expect(result.text == "\(header)\n8.8.8.8,a,8.8.8.8\n")
      }
    }
  }

  @Test func `17: an empty cell is empty, and nothing is asked for it`() async throws {
    let run = try await read("ip,n\n,a\n8.8.8.8,b\n\" \",c\n")
    #expect(try run.table["geo_status"] == ["invalid", "located", "invalid"])
    #expect(try run.table["geo_reason"] == ["empty", "", "empty"])
    #expect(run.asked == ["8.8.8.8"])
  }

  @Test func `18: a last row without a line end counts`() async throws {
    for text in ["ip\n8.8.8.8", "ip,n\n8.8.8.8,\"a\nb\"", "ip,n\r\n8.8.8.8,"] {
      let run = try await read(text)
      #expect(try run.table["geo_status"] == ["located"], "\(text)")
    }
    let open = try await read("ip,n\n1.1.1.1,x\n8.8.8.8,\"never closed")
    #expect(try open.table["geo_reason"].last == "unclosed-quote")
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
  func `kin of 21: UTF-16 with and without a mark is a table too`(
    encoding: String.Encoding
  ) async throws {
    for mark in ["\u{FEFF}", ""] {
      let text = mark + "name\tip\r\nJosé\t8.8.8.8\r\n\"a\r\nb\"\t1.1.1.1\r\n"
      let bytes = Array(try #require(text.data(using: encoding)))
      let run = try await read(.bytes(bytes), Self.fields)
      #expect(
        run.result.text == "name\tip\tgeo_ip\tgeo_status\r\nJosé\t8.8.8.8\t8.8.8.8\tlocated\r\n"
          + "\"a\r\nb\"\t1.1.1.1\t1.1.1.1\tlocated\r\n")
      #expect(run.readAs.contains("UTF-16"), "\(run.readAs)")
    }
  }

  @Test func `22: a cell that is no UTF-8 keeps its bytes, as JSON it is replaced`() async throws {
    let bytes = Array("ip,n\n8.8.8.8,".utf8) + [0xE9, 0xFF] + Array("\n".utf8)
    let rows = try await read(.bytes(bytes), ["-f", "ip"])
    #expect(
      rows.result.output == Array("ip,n,geo_ip\n8.8.8.8,".utf8) + [0xE9, 0xFF]
        + Array(",8.8.8.8\n".utf8))
    let lines = try await read(.bytes(bytes), ["-f", "ip", "--format", "jsonl"])
    #expect(try lines.result.objects.first?["n"] as? String == "\u{FFFD}\u{FFFD}")
  }

  @Test func `line ends stay each row's own, within cells too`() async throws {
    let run = try await read(
      "ip,n\r\n8.8.8.8,a\n1.1.1.1,b\r\n9.9.9.9,\"x\r\ny\nz\"\r\n8.8.4.4,c", ["-f", "status"])
    #expect(
      run.result.text == "ip,n,geo_status\r\n8.8.8.8,a,located\n1.1.1.1,b,located\r\n"
        + "9.9.9.9,\"x\r\ny\nz\",located\r\n8.8.4.4,c,located\r\n")
  }

  @Test(arguments: [
    ("ip;note\n8.8.8.8;a,b\n", ";", "';'"), ("ip\n8.8.8.8\n", ",", "column ip"),
    ("ip\tnote\n8.8.8.8\ta\n", "\t", "tsv"), ("note,ip\n\"a;b;c\",8.8.8.8\n", ",", "column ip"),
    ("2001:4860:4860::8888;x\n", ";", "column 1"), ("ip|n\n8.8.8.8|a,b;c\n", "|", "'|'"),
    ("sep=;\nip;n\n8.8.8.8;a,b\n", ";", "';'"),
  ])
  func `32: the delimiter is found, kept and named`(
    text: String, delimiter: String, word: String
  ) async throws {
    let run = try await read(text, ["-f", "status,source"])
    #expect(
      run.result.text.hasSuffix("\(delimiter)located\(delimiter)ip-api\n"), "\(run.result)")
    #expect(run.readAs.contains(word), "\(run.readAs)")
    #expect(run.result.end == .exit(0))
  }

  @Test func `32: --delimiter wins, and some are refused`() async throws {
    let text = "ip;a,n\n8.8.8.8;x,9.9.9.9\n"
    let run = try await read(text, ["--delimiter", ";", "-f", "ip"])
    #expect(run.result.text == "ip;a,n;geo_ip\n8.8.8.8;x,9.9.9.9;8.8.8.8\n")
    let tab = try await read("ip\tn\n8.8.8.8\tx\n", ["--delimiter", "tab", "-f", "ip"])
    #expect(tab.result.text == "ip\tn\tgeo_ip\n8.8.8.8\tx\t8.8.8.8\n")
    for wrong in [":", "\"", "", "ab", "é", "\n"] {
      let run = try await read(text, ["--delimiter", wrong])
      #expect(run.result.end == .exit(64) && run.asked.isEmpty, "\(wrong)")
    }
  }

  @Test(arguments: ["a,b\nx,y\n", "name,city\nbob,paris\nann,rome\n", "a;n\nx;1\ny;2\n"])
  func `32: a table without a column of addresses is 65 with its headers`(
    text: String
  ) async throws {
    let run = try await read(text)
    #expect(run.result.end == .exit(65) && run.asked.isEmpty)
    let header = try #require(text.split(separator: "\n").first)
    let names = header.split { $0 == "," || $0 == ";" }.joined(separator: ", ")
    #expect(run.result.errors.contains(names), "\(run.result.errors)")
  }

  @Test func `33: a header is told from data`() async throws {
    let data = try await read("8.8.8.8,a\n1.1.1.1,b\n", ["-f", "ip"])
    #expect(data.result.text == "8.8.8.8,a,8.8.8.8\n1.1.1.1,b,1.1.1.1\n")
    for (header, row) in [("Client IP , Name", "8.8.8.8,a"), ("IP_ADDRESS", "8.8.8.8")] {
      let run = try await read("\(header)\n\(row)\n", ["-f", "ip"])
      #expect(run.result.text == "\(header),geo_ip\n\(row),8.8.8.8\n")
    }
    let alone = try await read("ip,name\n", ["-f", "ip"])
    #expect(alone.result.text == "ip,name,geo_ip\n" && alone.result.end == .exit(0))
    #expect(alone.result.errors.contains("no records"))
  }

  @Test func `33: --no-header makes the first row data`() async throws {
    let run = try await read("ip,name\n8.8.8.8,a\n", ["--no-header", "-f", "ip,reason"])
    #expect(run.result.text == "ip,name,ip,not-an-address\n8.8.8.8,a,8.8.8.8,\n")
  }

  @Test func `--header is about the output`() async throws {
    let rows = "8.8.8.8,a\n"
    for (text, header, first) in [
      ("ip,n\n" + rows, "never", nil), (rows, "auto", nil),
      (rows, "always", "column_1,column_2,geo_ip"), ("ip,n\n" + rows, "auto", "ip,n,geo_ip"),
    ] as [(String, String, String?)] {
      let run = try await read(text, ["-f", "ip", "--header", header])
      let expected = (first.map { $0 + "\n" } ?? "") + "8.8.8.8,a,8.8.8.8\n"
      #expect(run.result.text == expected, "\(header)")
    }
  }

  @Test func `34: of two columns of one name neither is taken`() async throws {
    let text = "ip,ip,country\n8.8.8.8,1.1.1.1,US\n"
    for arguments in [[], ["--ip-field", "ip"], ["--ip-field", "IP"]] {
      let run = try await read(text, arguments)
      #expect(run.result.end == .exit(64) && run.result.output.isEmpty && run.asked.isEmpty)
      #expect(run.result.errors.contains("column 1") && run.result.errors.contains("column 2"))
    }
    let run = try await read(text, ["--ip-field", "2", "-f", "ip,country"])
    #expect(
      run.result.text
        == "ip,ip,country,geo_ip,geo_country\n8.8.8.8,1.1.1.1,US,1.1.1.1,Australia\n")
  }

  @Test func `34: two columns that could be meant are both named`() async throws {
    for (text, names) in [
      ("client_ip,ip\n8.8.8.8,1.1.1.1\n", ["client_ip", "ip"]),
      ("a,b\n8.8.8.8,1.1.1.1\n", ["a", "b"]), ("8.8.8.8,1.1.1.1\n", ["column_1", "column_2"]),
    ] {
      let run = try await read(text)
      #expect(run.result.end == .exit(64) && run.asked.isEmpty, "\(text): \(run.result)")
      #expect(names.allSatisfy { run.result.errors.contains($0) }, "\(run.result.errors)")
    }
  }

  @Test func `35: ragged rows keep every cell, and a longer one is named once`() async throws {
    let run = try await read(
      "ip,a,b\n8.8.8.8,1\n1.1.1.1,1,2,3\n9.9.9.9\n8.8.4.4,1,2,3,4\n", ["-f", "status"])
    #expect(
      run.result.text == "ip,a,b,geo_status\n8.8.8.8,1,,located\n1.1.1.1,1,2,3,located\n"
        + "9.9.9.9,,,located\n8.8.4.4,1,2,3,4,located\n")
    #expect(run.result.end == .exit(0))
    let told = run.result.errors.split(separator: "\n").filter { $0.contains("header") }
    #expect(told.count == 1, "\(run.result.errors)")
    #expect(told.first?.contains("standard input:3") == true, "\(told)")
  }

  @Test func `--ip-field takes a name in any spelling, or a number`() async throws {
    let text = "Name,Src-IP,via\na,8.8.8.8,1.1.1.1\n"
    for field in ["Src-IP", "src_ip", "SRC IP", "2"] {
      let run = try await read(text, ["--ip-field", field, "-f", "ip"])
      #expect(try run.table["geo_ip"] == ["8.8.8.8"], "\(field)")
    }
    for field in ["0", "4", "-1", "ip", "Src", "2.0"] {
      let run = try await read(text, ["--ip-field", field])
      #expect(run.result.end == .exit(64) && run.asked.isEmpty, "\(field)")
      #expect(run.result.errors.contains("Name, Src-IP, via"), "\(run.result.errors)")
      #expect(run.result.output.isEmpty)
    }
  }

  @Test func `columns of forwarded lists are read as such`() async throws {
    let fields = ["-f", "ip,xff,port"]
    let xff = try await read("id,x_forwarded_for\n1,\"10.0.0.1, 8.8.8.8\"\n2,1.1.1.1\n", fields)
    #expect(try xff.table["geo_ip"] == ["8.8.8.8", "1.1.1.1"])
    #expect(try xff.table["geo_xff"] == ["10.0.0.1, 8.8.8.8", ""])
    let forwarded = try await read(
      "id,Forwarded\n1,\"for=10.0.0.1;proto=http, for=\"\"[2001:4860:4860::8888]:4711\"\"\"\n"
        + "2,for=8.8.8.8\n3,for=unknown\n4,for=_hidden\n", fields + ["-f", "ip,reason,port"])
    #expect(try forwarded.table["geo_ip"].prefix(2) == ["2001:4860:4860::8888", "8.8.8.8"])
    #expect(try forwarded.table["geo_port"].first == "4711")
    #expect(try forwarded.table["geo_reason"].suffix(2) == ["no-address", "no-address"])
  }
}
