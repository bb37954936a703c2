import IPGeoStandIn
import Testing

/// JSON lines: entries 16 to 18, 22, 29 and 36 of the inputs, and their kin.
struct JSONInputTests {
  static let fields = ["-f", "ip,reason"]

  /// Our objects, by their `ip` and reason.
  private func found(_ run: ReadInput) throws -> [String] {
    try run.result.objects.map { line in
      let geo = line["geo"] as? [String: Any] ?? [:]
      return "\(geo["ip"] as? String ?? "null") \(geo["reason"] as? String ?? "null")"
    }
  }

  @Test func `16 to 18: a mark, an empty text and a missing line end`() async throws {
    for text in ["\u{FEFF}{\"ip\":\"8.8.8.8\"}\n", "{\"ip\":\"8.8.8.8\"}"] {
      let run = try await read(text, ["-f", "ip"])
      #expect(run.result.text == "{\"ip\":\"8.8.8.8\",\"geo\":{\"ip\":\"8.8.8.8\"}}\n")
    }
    let empty = try await read("{\"ip\":\"\"}\n", Self.fields)
    #expect(try found(empty) == ["null empty"] && empty.asked.isEmpty)
    #expect(empty.result.end == .exit(65))
  }

  @Test func `22: a line with bytes that are no UTF-8 is invalid, the next one is not`()
    async throws
  {
    let bytes =
      Array("{\"ip\":\"8.8.8.8\",\"n\":\"".utf8) + [0xFF]
      + Array("\"}\n{\"ip\":\"1.1.1.1\"}\n".utf8)
    let run = try await read(.bytes(bytes), ["-f", "reason"])
    #expect(String(validating: run.result.output, as: UTF8.self) != nil)
    let geo = try run.result.objects.map { ($0["geo"] as? [String: Any])?["reason"] as? String }
    #expect(geo == ["invalid-utf8", nil] && run.asked == ["1.1.1.1"])
  }

