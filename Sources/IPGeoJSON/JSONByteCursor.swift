/// A text whose pieces are checked one after the other, by places in it.
///
/// Places are at or below `end`; what fails is -1.
struct JSONByteCursor {
  let base: UnsafeRawPointer
  /// Where the text ends.
  let end: Int
  /// How many bytes from `base` may be read: at least `end`.
  let readable: Int

  @inline(__always)
  subscript(at: Int) -> UInt8 { base.load(fromByteOffset: at, as: UInt8.self) }

  /// Where the first byte lies that is no blank, or `end`.
  @inline(__always)
  func skipBlanks(_ start: Int) -> Int {
    if start >= end || self[start] > 0x20 { return start }
    return skipBlanksSlowly(start)
  }

  private func skipBlanksSlowly(_ start: Int) -> Int {
    var at = start
    while at < end {
      switch self[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at &+= 1
      default: return at
      }
    }
    return at
  }

  /// Checks a string's text that starts at a place; the end is behind its closing quote.
  @inline(__always)
  func string(_ start: Int) -> (end: Int, hasEscapes: Bool) {
    let at = special(start)
    if at < end, self[at] == 0x22 { return (at &+ 1, false) }
    return stringWithSpecials(at)
  }

  @inline(never)
  private func stringWithSpecials(_ start: Int) -> (end: Int, hasEscapes: Bool) {
    var at = start
    var hasEscapes = false
    while at < end {
      let byte = self[at]
      if byte == 0x22 { return (at &+ 1, hasEscapes) }
      if byte == 0x5C {
        hasEscapes = true
        at = escape(at)
      } else if byte >= 0x80 {
        at = beyondASCII(at)
      } else {
        return (-1, false)
      }
      if at < 0 { return (-1, false) }
      at = special(at)
    }
    return (-1, false)
  }

  /// Where a byte lies that is no plain ASCII of a string, or a place from `end` on.
  @inline(__always)
  private func special(_ start: Int) -> Int {
    ByteScan.specialByte(
      in: UnsafeRawBufferPointer(start: base, count: readable), from: start, to: readable)
  }

  /// Behind the escape whose backslash stands there.
  private func escape(_ start: Int) -> Int {
    guard end &- start >= 2 else { return -1 }
    switch self[start &+ 1] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return start &+ 2
    case 0x75:
      guard end &- start >= 6 else { return -1 }
      for place in (start &+ 2)..<(start &+ 6) where !Self.isHexDigit(self[place]) { return -1 }
      return start &+ 6
    default: return -1
    }
  }

  static func isHexDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
  }

  /// Behind the scalars beyond ASCII that start there.
  private func beyondASCII(_ start: Int) -> Int {
    let text = UnsafeRawBufferPointer(start: base, count: end)
    var at = start
    while at < end, self[at] >= 0x80 {
      let length = UTF8Text.sequence(in: text, at: at)
      if length <= 0 { return -1 }
      at &+= length
    }
    return at
  }

  /// Behind the number that starts there.
  @inline(__always)
  func number(_ start: Int) -> Int {
    var at = start
    if self[at] == 0x2D { at &+= 1 }
    let whole = at
    at = digits(at)
    if at == whole || (at &- whole > 1 && self[whole] == 0x30) { return -1 }
    if at < end, self[at] == 0x2E {
      let fraction = at &+ 1
      at = digits(fraction)
      if at == fraction { return -1 }
    }
    if at < end, self[at] | 0x20 == 0x65 { return exponent(at &+ 1) }
    return at
  }

  private func exponent(_ start: Int) -> Int {
    var first = start
    if first < end, self[first] == 0x2B || self[first] == 0x2D { first &+= 1 }
    let at = digits(first)
    return at == first ? -1 : at
  }

  @inline(__always)
  private func digits(_ start: Int) -> Int {
    var at = start
    while at < end, self[at] &- 0x30 < 10 { at &+= 1 }
    return at
  }

  /// Behind a word of four bytes, given low byte first.
  @inline(__always)
  func word(_ start: Int, _ letters: UInt32) -> Int {
    guard end &- start >= 4 else { return -1 }
    let found = base.loadUnaligned(fromByteOffset: start, as: UInt32.self)
    return UInt32(littleEndian: found) == letters ? start &+ 4 : -1
  }
}

