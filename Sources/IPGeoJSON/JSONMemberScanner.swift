/// Checks in one pass that bytes are one JSON text (RFC 8259, strictly), and keeps the places of a
/// few members of its outermost object.
///
/// It judges as `JSONTokenizer` does with the same depth, and several times as fast: it hands out no
/// tokens, and what is wrong with a text is the tokenizer's to say. A copy of it finds the same.
public struct JSONMemberScanner: Sendable {
  /// How many objects and arrays may be open at once.
  public static let depthLimit = 200_000
  /// How many names can be looked for.
  public static let nameLimit = 4

  /// What a value is.
  public enum Kind: UInt8, Sendable {
    /// An object.
    case object
    /// An array.
    case array
    /// A string.
    case string
    /// A number.
    case number
    /// `true` or `false`.
    case truth
    /// `null`.
    case null
  }

  /// Where a value stands.
  public struct Value: Hashable, Sendable {
    /// What it is.
    public var kind: Kind
    /// All of it, with the quotes of a string and the brackets of a container.
    public var range: Range<Int>
    /// Whether a string holds a backslash.
    public var hasEscapes: Bool

    /// Names a value's place.
    public init(kind: Kind, range: Range<Int>, hasEscapes: Bool = false) {
      self.kind = kind
      self.range = range
      self.hasEscapes = hasEscapes
    }

    /// A string's text: what stands between its quotes.
    public var text: JSONTokenizer.JSONString {
      let start = min(range.lowerBound &+ 1, range.upperBound)
      return JSONTokenizer.JSONString(
        range: start..<max(start, range.upperBound &- 1), hasEscapes: hasEscapes)
    }
  }

  /// What a text holds.
  public struct Outline: Sendable {
    /// The outermost value, without blanks around it.
    public var value: Value
    /// Whether it is an object or array with nothing in it.
    public var isEmpty = false
    var members: (Value?, Value?, Value?, Value?) = (nil, nil, nil, nil)

    /// The value of the member with the name of that number; of several with one name the last.
    public func member(_ number: Int) -> Value? {
      switch number {
      case 0: members.0
      case 1: members.1
      case 2: members.2
      case 3: members.3
      default: nil
      }
    }
  }

  private let names: MemberNames
  private var nesting = DeepNesting()

  /// Prepares to look for members by name.
  /// - Parameter names: UTF-8 without escapes; beyond `nameLimit` they are not looked for.
  public init(names: [[UInt8]]) { self.names = MemberNames(names) }

  /// Reads a text to its end.
  /// - Parameters:
  ///   - bytes: What the ranges are of; they must stay valid for the call only.
  ///   - range: Where the text stands, blanks around it allowed; it must lie within `bytes`.
  /// - Returns: `nil` where it is no JSON text.
  public mutating func scan(
    _ bytes: UnsafeRawBufferPointer, in range: Range<Int>
  ) -> Outline? {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count,
      let base = bytes.baseAddress
    else { return nil }
    let text = JSONByteCursor(base: base, end: range.upperBound, readable: bytes.count)
    let start = text.skipBlanks(range.lowerBound)
    guard start < text.end else { return nil }
    if text[start] == UInt8(ascii: "{") { return object(text, start) }
    guard let value = value(text, at: start), isAll(text, value.range.upperBound) else {
      return nil
    }
    var outline = Outline(value: value)
    outline.isEmpty =
      value.kind == .array
      && text.skipBlanks(start &+ 1) == value.range.upperBound &- 1
    return outline
  }

  private func isAll(_ text: JSONByteCursor, _ end: Int) -> Bool {
    text.skipBlanks(end) >= text.end
  }

  private mutating func object(_ text: JSONByteCursor, _ start: Int) -> Outline? {
    var outline = Outline(value: Value(kind: .object, range: start..<start))
    var at = text.skipBlanks(start &+ 1)
    guard at < text.end else { return nil }
    if text[at] == UInt8(ascii: "}") {
      outline.isEmpty = true
    } else {
      while true {
        guard at < text.end, text[at] == UInt8(ascii: "\"") else { return nil }
        let name = text.string(at &+ 1)
        if name.end < 0 { return nil }
        let colon = text.skipBlanks(name.end)
        guard colon < text.end, text[colon] == UInt8(ascii: ":") else { return nil }
        let start = text.skipBlanks(colon &+ 1)
        let found = names.numbers(
          of: text, (at &+ 1)..<(name.end &- 1), hasEscapes: name.hasEscapes)
        if found == 0 {
          at = text.skipValue(start, depth: 1, &nesting)
          if at < 0 { return nil }
        } else {
          guard let value = value(text, at: start, depth: 1) else { return nil }
          outline.set(value, found)
          at = value.range.upperBound
        }
        at = text.skipBlanks(at)
        guard at < text.end else { return nil }
        if text[at] == UInt8(ascii: "}") { break }
        guard text[at] == UInt8(ascii: ",") else { return nil }
        at = text.skipBlanks(at &+ 1)
      }
    }
    guard isAll(text, at &+ 1) else { return nil }
    outline.value.range = start..<(at &+ 1)
    return outline
  }

