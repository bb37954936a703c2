import Foundation
import IPGeoMaxMind
import IPGeoMaxMindWriter
import Testing

/// A database of two networks that share a record, and one more.
private func sampleWriter() -> MaxMindWriter {
  var writer = MaxMindWriter()
  writer.databaseType = "Sample-City"
  writer.languages = ["de", "en"]
  writer.recordSize = 28
  let city = MaxMindValue.map(["city": .map(["names": .map(["en": .string("Springfield")])])])
  writer.insert("1.0.0.0/8", city)
  writer.insert("2.0.0.0/8", city)
  writer.insert("2001:218::/32", .map(["location": .map(["latitude": .double(39.5)])]))
  return writer
}

private let described = """
  file         sample.mmdb
  size         SIZE bytes
  type         Sample-City
  description  A database for tests
  built        2026-01-01T00:00:00Z
  format       2.0
  addresses    IPv4 and IPv6
  tree         NODES nodes of 28-bit records
  networks     3
  records      2
  languages    de, en

  field              type    records
  city               map           1
  city.names         map           1
  city.names.en      string        1
  location           map           1
  location.latitude  double        1

  """

/// MaxMind's own test databases, where they are at hand.
private let corpus: URL? = {
  let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  return ["../shared", "../../shared"]
    .map { root.appending(path: $0).appending(path: "data/maxmind-test-data").standardizedFileURL }
    .first { FileManager.default.fileExists(atPath: $0.path) }
}()

@Suite struct DatabaseCommandTests {
  private func database(
    _ scene: Scene, _ arguments: String..., variables: [String: String?] = [:]
  ) async throws -> RunResult {
    try await scene.start(["database"] + arguments, variables: variables).result()
  }

  @Test func `describes a file`() async throws {
    try await withBareScene { scene in
      let bytes = sampleWriter().bytes()
      try scene.write("sample.mmdb", bytes)
      let nodes = try MaxMindReader(bytes: bytes).metadata.nodeCount
      let result = try await database(scene, "sample.mmdb")
      #expect(result.end == .exit(0) && result.errors.isEmpty)
      let expected = described.replacing("NODES", with: "\(nodes)")
        .replacing("SIZE", with: bytes.count.formatted(.number.locale(Locale(identifier: "en_US"))))
      #expect(result.text == expected)
    }
  }

  @Test func `describes files as JSON, one in a line`() async throws {
    try await withBareScene { scene in
      let bytes = sampleWriter().bytes()
      try scene.write("a.mmdb", bytes)
      try scene.write("b.mmdb", bytes)
      let result = try await database(scene, "--format", "json", "a.mmdb", "b.mmdb")
      #expect(result.end == .exit(0) && result.errors.isEmpty)
      let lines = result.text.split(separator: "\n")
      #expect(lines.count == 2)
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
      #expect(object["path"] as? String == "a.mmdb" && object["size"] as? Int == bytes.count)
      #expect(object["type"] as? String == "Sample-City")
      #expect(object["description"] as? [String: String] == ["en": "A database for tests"])
      #expect(object["built_at"] as? String == "2026-01-01T00:00:00Z")
      #expect(object["ip_version"] as? Int == 6 && object["record_size"] as? Int == 28)
      #expect(object["networks"] as? Int == 3 && object["records"] as? Int == 2)
      #expect(object["languages"] as? [String] == ["de", "en"])
      #expect(object["fields_complete"] as? Bool == true)
      let fields = try #require(object["fields"] as? [[String: Any]])
      #expect(fields.compactMap { $0["path"] as? String }.contains("city.names.en"))
      #expect(lines[1].hasPrefix("{\"path\":\"b.mmdb\","))
    }
  }

