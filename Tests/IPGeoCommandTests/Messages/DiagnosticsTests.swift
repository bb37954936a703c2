import Foundation
import Testing

@testable import IPGeoCommand

/// What `body` makes a `Diagnostics` write.
private func written(
  _ level: Diagnostics.Level = .normal, isColored: Bool = false, _ body: (Diagnostics) -> Void
) throws -> String {
  let pipe = Pipe()
  body(
    Diagnostics(
      descriptor: pipe.fileHandleForWriting.fileDescriptor, level: level, isColored: isColored))
  try pipe.fileHandleForWriting.close()
  return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
}

@Suite struct DiagnosticsTests {
  private func sayAll(_ diagnostics: Diagnostics) {
    diagnostics.error("e")
    diagnostics.warning("w")
    diagnostics.note("n")
    diagnostics.detail("d")
  }

  @Test func `says as much as the level allows`() throws {
    #expect(try written(.quiet, sayAll) == "ipgeo: e\n")
    #expect(try written(.normal, sayAll) == "ipgeo: e\nipgeo: w\nipgeo: n\n")
    #expect(try written(.verbose, sayAll) == "ipgeo: e\nipgeo: w\nipgeo: n\nipgeo: d\n")
  }

  @Test func `each message is one line that no terminal acts on`() throws {
    let text = try written { $0.error("a\nb\r\u{1B}]0;t\u{7}\u{9B}2J\u{202E}\u{200B}\u{2028}é\\") }
    #expect(
      text == "ipgeo: a\\nb\\r\\x1B]0;t\\x07\\u{9B}2J\\u{202E}\\u{200B}\\u{2028}é\\\n")
  }

  @Test func `colours the program's name alone`() throws {
    #expect(try written(isColored: true) { $0.error("e") } == "\u{1B}[31mipgeo:\u{1B}[0m e\n")
  }

  @Test func `messages stand above the progress line`() throws {
    let clear = "\r\u{1B}[K"
    let text = try written { diagnostics in
      diagnostics.show(progress: "1 of 2")
      diagnostics.show(progress: "1 of 2")
      diagnostics.note("n")
      diagnostics.show(progress: nil)
      diagnostics.show(progress: nil)
      diagnostics.note("m")
    }
    #expect(text == "\(clear)1 of 2\(clear)ipgeo: n\n1 of 2\(clear)ipgeo: m\n")
  }

  @Test func `a closed stderr stops nothing`() {
    Diagnostics(descriptor: -1).error("nobody hears")
  }
}
