import Foundation
import IPGeoJSON
import Testing

@Suite struct JSONJudgeTests {
  @Test func `reads generated documents as Foundation does`() throws {
    var generator = SeededGenerator(seed: 31)
    for _ in 0..<3_000 {
      let text = randomDocument(&generator, depth: 4)
      let ours = try parse(text)
      let theirs = try JSONSerialization.jsonObject(
        with: Data(text.utf8), options: [.fragmentsAllowed])
      #expect(matches(ours, theirs), "\(text)")
    }
  }

  @Test func `accepts and refuses mutated documents as Foundation does`() throws {
    var generator = SeededGenerator(seed: 32)
    var accepted = 0
    for _ in 0..<30_000 {
      var bytes = Array(randomDocument(&generator, depth: 3).utf8)
      for _ in 0...Int.random(in: 0...2, using: &generator) { mutate(&bytes, &generator) }
      let isAccepted = (try? parse(bytes)) != nil
      if isAccepted { accepted += 1 }
      if isOutsideTheJudge(bytes) { continue }
      let judge = try? JSONSerialization.jsonObject(
        with: Data(bytes), options: [.fragmentsAllowed])
      #expect(isAccepted == (judge != nil), "\(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(accepted > 2_500)
  }

  @Test func `never crashes on noise`() {
    var generator = SeededGenerator(seed: 33)
    let alphabet = Array("{}[]\",:\\/u0019eE+-. tfn\u{1}é".utf8) + [0xFF, 0x80, 0x00]
    for _ in 0..<60_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
      }
      _ = try? parse(bytes, depthLimit: 5)
    }
  }

  /// Foundation guesses UTF-16 and 32 from NUL bytes and marks, takes a comma before the end of a
  /// container, and refuses lone surrogates and numbers beyond a double.
  private func isOutsideTheJudge(_ bytes: [UInt8]) -> Bool {
    if bytes.contains(0) || bytes.starts(with: [0xEF, 0xBB]) { return true }
    if bytes.starts(with: [0xFE]) || bytes.starts(with: [0xFF]) { return true }
    let dense = bytes.filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    return zip(dense, dense.dropFirst()).contains { first, second in
      switch (first, second | 0x20) {
      case (0x2C, 0x7D): true  // ,} and ,]
      case (0x30...0x39, 0x65), (0x75, 0x64): true  // an exponent; a surrogate's escape
      default: false
      }
    }
  }

  private func matches(_ ours: Tree, _ theirs: Any) -> Bool {
    switch (ours, theirs) {
    case (.object(let members), let other as [String: Any]):
      members.count == other.count
        && members.allSatisfy { member in
          other[member.name].map { matches(member.value, $0) } ?? false
        }
    case (.array(let elements), let other as [Any]):
      elements.count == other.count && zip(elements, other).allSatisfy { matches($0, $1) }
    case (.string(let text), let other as String): text == Array(other.utf8)
    case (.bool(let value), let other as Bool): value == other
    case (.number(let value), let other as NSNumber): value == other.doubleValue
    case (.null, is NSNull): true
    default: false
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    let pool = Array("{}[]\",:\\u0-.e tfn".utf8) + [0xC3, 0x80, 0x1F]
    let byte = pool.randomElement(using: &generator) ?? 0x20
    let place = Int.random(in: 0..<max(1, bytes.count), using: &generator)
    switch Int.random(in: 0...3, using: &generator) {
    case 0 where !bytes.isEmpty: bytes[place] = byte
    case 1 where !bytes.isEmpty: bytes.remove(at: place)
    case 2: bytes.removeLast(min(bytes.count, 1))
    default: bytes.insert(byte, at: min(place, bytes.count))
    }
  }
}

/// A valid document with escapes, blanks and numbers of all kinds; names are distinct.
private func randomDocument(_ generator: inout SeededGenerator, depth: Int) -> String {
  let blanks = ["", "", " ", "\n", "\t\r "]
  func blank() -> String { blanks.randomElement(using: &generator) ?? "" }
  let strings = [
    "", "a", "São Paulo", "\\u00e9\\n", "\\\"q\\\"", "\\ud83d\\ude00", "😀", "\\/\\b\\f", "x:]}",
    "plain ascii text of some length",
  ]
  func string() -> String { "\"" + (strings.randomElement(using: &generator) ?? "") + "\"" }
  let count = Int.random(in: 0...4, using: &generator)
  switch Int.random(in: depth > 0 ? 0...7 : 2...7, using: &generator) {
  case 0:
    let members = (0..<count).map { index in
      "\(blank())\"k\(index)\"\(blank()):\(blank())" + randomDocument(&generator, depth: depth - 1)
    }
    return "{" + members.joined(separator: ",") + blank() + "}"
  case 1:
    let elements = (0..<count).map { _ in
      blank() + randomDocument(&generator, depth: depth - 1) + blank()
    }
    return "[" + elements.joined(separator: ",") + "]"
  case 2: return ["true", "false", "null"].randomElement(using: &generator) ?? "null"
  case 3: return String(Int.random(in: -100_000...100_000, using: &generator))
  case 4: return "-0.\(Int.random(in: 0...99_999, using: &generator))"
  case 5: return "\(Int.random(in: 1...999, using: &generator))E-\(count)"
  default: return string()
  }
}
