import Foundation
import Testing

@testable import IPGeoCommand

/// Each help by the name of its snapshot.
private let texts = KnownCommand.all.flatMap { command in
  let name = (["help"] + command.words).joined(separator: "-")
  return [
    (name: "\(name).txt", text: command.page.text(isLong: true)),
    (name: "\(name)-short.txt", text: command.page.text(isLong: false)),
  ]
}

@Suite(.serialized) struct HelpTests {
  /// With `IPGEO_RECORD_SNAPSHOTS` set, the files are written anew instead: read the difference.
  @Test(arguments: texts)
  func `is as recorded`(name: String, text: String) throws {
    let file = Repository.snapshots.appending(path: name)
    if Repository.recordsSnapshots {
      try Data(text.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test func `every snapshot is of a help`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Repository.snapshots.path)
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

  @Test func `breaks lines at blanks`() {
    #expect(HelpText.wrap("a bb ccc dddd", to: 4) == ["a bb", "ccc", "dddd"])
    #expect(HelpText.wrap("toolong a", to: 3) == ["toolong", "a"])
    #expect(HelpText.wrap("", to: 3) == [])
  }
}
