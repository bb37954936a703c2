import Foundation
import Testing

/// `scripts/generate-page`, on the sources and on a copy of them.
@Suite("The generated page")
struct GeneratedPageTests {
  /// Runs the script of a folder and returns its exit code.
  func generate(in root: URL, _ words: [String] = []) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["python3", "-B", root.appending(path: "scripts/generate-page").path] + words
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  @Test func `is what the page's own files make`() throws {
    #expect(try generate(in: Browser.root, ["--check"]) == 0)
  }

  /// A copy of the script and the page's files, to be changed and removed.
  func copied() throws -> URL {
    let files = FileManager.default
    let copy = URL.temporaryDirectory.appending(path: "ipgeo generated \(UUID().uuidString)")
    for path in ["scripts/generate-page", "Sources/IPGeoMaps/Page"] {
      let target = copy.appending(path: path)
      try files.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try files.copyItem(at: Browser.root.appending(path: path), to: target)
    }
    return copy
  }

  @Test(arguments: ["#e6e", "#E6EEF2", "#e6eef2c", "rebeccapurple"])
  func `refuses a colour that would be read wrongly`(colour: String) throws {
    let copy = try copied()
    defer { try? FileManager.default.removeItem(at: copy) }
    let file = copy.appending(path: "Sources/IPGeoMaps/Page/Web/colours.css")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("#e6eef2"))
    try Data(text.replacing("#e6eef2", with: colour).utf8).write(to: file)
    #expect(try generate(in: copy) != 0)
  }

  @Test func `is checked, and made anew, without what no longer belongs to it`() throws {
    let files = FileManager.default
    let copy = try copied()
    defer { try? files.removeItem(at: copy) }
    let generated = copy.appending(path: "Sources/IPGeoMaps/Page/Generated")
    let orphan = generated.appending(path: "PageText+GoneScript.swift")
    let changed = generated.appending(path: "PageText+Markup.swift")
    try Data("// no file makes this".utf8).write(to: orphan)
    #expect(try generate(in: copy, ["--check"]) != 0)
    #expect(files.fileExists(atPath: orphan.path))
    #expect(try generate(in: copy) == 0)
    #expect(!files.fileExists(atPath: orphan.path))
    #expect(try generate(in: copy, ["--check"]) == 0)
    try Data().write(to: changed)
    #expect(try generate(in: copy, ["--check"]) != 0)
    #expect(try generate(in: copy) == 0)
    #expect(try generate(in: copy, ["--check"]) == 0)
    #expect(try !Data(contentsOf: changed).isEmpty)
  }
}
