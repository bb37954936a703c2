import Foundation
import IPGeoAddresses

@testable import IPGeoMaxMind

/// MaxMind's own test databases, where they are at hand.
enum Corpus {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let folder: URL? = {
    let folders = ["../shared", "../../shared"].map {
      root.appending(path: $0).appending(path: "data/maxmind-test-data").standardizedFileURL
    }
    return folders.first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  /// What Python's `maxminddb` has read of each: `scripts/lib/maxmind_networks.py --digests`.
  static let digests: [(name: String, networks: Int, digest: String)] = lines(of: "digests.txt")
    .compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 3, let count = Int(words[1]) else { return nil }
      return (words[0], count, words[2])
    }

  /// Those that Python's `maxminddb` finds damaged.
  static let damaged: [String] = lines(of: "digests.txt").compactMap { line in
    line.hasSuffix(" damaged") ? String(line.dropLast(8)) : nil
  }

  static let script = root.appending(path: "scripts/lib/maxmind_networks.py").path

  private static func lines(of name: String) -> [Substring] {
    let file = root.appending(path: "fixtures/maxmind/\(name)")
    return ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n")
  }

  static func path(_ name: String) -> String {
    folder?.appending(path: name).path ?? name
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(name))))
  }

  /// A Python that has the package; `IPGEO_PYTHON` names another than the usual one.
  static let python: String? = {
    let program = ProcessInfo.processInfo.environment["IPGEO_PYTHON"] ?? "python3"
    let found = try? run(program, ["-c", "import maxminddb.extension"])
    return found == nil ? nil : program
  }()

  /// What a program writes; it must end with 0.
  static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return String(decoding: data, as: UTF8.self)
  }
}

/// A database in the lines of `scripts/lib/maxmind_networks.py`.
struct CorpusLines {
  private static let lookedUp = [
    "0.0.0.0", "1.1.1.1", "8.8.8.8", "255.255.255.255", "::", "::1", "0:0:0:1::", "2001::",
  ]

  /// Calls `body` with each line, in order.
  static func forEach(of reader: MaxMindReader, _ body: (String) throws -> Void) throws {
    if reader.metadata.databaseType == "MaxMind DB No IPv4 Search Tree" {
      for text in lookedUp {
        let record = try reader.lookUp(address(text)).record
        try body("\(text)\t\(record.map(line) ?? "nothing")")
      }
      return
    }
    var networks = reader.networks()
    while let next = try networks.next() {
      try body("\(next.network)\t\(line(try reader.record(at: next.recordOffset)))")
    }
  }

  private static func line(_ value: MaxMindValue) -> String {
    switch value {
    case .string(let text): return "s" + hex(Array(text.utf8))
    case .bytes(let bytes): return "b" + hex(bytes)
    case .double(let number): return "f" + digits(bigEndian(number.bitPattern, 8))
    case .float(let number): return line(.double(Double(number)))
    case .uint16(let number): return "\(number)"
    case .uint32(let number): return "\(number)"
    case .uint64(let number): return "\(number)"
    case .uint128(let number): return "\(number)"
    case .int32(let number): return "\(number)"
    case .boolean(let isTrue): return "\(isTrue)"
    case .array(let elements): return "[" + elements.map(line).joined(separator: ",") + "]"
    case .map(let members):
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      return "{" + sorted.map { line(.string($0)) + "=" + line($1) }.joined(separator: ",") + "}"
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String { "\(bytes.count):" + digits(bytes) }

  private static func digits(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// How many lines there are, and their 64-bit FNV-1a.
  static func digest(of reader: MaxMindReader) throws -> (count: Int, digest: String) {
    var total: UInt64 = 0xcbf2_9ce4_8422_2325
    var count = 0
    try forEach(of: reader) { line in
      count += 1
      for byte in Array(line.utf8) + [10] { total = (total ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    return (count, digits(bigEndian(total, 8)))
  }
}
