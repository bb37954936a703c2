/// Why a text is no address, with what is known beside the fault.
struct TokenRejection: Error {
  var fault: AddressFault
  /// The address with its leading zeros read as decimal, where the fault is `leadingZero`.
  var decimalReading: IPAddress?

  init(_ fault: AddressFault, decimalReading: IPAddress? = nil) {
    self.fault = fault
    self.decimalReading = decimalReading
  }
}

/// Takes decorations off and reads what is left.
///
/// All ranges are of `bytes`.
struct TokenReader {
  typealias Reading = Result<AddressToken, TokenRejection>

  let bytes: UnsafeRawBufferPointer

  /// Longer words are neither an address nor a name; they are not looked at closely.
  private static let longestWord = 1024

  func read() -> Reading {
    let trimmed = AddressToken.trimmed(bytes)
    if trimmed.isEmpty { return .failure(TokenRejection(.empty)) }
    let core = undecorated(trimmed)
    guard let blank = firstSeparator(in: core.range) else { return readOneWord(core) }
    return .failure(judgeSeveralWords(trimmed, core: core.range, firstBlank: blank))
  }

  /// A text without blanks; of a table's line the first cell tells what is wrong.
  private func readOneWord(_ core: Core) -> Reading {
    let reading = readWord(core)
    guard case .failure(let rejection) = reading, rejection.fault == .notAnAddress,
      let comma = bytes[core.range].firstIndex(where: { $0 == 0x2c || $0 == 0x3b || $0 == 0x7c }),
      comma > core.range.lowerBound, comma < core.range.upperBound - 1,
      case .success = readWord(Core(range: core.range.lowerBound..<comma))
    else { return reading }
    return .failure(TokenRejection(.trailingText))
  }

  /// Text without its decoration.
  private struct Core {
    var range: Range<Int>
    /// Square brackets were taken off, so that it may be the inside of an URI's IPv6 literal.
    var wasInSquareBrackets = false
  }

  private func undecorated(_ trimmed: Range<Int>) -> Core {
    var range = trimmed
    var hadPunctuation = takePunctuation(&range)
    var core = Core(range: range)
    if range.count >= 2,
      let closing = TokenReader.closing(bytes[range.lowerBound]),
      bytes[range.upperBound - 1] == closing
    {
      range = AddressToken.trimmed(bytes, (range.lowerBound + 1)..<(range.upperBound - 1))
      if !hadPunctuation { hadPunctuation = takePunctuation(&range) }
      core = Core(range: range, wasInSquareBrackets: closing == ASCII.closeSquare)
    }
    return core
  }

  /// Takes one trailing `,` `;` or `.` off, unless it is all there is.
  private func takePunctuation(_ range: inout Range<Int>) -> Bool {
    guard range.count >= 2 else { return false }
    let last = bytes[range.upperBound - 1]
    guard last == 0x2c || last == 0x3b || last == ASCII.dot else { return false }
    range = AddressToken.trimmed(bytes, range.lowerBound..<(range.upperBound - 1))
    return true
  }

  private static func closing(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x28: 0x29
    case 0x3c: 0x3e
    case 0x5b: 0x5d
    case 0x7b: 0x7d
    case 0x22, 0x27, 0x60: byte
    default: nil
    }
  }

  private func firstSeparator(in range: Range<Int>) -> Int? {
    range.first {
      (bytes[$0] <= 0x20 || bytes[$0] >= 0x80)
        && Blanks.isSeparator(in: bytes, at: $0, end: range.upperBound)
    }
  }

  /// The fault of a text with blanks inside: the first word decides.
  private func judgeSeveralWords(
    _ trimmed: Range<Int>, core: Range<Int>, firstBlank: Int
  ) -> TokenRejection {
    if isSpacedRange(core) { return TokenRejection(.network) }
    let end = firstSeparator(in: trimmed) ?? firstBlank
    let whole = judgeFirstWord(trimmed.lowerBound..<end)
    // `(8.8.8.8 and more)`: the bracket belongs to the whole text.
    guard whole.fault == .notAnAddress, core.lowerBound > trimmed.lowerBound else { return whole }
    return judgeFirstWord(core.lowerBound..<firstBlank)
  }

  private func judgeFirstWord(_ word: Range<Int>) -> TokenRejection {
    // A NUL within the whole text is no edge to trim at.
    let trimmed = bytes[word].contains(0) ? word : AddressToken.trimmed(bytes, word)
    return switch readWord(undecorated(trimmed)) {
    case .success: TokenRejection(.trailingText)
    case .failure(let rejection): rejection
    }
  }

  private func isSpacedRange(_ range: Range<Int>) -> Bool {
    guard range.count <= TokenReader.longestWord else { return false }
    return WordReader(bytes: bytes, word: range, isBracketed: false).isAddressRange
  }

  private func readWord(_ core: Core) -> Reading {
    if core.range.isEmpty { return .failure(TokenRejection(.empty)) }
    guard core.range.count <= TokenReader.longestWord else {
      return .failure(TokenRejection(.notAnAddress))
    }
    if bytes[core.range.lowerBound] == ASCII.openSquare {
      return core.wasInSquareBrackets
        ? .failure(TokenRejection(.notAnAddress)) : readBracketed(core.range)
    }
    return WordReader(bytes: bytes, word: core.range, isBracketed: core.wasInSquareBrackets).read()
  }

  /// `[address]:port`; `[address]` within another pair is left to IPv6, whose brackets are its own.
  private func readBracketed(_ range: Range<Int>) -> Reading {
    let refused = Reading.failure(TokenRejection(.notAnAddress))
    guard let close = bytes[range].firstIndex(of: ASCII.closeSquare) else { return refused }
    let inside = AddressToken.trimmed(bytes, (range.lowerBound + 1)..<close)
    let behind = (close + 1)..<range.upperBound
    guard !inside.isEmpty else { return refused }
    var port: UInt16?
    if behind.isEmpty {
      guard bytes[inside].contains(ASCII.colon) else { return refused }
    } else {
      guard bytes[behind.lowerBound] == ASCII.colon else { return refused }
      port = WordReader.port(bytes, (behind.lowerBound + 1)..<behind.upperBound)
      guard port != nil else { return refused }
    }
    return WordReader(bytes: bytes, word: inside, isBracketed: true).read().flatMap { token in
      guard token.port == nil else { return refused }
      return .success(
        AddressToken(
          address: token.address, spelling: token.spelling, zone: token.zone, port: port))
    }
  }
}
