import Testing

@testable import IPGeoCommand

@Suite struct MdocTextTests {
  @Test(arguments: [
    ("a b", "a b"), ("--top 5", "\\-\\-top 5"), ("it's", "it\\(aqs"), ("\\n", "\\en"),
    ("~/.cache", "\\(ti/.cache"), ("a\"b`c^d", "a\\(dqb\\(gac\\(had"), ("é…", "\\[u00E9]\\[u2026]"),
    ("🛰", "\\[u1F6F0]"), ("a\nb\tc", "a b c"), ("a\u{0}\u{7F}\u{1B}b", "ab"), ("", ""),
  ])
  func `escapes`(text: String, mdoc: String) {
    #expect(MdocText.escape(text) == mdoc)
  }

  @Test(arguments: [
    ("FILE", "FILE"), ("Nm", "\\&Nm"), ("%A", "\\&%A"), ("%b", "%b"), ("|", "\\&|"), ("", "\"\""),
    ("a b", "\"a b\""), ("text|json", "text|json"), (".", "\\&."), ("HOME", "HOME"),
  ])
  func `shields arguments`(text: String, mdoc: String) {
    #expect(MdocText.argument(text) == mdoc)
  }

  @Test func `no line of text begins with a macro`() {
    var mdoc = MdocText()
    mdoc.text(".Sh is text. 'so is this. ... and .Pp")
    mdoc.literal([".gz", "'x'"])
    for line in mdoc.result.split(separator: "\n") where line.hasPrefix(".") {
      #expect([".Bd -literal -offset indent", ".Ed"].contains(line))
    }
    #expect(
      mdoc.result == """
        \\&.Sh is text.
        \\(aqso is this.
        \\&...
        and .Pp
        .Bd -literal -offset indent
        \\&.gz
        \\(aqx\\(aq
        .Ed

        """)
  }

  @Test func `options are not hyphenated`() {
    var mdoc = MdocText()
    mdoc.text("as --format=csv or (-q), in ~/.cache")
    #expect(mdoc.result == "as \\%\\-\\-format=csv or \\%(\\-q), in \\%\\(ti/.cache\n")
  }

  @Test func `sentences begin lines`() {
    #expect(
      MdocText.sentences("A b. C (d.) E? 'F!' G 1.5 h") == [
        "A b.", "C (d.)", "E?", "'F!'", "G 1.5 h",
      ])
    #expect(MdocText.sentences("") == [])
  }

  @Test func `usage becomes macros`() {
    let pieces = ManualUsage.pieces(" [OPTION…] ADDRESS… [NAME] WORD")
    #expect(
      pieces.map { "\($0.macro) \($0.rest)" } == [
        "Op Ar OPTION ...", "Ar ADDRESS ...", "Op Ar NAME", "Ar WORD",
      ])
  }
}
