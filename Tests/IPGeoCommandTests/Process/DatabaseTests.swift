import Foundation
import IPGeoMaxMind
import IPGeoMaxMindWriter
import IPGeoStandIn
import Testing

/// Runs that answer from MaxMind files.
@Suite struct DatabaseTests {
  private static let built: UInt64 = 1_700_000_000
  private static let date = "2023-11-14T22:13:20Z"

  private static func names(_ members: KeyValuePairs<String, String>) -> MaxMindValue {
    .map([
      "names": .map(
        Dictionary(members.map { ($0, .string($1)) }, uniquingKeysWith: { first, _ in first }))
    ])
  }

  private static func place(_ city: String, german: String, code: String) -> MaxMindValue {
    .map([
      "country": .map(["iso_code": .string(code)]), "city": names(["en": city, "de": german]),
      "location": .map([
        "latitude": .double(51.5), "longitude": .double(-0.25), "accuracy_radius": .uint16(20),
      ]),
    ])
  }

  private func writeCity(_ scene: Scene, _ name: String = "city.mmdb") throws {
    var writer = MaxMindWriter()
    writer.databaseType = "GeoLite2-City"
    writer.buildEpoch = Self.built
    writer.insert("8.8.0.0/16", Self.place("Vienna", german: "Wien", code: "AT"))
    writer.insert("1.1.1.0/24", Self.place("Rome", german: "Rom", code: "IT"))
    writer.insert("9.0.0.0/8", raw: [0xFC, 0x44])
    writer.insert("2a00::/16", Self.place("Oslo", german: "Oslo", code: "NO"))
    try scene.write(name, writer.bytes())
  }

  private func writeASN(_ scene: Scene) throws {
    var writer = MaxMindWriter()
    writer.databaseType = "GeoLite2-ASN"
    writer.buildEpoch = Self.built + 86_400
    writer.insert(
      "8.8.8.0/24",
      .map([
        "autonomous_system_number": .uint32(15_169),
        "autonomous_system_organization": .string("Google LLC"),
      ]))
    try scene.write("asn.mmdb", writer.bytes())
  }

  private static let fields = [
    "-f", "ip,status,reason,country_code,city,lat,asn,source,looked_up_at,network,accuracy_radius",
  ]

  /// Whether anything was opened that only asking needs.
  private func hasAsked(_ scene: Scene) -> Bool {
    scene.server?.counters.connections != 0
      || ["XDG_STATE_HOME", "XDG_CACHE_HOME"].contains {
        FileManager.default.fileExists(atPath: scene.place($0) + "/ipgeo")
      }
  }

