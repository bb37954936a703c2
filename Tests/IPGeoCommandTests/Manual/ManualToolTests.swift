import Foundation
import Testing

@testable import IPGeoCommand

/// What mandoc and groff make of the pages, where they are at hand.
@Suite struct ManualToolTests {
  private static let needsMandoc = "there is no mandoc: apt-get install -y mandoc"

  /// Writes all pages into the scene's folder.
  private func writePages(_ scene: Scene) throws -> [String] {
    try Manual.pages.map { page in
      try scene.write(page.name + ".1", page.text)
      return page.name + ".1"
    }
  }

  @Test(.enabled(if: Tool.isAtHand("mandoc"), Comment(rawValue: needsMandoc)))
  func `mandoc finds nothing`() async throws {
    try await withBareScene { scene in
      let files = try writePages(scene)
      let result = try await scene.run(try #require(Tool("mandoc")), ["-Tlint"] + files)
      #expect(result.text == "" && result.errors == "")
      #expect(result.end == .exit(0))
    }
  }

  @Test(.enabled(if: Tool.isAtHand("groff"), "there is no groff: apt-get install -y groff"))
  func `groff formats them without a warning`() async throws {
    try await withBareScene { scene in
      let files = try writePages(scene)
      let groff = try #require(Tool("groff"))
      for file in files {
        let result = try await scene.run(groff, ["-mandoc", "-Tutf8", "-ww", file])
        #expect(result.end == .exit(0) && result.errors == "", "\(file)")
        #expect(result.output.count > 500, "\(file)")
      }
    }
  }

  @Test(.enabled(if: Tool.isAtHand("mandoc"), Comment(rawValue: needsMandoc)))
  func `every option can be read and copied`() async throws {
    try await withBareScene { scene in
      _ = try writePages(scene)
      let mandoc = try #require(Tool("mandoc"))
      for command in KnownCommand.all {
        let file = (["ipgeo"] + command.words.prefix(1)).joined(separator: "-") + ".1"
        let page = try await scene.run(mandoc, ["-Tutf8", "-Owidth=200", file])
        let text = page.text.replacing(#/.\u{8}/#, with: "")
        for option in command.page.options {
          #expect(text.contains(option.longForm), "\(file): \(option.longForm)")
        }
      }
    }
  }

  /// Whatever a text holds, the page shows it.
  @Test(.enabled(if: Tool.isAtHand("mandoc"), Comment(rawValue: needsMandoc)))
  func `text comes out as it went in`() async throws {
    let texts = [
      ".Sh NOT A SECTION", "'ft B", "\\fB bold \\e \\(aq", "Nm Ar Fl -- \"x\" Pp",
      "a.b .c 'd' `e` ^ ~",
      "\\", "-", ".", "..", "%A \\n(.s \\*(Ba", ". ' .", "| ( ) [ ] ? !",
      "Tab\\tand \\\" a comment",
    ]
    try await withBareScene { scene in
      var mdoc = MdocText()
      mdoc.macro("Dd", Version.day)
      mdoc.macro("Dt", "TEXTS 1")
      mdoc.macro("Os")
      mdoc.macro("Sh", "TEXTS")
      for text in texts {
        mdoc.macro("Pp")
        mdoc.text("<" + text)
        mdoc.macro("Pp")
        mdoc.text(text + " >")
        mdoc.macro("Pp")
        mdoc.macro("Sy", MdocText.argument(text))
      }
      mdoc.literal(texts)
      try scene.write("texts.1", mdoc.result)
      let mandoc = try #require(Tool("mandoc"))
      let page = try await scene.run(mandoc, ["-Tutf8", "-Owidth=200", "texts.1"])
      let lines = page.text.replacing(#/.\u{8}/#, with: "").split(separator: "\n")
        // Behind a full stop stand two blanks.
        .map { $0.trimmingCharacters(in: .whitespaces).replacing(#/ +/#, with: " ") }
      for text in texts {
        #expect(lines.contains("<" + text), "\(text)")
        #expect(lines.contains(text + " >"), "\(text)")
        #expect(lines.count { $0 == text } >= 2, "\(text)")
      }
    }
  }
}
