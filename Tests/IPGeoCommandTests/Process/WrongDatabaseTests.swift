import Foundation
import IPGeoMaxMind
import IPGeoMaxMindWriter
import Testing

/// What is taken for a database and is none: one line that names it, and 65.
@Suite struct WrongDatabaseTests {
  private static let database: [UInt8] = {
    var writer = MaxMindWriter()
    for number in 0..<60 {
      writer.insert("1.\(number).0.0/16", .map(["n": .uint16(UInt16(number))]))
    }
    return writer.bytes()
  }()

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Content, and what the line says of it.
  private static let cases: [(name: String, bytes: [UInt8], says: String)] = [
    ("empty.mmdb", [], "it is empty: fetch it again"),
    ("page.mmdb", text("<!doctype html>\n<html>"), "it is HTML or XML: the download answered with"),
    ("error.mmdb", text("<?xml version='1.0'?><Error/>"), "it is HTML or XML"),
    (
      "lfs.mmdb", text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n"),
      "it is a git-lfs pointer: fetch the file itself with `git lfs pull`"
    ),
    (
      "GeoIP.dat", [UInt8](repeating: 1, count: 600) + [255, 255, 255, 1],
      "it is a GeoIP Legacy .dat file: fetch the GeoLite2 or GeoIP2 edition"
    ),
    (
      "GeoLite2-City-Blocks-IPv4.csv", text("network,geoname_id\n1.0.0.0/24,2077456\n"),
      "it is CSV: fetch the .mmdb edition"
    ),
    (
      "data.json", text("{\"error\": \"no\"}\n"),
      "it is JSON that starts with \"{\"error\": \"no\"}\""
    ),
    (
      "key.mmdb", text("Invalid license key\n"),
      "it is text that starts with \"Invalid license key\""
    ),
    (
      "IP2LOCATION.BIN",
      [3, 4, 24, 5, 6] + [UInt8](repeating: 1, count: 24) + [1] + [UInt8](repeating: 2, count: 99),
      "it is an IP2Location or IP2Proxy .BIN file: fetch the .mmdb edition"
    ),
    ("half.mmdb", Array(database.prefix(database.count / 2)), "the download was cut short"),
    ("noise.mmdb", [UInt8](repeating: 0x81, count: 4000), "it has no metadata"),
  ]

  private func refused(_ scene: Scene, _ name: String, _ says: String, _ code: Int32 = 65)
    async throws
  {
    for option in ["--format=text", "--verify"] {
      let result = try await scene.start(["database", option, name]).result()
      #expect(result.end == .exit(code) && result.text.isEmpty, "\(name)")
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
      #expect(result.errors.contains(name) && result.errors.contains(says), "\(result.errors)")
    }
  }

  @Test func `a wrong file is named for what it is`() async throws {
    try await withBareScene { scene in
      for (name, bytes, says) in Self.cases {
        try scene.write(name, bytes)
        try await refused(scene, name, says)
      }
    }
  }

  @Test func `so is what the system's own programs have packed`() async throws {
    try await withBareScene { scene in
      try scene.write("City.mmdb", Self.database)
      let commands = [
        ("City.mmdb.gz", "gzip -k City.mmdb", "it is gzip: unpack it first"),
        ("City.tar", "tar -cf City.tar City.mmdb", "it is a tar archive: unpack it with `tar -xf`"),
        ("City.tar.gz", "tar -czf City.tar.gz City.mmdb", "it is gzip: unpack it first"),
      ]
      for (name, command, says) in commands {
        let run = try scene.start(program: "/bin/sh", ["-c", command])
        #expect(await run.result().end == .exit(0))
        try await refused(scene, name, says)
      }
      try scene.write("City.zip", [0x50, 0x4b, 3, 4] + Self.database)
      try await refused(scene, "City.zip", "it is a zip archive: unpack it first")
    }
  }

  @Test func `folders, pipes and devices are not waited for`() async throws {
    try await withBareScene { scene in
      try FileManager.default.createDirectory(
        atPath: scene.path("folder"), withIntermediateDirectories: false)
      try await refused(scene, "folder", "it is a directory: name the .mmdb file in it")
      try #require(mkfifo(scene.path("pipe"), 0o600) == 0)
      try await refused(scene, "pipe", "it is no regular file: write what it gives to a file first")
      try await refused(scene, "/dev/null", "it is no regular file")
      try await refused(scene, "missing.mmdb", "no such file or directory", 66)
    }
  }
}
