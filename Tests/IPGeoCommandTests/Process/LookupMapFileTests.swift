import Foundation
import IPGeoStandIn
import Testing

/// What `ipgeo lookup --map` must not write over.
struct LookupMapFileTests {
  @Test(arguments: [("10.0.0.1", 0), ("x", 65), ("8.8.8.8", 2)] as [(String, Int32)])
  func `where nothing has a position the file stays as it was`(
    word: String, code: Int32
  ) async throws {
    try await withScene {
      $0.faults = [FaultRule(.status(404), on: .always)]
    } _: { scene in
      try scene.write("m.svg", "old")
      let result = try await scene.lookup([word, "--map", "m.svg"])
      #expect(result.end == .exit(code), "\(result.errors)")
      #expect(try scene.read("m.svg") == "old" && scene.names == ["m.svg"])
      #expect(result.errors.contains("there is nothing to see on a map; m.svg is not written"))
    }
  }

  @Test(arguments: ["--cache", "--limit-file"])
  func `a map in the place of a file of its own is refused`(option: String) async throws {
    try await withScene { scene in
      try scene.write("s.svg", "old")
      let words = ["8.8.8.8", option, "s.svg", "--map", "./s.svg"]
      let there = try await scene.lookup(words)
      #expect(there.end == .exit(64) && there.output.isEmpty)
      #expect(there.messages.count == 1 && there.errors.contains("are the same file"))
      #expect(try scene.read("s.svg") == "old")
      try FileManager.default.removeItem(atPath: scene.path("s.svg"))
      #expect(try await scene.lookup(words).end == .exit(64))
      #expect(scene.names.isEmpty && scene.server?.log.isEmpty == true)
    }
  }

  @Test func `a map in the place of the rows is refused`() async throws {
    try await withScene { scene in
      let path = try scene.write("m.svg", "")
      let written = try await scene.lookup(
        ["8.8.8.8", "--map", "m.svg"], output: .append(path))
      #expect(written.end == .exit(64) && written.errors.contains("standard output"))
      let read = try await scene.lookup(["-", "--map", "m.svg"], input: .file(path))
      #expect(read.end == .exit(64) && read.errors.contains("standard input"))
      #expect(try scene.read("m.svg").isEmpty && scene.server?.log.isEmpty == true)
    }
  }
}
