import Foundation
import Testing

@testable import IPGeoJSON

/// The members of an object as texts.
private func members(_ text: String, in range: Range<Int>? = nil) -> [[String]] {
  Array(text.utf8).withUnsafeBytes { bytes in
    var walk = JSONMembers(bytes, in: range ?? 0..<bytes.count)
    var found: [[String]] = []
    while let member = walk.next() {
      let value = UnsafeRawBufferPointer(rebasing: bytes[member.value.range])
      found.append([
        JSONTokenizer(bytes).text(member.name), String(decoding: value, as: UTF8.self),
      ])
    }
    return found
  }
}

@Suite struct JSONMembersTests {
  @Test func `walks over the members of one object`() {
    #expect(
      members(
        #" { "a" : 1 ,"b":{"c":[2,{"d":3}]},"e\u0066":"x}y","g":null , "h":[ ] } "#, in: 1..<69)
        == [
          ["a", "1"], ["b", #"{"c":[2,{"d":3}]}"#], ["ef", #""x}y""#], ["g", "null"], ["h", "[ ]"],
        ])
    #expect(members("{}").isEmpty && members("{ }").isEmpty)
  }

  @Test func `tells what values are`() {
    let text = Array(#"{"a":"\n","b":-1e2,"c":true,"d":null,"e":[],"f":{}}"#.utf8)
    text.withUnsafeBytes { bytes in
      var walk = JSONMembers(bytes, in: 0..<bytes.count)
      var kinds: [JSONMemberScanner.Kind] = []
      while let member = walk.next() {
        kinds.append(member.value.kind)
        #expect(member.value.hasEscapes == (member.value.kind == .string))
      }
      #expect(kinds == [.string, .number, .truth, .null, .array, .object])
    }
  }

  @Test(arguments: ["", "{", "[1]", "\"a\"", "1", "}{", "{a}"])
  func `what is no object has no members`(text: String) {
    #expect(members(text).isEmpty)
  }

  @Test func `a range that is none has no members`() {
    #expect(members("{\"a\":1}", in: 3..<3).isEmpty)
    #expect(members("{\"a\":1}", in: 0..<99).isEmpty)
  }

  /// On any bytes it ends, and reads nothing outside of the object.
  @Test(arguments: 0..<50)
  func `ends on anything`(seed: Int) {
    var random = SystemRandomNumberGenerator()
    let pieces = [
      "{", "}", "\"", ":", ",", "[", "]", "a", "\\", "\\u", "1", " ", "null", "\"a\":1",
    ]
    for _ in 0..<40 {
      let text =
        "{"
        + (0..<Int.random(in: 0...12, using: &random)).map { _ in
          pieces.randomElement(using: &random) ?? ""
        }.joined()
      for member in members(text + "}") { #expect(member.count == 2) }
      _ = members(text)
    }
  }
}
