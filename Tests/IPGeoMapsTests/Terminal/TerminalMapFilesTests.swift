import Foundation
import Testing

@testable import IPGeoMaps

/// The repository's `fixtures/maps`.
private let folder = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appending(path: "fixtures/maps")

private let pictures: [(name: String, picture: MapPicture)] = [
  ("clients", .clients), ("edges", .edges),
]

/// The map of each file.
private let files: [(name: String, text: String)] = pictures.flatMap { name, picture in
  [60, 80, 132].flatMap { columns in
    [(false, false, "ascii"), (true, false, "utf8"), (true, true, "utf8-color")]
      .filter { $0.1 == false || columns == 80 }
      .map { isUnicode, usesColor, kind in
        let look = TerminalLook(columns: columns, isUnicode: isUnicode, usesColor: usesColor)
        let lines = TerminalMap.lines(of: picture, look: look)
        return ("\(name)-\(columns)-\(kind).txt", lines.map { $0 + "\n" }.joined())
      }
  }
}

@Suite struct TerminalMapFilesTests {
  /// With `IPGEO_RECORD_SNAPSHOTS` set, the files are written anew instead: read the difference.
  @Test(arguments: files)
  func `is as recorded`(name: String, text: String) throws {
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["IPGEO_RECORD_SNAPSHOTS"] != nil {
      try Data(text.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test func `every file is of a map`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names.filter { $0.hasSuffix(".txt") }) == Set(files.map(\.name)))
  }
}
