/// Takes a JSON text (RFC 8259, strictly) apart, one token at a time.
///
/// The bytes must stay valid as long as the tokenizer and its tokens are used; nothing is copied.
/// One text holds one value: anything but blanks after it is an error. Names that come twice in an
/// object are handed out twice. After an error each further call throws the same error again.
public struct JSONTokenizer {
  /// A piece of the text.
  public enum Token: Hashable, Sendable {
    /// An object begins: keys and values come next.
    case beginObject
    /// The innermost object has ended.
    case endObject
    /// An array begins: its elements come next.
    case beginArray
    /// The innermost array has ended.
    case endArray
    /// A member's name; its value comes next.
    case key(JSONString)
    /// A string that is a value.
    case string(JSONString)
    /// Where the number's text stands; see `double(_:)` and `integer(_:)`.
    case number(Range<Int>)
    /// The word `true`.
    case `true`
    /// The word `false`.
    case `false`
    /// The word `null`.
    case null
    /// The text has ended, well-formed; it comes again at every further call.
    case end
  }

  /// Where a string's text stands.
  public struct JSONString: Hashable, Sendable {
    /// The bytes between the quotes: valid UTF-8 with valid escapes.
    public var range: Range<Int>
    /// Whether there is a backslash among them.
    public var hasEscapes: Bool

    /// Names a string's place.
    public init(range: Range<Int>, hasEscapes: Bool) {
      self.range = range
      self.hasEscapes = hasEscapes
    }
  }

  enum Expectation {
    case value
    case elementOrEnd
    case key
    case keyOrEnd
    case commaOrEnd
  }

  let bytes: UnsafeRawBufferPointer
  private let depthLimit: Int
  private var open = NestingStack()
  private var expected = Expectation.value
  /// Where the next token is looked for, in bytes from the start.
  public private(set) var offset = 0
  /// Where the last token stands, with a string's quotes.
  public private(set) var tokenRange = 0..<0

  /// Reads from the start of `bytes`.
  /// - Parameters:
  ///   - bytes: The text; a byte order mark is an error.
  ///   - depthLimit: How many objects and arrays may be open at once; 1 to 200,000.
  public init(_ bytes: UnsafeRawBufferPointer, depthLimit: Int = 512) {
    self.bytes = bytes
    self.depthLimit = max(1, min(depthLimit, 200_000))
  }

  /// How many objects and arrays are open.
  public var depth: Int { open.depth }

  /// The next token, with commas and colons checked and taken.
  public mutating func next() throws(JSONSyntaxError) -> Token {
    skipBlanks()
    switch expected {
    case .value: return try value()
    case .elementOrEnd:
      if offset < bytes.count, bytes[offset] == 0x5D { return close(.endArray) }
      return try value()
    case .key: return try key()
    case .keyOrEnd:
      if offset < bytes.count, bytes[offset] == 0x7D { return close(.endObject) }
      return try key()
    case .commaOrEnd: return try afterValue()
    }
  }

  /// Takes the next value whole: after a `.key` its value, in an array the next element.
  ///
  /// Where the array ends instead, or the text, that token is taken.
  public mutating func skipValue() throws(JSONSyntaxError) {
    let before = open.depth
    repeat { _ = try next() } while open.depth > before
  }

  /// Takes the rest of the innermost open object or array, with its end; nothing where none is.
  public mutating func skipRest() throws(JSONSyntaxError) {
    let before = open.depth
    while before > 0, open.depth >= before { _ = try next() }
  }

  private mutating func afterValue() throws(JSONSyntaxError) -> Token {
    guard open.depth > 0 else {
      if offset >= bytes.count {
        tokenRange = offset..<offset
        return .end
      }
      throw error("something follows the value")
    }
    guard offset < bytes.count else { throw endedInside() }
    let inObject = open.isObject
    switch bytes[offset] {
    case 0x2C:
      offset &+= 1
      expected = inObject ? .key : .value
      skipBlanks()
      return inObject ? try key() : try value()
    case 0x7D where inObject: return close(.endObject)
    case 0x5D where !inObject: return close(.endArray)
    default:
      throw error(
        inObject
          ? "a comma or the object's end is expected" : "a comma or the array's end is expected")
    }
  }

  private mutating func key() throws(JSONSyntaxError) -> Token {
    guard offset < bytes.count else { throw endedInside() }
    guard bytes[offset] == 0x22 else { throw error("a name in double quotes is expected") }
    let name = try scanString(from: offset)
    var colon = name.range.upperBound &+ 1
    while colon < bytes.count, Self.isBlank(bytes[colon]) { colon &+= 1 }
    guard colon < bytes.count else { throw endedInside() }
    guard bytes[colon] == 0x3A else {
      throw JSONSyntaxError(offset: colon, message: "a colon is expected after the name")
    }
    tokenRange = offset..<(name.range.upperBound &+ 1)
    offset = colon &+ 1
    expected = .value
    return .key(name)
  }

  private mutating func value() throws(JSONSyntaxError) -> Token {
    guard offset < bytes.count else {
      throw open.depth > 0 ? endedInside() : error("there is no value")
    }
    switch bytes[offset] {
    case 0x22:
      let string = try scanString(from: offset)
      return take(.string(string), length: string.range.count &+ 2)
    case 0x7B: return try open(.beginObject, then: .keyOrEnd)
    case 0x5B: return try open(.beginArray, then: .elementOrEnd)
    case 0x2D, 0x30...0x39:
      let end = try scanNumber(from: offset)
      return take(.number(offset..<end), length: end &- offset)
    case 0x74 where stands("true", at: offset): return take(.true, length: 4)
    case 0x66 where stands("false", at: offset): return take(.false, length: 5)
    case 0x6E where stands("null", at: offset): return take(.null, length: 4)
    case 0xEF where offset == 0 && stands("\u{FEFF}", at: 0):
      throw error("a byte order mark stands before the value")
    default: throw error("a value is expected")
    }
  }

  private mutating func take(_ token: Token, length: Int) -> Token {
    tokenRange = offset..<(offset &+ length)
    offset &+= length
    expected = .commaOrEnd
    return token
  }

  private mutating func open(
    _ token: Token, then expectation: Expectation
  ) throws(JSONSyntaxError) -> Token {
    if open.depth >= depthLimit { throw error("it is nested too deeply") }
    open.push(isObject: expectation == .keyOrEnd)
    let token = take(token, length: 1)
    expected = expectation
    return token
  }

  private mutating func close(_ token: Token) -> Token {
    open.pop()
    return take(token, length: 1)
  }

  private mutating func skipBlanks() {
    while offset < bytes.count, Self.isBlank(bytes[offset]) { offset &+= 1 }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private func endedInside() -> JSONSyntaxError {
    JSONSyntaxError(offset: bytes.count, message: "the text ends too early")
  }

  private func error(_ message: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: offset, message: message)
  }

  private func stands(_ word: StaticString, at start: Int) -> Bool {
    let length = word.utf8CodeUnitCount
    guard bytes.count &- start >= length else { return false }
    for index in 0..<length where bytes[start &+ index] != word.utf8Start[index] { return false }
    return true
  }
}
