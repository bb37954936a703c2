import IPGeoAddresses
import IPGeoCore
import IPGeoJSON
import Testing

@testable import IPGeoRecords

struct JSONLinesTests {
  @Test func `an object a line, and the last one needs no end`() throws {
    let result = try readJSONLines("{\"ip\":\"8.8.8.8\",\"n\":1}\n\n  {\"ip\":\"1.1.1.1\"} ")
    #expect(result.words == ["8.8.8.8", "1.1.1.1"])
    #expect(result.records.map(\.line) == [1, 3])
    #expect(result.records.map(\.text) == ["8.8.8.8", "1.1.1.1"])
    #expect(result.records.map(\.spelling) == ["8.8.8.8", "1.1.1.1"])
    #expect(result.records.map(\.whole) == [#"{"ip":"8.8.8.8","n":1}"#, #"{"ip":"1.1.1.1"}"#])
    #expect(result.records.map(\.lineEnd) == [.feed, .none])
    #expect(result.blankLines == 1)
    #expect(result.dialect?.description == "jsonl (key ip)")
  }

  @Test func `a byte order mark is none of the record, at the start and where files were joined`()
    throws
  {
    let result = try readJSONLines(
      "\u{feff}{\"ip\":\"8.8.8.8\"}\n\u{feff}{\"ip\":\"1.1.1.1\"}\n\u{feff}\u{feff}{}\n\u{feff}\n")
    #expect(result.words == ["8.8.8.8", "1.1.1.1", "invalid-json"])
    #expect(result.records[1].whole == #"{"ip":"1.1.1.1"}"#)
    #expect(result.blankLines == 1)
  }

