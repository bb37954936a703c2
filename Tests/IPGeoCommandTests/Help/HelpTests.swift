import Foundation
import Testing

@testable import IPGeoCommand

/// The repository's `fixtures/snapshots`.
private let snapshots = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appending(path: "fixtures/snapshots")

/// Each help by the name of its snapshot.
private let texts: [(name: String, text: String)] =
  [
    ("help", Help.program), ("help-batch", Help.batch), ("help-lookup", Help.lookup),
    ("help-map", Help.map), ("help-summary", Help.summary), ("help-iss", Help.station),
    ("help-database", Help.database),
    ("help-cache", Help.cache(isLong:)),
  ].flatMap(both)
  + CacheAction.allCases.flatMap { action in
    both("help-cache-\(action.rawValue)") { Help.cache(action, isLong: $0) }
  }

private func both(_ name: String, _ help: (_ isLong: Bool) -> String) -> [(String, String)] {
  [("\(name).txt", help(true)), ("\(name)-short.txt", help(false))]
}

@Suite(.serialized) struct HelpTests {
  /// With `IPGEO_RECORD_SNAPSHOTS` set, the files are written anew instead: read the difference.
  @Test(arguments: texts)
  func `is as recorded`(name: String, text: String) throws {
    let file = snapshots.appending(path: name)
    if ProcessInfo.processInfo.environment["IPGEO_RECORD_SNAPSHOTS"] != nil {
      try Data(text.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test func `every snapshot is of a help`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: snapshots.path)
    let helps = files.filter { $0.hasPrefix("help") }
    #expect(Set(helps) == Set(texts.map(\.name)))
  }

  @Test(arguments: texts.map(\.text))
  func `fits 80 columns and has no blanks at line ends`(text: String) {
    for line in text.split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
      #expect(!line.hasSuffix(" "), "\(line)")
    }
    #expect(text.hasSuffix("\n"))
  }

  @Test(arguments: CacheAction.allCases)
  func `names every option of cache`(action: CacheAction) {
    for option in CacheTable.table(action).facts {
      #expect(Help.cache(action, isLong: true).contains(option.longForm))
      #expect(Help.cache(action, isLong: false).contains(option.longForm))
    }
  }

  @Test func `names every option of lookup`() {
    for option in LookupTable.table.facts {
      #expect(Help.lookup(isLong: true).contains(option.longForm))
      #expect(Help.lookup(isLong: false).contains(option.longForm))
    }
  }

  @Test func `names every option of map and summary`() {
    for (facts, help) in [
      (MapTable.table.facts, Help.map), (SummaryTable.table.facts, Help.summary),
    ] {
      for option in facts {
        #expect(help(true).contains(option.longForm))
        #expect(help(false).contains(option.longForm))
      }
    }
  }

  @Test func `names every option, exit code and variable`() {
    let text = Help.batch(isLong: true)
    let short = Help.batch(isLong: false)
    for option in BatchTable.table.facts {
      #expect(text.contains(option.longForm))
      #expect(short.contains(option.longForm))
    }
    for code in ExitCode.allCases { #expect(text.contains("\n  \(code.rawValue) ")) }
    for variable in ["IPGEO_API_URL", "IPGEO_API_KEY", "IPGEO_API_KEY_FILE", "NO_COLOR"] {
      #expect(text.contains(variable))
    }
  }

  @Test func `breaks lines at blanks`() {
    #expect(HelpText.wrap("a bb ccc dddd", to: 4) == ["a bb", "ccc", "dddd"])
    #expect(HelpText.wrap("toolong a", to: 3) == ["toolong", "a"])
    #expect(HelpText.wrap("", to: 3) == [])
  }
}
