import IPGeoJSON
import Testing

@Suite struct JSONTokenizerTests {
  @Test func `hands out every kind of token in order`() throws {
    let text = #" {"a" : [1, -2.5e3,true ,false,null,"x"],"b":{},"a":[] } "#
    #expect(try tokens(text) == "{ a: [ 1 -2.5e3 true false null 'x' ] b: { } a: [ ] }")
  }

  @Test(arguments: ["1", "\"x\"", "null", " true\n", "[]", "{}"])
  func `takes any value at the top`(text: String) throws {
    _ = try parse(text)
  }

  @Test(arguments: [
    "", " ", "[", "]", "{", "}", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
    "{,}", "{a:1}", "{'a':1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{1:2}", "[1}", "{\"a\":1]",
    "1 2", "[] []", "{}x", "nul", "nullx", "True", "NaN", "Infinity", "-Infinity", "-", "+1", "01",
    "-01", "00", "1.", ".5", "1.e3", "1e", "1e+", "0x10", "1_000", "\"", "\"a", "\"\\\"",
    "\"\\x41\"",
    "\"\\u12\"", "\"\\u12G4\"", "\"\\u+123\"", "\"\\U0041\"", "\"\\'\"", "\"\t\"", "\"\n\"",
    "\"\u{0}\"",
    "\"\u{1F}\"", "\u{FEFF}1", "[1]\u{0}", "/* */1", "[1,//\n2]", "'a'", "\u{A0}1", "\u{C}1",
    "[tru]", "{\"a\":tru}", "{\"a\":1,\"b\"", "[\"a\",", "{\"a\":", "{\"a\"",
  ])
  func `refuses what RFC 8259 does not have`(text: String) {
    #expect(throws: JSONSyntaxError.self) { try parse(text) }
  }

  @Test(
    arguments: [
      [0x22, 0x80, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22], [0x22, 0xFF, 0x22],
      [0x22, 0xC3],
      [0xC3, 0xA9], [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xE0, 0x9F, 0xBF, 0x22],
    ] as [[UInt8]])
  func `refuses malformed UTF-8`(bytes: [UInt8]) {
    #expect(throws: JSONSyntaxError.self) { try parse(bytes) }
  }

  @Test(arguments: [
    ("[1,]", 3, "a value is expected"), ("{\"a\" 1}", 5, "a colon is expected after the name"),
    ("[1 2]", 3, "a comma or the array's end is expected"),
    ("{\"a\":1 2}", 7, "a comma or the object's end is expected"),
    ("[1] x", 4, "something follows the value"), ("\"ab", 3, "a string is not closed"),
    ("[01]", 1, "a number begins with a needless zero"), ("", 0, "there is no value"),
    ("{\"a\":[", 6, "the text ends too early"), ("\"\\x41\"", 1, "JSON has no such escape"),
    ("\u{FEFF}[]", 0, "a byte order mark stands before the value"),
  ])
  func `names the place and the fault`(text: String, offset: Int, message: String) {
    #expect(throws: JSONSyntaxError(offset: offset, message: message)) { try parse(text) }
  }

  @Test func `throws the same error again`() {
    for text in ["[1,]", "{\"a\":1,}", "{\"a\" 1}", "[1 2]", "x", "[1]x", "\"\u{1}\""] {
      Array(text.utf8).withUnsafeBytes { bytes in
        var tokenizer = JSONTokenizer(bytes)
        var faults: [JSONSyntaxError] = []
        for _ in 0..<20 {
          do throws(JSONSyntaxError) { _ = try tokenizer.next() } catch { faults.append(error) }
        }
        #expect(faults.count >= 14 && Set(faults).count == 1, "\(text)")
      }
    }
  }

  @Test func `says the end again and again`() throws {
    try [UInt8]("1 ".utf8).withUnsafeBytes { bytes throws in
      var tokenizer = JSONTokenizer(bytes)
      #expect(try tokenizer.next() == .number(0..<1))
      for _ in 0..<3 { #expect(try tokenizer.next() == .end) }
    }
  }

  @Test func `stops a hundred thousand open brackets at the depth limit`() {
    for open in [Array("[".utf8), Array("{\"a\":".utf8)] {
      let bytes = Array([[UInt8]](repeating: open, count: 100_000).joined())
      bytes.withUnsafeBytes { buffer in
        var tokenizer = JSONTokenizer(buffer)
        let wanted = JSONSyntaxError(
          offset: 512 * open.count, message: "it is nested too deeply")
        #expect(throws: wanted) { try tokenizer.skipValue() }
      }
    }
  }

  @Test func `goes two hundred thousand levels deep where it is told to`() throws {
    let depth = 200_000
    let bytes = [UInt8](repeating: 0x5B, count: depth) + [UInt8](repeating: 0x5D, count: depth)
    try bytes.withUnsafeBytes { buffer throws in
      var tokenizer = JSONTokenizer(buffer, depthLimit: 200_000)
      try tokenizer.skipValue()
      #expect(try tokenizer.next() == .end)
    }
  }

  @Test func `remembers the kind of every open container`() throws {
    var generator = SeededGenerator(seed: 7)
    let kinds = (0..<300).map { _ in Bool.random(using: &generator) }
    let text =
      kinds.map { $0 ? "{\"k\":" : "[" }.joined() + "0"
      + kinds.reversed().map { $0 ? "}" : "]" }.joined()
    _ = try parse(text)
    let wrong = text.dropLast(200) + (text.dropLast(199).last == "}" ? "]" : "}")
    #expect(throws: JSONSyntaxError.self) { try parse(String(wrong)) }
  }

  @Test func `skips a value whole`() throws {
    let text = #"{"a":{"b":[1,{"c":"]}"}]},"d":2,"e":[[],3]}"#
    try Array(text.utf8).withUnsafeBytes { bytes throws in
      var tokenizer = JSONTokenizer(bytes)
      var names: [String] = []
      _ = try tokenizer.next()
      while case .key(let name) = try tokenizer.next() {
        names.append(tokenizer.text(name))
        if tokenizer.equals(name, "e") {
          #expect(try tokenizer.next() == .beginArray)
          try tokenizer.skipValue()
          try tokenizer.skipRest()
        } else {
          try tokenizer.skipValue()
        }
      }
      #expect(names == ["a", "d", "e"])
      #expect(try tokenizer.next() == .end)
    }
  }

  @Test func `tells where each token stands`() throws {
    let text = #" {"a" :  "bc" }"#
    try Array(text.utf8).withUnsafeBytes { bytes throws in
      var tokenizer = JSONTokenizer(bytes)
      var places: [Range<Int>] = []
      for _ in 0..<5 {
        _ = try tokenizer.next()
        places.append(tokenizer.tokenRange)
      }
      #expect(places == [1..<2, 2..<5, 9..<13, 14..<15, 15..<15])
    }
  }
}
