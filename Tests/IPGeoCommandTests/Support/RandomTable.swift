/// A table as people, programs and accidents write it; its seed decides all of it.
struct RandomTable {
  private(set) var bytes: [UInt8] = []
  let delimiter: UInt8
  let hasHeader: Bool
  /// Which column holds the addresses, from 1.
  let column: Int
  /// A longer line is too long.
  let maximumLine: Int
  /// Whether every quote is closed and no record is too long.
  let isSound: Bool
  /// Whether a `sep=` line says what the delimiter is.
  let hasSeparatorLine: Bool
  /// Where the first record starts.
  private(set) var start = 0

  private var random: SplitMix
  private let columns: Int
  private let ends: [String]

  static let addresses = [
    "8.8.8.8", "1.1.1.1", "9.9.9.9", "2001:4860:4860::8888", "10.0.0.1", "fe80::1", "8.8.4.4:53",
    "127.0.0.1", "x", "", "010.8.8.8", "example.com", " 1.1.1.1 ",
  ]

  init(seed: UInt64, records: Int, isSound: Bool) {
    var random = SplitMix(seed: seed)
    self.isSound = isSound
    delimiter = ",;|\t".utf8.randomElement(using: &random) ?? 0x2C
    hasHeader = Int.random(in: 0..<4, using: &random) > 0
    hasSeparatorLine = Int.random(in: 0..<4, using: &random) == 0
    columns = Int.random(in: 2...6, using: &random)
    column = Int.random(in: 1...columns, using: &random)
    maximumLine = isSound ? 1 << 20 : Int.random(in: 100...900, using: &random)
    let mixed = ["\n", "\r\n", "\r"]
    ends = Bool.random(using: &random) ? mixed : [mixed.randomElement(using: &random) ?? "\n"]
    self.random = random
    write(records)
  }

  private mutating func write(_ records: Int) {
    if chance(3) { bytes += [0xEF, 0xBB, 0xBF] }
    if hasSeparatorLine { bytes += Array("sep=".utf8) + [delimiter] + end() }
    start = bytes.count
    if hasHeader {
      let names = (1...columns).map { chance(3) ? "\"n\"\"\n\($0)\"" : "name \($0)" }
      bytes += names.map { Array($0.utf8) }.joined(separator: [delimiter])
      bytes += end()
    }
    for number in 0..<records {
      // The judge of encodings looks at the first bytes.
      writeRecord(isPlain: number < 20)
      bytes += number == records - 1 && chance(2) ? [] : end()
      while chance(12) { bytes += (chance(2) ? [] : [0x20, 0x20]) + end() }
    }
  }

  private mutating func writeRecord(isPlain: Bool) {
    let count = isPlain || !chance(8) ? columns : Int.random(in: 1...(columns + 3), using: &random)
    // A line of blanks alone would be no record.
    if count == 1 {
      bytes += "alone".utf8
      return
    }
    for index in 1...count {
      if index > 1 { bytes.append(delimiter) }
      if index == column {
        let address = Self.addresses.randomElement(using: &random) ?? ""
        bytes += (chance(4) ? "\"\(address)\"" : address).utf8
      } else {
        bytes += isPlain ? Array("plain".utf8) : cell()
      }
    }
  }

  private mutating func cell() -> [UInt8] {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return []
    case 1...4: return quoted() + [0x22]
    // What follows a closed quote does not count as closing a cell of many lines.
    case 5:
      let text = quoted().filter { !isSound || $0 != 0x0A && $0 != 0x0D }
      return text + [0x22] + plain().drop { isSound && $0 == 0x22 }
    case 6 where !isSound && chance(6): return quoted()
    case 7 where !isSound && chance(6):
      return [0x22] + text(Array("long, \"\"".utf8) + [0x0A], 300...3000)
    case 8 where !isSound && chance(6): return text(Array("long".utf8) + [0xC3, 0xA9], 80...3000)
    case 9 where !isSound: return [0x22] + plain() + [0x22] + plain() + [0x22]
    default:
      let plain = plain()
      return plain.first == 0x22 ? [0x20] + plain : plain
    }
  }

  private mutating func quoted() -> [UInt8] {
    var cell: [UInt8] = [0x22]
    for byte in text(Array("ab 1\",;|\t=+-@'\r\n\n".utf8) + Self.odd, 0...12) {
      cell.append(byte)
      if byte == 0x22 { cell.append(byte) }
    }
    return cell
  }

  private mutating func plain() -> [UInt8] {
    text(Array("ab 1\",;|\t=+-@'".utf8) + Self.odd, 0...9).filter { $0 != delimiter }
  }

  private static let odd: [UInt8] = [0xC3, 0xE9, 0xFF, 0x00, 0x0B, 0x7F]

  private mutating func text(_ alphabet: [UInt8], _ length: ClosedRange<Int>) -> [UInt8] {
    (0..<Int.random(in: length, using: &random)).map { _ in
      alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
    }
  }

  private mutating func end() -> [UInt8] {
    Array((ends.randomElement(using: &random) ?? "\n").utf8)
  }

  private mutating func chance(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }
}