  @Test func `verifies files, and goes on behind a fault`() async throws {
    try await withBareScene { scene in
      var writer = sampleWriter()
      try scene.write("good.mmdb", writer.bytes())
      writer.separator[3] = 1
      try scene.write("bad.mmdb", writer.bytes())
      let result = try await database(scene, "--verify", "good.mmdb", "bad.mmdb", "good.mmdb")
      #expect(result.end == .exit(65))
      #expect(result.text.split(separator: "\n").count == 2)
      #expect(result.text.hasPrefix("good.mmdb: no fault in "))
      #expect(result.text.hasSuffix(" nodes, 3 networks and 2 records\n"))
      #expect(result.errors.hasPrefix("ipgeo: bad.mmdb is damaged or no MaxMind database: offset "))
      #expect(result.errors.hasSuffix(" are not zero: fetch it again\n"))
      // Without --verify, too: all else could be at other places than the tree says.
      #expect(try await database(scene, "bad.mmdb").end == .exit(65))
      let json = try await database(scene, "--verify", "--format=json", "good.mmdb")
      #expect(json.end == .exit(0))
      #expect(
        json.text.hasPrefix("{\"path\":\"good.mmdb\",\"type\":\"Sample-City\",\"verified\":true,"))
    }
  }

  @Test func `what is missing is 66, and comes before what is wrong`() async throws {
    try await withBareScene { scene in
      try scene.write("text", "Invalid license key\n")
      let missing = try await database(scene, "no.mmdb")
      #expect(missing.end == .exit(66) && missing.text.isEmpty)
      #expect(missing.errors == "ipgeo: cannot read no.mmdb: no such file or directory\n")
      #expect(try await database(scene, "text", "no.mmdb", "text").end == .exit(66))
    }
  }

  @Test func `what a file says of itself cannot act on a terminal`() async throws {
    var writer = sampleWriter()
    let hostile = "\u{1B}[2J\u{9B}31m\u{202E}x\n\u{7}"
    writer.databaseType = hostile
    writer.languages = [hostile]
    writer.metadata["description"] = .map([
      hostile: .string(hostile + String(repeating: "y", count: 900))
    ])
    writer.insert("9.0.0.0/8", .map([hostile: .string(hostile)]))
    let bytes = writer.bytes()
    try await withBareScene { scene in
      try scene.write("a\u{1B}[2J.mmdb", bytes)
      for arguments in [[], ["--format", "json"], ["--verify"], ["--verify", "--format", "json"]] {
        let run = try scene.start(["database", "a\u{1B}[2J.mmdb"] + arguments)
        let result = await run.result()
        #expect(result.end == .exit(0) && result.errors.isEmpty)
        let isClean = result.text.unicodeScalars.allSatisfy {
          $0 == "\n" || !($0.properties.generalCategory == .control || $0 == "\u{202E}")
        }
        #expect(isClean, "\(arguments)")
        #expect(
          result.text.split(separator: "\n").allSatisfy { $0.count < 1000 }
            || arguments.contains("json"))
      }
      let json = try await database(scene, "--format", "json", "a\u{1B}[2J.mmdb")
      let object = try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any]
      #expect(object?["type"] as? String == hostile)
      let plain = try await database(scene, "a\u{1B}[2J.mmdb", variables: ["LC_ALL": "C"])
      #expect(plain.output.allSatisfy { $0 < 0x80 })
    }
  }

  @Test func `a database that says little of itself is described all the same`() async throws {
    try await withBareScene { scene in
      var writer = sampleWriter()
      writer.omittedMetadata = ["description", "languages", "build_epoch", "database_type"]
      try scene.write("a.mmdb", writer.bytes())
      let result = try await database(scene, "a.mmdb")
      #expect(result.end == .exit(0))
      for name in ["type         ", "description  ", "built        ", "languages    "] {
        #expect(result.text.contains(name + "not told\n"))
      }
      let json = try await database(scene, "--format", "json", "a.mmdb")
      #expect(json.text.contains("\"type\":null,\"description\":{},\"built_at\":null,"))
      #expect(try await database(scene, "--verify", "a.mmdb").end == .exit(65))
    }
  }

  @Test func `a closed pipe ends it as it ends others`() async throws {
    try await withBareScene { scene in
      try scene.write("a.mmdb", sampleWriter().bytes())
      let run = try scene.start(["database", "a.mmdb"], output: .head(0))
      #expect(await run.result().end == .signal(SIGPIPE))
      let full = try scene.start(["database", "a.mmdb", "a.mmdb"], output: .file("/dev/full"))
      let result = await full.result()
      #expect(result.end == .exit(74) && result.errors.split(separator: "\n").count == 1)
    }
  }

  @Test(.enabled(if: corpus != nil, "../shared/data is not at hand"))
  func `every file of MaxMind's is sound, or damaged with a place`() async throws {
    let folder = try #require(corpus)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".mmdb") }.sorted()
    // Python's reader fails over the same ones: fixtures/maxmind/digests.txt.
    let damaged = [
      "Broken-Double-Format", "Invalid-Node-Count", "broken-pointers", "broken-search-tree",
    ]
    try await withBareScene { scene in
      let paths = names.map { folder.appending(path: $0).path }
      let run = try scene.start(["database", "--verify"] + paths)
      let result = await run.result()
      #expect(result.end == .exit(65))
      let faults = result.errors.split(separator: "\n")
      #expect(faults.count == damaged.count)
      for fault in faults {
        #expect(damaged.contains { fault.contains($0) } && fault.contains(": offset "))
      }
      #expect(result.text.split(separator: "\n").count == names.count - damaged.count)
    }
  }
}