  @Test func `a database alone answers, and nobody is asked`() async throws {
    try await withScene { scene in
      try writeCity(scene)
      try scene.write("in", "8.8.8.8\n1.1.1.1\n4.4.4.4\n10.0.0.1\nx\n2a00:1::2\n8.8.4.4:53\n")
      let result = try await scene.batch(
        ["--database", "city.mmdb", "in", "--summary-file", "sum", "--format", "csv"]
          + Self.fields)
      #expect(result.end == .exit(0))
      let rows = result.text.split(separator: "\n").dropFirst().map(String.init)
      #expect(
        rows == [
          "8.8.8.8,located,,AT,Vienna,51.5,,GeoLite2-City,\(Self.date),8.8.0.0/16,20",
          "1.1.1.1,located,,IT,Rome,51.5,,GeoLite2-City,\(Self.date),1.1.1.0/24,20",
          "4.4.4.4,unknown,not-in-database,,,,,GeoLite2-City,\(Self.date),,",
          "10.0.0.1,special,private-use,,,,,local,,,", "x,invalid,not-an-address,,,,,,,,",
          "2a00:1::2,located,,NO,Oslo,51.5,,GeoLite2-City,\(Self.date),2a00::/16,20",
          "8.8.4.4,located,,AT,Vienna,51.5,,GeoLite2-City,\(Self.date),8.8.0.0/16,20",
        ])
      let summary = try Summary(scene.read("sum"))
      #expect(summary.holds && summary["known"] == 5 && summary["from_database"] == 5)
      #expect(summary["requests"] == 0)
      #expect(result.errors.contains("(5 from the database)"))
      #expect(!hasAsked(scene))
    }
  }

  @Test func `several files, the environment's too, and names in another language`()
    async throws
  {
    try await withScene { scene in
      try writeCity(scene)
      try writeASN(scene)
      let result = try await scene.batch(
        ["--lang", "de", "--format", "jsonl"] + Self.fields, input: .text("8.8.8.8\n8.8.9.9\n"),
        variables: ["IPGEO_DATABASE": "city.mmdb:asn.mmdb"])
      #expect(result.end == .exit(0))
      #expect(
        result.text == """
          {"ip":"8.8.8.8","status":"located","reason":null,"country_code":"AT","city":"Wien",\
          "lat":51.5,"asn":15169,"source":"GeoLite2-City+GeoLite2-ASN",\
          "looked_up_at":"\(Self.date)","network":"8.8.8.0/24","accuracy_radius":20}
          {"ip":"8.8.9.9","status":"located","reason":null,"country_code":"AT","city":"Wien",\
          "lat":51.5,"asn":null,"source":"GeoLite2-City","looked_up_at":"\(Self.date)",\
          "network":"8.8.9.0/24","accuracy_radius":20}

          """)
      #expect(!hasAsked(scene))
      let one = try await scene.batch(
        ["--database", "asn.mmdb", "-f", "city,asn"], input: .text("8.8.8.8\n"),
        variables: ["IPGEO_DATABASE": "city.mmdb"])
      #expect(one.text == "city,asn\n,15169\n")
    }
  }

  @Test func `--fallback asks about what is not in the database, and keeps it`() async throws {
    try await withScene { scene in
      try writeCity(scene)
      let words = ["--database", "city.mmdb", "--fallback", "ip-api", "-f", "ip,status,source"]
      let input = RunInput.text("8.8.8.8\n4.4.4.4\n9.9.9.9\n10.0.0.1\n")
      let first = try await scene.batch(words + ["--summary-file", "sum"], input: input)
      #expect(first.end == .exit(2))
      #expect(
        first.text == """
          ip,status,source
          8.8.8.8,located,GeoLite2-City
          4.4.4.4,located,ip-api
          9.9.9.9,failed,
          10.0.0.1,special,local

          """)
      #expect(scene.asked == ["4.4.4.4"])
      let summary = try Summary(scene.read("sum"))
      #expect(summary.holds && summary["asked"] == 1 && summary["from_database"] == 1)
      let second = try await scene.batch(words + ["--offline"], input: input)
      #expect(second.text == first.text && scene.asked == ["4.4.4.4"])
      let none = try await scene.batch(
        words + ["--cache-only"], input: .text("4.4.4.5\n8.8.8.8\n"))
      #expect(none.end == .exit(2) && none.text.contains("4.4.4.5,failed,\n8.8.8.8,located"))
    }
  }

  @Test func `a damaged record is a failure that is told of once`() async throws {
    try await withScene { scene in
      try writeCity(scene)
      let result = try await scene.batch(
        ["--database", "city.mmdb", "--failures", "f", "-f", "ip,status,reason"],
        input: .text("9.9.9.9\n8.8.8.8\n9.1.1.1\n"))
      #expect(result.end == .exit(2))
      #expect(
        try result.table.verdicts == ["failed/bad-response", "located", "failed/bad-response"])
      let told = result.messages.filter { $0.contains("city.mmdb is damaged") }
      #expect(told.count == 1)
      let failures = try jsonLines(scene.read("f"))
      #expect(failures.count == 2 && failures.allSatisfy { $0["retryable"] as? Bool == false })
      let lenient = try await scene.batch(
        ["--database", "city.mmdb", "--fail-above", "100"], input: .text("9.9.9.9\n"))
      #expect(lenient.end == .exit(0))
    }
  }

  @Test func `a file that is none, or is not there, is one line, and nothing is written`()
    async throws
  {
    try await withScene { scene in
      try writeCity(scene)
      try scene.write("wrong.mmdb", "<html>not here</html>\n")
      try scene.write("empty.mmdb", "")
      for (name, code) in [("wrong.mmdb", 65), ("empty.mmdb", 65), ("none.mmdb", 66)] {
        for command in [
          ["batch", "-o", "out.csv"], ["batch", "--dry-run"], ["lookup", "8.8.8.8"],
        ] {
          let run = try scene.start(
            command + ["--database", "city.mmdb", "--database", name],
            input: .text("8.8.8.8\n"))
          let result = await run.result()
          #expect(result.end == .exit(Int32(code)), "\(command) \(name)")
          #expect(result.text.isEmpty && result.messages.count == 1)
          #expect(result.messages.first?.contains(name) == true)
        }
      }
      #expect(!scene.exists("out.csv") && !hasAsked(scene))
    }
  }

  @Test func `wrong use is said before anything is done`() async throws {
    try await withScene { scene in
      try writeCity(scene)
      let before = try Data(contentsOf: URL(filePath: scene.path("city.mmdb")))
      for words in [
        ["batch", "--fallback", "ip-api"], ["batch", "--database", "city.mmdb", "--fallback", "x"],
        ["batch", "--database", ""],
        [
          "batch", "--database", "city.mmdb", "-o", "city.mmdb",
          "--format", "csv",
        ],
        ["lookup", "--self", "--database", "city.mmdb"],
      ] {
        let result = await (try scene.start(words, input: .text("8.8.8.8\n"))).result()
        #expect(result.end == .exit(64) && result.messages.count == 1, "\(words)")
      }
      #expect(try Data(contentsOf: URL(filePath: scene.path("city.mmdb"))) == before)
    }
  }

  @Test func `a plan counts what the database answers`() async throws {
    try await withScene { scene in
      try writeCity(scene)
      let words = ["--database", "city.mmdb", "--dry-run"]
      let input = RunInput.text("8.8.8.8\n4.4.4.4\n10.0.0.1\n")
      let plan = try await scene.batch(words, input: input)
      #expect(plan.end == .exit(0) && plan.text.contains("from the database"))
      #expect(plan.text.contains("nothing to ask: every address has its answer"))
      let further = try await scene.batch(words + ["--fallback", "ip-api"], input: input)
      #expect(further.text.contains("to ask") && !hasAsked(scene))
    }
  }

  @Test func `whatever becomes of the file during the run, its rows are right`() async throws {
    try await withScene { scene in
      for change in ["removed", "cut", "replaced"] {
        try writeCity(scene)
        let run = try scene.startBatch(
          ["--database", "city.mmdb", "-f", "ip,city"], input: .open, deadline: 120)
        run.write("8.8.8.8\n")
        #expect(await run.hasLines(2), "\(change)")
        switch change {
        case "removed": try FileManager.default.removeItem(atPath: scene.path("city.mmdb"))
        case "cut":
          let file = try FileHandle(forWritingTo: URL(filePath: scene.path("city.mmdb")))
          try file.truncate(atOffset: 40)
          try file.close()
        default:
          try FileManager.default.removeItem(atPath: scene.path("city.mmdb"))
          try writeASN(scene)
          try FileManager.default.moveItem(
            atPath: scene.path("asn.mmdb"), toPath: scene.path("city.mmdb"))
        }
        run.write("1.1.1.1\n")
        run.endInput()
        let result = await run.result()
        #expect(result.end == .exit(0) && result.text == "ip,city\n8.8.8.8,Vienna\n1.1.1.1,Rome\n")
      }
    }
  }

  @Test func `lookup answers from it, as a form and as rows`() async throws {
    try await withScene { scene in
      try writeCity(scene)
      try writeASN(scene)
      let files = ["--database", "city.mmdb", "--database", "asn.mmdb"]
      func look(_ words: [String]) async throws -> RunResult {
        await (try scene.start(["lookup"] + words + files)).result()
      }
      let form = try await look(["8.8.8.8", "--format", "text"])
      #expect(form.end == .exit(0))
      for part in ["Vienna", "(within 20 km)", "8.8.8.0/24", "GeoLite2-City+GeoLite2-ASN, "] {
        #expect(form.text.contains(part), "\(part)")
      }
      let rows = try await look(["8.8.8.8", "--lang", "de", "-f", "city,network,source"])
      #expect(
        rows.text == """
          {"city":"Wien","network":"8.8.8.0/24","source":"GeoLite2-City+GeoLite2-ASN"}

          """)
      let none = try await look(["4.4.4.4", "--format", "text"])
      #expect(none.end == .exit(0) && none.text.contains("not in the database"))
      let damaged = try await look(["9.9.9.9"])
      #expect(damaged.end == .exit(2) && damaged.messages.count == 1)
      #expect(!hasAsked(scene))
      let further = await
        (try scene.start(
          [
            "lookup", "4.4.4.4", "8.8.8.8", "-f", "ip,source", "--fallback", "ip-api", "--api-url",
            scene.server?.baseURL ?? "",
          ] + files)).result()
      #expect(further.text.contains(#"{"ip":"4.4.4.4","source":"ip-api"}"#))
      #expect(scene.asked == ["4.4.4.4"])
    }
  }
}
