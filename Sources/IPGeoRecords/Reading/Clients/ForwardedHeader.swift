internal import IPGeoAddresses

/// Takes a Forwarded header (RFC 7239) apart.
///
/// What a sender wrote on the left must not hide what proxies added on the right: where a quote does
/// not close before a `;`, a `,` or the end, it is no quote. All passes together are linear.
struct ForwardedHeader {
  /// What one proxy added.
  struct Element {
    /// The value of its first `for`.
    var node: ForwardedNode?
    /// Whether all of its parameters have a name and a value.
    var isWellFormed = true
    fileprivate var isEmpty = true
  }

  private let bytes: UnsafeRawBufferPointer
  private var position: Int
  private let end: Int
  /// Kinds of quotes that close nowhere any more.
  private var unclosed: Set<ForwardedQuote> = []

  init(_ text: UnsafeRawBufferPointer) {
    bytes = text
    let inner = ForwardedHeader.undecorated(text)
    position = inner.lowerBound
    end = inner.upperBound
  }

  /// Whether a text is such a header: some element has a `for`.
  static func isOne(_ text: UnsafeRawBufferPointer) -> Bool {
    guard LineCutter.first(ListSyntax.equals, in: text, 0..<text.count) != nil else { return false }
    var header = ForwardedHeader(text)
    while let element = header.next() {
      if element.node != nil { return true }
    }
    return false
  }

  /// The next element that is not empty.
  mutating func next() -> Element? {
    while position < end {
      var element = Element()
      while takePair(&element) { position += 1 }
      position += 1
      if !element.isEmpty { return element }
    }
    return nil
  }

  /// Takes a parameter up to what ends it; returns whether that is a `;`.
  private mutating func takePair(_ element: inout Element) -> Bool {
    let start = position
    while position < end, bytes[position] != ListSyntax.equals, !isStop(position) { position += 1 }
    let name = trimmed(start..<position)
    if position < end, bytes[position] == ListSyntax.equals {
      element.isEmpty = false
      if !Placeholder.isIdentifier(bytes[name]) { element.isWellFormed = false }
      position += 1
      let value = takeValue()
      if element.node == nil, isFor(name) { element.node = value }
    } else if !name.isEmpty {
      element.isEmpty = false
      element.isWellFormed = false
    }
    return position < end && bytes[position] == ForwardedHeader.semicolon
  }

  private mutating func takeValue() -> ForwardedNode {
    position = afterBlanks(position)
    if let quote = ForwardedQuote.opening(in: bytes, position..<end), !unclosed.contains(quote) {
      let inner = position + quote.length
      if let close = quote.close(in: bytes, inner..<end) {
        let behind = afterBlanks(close + quote.length)
        if behind >= end || isStop(behind) {
          position = behind
          return ForwardedNode(range: inner..<close, mayHaveEscapes: quote == .plain)
        }
      } else {
        unclosed.insert(quote)
      }
    }
    let start = position
    while position < end, !isStop(position) { position += 1 }
    return ForwardedNode(range: trimmed(start..<position), mayHaveEscapes: false)
  }

  private static let semicolon = UInt8(ascii: ";")

  private func isStop(_ index: Int) -> Bool {
    bytes[index] == ForwardedHeader.semicolon || bytes[index] == ListSyntax.comma
  }

  private func afterBlanks(_ index: Int) -> Int {
    var index = index
    while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    return index
  }

  private func isFor(_ name: Range<Int>) -> Bool {
    name.count == 3 && zip("for".utf8, bytes[name]).allSatisfy { $0 == Placeholder.lowercased($1) }
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    AddressToken.trimmed(UnsafeRawBufferPointer(rebasing: bytes[range])).moved(by: range.lowerBound)
  }

  /// The text without outer blanks, and without quotes around all of it, which end in none of its
  /// values' own.
  private static func undecorated(_ text: UnsafeRawBufferPointer) -> Range<Int> {
    let outer = AddressToken.trimmed(text)
    guard outer.count >= 2, let closing = ListSyntax.closing(text[outer.lowerBound]),
      text[outer.upperBound - 1] == closing
    else { return outer }
    return (outer.lowerBound + 1)..<(outer.upperBound - 1)
  }
}

/// A quote as it stands in a header, or in a log that escapes quotes.
enum ForwardedQuote: Hashable {
  /// `"`, with backslash escapes behind it.
  case plain
  /// `\"`, as Apache logs it.
  case escaped
  /// `\x22`, as nginx logs it.
  case hexadecimal

  var length: Int {
    switch self {
    case .plain: 1
    case .escaped: 2
    case .hexadecimal: 4
    }
  }

  /// The quote that a range starts with.
  static func opening(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> ForwardedQuote? {
    guard let first = range.first else { return nil }
    if bytes[first] == quote { return .plain }
    if bytes[first] != backslash { return nil }
    let text = bytes[range].dropFirst()
    if text.first == quote { return .escaped }
    return text.starts(with: "x22".utf8) ? .hexadecimal : nil
  }

  /// Where the same quote comes next.
  func close(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == ForwardedQuote.backslash || bytes[index] == ForwardedQuote.quote {
        if ForwardedQuote.opening(in: bytes, index..<range.upperBound) == self { return index }
        // What is escaped within plain quotes is neither a quote nor an escape.
        if self == .plain { index += 1 }
      }
      index += 1
    }
    return nil
  }

  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
}