  private mutating func value(
    _ text: JSONByteCursor, at start: Int, depth: Int = 0
  ) -> Value? {
    text.value(start, depth: depth, &nesting)
  }
}

extension JSONByteCursor {
  /// The value that starts there; `nil` where it is none.
  @inline(__always)
  func value(
    _ start: Int, depth: Int, _ nesting: inout DeepNesting
  ) -> JSONMemberScanner.Value? {
    guard start < end else { return nil }
    let kind: JSONMemberScanner.Kind
    switch self[start] {
    case UInt8(ascii: "\""):
      let string = string(start &+ 1)
      if string.end < 0 { return nil }
      return JSONMemberScanner.Value(
        kind: .string, range: start..<string.end, hasEscapes: string.hasEscapes)
    case UInt8(ascii: "{"): kind = .object
    case UInt8(ascii: "["): kind = .array
    case UInt8(ascii: "t"), UInt8(ascii: "f"): kind = .truth
    case UInt8(ascii: "n"): kind = .null
    default: kind = .number
    }
    let end = skipValue(start, depth: depth, &nesting)
    return end < 0 ? nil : JSONMemberScanner.Value(kind: kind, range: start..<end)
  }
}

extension JSONMemberScanner.Outline {
  /// Sets the values of the names in a set of bits.
  mutating func set(_ value: JSONMemberScanner.Value, _ found: UInt8) {
    if found & 1 != 0 { members.0 = value }
    if found & 2 != 0 { members.1 = value }
    if found & 4 != 0 { members.2 = value }
    if found & 8 != 0 { members.3 = value }
  }
}

/// Up to four names, to be compared with many.
struct MemberNames: Sendable {
  private let bytes: [UInt8]
  /// Each name's length; -1 where there is none.
  private let lengths: (Int, Int, Int, Int)
  private let longest: Int

  init(_ names: [[UInt8]]) {
    let names = names.prefix(JSONMemberScanner.nameLimit)
    bytes = Array(names.joined())
    let all = names.map(\.count) + [Int](repeating: -1, count: JSONMemberScanner.nameLimit)
    lengths = (all[0], all[1], all[2], all[3])
    longest = all.max() ?? -1
  }

  /// Which of the names it is, as a set of bits; 0 where it is none.
  @inline(__always)
  func numbers(of text: JSONByteCursor, _ name: Range<Int>, hasEscapes: Bool) -> UInt8 {
    if hasEscapes { return numbersUndone(text, name) }
    let length = name.count
    if length != lengths.0, length != lengths.1, length != lengths.2, length != lengths.3 {
      return 0
    }
    return numbers(of: text.base + name.lowerBound, length)
  }

  private func numbers(of name: UnsafeRawPointer, _ length: Int) -> UInt8 {
    bytes.withUnsafeBytes { all in
      var found: UInt8 = 0
      var start = 0
      if isEqual(all, &start, lengths.0, name, length) { found |= 1 }
      if isEqual(all, &start, lengths.1, name, length) { found |= 2 }
      if isEqual(all, &start, lengths.2, name, length) { found |= 4 }
      if isEqual(all, &start, lengths.3, name, length) { found |= 8 }
      return found
    }
  }

  @inline(__always)
  private func isEqual(
    _ all: UnsafeRawBufferPointer, _ start: inout Int, _ wanted: Int, _ name: UnsafeRawPointer,
    _ length: Int
  ) -> Bool {
    let from = start
    start &+= max(wanted, 0)
    guard length == wanted, start <= all.count else { return false }
    var at = 0
    while at < length {
      if all[from &+ at] != name.load(fromByteOffset: at, as: UInt8.self) { return false }
      at &+= 1
    }
    return true
  }

  @inline(never)
  private func numbersUndone(_ text: JSONByteCursor, _ name: Range<Int>) -> UInt8 {
    // An escape is at most six bytes for one.
    if longest < 0 || name.count > 6 &* longest { return 0 }
    let raw = UnsafeRawBufferPointer(start: text.base + name.lowerBound, count: name.count)
    let tokenizer = JSONTokenizer(raw)
    return withUnsafeTemporaryAllocation(byteCount: max(raw.count, 1), alignment: 1) { room in
      let length = tokenizer.unescape(0..<raw.count, into: room)
      return room.baseAddress.map { numbers(of: UnsafeRawPointer($0), length) } ?? 0
    }
  }
}
