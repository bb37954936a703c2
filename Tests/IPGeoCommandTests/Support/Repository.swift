import Foundation

/// The project's own files, as tests read them.
enum Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let snapshots = root.appending(path: "fixtures/snapshots")

  static let schemas = root.appending(path: "fixtures/schemas")

  /// Whether snapshots are to be written anew: then read the difference.
  static let recordsSnapshots =
    ProcessInfo.processInfo.environment["IPGEO_RECORD_SNAPSHOTS"] != nil

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Where a word stands that no compiler looks after, as `README.md: lines 3, 17`: in quotes, in a
  /// list with commas, or with a prefix before it.
  static func places(naming word: String) -> [String] {
    files().compactMap { path in
      guard let text = try? text(path), text.contains(word) else { return nil }
      let isCode = path.hasSuffix(".swift")
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .filter { names(word, in: $0.element, isCode: isCode) }.map { $0.offset + 1 }
      if lines.isEmpty { return nil }
      let shown = lines.prefix(6).map(String.init).joined(separator: ", ")
      let more = lines.count > 6 ? " and \(lines.count - 6) more" : ""
      return "\(path): \(lines.count == 1 ? "line" : "lines") \(shown)\(more)"
    }
  }

  /// The text files of the project but for records of benchmarks and inputs of fuzzers, sorted.
  static func files() -> [String] {
    let kinds: Set = [
      "md", "swift", "go", "py", "js", "html", "txt", "csv", "tsv", "jsonl", "json", "",
    ]
    let folders = ["Sources", "Tests", "scripts", "fixtures"].flatMap { folder in
      ((try? FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path))
        ?? []).map { folder + "/" + $0 }
    }
    let own = folders.filter { path in
      kinds.contains(URL(filePath: path).pathExtension)
        && !path.hasPrefix("fixtures/bench") && !path.hasPrefix("fixtures/fuzz")
        && isSmallFile(path)
    }
    return ["CHANGELOG.md", "CONTRIBUTING.md", "README.md"] + own.sorted()
  }

  private static func isSmallFile(_ path: String) -> Bool {
    let values = try? root.appending(path: path)
      .resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
    return values?.isRegularFile == true && values?.fileSize ?? 0 < 1_000_000
  }

  private static func names(_ word: String, in line: Substring, isCode: Bool) -> Bool {
    for range in line.ranges(of: word) {
      let before =
        range.lowerBound > line.startIndex ? line[line.index(before: range.lowerBound)] : "\n"
      let after = range.upperBound < line.endIndex ? line[range.upperBound] : "\n"
      let opens = "\"`',|+-_.\n".contains(before) || (!isCode && before == " ")
      if opens, "\"`',|=\n".contains(after) || (!isCode && after == " " && before != " ") {
        return true
      }
    }
    return false
  }
}