  @Test func `29: nginx's escapes are repaired, other faults are told with their column`()
    async throws
  {
    let run = try await read(
      list([
        #"{"remote_addr":"8.8.8.8","ua":"a\x22b\\x22"}"#, #"escape=json{"remote_addr":"1.1.1.1"}"#,
        #"{"remote_addr":"9.9.9.9","t":-}"#, #"{"remote_addr":"8.8.4.4"}"#,
      ]), ["-f", "reason"])
    let lines = run.result.text.split(separator: "\n")
    #expect(
      lines == [
        #"{"remote_addr":"8.8.8.8","ua":"a\u0022b\\x22","geo":{"reason":null}}"#,
        #"{"geo":{"reason":"invalid-json"}}"#, #"{"geo":{"reason":"invalid-json"}}"#,
        #"{"remote_addr":"8.8.4.4","geo":{"reason":null}}"#,
      ])
    #expect(run.asked == ["8.8.4.4", "8.8.8.8"])
    #expect(run.result.errors.contains("standard input:2: "), "\(run.result.errors)")
    #expect(run.result.errors.contains("column 31"), "\(run.result.errors)")
  }

  @Test func `36: what is not known is null, numbers are numbers`() async throws {
    let special = try await read("{\"ip\":\"10.0.0.1\"}\n", ["-f", "status,city,lat"])
    #expect(
      special.result.text
        == "{\"ip\":\"10.0.0.1\",\"geo\":{\"status\":\"special\",\"city\":null,\"lat\":null}}\n")
    let run = try await read("{\"ip\":\"8.8.8.8\"}\n", ["-f", "lat,lon,asn"])
    let geo = try #require(try run.result.objects.first?["geo"] as? [String: Any])
    #expect(geo["lat"] is Double && geo["asn"] as? Int == 15169)
  }

  @Test func `what stands where the address should be is told by its kind`() async throws {
    let lines = [
      (#"{"ip":null}"#, "null field-missing"), ("{}", "null field-missing"),
      (#"{"ip":[]}"#, "null no-address"), (#"{"ip":5}"#, "5 wrong-type"),
      (#"{"ip":{"a":1}}"#, #"{"a":1} wrong-type"#), (#""8.8.8.8""#, "8.8.8.8 null"),
      ("5", "5 wrong-type"), ("[]", "[] wrong-type"), (#"{"ip":"x"}"#, "x not-an-address"),
      (#"{"ip":["10.0.0.1","8.8.8.8:99"]}"#, "8.8.8.8 null"),
      (#"{"ip":" 8.8.8.8 "}"#, "8.8.8.8 null"),
      (#"{"ip":"1.1.1.1","ip":"8.8.8.8"}"#, "8.8.8.8 null"),
      (#"{"\u0069p":"8.8.8.8"}"#, "8.8.8.8 null"),
      (#"{"IP":"1.1.1.1","ip":"8.8.8.8"}"#, "8.8.8.8 null"),
      (#"{"ip":"8.8.8.8"}"#, "8.8.8.8 null"),
    ]
    let run = try await read(list(lines.map(\.0)), Self.fields + ["--ip-field", "ip"])
    #expect(try found(run) == lines.map(\.1))
    #expect(run.asked == ["8.8.8.8"])
  }

  @Test func `a key is taken as it stands before it is taken as a path`() async throws {
    let text = list([
      #"{"a":{"b":"1.1.1.1"},"a.b":"8.8.8.8"}"#, #"{"a":{"b":"1.1.1.1"}}"#, #"{"a":{"c":1}}"#,
    ])
    let run = try await read(text, Self.fields + ["--ip-field", "a.b"])
    #expect(try found(run) == ["8.8.8.8 null", "1.1.1.1 null", "null field-missing"])
    for field in ["b", "a.d", "1", "a.b.c"] {
      let run = try await read(text, ["--ip-field", field])
      #expect(run.result.end == .exit(64) && run.asked.isEmpty, "\(field): \(run.result)")
    }
  }

  @Test func `two keys that could be meant are both named`() async throws {
    let run = try await read("{\"client_ip\":\"8.8.8.8\",\"ip\":\"1.1.1.1\"}\n")
    #expect(run.result.end == .exit(64) && run.asked.isEmpty && run.result.output.isEmpty)
    #expect(run.result.errors.contains("client_ip") && run.result.errors.contains("--ip-field"))
  }

  @Test func `a depth of 100,000 is a record like others`() async throws {
    let deep = String(repeating: "[", count: 100_000)
    let text = list([
      "{\"ip\":\"8.8.8.8\",\"d\":" + deep + String(repeating: "]", count: 100_000) + "}",
      "{\"ip\":\"1.1.1.1\",\"d\":" + deep, "{\"ip\":\"9.9.9.9\"}",
    ])
    let run = try await read(text, ["-f", "status", "--format", "csv"])
    let rows = try run.table["status"]
    #expect(rows.count == 3 && rows[1] == "invalid" && rows[2] == "located")
    #expect(run.result.end == .exit(0))
  }

  @Test func `--nest names our object, and a name that is taken is numbered`() async throws {
    let text = "{\"ip\":\"8.8.8.8\",\"geo\":1}\n{\"ip\":\"8.8.8.8\",\"geo\":1,\"g\\u0065o_2\":2}\n"
    let run = try await read(text, ["-f", "ip"])
    #expect(
      run.result.text.split(separator: "\n") == [
        "{\"ip\":\"8.8.8.8\",\"geo\":1,\"geo_2\":{\"ip\":\"8.8.8.8\"}}",
        "{\"ip\":\"8.8.8.8\",\"geo\":1,\"g\\u0065o_2\":2,\"geo_3\":{\"ip\":\"8.8.8.8\"}}",
      ])
    let named = try await read("{\"ip\":\"8.8.8.8\"}\n", ["-f", "ip", "--nest", "a\"b"])
    #expect(named.result.text == "{\"ip\":\"8.8.8.8\",\"a\\\"b\":{\"ip\":\"8.8.8.8\"}}\n")
    #expect(try await read("{}\n", ["--nest", ""]).result.end == .exit(64))
  }
}
