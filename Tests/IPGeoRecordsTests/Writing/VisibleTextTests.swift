import IPGeoRecords
import Testing

@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("plain São 😀", "plain São 😀"), ("a\nb\r\t\u{0}", #"a\nb\r\t\x00"#),
    ("\u{1B}[31m", #"\x1B[31m"#), ("\u{7F}\u{85}\u{9F}", #"\x7F\u{85}\u{9F}"#),
    ("\u{202E}\u{2066}\u{200F}\u{61C}", #"\u{202E}\u{2066}\u{200F}\u{61C}"#),
    ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#), ("\u{FEFF}\u{200B}", #"\u{FEFF}\u{200B}"#),
    ("\u{E0041}\u{E0100}\u{E000}", #"\u{E0041}\u{E0100}\u{E000}"#), (#"a\x1B\n"#, #"a\x1B\n"#),
    ("", ""),
  ])
  func `makes visible what hides or steers`(text: String, shown: String) {
    #expect(VisibleText.escape(text) == shown)
  }

  @Test func `shows bytes that are not UTF-8 one by one`() {
    let bytes: [UInt8] = [0x61, 0xFF, 0xE2, 0x82, 0x62, 0xC3]
    #expect(bytes.withUnsafeBytes { VisibleText.escape($0) } == #"a\xFF\xE2\x82b\xC3"#)
  }

  @Test func `cuts what is too long, never inside an escape`() {
    #expect(VisibleText.escape("abcdef", limit: 6) == "abcdef")
    #expect(VisibleText.escape("abcdefg", limit: 6) == "abcde…")
    #expect(VisibleText.escape("abc\u{0}\n", limit: 6) == "abc…")
    #expect(VisibleText.escape("abc", limit: 0) == "…")
    let long = VisibleText.escape(String(repeating: "é", count: 1_000_000), limit: 60)
    #expect(long == String(repeating: "é", count: 59) + "…")
  }

  @Test func `shows any bytes in one line within the limit`() {
    var numbers = SeededNumbers(seed: 61)
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...80, using: &numbers)).map { _ in
        UInt8.random(in: 0...255, using: &numbers)
      }
      let limit = Int.random(in: 1...70, using: &numbers)
      let shown = bytes.withUnsafeBytes { VisibleText.escape($0, limit: limit) }
      #expect(shown.unicodeScalars.count <= limit)
      #expect(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0 ~= $0.value) })
    }
  }
}