  @Test func `what ends a line is told`() throws {
    let result = try readJSONLines(
      "{\"ip\":\"8.8.8.8\"}\r\n{\"ip\":\"8.8.4.4\"}\r{\"ip\":\"1.1.1.1\"}\n{\"ip\":\"9.9.9.9\"}\r")
    #expect(result.words == ["8.8.8.8", "8.8.4.4", "1.1.1.1", "9.9.9.9"])
    #expect(
      result.records.map(\.lineEnd) == [.returnFeed, .carriageReturn, .feed, .carriageReturn])
    #expect(result.records.map(\.line) == [1, 2, 3, 4])
  }

  @Test(
    arguments: [
      ("null", "field-missing", ""), (#""""#, "empty", ""), ("[]", "no-address", ""),
      ("42", "wrong-type", "42"), ("true", "wrong-type", "true"),
      (#"{"a": [1]}"#, "wrong-type", #"{"a": [1]}"#), (#"["a",1]"#, "wrong-type", #"["a",1]"#),
      (#"[["8.8.8.8"]]"#, "wrong-type", #"[["8.8.8.8"]]"#), (#"[""]"#, "empty", ""),
      (#""nobody""#, "not-an-address", "nobody"), (#""example.com""#, "hostname", "example.com"),
      (#""\u0038.8.8.8""#, "8.8.8.8", "8.8.8.8"), (#""8.8.8.8:53""#, "8.8.8.8", "8.8.8.8:53"),
      (#""caf\u00e9""#, "not-an-address", "café"), (#"["1.1.1.1"]"#, "1.1.1.1", "1.1.1.1"),
      (#"["1\u002e1.1.1"]"#, "1.1.1.1", "1.1.1.1"),
    ] as [(String, String, String)])
  func `what a value comes to`(value: String, word: String, text: String) throws {
    let line = #"{"x":0,"ip":\#(value),"y":[]}"#
    let result = try readJSONLines(#"{"ip":"9.9.9.9"}"# + "\n" + line + "\n")
    #expect(result.words == ["9.9.9.9", word])
    #expect(result.records[1].text == text)
    #expect(result.records[1].whole == line)
    #expect(result.records[1].passage == .members(isEmpty: false, nestNumber: 1))
  }

  @Test func `no such key, and no member at all`() throws {
    let result = try readJSONLines("{\"ip\":\"8.8.8.8\"}\n{\"a\":1}\n{}\n{ }\n")
    #expect(result.words == ["8.8.8.8", "field-missing", "field-missing", "field-missing"])
    #expect(result.records[2].passage == .members(isEmpty: true, nestNumber: 1))
    #expect(result.records[3].whole == "{ }")
  }

  @Test func `the port and the caller's spelling are found within the text`() throws {
    let result = try readJSONLines(#"{"ip":" [2001:4860:4860:0::8888]:443 "}"#)
    #expect(result.words == ["2001:4860:4860::8888"])
    #expect(result.records[0].spelling == "2001:4860:4860:0::8888")
    #expect(result.records[0].text == " [2001:4860:4860:0::8888]:443 ")
    #expect(result.records[0].port == 443)
  }

  @Test func `a list of texts is a forwarded list`() throws {
    let line = #"{"xff":["10.0.0.1","8.8\u002e8.8", "192.168.0.1"]}"#
    let result = try readJSONLines(#"{"xff":["8.8.8.8"]}"# + "\n" + line)
    #expect(result.records.map(\.isForwarded) == [true, true])
    #expect(result.records.map(\.text) == ["8.8.8.8", "10.0.0.1, 8.8.8.8, 192.168.0.1"])
    #expect(result.records[1].whole == line)
    let text = Array("10.0.0.1, 8.8.8.8, 192.168.0.1".utf8)
    let finding = text.withUnsafeBytes { ClientRule().client(in: $0) }
    let word =
      switch finding.result {
      case .address(let address): address.description
      case .invalid(let reason): reason.rawValue
      }
    #expect(result.words == ["8.8.8.8", word])
  }

  @Test func `lines that are JSON but no object`() throws {
    let lines = [#""8.8.8.8""#, #""""#, "4", "null", "[]", #"["8.8.8.8"]"#, "true", #""a\u0062""#]
    let result = try readJSONLines(
      ([#"{"ip":"1.1.1.1"}"#] + lines).joined(separator: "\n"), format: .jsonl)
    #expect(
      result.words == [
        "1.1.1.1", "8.8.8.8", "empty", "wrong-type", "wrong-type", "wrong-type", "wrong-type",
        "wrong-type", "not-an-address",
      ])
    #expect(result.records.dropFirst().allSatisfy { $0.passage == .nothing })
    #expect(result.records.dropFirst().map(\.whole) == lines)
    #expect(result.records[8].text == "ab")
  }

  @Test func `of keys that come twice the last counts, and escapes in names are undone`() throws {
    let result = try readJSONLines(
      #"{"ip":"1.1.1.1","\u0069p":"8.8.8.8"}"# + "\n" + #"{"i\u0070":"9.9.9.9"}"# + "\n"
        + #"{"\u0069p":"1.1.1.1","ip":null}"# + "\n" + #"{"ip":"8.8.4.4","ip":[2]}"#)
    #expect(result.words == ["8.8.8.8", "9.9.9.9", "field-missing", "wrong-type"])
  }

  @Test(
    arguments: [
      (#"{"ip":"8.8.8.8"} x"#, "invalid-json"), (#"{"ip":"8.8.8.8"}{}"#, "invalid-json"),
      (#"{"ip":"8.8.8.8",}"#, "invalid-json"), (#"{"ip":"8.8.8.8","a":01}"#, "invalid-json"),
      (#"{"ip":"8.8.8.8","a":NaN}"#, "invalid-json"), (#"{'ip':"8.8.8.8"}"#, "invalid-json"),
      ("{\"ip\":\"8.8.8.8\",\"a\":\"\t\"}", "invalid-json"),
      (#"{"ip":"8.8.8.8","a":"\q"}"#, "invalid-json"), (#"{"ip":"8.8.8.8""#, "invalid-json"),
      (#"{"ip":"8.8.8.8","a":1e400}"#, "8.8.8.8"), (#"{"ip":"8.8.8.8","a":"\ud800"}"#, "8.8.8.8"),
      ("hello", "invalid-json"), ("8.8.8.8", "invalid-json"), ("\u{a0}{}", "invalid-json"),
    ] as [(String, String)])
  func `a line is checked to its end`(line: String, word: String) throws {
    let result = try readJSONLines(
      #"{"ip":"1.1.1.1"}"# + "\n \(line)\t\n" + #"{"ip":"9.9.9.9"}"# + "\n{}\n{}")
    #expect(result.words.prefix(3) == ["1.1.1.1", word, "9.9.9.9"])
    if word == "invalid-json" {
      #expect(result.records[1].passage == .nothing)
      #expect(result.records[1].text == line)
      #expect(result.records[1].whole == " \(line)\t")
    }
  }

  @Test func `text that is not UTF-8 is told from what is no JSON`() throws {
    var bytes = Array(#"{"ip":"8.8.8.8","a":""#.utf8)
    bytes += [0xff, 0xfe] + Array("\"}\n{\"ip\":\"1.1.1.1\",\"a\":\"ü€😀\"}\n".utf8)
    bytes += Array("{\"ip\":\"8.8.8.8\",\"a\":\"".utf8) + [0xed, 0xa0, 0x80] + Array("\"}\n".utf8)
    let result = try readJSONLines(bytes)
    #expect(result.words == ["invalid-utf8", "1.1.1.1", "invalid-utf8"])
  }

  @Test(arguments: [
    #"{"ip":"8.8.8.8"#, #"{"ip":"8.8.8.8","#, "{", #"{"ip":"8.8.8.8","a":{"b":1}"#,
    #"{"ip":"8.8.8.8","a":tr"#, "{\"ip\":\"8.8.8.8\",\"a\":\"\\",
  ])
  func `a last line that is cut short`(line: String) throws {
    let whole = #"{"ip":"1.1.1.1"}"# + "\n"
    #expect(try readJSONLines(whole + line).words == ["1.1.1.1", "truncated-record"])
    #expect(try readJSONLines(whole + line + "\n").words == ["1.1.1.1", "invalid-json"])
  }

  @Test(arguments: [64, 65, 1000, 100_000])
  func `depth is of no account`(depth: Int) throws {
    let open = String(repeating: #"{"a":["#, count: depth / 2)
    let close = String(repeating: "]}", count: depth / 2)
    let inner = open + "1" + close
    let result = try readJSONLines(
      #"{"d":\#(inner),"ip":"8.8.8.8"}"# + "\n" + #"{"d":\#(open)1\#(close.dropLast()),"ip":""}"#
        + "\n" + #"{"ip":"1.1.1.1"}"# + "\n")
    #expect(result.words == ["8.8.8.8", "invalid-json", "1.1.1.1"])
  }

  @Test func `a line that is too long, and NULs that are no part of one`() throws {
    let long = #"{"ip":"8.8.8.8","a":"\#(String(repeating: "x", count: 200))"}"#
    let nulls = String(repeating: "\0", count: 300)
    let result = try readJSONLines(
      #"{"ip":"1.1.1.1"}"# + "\n\(long)\r\n\(nulls){\"ip\":\"9.9.9.9\"}\n"
    ) { $0.maximumLine = 100 }
    #expect(result.words == ["1.1.1.1", "line-too-long", "9.9.9.9"])
    #expect(result.records[1].text.utf8.count == 80)
    #expect(result.records[2].whole == #"{"ip":"9.9.9.9"}"#)
  }

  @Test(
    arguments: [
      (#"{"a":1}"#, 1), (#"{"geo":1}"#, 2), (#"{"geo_2":1}"#, 1), (#"{"geo":1,"geo_2":{}}"#, 3),
      (#"{"geo_3":0,"geo":1,"geo_2":{},"geo_4":0}"#, 5), (#"{"g\u0065o":1}"#, 2),
      (#"{"geo":1,"geo\u005f2":1}"#, 3), (#"{"geo":1,"geo_02":1}"#, 2), (#"{"Geo":1}"#, 1),
      (#"{"a":{"geo":1}}"#, 1), (#"{"geo":1,"geo_2":1,"geo_99999999999":1,"geo_":1}"#, 3),
    ] as [(String, UInt32)])
  func `the number of our object's name is the first that is free`(
    line: String, number: UInt32
  ) throws {
    let result = try readJSONLines(#"{"a":""}"# + "\n\(line)\n", field: "a")
    #expect(result.records[1].passage == .members(isEmpty: false, nestNumber: number))
  }

  @Test func `another name for our object`() throws {
    let result = try readJSONLines(#"{"ip":"8.8.8.8","geo":1}"# + "\n" + #"{"ip":"8.8.8.8"}"#) {
      $0.nestName = "ip"
    }
    #expect(
      result.records.map(\.passage) == [
        .members(isEmpty: false, nestNumber: 2), .members(isEmpty: false, nestNumber: 2),
      ])
  }
}

/// What nginx writes that is no JSON.
struct JSONLinesNginxTests {
  @Test func `its escapes are repaired, and nothing else`() throws {
    let lines = [
      #"{"remote_addr":"8.8.8.8","ua":"a\x22b"}"#,
      #"escape=json{"remote_addr":"1.1.1.1"}"#,
      #"{"remote_addr":"9.9.9.9","t":-}"#,
      #" {"remote_addr":"8.8.4.4","ua":"\\x22 \xaF\xAf\x5c\\"} "#,
      #"{"remote_addr":"8.8.4.4","ua":"\xg0"}"#,
      #"{"remote_addr":"8.8.4.4","ua":\x22}"#,
      #"{"\x72emote_addr":"\x38.8.8.\x38"}"#,
      #"{"remote_addr":"1.1.1.1"}"#,
    ]
    let result = try readJSONLines(lines.joined(separator: "\n"))
    #expect(
      result.words == [
        "8.8.8.8", "invalid-json", "invalid-json", "8.8.4.4", "invalid-json", "invalid-json",
        "8.8.8.8", "1.1.1.1",
      ])
    #expect(result.dialect?.description == "jsonl (key remote_addr)")
    #expect(result.records[0].whole == #"{"remote_addr":"8.8.8.8","ua":"a\u0022b"}"#)
    #expect(result.records[0].passage == .members(isEmpty: false, nestNumber: 1))
    #expect(
      result.records[3].whole
        == #"{"remote_addr":"8.8.4.4","ua":"\\x22 \u00aF\u00Af\u005c\\"}"#)
    #expect(result.records[4].whole == lines[4])
    #expect(result.records[6].whole == #"{"\u0072emote_addr":"\u0038.8.8.\u0038"}"#)
    #expect(result.records[6].text == "8.8.8.8")
    #expect(result.records[6].spelling == "8.8.8.8")
  }

  @Test func `many repaired lines with lists keep their places`() throws {
    let line = #"{"xff":["1.1.1.1","\x38.8.8.8"],"ua":"\x22"}"# + "\n"
    let result = try readJSONLines(String(repeating: line, count: 3000)) { $0.chunkSize = 4096 }
    #expect(result.records.count == 3000)
    #expect(
      result.records.allSatisfy {
        $0.text == "1.1.1.1, 8.8.8.8"
          && $0.whole == #"{"xff":["1.1.1.1","\u0038.8.8.8"],"ua":"\u0022"}"#
      })
  }

  @Test(
    arguments: [
      (#"escape=json{"remote_addr":"1.1.1.1"}"#, 1),
      (#"{"remote_addr":"9.9.9.9","t":-}"#, 31),
      (#"{"a":"\x22","t":-}"#, 18), (#"{"ü€😀":"","t":x}"#, 15), (#"{"a":"\x22\q"}"#, 11),
      ("{\"a\":\"\\x22\\x22\t\"}", 15), (#"{"ip":"8.8.8.8"} x"#, 18), ("", 1),
      (#"{"ip":"8.8.8.8","a":"\q"}"#, 22), (#"{"a":"\x22""#, 12),
    ] as [(String, Int)])
  func `the message names the column, in characters`(line: String, column: Int) {
    let message = Array(line.utf8).withUnsafeBytes {
      InvalidMessage.text(for: .invalidJSON, text: $0, format: .jsonl)
    }
    #expect(message.hasPrefix("the line is not valid JSON at column \(column): "), "\(message)")
    #expect(message.hasSuffix("; check what wrote it"))
  }
}
