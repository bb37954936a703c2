import Foundation
import IPGeoStandIn
import Testing

/// Encodings, line ends and empty input: entries 15 to 18 and 21 to 23 of the inputs.
struct EncodingTests {
  static let both = ["8.8.8.8", "1.1.1.1"]

  /// Runs bytes from stdin and as a file; both must give the same.
  private func run(
    _ bytes: [UInt8], _ check: (RunResult, [String], String) throws -> Void
  ) async throws {
    try await withScene { scene in
      let file = try scene.write("in", bytes)
      try check(try await scene.batch(input: .bytes(bytes)), scene.asked, "stdin")
      try check(try await scene.batch([file]), scene.asked, "file")
    }
  }

  @Test(arguments: [
    "8.8.8.8\r\n1.1.1.1\r\n", "8.8.8.8\n1.1.1.1\n", "8.8.8.8\r1.1.1.1\r", "8.8.8.8\r\n1.1.1.1",
    "8.8.8.8\n1.1.1.1", "8.8.8.8\r1.1.1.1", "8.8.8.8\n1.1.1.1\r\n",
  ])
  func `15 and 18: every line end and none at the end`(text: String) async throws {
    try await run(Array(text.utf8)) { (result, _, way) throws in
      #expect(try result.table["ip"] == Self.both, "\(way)")
      #expect(try result.table["status"] == ["located", "located"], "\(way)")
      #expect(!result.text.contains("\r") && !result.text.utf8.contains(0x0D))
      #expect(result.end == .exit(0))
    }
  }

  @Test func `16: a byte order mark is no part of the first address`() async throws {
    try await run(Array("\u{FEFF}8.8.8.8\n1.1.1.1\n".utf8)) { (result, _, way) throws in
      #expect(try result.table["ip"] == Self.both, "\(way)")
      #expect(result.text.utf8.starts(with: "ip,".utf8), "none in the output")
    }
  }

  @Test func `16: each of several files may begin with a mark`() async throws {
    try await withScene { scene in
      try scene.write("a", "\u{FEFF}8.8.8.8\n")
      try scene.write("b", "\u{FEFF}1.1.1.1\n")
      let result = try await scene.batch(["a", "b"])
      #expect(try result.table["ip"] == Self.both)
      #expect(try result.table["status"] == ["located", "located"])
    }
  }

  @Test func `17: blank lines are passed over and nothing empty is asked`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(input: .text("1.1.1.1\n\n   \n8.8.8.8\n\n"))
      #expect(try result.table["ip"] == ["1.1.1.1", "8.8.8.8"])
      #expect(result.end == .exit(0))
      for request in scene.server?.log ?? [] {
        #expect(!request.queries.isEmpty && request.queries.allSatisfy { !$0.isEmpty })
        #expect(request.path != "/json/" && request.path != "/json")
      }
      #expect(scene.asked.sorted() == ["1.1.1.1", "8.8.8.8"])
    }
  }

  @Test func `comments are passed over and a leading count is no address`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        input: .text("# top talkers\n     12 8.8.8.8\n      3 1.1.1.1\n"))
      #expect(try result.table["ip"] == Self.both)
      #expect(try result.table["status"] == ["located", "located"])
    }
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
  func `21: UTF-16 with a mark is decoded`(encoding: String.Encoding) async throws {
    let text = try #require("\u{FEFF}8.8.8.8\r\n1.1.1.1\r\n".data(using: encoding))
    try await run(Array(text)) { (result, _, way) throws in
      #expect(try result.table["ip"] == Self.both, "\(way)")
      #expect(try result.table["status"] == ["located", "located"], "\(way)")
    }
  }

  @Test func `21: UTF-16 without a mark is decoded or refused by name`() async throws {
    let text = try #require("8.8.8.8\r\n1.1.1.1\r\n".data(using: .utf16LittleEndian))
    try await run(Array(text)) { (result, _, way) throws in
      if result.end == .exit(65) {
        #expect(result.errors.contains("UTF-16"), "\(way)")
      } else {
        #expect(try result.table["status"] == ["located", "located"], "\(way)")
      }
    }
  }

  @Test func `22: bytes that are no UTF-8 disturb nothing but their record`() async throws {
    let bytes =
      Array("8.8.8.8\ncaf".utf8) + [0xE9, 0x0A, 0xFF, 0xFE, 0x0A] + Array("1.1.1.1\n".utf8)
    try await withScene { scene in
      let lines = try await scene.batch(["--format", "jsonl"], input: .bytes(bytes))
      #expect(String(validating: lines.output, as: UTF8.self) != nil, "valid UTF-8")
      #expect(
        try lines.objects.map { $0["status"] as? String }
          == ["located", "invalid", "invalid", "located"])
      let rows = try await scene.batch(["--format", "csv"], input: .bytes(bytes))
      #expect(rows.output.split(separator: 0x0A).count == 5)
      #expect(lines.end == .exit(0) && rows.end == .exit(0))
    }
  }

  @Test(arguments: [
    ("gzip", [0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03] as [UInt8]),
    ("zip", [0x50, 0x4B, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00, 0x08, 0x00]),
    ("pdf", Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3]),
    ("png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    ("zst", [0x28, 0xB5, 0x2F, 0xFD, 0x24, 0x00]),
    ("bzip2", Array("BZh91AY&SY".utf8)),
    ("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 0x00]),
  ])
  func `23: binary input is refused by name`(kind: String, start: [UInt8]) async throws {
    let noise = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
    try await run(start + noise) { (result, asked, way) throws in
      // What is packed is unpacked, and so noise is damaged; a machine may not have the program.
      let isMissing = result.errors.contains("in PATH")
      #expect(result.end == .exit(isMissing ? 66 : 65), "\(way)")
      #expect(result.errors.lowercased().contains(kind), "\(way): \(result.errors)")
      #expect(asked.isEmpty)
      #expect(try result.text.isEmpty || result.table.cells.isEmpty)
    }
  }

  @Test func `23: NULs alone never mean binary`() async throws {
    let bytes =
      Array("8.8.8.8\n".utf8) + [UInt8](repeating: 0, count: 4096)
      + Array("\n1.1.1.1\n".utf8)
    try await run(bytes) { (result, _, way) throws in
      let located = try result.table.cells.filter { $0.contains("located") }.compactMap(\.first)
      #expect(located == Self.both, "\(way)")
      #expect(result.end == .exit(0))
    }
  }

  @Test func `an over-long line is one invalid row and the next line is read`() async throws {
    let long = String(repeating: "x", count: 3 << 20)
    try await run(Array("8.8.8.8\n\(long)\n1.1.1.1\n".utf8)) { (result, _, way) throws in
      #expect(
        try result.table.verdicts == ["located", "invalid/line-too-long", "located"], "\(way)")
      #expect(result.text.utf8.count < 10_000)
    }
  }

  @Test func `--max-line sets the longest line`() async throws {
    try await withScene { scene in
      let long = "8.8.8.8" + String(repeating: " ", count: 300)
      let result = try await scene.batch(
        ["--max-line", "100"], input: .text("1.1.1.1\n\(long)\n"))
      #expect(try result.table.verdicts == ["located", "invalid/line-too-long"])
    }
  }

  @Test func `an invalid row shows at most 200 bytes of what was judged`() async throws {
    try await withScene { scene in
      let word = String(repeating: "é", count: 400)
      let result = try await scene.batch(input: .text("1.1.1.1\n\(word)\n"))
      let shown = try #require(try result.table["ip"].last)
      #expect(shown.utf8.count <= 200 && shown.utf8.count >= 190)
      #expect(shown.allSatisfy { $0 == "é" })
    }
  }
}
