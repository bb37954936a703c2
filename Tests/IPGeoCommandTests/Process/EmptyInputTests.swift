import Foundation
import IPGeoStandIn
import Testing

/// Where nothing comes in: entry 19 of the inputs.
struct EmptyInputTests {
  enum Nothing: String, CaseIterable, Sendable {
    case devNull, closed, emptyFile, emptyPipe, blankLines
  }

  private func input(_ nothing: Nothing, _ scene: Scene) throws -> RunInput {
    switch nothing {
    case .devNull: .null
    case .closed: .closed
    case .emptyFile: .file(try scene.write("empty", ""))
    case .emptyPipe: .text("")
    case .blankLines: .text("\n\n# only this\n")
    }
  }

  @Test(arguments: Nothing.allCases)
  func `19: nothing is zero records and exit 0`(nothing: Nothing) async throws {
    try await withScene { scene in
      let csv = try await scene.batch(input: try input(nothing, scene))
      #expect(csv.end == .exit(0))
      #expect(try csv.table.cells.isEmpty && csv.table.header.first == "ip")
      #expect(csv.errors.split(separator: "\n").count == 1, "\(csv.errors)")
      let lines = try await scene.batch(["--format", "jsonl"], input: try input(nothing, scene))
      #expect(lines.end == .exit(0) && lines.output.isEmpty)
      #expect(scene.server?.log.isEmpty == true)
    }
  }

  @Test func `zero records are told in one line, also with -q`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(["-q"])
      #expect(result.end == .exit(0))
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(result.errors.contains("record"), "\(result.errors)")
    }
  }

  @Test func `zero records with --strict are exit 65`() async throws {
    try await withScene { scene in
      #expect(try await scene.batch(["--strict"]).end == .exit(65))
      let failures = try await scene.batch(["--strict", "-q", "--failures", "f"])
      #expect(failures.end == .exit(65))
    }
  }

  @Test func `19: with a file stdin is left alone`() async throws {
    try await withScene { scene in
      try scene.write("f.txt", "8.8.8.8\n")
      let run = try scene.startBatch(["f.txt"], input: .open)
      let result = await run.result()
      #expect(result.end == .exit(0))
      #expect(try result.table["ip"] == ["8.8.8.8"])
    }
  }

  @Test func `19: at a terminal one line says that it reads, then it reads`() async throws {
    try await withScene { scene in
      let run = try scene.startBatch(input: .terminal)
      #expect(await run.complains("\n"), "the hint comes before anything is typed")
      let hint = run.errorsSoFar
      #expect(hint.split(separator: "\n").count == 1 && hint.contains("ipgeo"), "\(hint)")
      run.write("8.8.8.8\n")
      #expect(await run.hasLines(2), "the row comes before the end")
      run.write("\u{4}")
      let result = await run.result()
      #expect(result.end == .exit(0))
      #expect(try result.table["ip"] == ["8.8.8.8"])
    }
  }

  @Test func `- is stdin, between files`() async throws {
    try await withScene { scene in
      try scene.write("a", "8.8.8.8\n")
      try scene.write("b", "9.9.9.9\n")
      let result = try await scene.batch(["a", "-", "b"], input: .text("1.1.1.1\n"))
      #expect(try result.table["ip"] == ["8.8.8.8", "1.1.1.1", "9.9.9.9"])
    }
  }

  @Test func `a missing file among good ones is exit 66 and the others are done`() async throws {
    try await withScene { scene in
      try scene.write("a", "8.8.8.8\n")
      try scene.write("b", "1.1.1.1\n")
      try FileManager.default.createDirectory(
        atPath: scene.path("folder"), withIntermediateDirectories: false)
      for bad in ["nowhere", "folder"] {
        let result = try await scene.batch(["a", bad, "b"])
        #expect(result.end == .exit(66))
        #expect(try result.table["ip"] == ["8.8.8.8", "1.1.1.1"])
        #expect(try result.table["status"] == ["located", "located"])
        #expect(result.errors.contains(bad), "\(result.errors)")
      }
    }
  }
}
