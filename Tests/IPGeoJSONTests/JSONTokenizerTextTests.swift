import IPGeoByteStreams
import IPGeoJSON
import Testing

@Suite struct JSONTokenizerTextTests {
  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
    (#""\ud83d\ude00""#, "😀"), (#""\ud83d""#, "\u{FFFD}"), (#""\ude00x""#, "\u{FFFD}x"),
    (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ud83dx""#, "\u{FFFD}x"),
    (#""\ud83d\n""#, "\u{FFFD}\n"), (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\u0000""#, "\u{0}"),
    (#""\uFFFF""#, "\u{FFFF}"), ("\"é€😀\"", "é€😀"), (#""""#, ""),
    ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
    (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
  ])
  func `takes the escapes out`(json: String, text: String) throws {
    #expect(try parse(json) == .string(text))
    try withString(json) { tokenizer, string in
      #expect(written { tokenizer.appendText(string, to: &$0) } == Array(text.utf8))
    }
  }

  @Test func `compares names with and without escapes`() throws {
    for json in [#""query""#, #""\u0071uery""#, #""\u0071\u0075\u0065\u0072\u0079""#] {
      try withString(json) { tokenizer, string in
        #expect(tokenizer.equals(string, "query"))
        #expect(!tokenizer.equals(string, "quer"))
        #expect(!tokenizer.equals(string, "queryy"))
        #expect(!tokenizer.equals(string, "Query"))
        #expect(!tokenizer.equals(string, ""))
      }
    }
    // The same text for a reader, other scalars: not equal.
    try withString(#""e\u0301""#) { tokenizer, string in
      #expect(!tokenizer.equals(string, "é"))
    }
    try withString(#""""#) { tokenizer, string in #expect(tokenizer.equals(string, "")) }
  }

  private func withString(
    _ json: String, _ body: (borrowing JSONTokenizer, JSONTokenizer.JSONString) throws -> Void
  ) throws {
    try Array(json.utf8).withUnsafeBytes { bytes throws in
      var tokenizer = JSONTokenizer(bytes)
      guard case .string(let string) = try tokenizer.next() else {
        Issue.record("no string")
        return
      }
      try body(tokenizer, string)
    }
  }
}
