import Foundation
import IPGeoJSON
import Testing

@Suite struct JSONMemberScannerTests {
  private func scan(_ text: String, _ names: [String] = []) -> JSONMemberScanner.Outline? {
    var scanner = JSONMemberScanner(names: names.map { Array($0.utf8) })
    return Array(text.utf8).withUnsafeBytes { scanner.scan($0, in: 0..<$0.count) }
  }

  private func member(_ text: String, _ names: [String], _ number: Int) -> String? {
    scan(text, names)?.member(number).map {
      String(decoding: Array(text.utf8)[$0.range], as: UTF8.self)
    }
  }

  @Test func `members of the outermost object are found by name`() {
    let text = #" {"a" : "x\n", "b":{"a":1} ,"\u0063":[2, 3],"d":-1.5e3,"":null} "#
    let names = ["a", "b", "c", ""]
    #expect(member(text, names, 0) == #""x\n""#)
    #expect(member(text, names, 1) == #"{"a":1}"#)
    #expect(member(text, names, 2) == "[2, 3]")
    #expect(member(text, names, 3) == "null")
    #expect(member(text, names, 4) == nil)
    #expect(member(text, ["d", "d", "e"], 1) == "-1.5e3")
    #expect(member(text, ["d", "d", "e"], 2) == nil)
    #expect(scan(text, names)?.member(0)?.hasEscapes == true)
    #expect(scan(text, names)?.member(0)?.text.range == 9..<12)
    let kinds = (0..<4).map { scan(text, names)?.member($0)?.kind }
    #expect(kinds == [.string, .object, .array, .null])
  }

  @Test func `the last of several members with one name counts`() {
    #expect(member(#"{"a":1,"a":2,"\u0061":true}"#, ["a"], 0) == "true")
    #expect(member(#"{"b":1,"\u0062x":2}"#, ["b"], 0) == "1")
  }

  @Test(arguments: [
    ("{}", true), ("{ }", true), ("[]", true), ("[ ]", true), ("[0]", false), ("\"\"", false),
    ("{\"\":0}", false), ("0", false),
  ])
  func `knows what holds nothing`(text: String, isEmpty: Bool) {
    #expect(scan(text)?.isEmpty == isEmpty)
  }

  @Test func `a text within other bytes ends where its range ends`() {
    let bytes = Array(#"xx{"a":1}{"b":"2"}, "c"#.utf8)
    var scanner = JSONMemberScanner(names: [Array("a".utf8), Array("b".utf8)])
    bytes.withUnsafeBytes {
      #expect(scanner.scan($0, in: 2..<9)?.member(0)?.range == 7..<8)
      #expect(scanner.scan($0, in: 9..<18)?.member(1)?.range == 14..<17)
      #expect(scanner.scan($0, in: 2..<10) == nil)
      #expect(scanner.scan($0, in: 9..<16) == nil)
      #expect(scanner.scan($0, in: 9..<17) == nil)
      #expect(scanner.scan($0, in: 14..<16) == nil)
      #expect(scanner.scan($0, in: 0..<0) == nil)
      #expect(scanner.scan($0, in: 0..<100) == nil)
    }
  }

  @Test(arguments: [1, 63, 64, 65, 127, 128, 129, 193, 100_000, 200_000, 200_001])
  func `depth ends where the tokenizer's ends`(depth: Int) {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let text =
        String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
      #expect((scan(text) != nil) == (depth <= JSONMemberScanner.depthLimit))
      #expect((scan(text, ["a"]) != nil) == (depth <= JSONMemberScanner.depthLimit))
    }
    let mixed = String(repeating: "[{\"a\":", count: depth / 2) + "1"
    #expect(scan(mixed + String(repeating: "}]", count: depth / 2)) != nil)
    if depth > 1 {
      #expect(scan(mixed + String(repeating: "}]", count: depth / 2 - 1) + "]}") == nil)
    }
  }

