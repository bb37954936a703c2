import Testing

@testable import IPGeoRecords

struct JSONLinesDetectionTests {
  private func detail(_ text: String) throws -> String? {
    try readJSONLines(text).dialect?.description
  }

  @Test(
    arguments: [
      (#"{"ip":"8.8.8.8"}"#, "ip"),
      (#"{"server_ip":"10.0.0.1","remote_addr":"8.8.8.8"}"#, "remote_addr"),
      (#"{"Client-IP":"8.8.8.8"}"#, "Client-IP"),
      (#"{"sourceIPAddress":"8.8.8.8"}"#, "sourceIPAddress"),
      (#"{"ClientAddr":"8.8.8.8:1","ClientHost":"8.8.8.8"}"#, "ClientHost"),
      (#"{"client":{"ip":"8.8.8.8"},"n":1}"#, "client.ip"),
      (#"{"request":{"remote_ip":"8.8.8.8","remote_port":"1"}}"#, "request.remote_ip"),
      (#"{"request":{"remote_ip":"10.0.0.1","client_ip":"8.8.8.8"}}"#, "request.client_ip"),
      (#"{"httpRequest":{"remoteIp":"8.8.8.8","serverIp":"1.1.1.1"}}"#, "httpRequest.remoteIp"),
      (#"{"network":{"client":{"ip":"8.8.8.8"}}}"#, "network.client.ip"),
      (#"{"client.ip":"8.8.8.8"}"#, "client.ip"), (#"{"client":"8.8.8.8","x":1}"#, "client"),
      (#"{"client":"web","who":"8.8.8.8"}"#, "who"), (#"{"who":["8.8.8.8"],"x":1}"#, "who"),
      (#"{"xff":"-","remote_addr":"8.8.8.8"}"#, "remote_addr"),
      (#"{"ip":"unknown","server":"10.0.0.1"}"#, "ip"), (#"{"ip":null}"#, "ip"),
      (#"{"ip":null,"client":{"ip":"8.8.8.8"}}"#, "client.ip"), (#"{"\u0069p":"8.8.8.8"}"#, "ip"),
      (#"{"a":"\x22","remote_addr":"\x38.8.8.8"}"#, "remote_addr"),
      (#"{"remote_addr":"8.8.8.8","t":-}"#, "remote_addr"),
      (#"escape=json{"remote_addr":"8.8.8.8"}"#, "remote_addr"),
    ] as [(String, String)])
  func `the key is found by name, path or content`(line: String, key: String) throws {
    #expect(try detail(line + "\n" + line + "\n") == "jsonl (key \(key))")
    #expect(try detail(line) == "jsonl (key \(key))")
  }

  @Test(
    arguments: [
      (#"{"ip":"8.8.8.8","client_ip":"1.1.1.1"}"#, ["ip", "client_ip"]),
      (#"{"ClientIP":"8.8.8.8","client_ip":"1.1.1.1"}"#, ["ClientIP", "client_ip"]),
      (#"{"who":"8.8.8.8","what":"1.1.1.1"}"#, ["who", "what"]),
      (#"{"client":{"ip":"8.8.8.8"},"source":{"ip":"1.1.1.1"}}"#, ["client.ip", "source.ip"]),
    ] as [(String, [String])])
  func `of two that could be meant neither is taken`(line: String, fields: [String]) throws {
    #expect(try jsonLinesError(line) == .ambiguous(fields: fields))
    #expect(try jsonLinesError(line, field: fields[0]) == nil)
  }

  @Test func `no field with addresses`() throws {
    #expect(
      try jsonLinesError(#"{"a":"x","b":[{"c":1}],"d":[{}]}"#)
        == .noAddressField(fields: ["a", "b", "d"]))
    #expect(
      try jsonLinesError(#"{"a":"x","b":{"c":"8.8.8.8"}}"#)
        == .noAddressField(fields: ["a", "b", "b.c"]))
  }

  @Test func `a told key is taken literally first, then as a path`() throws {
    let lines = [
      #"{"a.b":"8.8.8.8","a":{"b":"1.1.1.1"}}"#, #"{"a":{"b":"9.9.9.9"}}"#, #"{"a":"1.1.1.1"}"#,
      #"{"a":{"c":1}}"#, #"{"a":{"b":"1.1.1.1"},"a":{"b":null}}"#,
      #"{"\u0061":{"\u0062":"8.8.4.4"}}"#,
      #"{"a":{"b":"1.1.1.1","b":"1.0.0.1"}}"#, #"{"a":[{"b":"1.1.1.1"}]}"#,
      #"{"a.b":null,"a":{"b":"1.1.1.1"}}"#, #"{"a":{"b":["8.8.8.8"]}}"#,
    ]
    let result = try readJSONLines(lines.joined(separator: "\n"), field: "a.b")
    #expect(
      result.words == [
        "8.8.8.8", "9.9.9.9", "field-missing", "field-missing", "field-missing", "8.8.4.4",
        "1.0.0.1", "field-missing", "field-missing", "8.8.8.8",
      ])
    #expect(result.dialect?.description == "jsonl (key a.b)")
    #expect(result.records.map(\.whole) == lines)
  }

  @Test(
    arguments: [
      ("a.0.b", "8.8.8.8"), ("a.1.b", "9.9.9.9"), ("a.2", "1.1.1.1"), ("a.3", "field-missing"),
      ("a.00.b", "field-missing"), ("a.3.b", "field-missing"), ("a.0", "wrong-type"),
      ("o.0", "8.8.4.4"), ("x..y", "1.0.0.1"), ("", "1.1.1.2"),
    ] as [(String, String)])
  func `a number in a path is an element of an array, or a name`(
    path: String, word: String
  ) throws {
    let line =
      #"{"a":[{"b":"8.8.8.8"},{"c":[1],"b":"9.9.9.9"},"1.1.1.1"],"o":{"0":"8.8.4.4"},"#
      + #""x":{"":{"y":"1.0.0.1"}},"":"1.1.1.2"}"#
    let result = try readJSONLines(line, field: path)
    #expect(result.words == [word])
  }

  @Test func `a told key that no record has is named, where all records are known`() throws {
    let lines = String(repeating: #"{"a":{"b":"8.8.8.8"},"c":1}"# + "\n", count: 20)
    #expect(
      try jsonLinesError(lines, field: "ip")
        == .noSuchField(name: "ip", fields: ["a", "a.b", "c"]))
    #expect(
      try jsonLinesError(lines, field: "a.c")
        == .noSuchField(name: "a.c", fields: ["a", "a.b", "c"]))
    // More may come that has it.
    let later = [Array(lines.utf8), Array(#"{"ip":"1.1.1.1"}"#.utf8)]
    let result = try readJSONLines(pieces: later, field: "ip")
    #expect(result.words == [String](repeating: "field-missing", count: 20) + ["1.1.1.1"])
  }

  @Test(arguments: [
    "8.8.8.8\n1.1.1.1\n", "[2001:db8::1]:443\n[8.8.8.8]\n[::1]\n", "{8.8.8.8}\n{1.1.1.1}\n",
    "[Thu Jan 01 00:00:00 2026] [error] [client 8.8.8.8:1] x\n", "[pod/x/y] {\"ip\":\"8.8.8.8\"}\n",
    "[   12.345678] eth0: x\n[   13.0] y\n", "\"8.8.8.8\"\n\"1.1.1.1\"\n", "", "\n\n",
    "#{\"a\":1}\n",
    "[1] 8.8.8.8\n[2] 1.1.1.1\n", "{\n",
  ])
  func `what is no JSON lines`(text: String) throws {
    let verdict = try Array(text.utf8).withUnsafeBytes { head in
      try JSONLinesFinder.judge(head, isWhole: false, ReadingOptions())
    }
    #expect(verdict == nil)
  }

  @Test(arguments: [
    #"[{"ip":"8.8.8.8"},{"ip":"1.1.1.1"}]"#, "[\n  {\n    \"ip\": \"8.8.8.8\"\n  }\n]\n",
    "[\n{\"ip\":\"8.8.8.8\"},\n{\"ip\":\"1.1.1.1\"}\n]", #"["8.8.8.8","1.1.1.1"]"#,
    " \n [ \"8.8.8.8\" ]\n", #"[{"ip":"8.8.8.8","ua":"\x22"}]"#, "[]", #"[{"ip":"8.8.8.8""#,
    "[\"8.8.8.8\"]\n[\"1.1.1.1\"]\n",
  ])
  func `an array is named with the command that helps`(text: String) throws {
    let error = try jsonLinesError(text)
    #expect(
      error == .notRecords(kind: "a JSON array", advice: "jq -c '.[]' FILE | ipgeo batch"))
    #expect(error?.isOfUsage == false)
  }

  @Test(arguments: [
    "{\n  \"ip\": \"8.8.8.8\"\n}\n{\n  \"ip\": \"1.1.1.1\"\n}\n", "{\"ip\":\n\"8.8.8.8\"}",
    "{\r\n\t\"a\": [\r\n", "{ \"ip\": \"8.8.8.8\"\n}\n", "{\n}\n",
    "{\"a\": {\n\"b\": 1},\n\"c\":2}",
  ])
  func `objects over several lines are named too`(text: String) throws {
    for format in [InputFormat.auto, .jsonl] {
      #expect(
        try jsonLinesError(text, format: format)
          == .notRecords(
            kind: "JSON with records over several lines", advice: "jq -c . FILE | ipgeo batch"))
    }
  }

  @Test func `an object around an array of records`() throws {
    #expect(
      try jsonLinesError(
        #"{"type":"FeatureCollection","features":[{"properties":{"ip":"8.8.8.8"}}]}"#)
        == .notRecords(
          kind: "GeoJSON, a JSON array of features",
          advice: "jq -c '.features[].properties' FILE | ipgeo batch"))
    #expect(
      try jsonLinesError(#"{"Records":[{"sourceIPAddress":"8.8.8.8"}]}"#)
        == .notRecords(
          kind: "a JSON array in a member 'Records'",
          advice: "jq -c '.Records[]' FILE | ipgeo batch"))
    #expect(
      try jsonLinesError(#"{"it's":[{"ip":"8.8.8.8"}]}"#) == .noAddressField(fields: ["it's"]))
  }

  @Test func `told to be JSON lines, arrays on lines are records and bare strings addresses`()
    throws
  {
    let arrays = try readJSONLines("[\"8.8.8.8\"]\n[\"1.1.1.1\"]\n", format: .jsonl)
    #expect(arrays.words == ["wrong-type", "wrong-type"])
    let strings = try readJSONLines("\"8.8.8.8\"\n\"1.1.1.1\"\nx\n", format: .jsonl)
    #expect(strings.words == ["8.8.8.8", "1.1.1.1", "invalid-json"])
    #expect(strings.dialect?.description == "jsonl")
    #expect(
      try jsonLinesError(#"[{"ip":"8.8.8.8"}]"#, format: .jsonl)
        == .notRecords(kind: "a JSON array", advice: "jq -c '.[]' FILE | ipgeo batch"))
  }

  @Test func `a few broken lines in front do not hide the format`() throws {
    let result = try readJSONLines(
      "Starting up\n{\"remote_addr\":\"8.8.8.8\",\"t\":-}\n{\"remote_addr\":\"1.1.1.1\"}\n")
    #expect(result.words == ["invalid-json", "invalid-json", "1.1.1.1"])
  }

  @Test func `only the first lines decide, so that more of them at once change nothing`() throws {
    let lines = String(repeating: #"{"ip":"8.8.8.8"}"# + "\n", count: 5000)
    let result = try readJSONLines(lines + #"{"client_ip":"1.1.1.1"}"#)
    #expect(result.dialect?.description == "jsonl (key ip)")
    #expect(result.words.last == "field-missing")
  }

  @Test func `a first line longer than what is looked at`() throws {
    let long = String(repeating: "x", count: 100_000)
    let result = try readJSONLines(#"{"ip":"8.8.8.8","a":"\#(long)"}"# + "\n" + #"{"ip":""}"#)
    #expect(result.words == ["8.8.8.8", "empty"])
    let late = #"{"a":"\#(long)","remote_addr":"8.8.8.8"}"# + "\n" + #"{"remote_addr":""}"#
    #expect(try readJSONLines(late).words == ["8.8.8.8", "empty"])
    let endless = #"{"a":"\#(long)\#(long)","ip":"8.8.8.8"}"# + "\n"
    // A pipe holds no more at once.
    let bytes = Array(endless.utf8)
    let pieces = stride(from: 0, to: bytes.count, by: 50_000).map {
      Array(bytes[$0..<min($0 + 50_000, bytes.count)])
    }
    let cut = try readJSONLines(pieces: pieces)
    #expect(cut.words == ["8.8.8.8"])
  }
}
