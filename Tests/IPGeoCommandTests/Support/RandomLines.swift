/// JSON lines as programs and accidents write them; the seed decides all of it.
struct RandomLines {
  private(set) var bytes: [UInt8] = []
  /// A longer line is too long.
  let maximumLine: Int
  private var random: SplitMix
  private let ends: [String]

  init(seed: UInt64, records: Int) {
    var random = SplitMix(seed: seed)
    maximumLine = Int.random(in: 200...2000, using: &random)
    let mixed = ["\n", "\r\n", "\r"]
    ends = Bool.random(using: &random) ? mixed : [mixed.randomElement(using: &random) ?? "\n"]
    self.random = random
    if chance(2) { bytes += [0xEF, 0xBB, 0xBF] }
    for number in 0..<records {
      // The judge of encodings looks at the first bytes.
      bytes += number < 20 ? Array("{\"ip\":\"8.8.8.8\"}".utf8) : line()
      bytes += number == records - 1 && chance(2) ? [] : end()
      while chance(12) { bytes += blanks() + end() }
    }
  }

  private mutating func line() -> [UInt8] {
    switch Int.random(in: 0..<24, using: &random) {
    case 0: return Array(pick(Self.garbage).utf8)
    case 1:
      return Array(pick(["[1,2]", "3", "\"8.8.8.8\"", "null", "[]", "\"x\"", "-0.5e+2"]).utf8)
    case 2: return Array("{\"ip\":\"8.8.8.8\",\"a\":\"".utf8) + [0xFF] + Array("\"}".utf8)
    case 3: return [0x00, 0x00] + Array(object(depth: 1).utf8)
    case 4: return [0xEF, 0xBB, 0xBF] + Array(object(depth: 1).utf8)
    case 5: return blanks() + Array(object(depth: 1).utf8) + blanks()
    case 6:
      let depth = Int.random(in: 1...300, using: &random)
      let (open, close) = chance(2) ? ("[", "]") : ("{\"d\":", "}")
      let inner =
        String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
      return Array("{\"deep\":\(inner),\"ip\":\"9.9.9.9\"}".utf8)
    case 7 where chance(4):
      return Array("{\"ip\":\"8.8.8.8\",\"l\":\"\(String(repeating: "ä", count: 1500))\"}".utf8)
    case 8: return Array(object(depth: 2).utf8.dropLast(Int.random(in: 1...4, using: &random)))
    case 9: return Array("{\"agent\":\"a\\x22b\\\\x41\\xC3\\xa9\",\"ip\":\"1.1.1.1\"}".utf8)
    case 10: return Array("{\"agent\":\"a\\x2\",\"ip\":\"1.1.1.1\"}".utf8)
    default: return Array(object(depth: 2).utf8)
    }
  }

  private static let garbage = [
    "{", "}", "not json", "{\"a\":1,}", "{\"a\":01}", "{\"a\":NaN}", "{'a':1}", "{\"a\" 1}", "{}{}",
    "{\"a\":\"\t\"}", "{\"a\":+1}", "{\"a\":.5}", "{\"a\":1.}", "tru", "{\"a\":[1,]}",
    "{\"a\":\"\\u12\"}",
    "{\"geo\":", "8.8.8.8", "{,}", "{\"a\":1]", "//", "{\"a\":1}x", "{\"a\":1e}", "{1:2}",
  ]

  private mutating func object(depth: Int) -> String {
    let members = (0..<Int.random(in: 0...5, using: &random)).map { _ in
      blank() + pick(Self.names) + blank() + ":" + blank() + value(depth: depth) + blank()
    }
    return "{" + (members.isEmpty ? blank() : members.joined(separator: ",")) + "}"
  }

  private static let names = [
    "\"ip\"", "\"ip\"", "\"\\u0069p\"", "\"geo\"", "\"geo_2\"", "\"g\\u0065o\"", "\"\"", "\"a b\"",
    "\"é😀\"", "\"\\\"\\\\\"", "\"\\ud800\"", "\"x.ip\"", "\"geo_3\"",
  ]

  private mutating func value(depth: Int) -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0 where depth > 0: return object(depth: depth - 1)
    case 1 where depth > 0:
      let values = (0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth: depth - 1) }
      return "[" + blank() + values.joined(separator: ",") + "]"
    case 2: return pick(["1", "-0", "2.50", "1E400", "-7e-3", "123456789012345678901234567890"])
    case 3: return pick(["true", "false", "null"])
    case 4:
      return pick([
        "\"}\"", "\"{\\\"\"", "\"\\/\\b\\u0000\"", "\"\\ud83d\\ude00\"", "\"é\u{2028}\"",
      ])
    default: return "\"\(pick(RandomTable.addresses))\""
    }
  }

  private mutating func blank() -> String { chance(4) ? pick([" ", "\t", "  "]) : "" }

  private mutating func blanks() -> [UInt8] { Array(pick([" ", "\t ", ""]).utf8) }

  private mutating func end() -> [UInt8] { Array(pick(ends).utf8) }

  private mutating func pick(_ texts: [String]) -> String {
    texts.randomElement(using: &random) ?? ""
  }

  private mutating func chance(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }
}