  /// Every text is judged as the tokenizer judges it, and its members are those of the tokenizer.
  @Test(arguments: 0..<4) func `judges as the tokenizer does`(seed: UInt64) throws {
    var random = SeededGenerator(seed: 40 + seed)
    var accepted = 0
    for round in 0..<50_000 {
      var bytes = Array(randomText(&random).utf8)
      for _ in 0..<Int.random(in: 0...2, using: &random) { mutate(&bytes, &random) }
      let expected = judge(bytes)
      if expected != nil { accepted += 1 }
      // The end of the bytes, and other bytes behind the text, make different ways.
      let padded = bytes + (round % 2 == 0 ? [] : Array("\n\"x\": 1}]".utf8))
      var scanner = JSONMemberScanner(names: [[0x61], Array("bé".utf8)])
      let found = padded.withUnsafeBytes { scanner.scan($0, in: 0..<bytes.count) }
      let members = found.map { [$0.member(0)?.range, $0.member(1)?.range] }
      guard members == expected else {
        Issue.record("\(String(decoding: bytes, as: UTF8.self)): \(String(describing: members))")
        return
      }
    }
    #expect(accepted > 10_000)
  }

  /// Where the members stand whose names are `a` and `bé`; `nil` for what is no JSON.
  private func judge(_ bytes: [UInt8]) -> [Range<Int>?]? {
    bytes.withUnsafeBytes { buffer in
      var json = JSONTokenizer(buffer, depthLimit: JSONMemberScanner.depthLimit)
      var members: [Range<Int>?] = [nil, nil]
      do {
        var token = try json.next()
        while token != .end {
          if case .key(let name) = token, json.depth == 1 {
            let number = json.equals(name, "a") ? 0 : json.equals(name, "bé") ? 1 : -1
            let start = try start(of: &json)
            if number >= 0 { members[number] = start..<json.tokenRange.upperBound }
          }
          token = try json.next()
        }
      } catch {
        return nil
      }
      return members
    }
  }

  /// Takes a value whole and tells where it started.
  private func start(of json: inout JSONTokenizer) throws(JSONSyntaxError) -> Int {
    let depth = json.depth
    _ = try json.next()
    let start = json.tokenRange.lowerBound
    if json.depth > depth { try json.skipRest() }
    return start
  }

  private func randomText(_ random: inout SeededGenerator) -> String {
    let blanks = ["", "", "", " ", "\t", "\r\n"]
    var text = blanks.randomElement(using: &random) ?? ""
    append(&text, depth: 0, &random)
    return text + (blanks.randomElement(using: &random) ?? "")
  }

  private func append(_ text: inout String, depth: Int, _ random: inout SeededGenerator) {
    let blank = ["", "", "", " "].randomElement(using: &random) ?? ""
    let words = [
      "true", "false", "null", "0", "-0", "-12.50e+7", "1E9", "3.25", "\"\"", "\"abc\"",
      "\"a long text without anything in it\"", "\"\\u00e9\\\\ \\\"\"", "\"дом €😀\"", "\"\\ud800\"",
    ]
    let names = ["a", "\\u0061", "bé", "b\\u00E9", "b\\u00e9", "c", "", "a name of some length"]
    let kind = Int.random(in: 0...(depth > 3 ? 3 : 9), using: &random)
    if kind < 4 || (depth > 0 && kind < 6) {
      text += words.randomElement(using: &random) ?? ""
      return
    }
    let isObject = depth == 0 || kind < 8
    text += (isObject ? "{" : "[") + blank
    for index in 0..<Int.random(in: 0...4, using: &random) {
      if index > 0 { text += "," + blank }
      if isObject { text += "\"\(names.randomElement(using: &random) ?? "")\"\(blank):\(blank)" }
      append(&text, depth: depth + 1, &random)
      text += blank
    }
    text += isObject ? "}" : "]"
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let pool = Array("{}[]\",:\\u0-.eE+ tfn1x\n".utf8) + [0xC3, 0x80, 0x1F, 0x00, 0xED, 0xF4]
    let byte = pool.randomElement(using: &random) ?? 0x20
    let place = Int.random(in: 0..<max(1, bytes.count), using: &random)
    switch Int.random(in: 0...4, using: &random) {
    case 0 where !bytes.isEmpty: bytes[place] = byte
    case 1 where !bytes.isEmpty: bytes.remove(at: place)
    case 2: bytes.removeLast(min(bytes.count, Int.random(in: 1...4, using: &random)))
    case 3 where !bytes.isEmpty: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
    default: bytes.insert(byte, at: min(place, bytes.count))
    }
  }
}
