import Foundation
import Testing

/// `scripts/lib/browser.py`, where the browser fails.
@Suite struct BrowserScriptTests {
  @Test func `says what the browser said last`() throws {
    let folder = URL.temporaryDirectory.appending(path: "ipgeo browser \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let browser = folder.appending(path: "browser")
    try Data("#!/bin/sh\necho first >&2\necho 'no display' >&2\nexit 1\n".utf8).write(to: browser)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: browser.path)
    let order = Data(#"{"page":"/nowhere.html"}"#.utf8)
    let failure = #expect(throws: Browser.Failure.self) {
      try Browser.python([], input: order, variables: ["IPGEO_BROWSER": browser.path])
    }
    #expect(
      failure?.description
        == "browser.py: the browser ended: Target.createTarget; its last line: no display\n")
  }
}