extension JSONByteCursor {
  /// Behind the value that starts there, found without recursion.
  ///
  /// `depth` containers are open around it; `nesting` is room for what is deeper than 64.
  @inline(__always)
  func skipValue(_ start: Int, depth: Int, _ nesting: inout DeepNesting) -> Int {
    guard start < end else { return -1 }
    if self[start] == 0x22 { return string(start &+ 1).end }
    if self[start] | 0x20 == 0x7B { return skipContainer(start, depth: depth, &nesting) }
    return scalar(start)
  }

  /// Behind the number or word that starts there.
  @inline(__always)
  private func scalar(_ start: Int) -> Int {
    switch self[start] {
    case 0x2D, 0x30...0x39: number(start)
    case 0x74: word(start, 0x6575_7274)
    case 0x66: word(start &+ 1, 0x6573_6C61)
    case 0x6E: word(start, 0x6C6C_756E)
    default: -1
    }
  }

  @inline(never)
  private func skipContainer(_ start: Int, depth outer: Int, _ nesting: inout DeepNesting) -> Int {
    let limit = JSONMemberScanner.depthLimit &- outer
    var depth = 0
    // The innermost 64 containers, the last one lowest: a bit is set for an object.
    var open: UInt64 = 0
    var at = start
    nesting.removeAll()
    while true {
      // A value starts here.
      guard at < end else { return -1 }
      let byte = self[at]
      if byte == 0x22 {
        at = string(at &+ 1).end
      } else if byte | 0x20 == 0x7B {
        if depth >= limit { return -1 }
        if depth & 63 == 0, depth > 0 { nesting.push(open) }
        depth &+= 1
        let isObject = byte == 0x7B
        open = open << 1 | (isObject ? 1 : 0)
        at = skipBlanks(at &+ 1)
        guard at < end else { return -1 }
        if self[at] != byte &+ 2 {
          if isObject {
            at = name(at)
            if at < 0 { return -1 }
          }
          continue
        }
        at = close(at, &depth, &open, &nesting)
      } else {
        at = scalar(at)
      }
      if at < 0 { return -1 }
      // A value has ended.
      while depth > 0 {
        at = skipBlanks(at)
        guard at < end else { return -1 }
        let byte = self[at]
        if byte == 0x2C {
          at = skipBlanks(at &+ 1)
          if open & 1 == 1 { at = name(at) }
          if at < 0 { return -1 }
          break
        }
        guard byte == (open & 1 == 1 ? 0x7D : 0x5D) else { return -1 }
        at = close(at, &depth, &open, &nesting)
      }
      if depth == 0 { return at }
    }
  }

  @inline(__always)
  private func close(
    _ at: Int, _ depth: inout Int, _ open: inout UInt64, _ nesting: inout DeepNesting
  ) -> Int {
    depth &-= 1
    open = depth & 63 == 0 && depth > 0 ? nesting.pop() : open >> 1
    return at &+ 1
  }

  /// Checks a member's name and colon; the place is its value's start.
  @inline(__always)
  private func name(_ start: Int) -> Int {
    guard start < end, self[start] == 0x22 else { return -1 }
    let name = string(start &+ 1)
    if name.end < 0 { return -1 }
    let colon = skipBlanks(name.end)
    guard colon < end, self[colon] == 0x3A else { return -1 }
    return skipBlanks(colon &+ 1)
  }
}

/// Which containers beyond 64 levels are objects: 64 of them in each word.
struct DeepNesting: Sendable {
  private var words: [UInt64] = []

  mutating func removeAll() {
    if !words.isEmpty { words.removeAll(keepingCapacity: true) }
  }

  mutating func push(_ word: UInt64) { words.append(word) }

  mutating func pop() -> UInt64 { words.popLast() ?? 0 }
}
