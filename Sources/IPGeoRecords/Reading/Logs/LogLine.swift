internal import IPGeoAddresses
internal import IPGeoCore

/// Finds the client's field in one line of an access log.
///
/// It is settled by what stands before the date in brackets; the quoted parts behind it, which
/// whoever sent the request has written, are never read.
struct LogLine {
  /// What a line turned out to be.
  struct Finding {
    var client: Range<Int>
    /// `nil` where only what follows the date would tell.
    var shape: LogShape?
    /// What follows the client, or the date.
    var rest: Range<Int>
  }

  private let bytes: UnsafeRawBufferPointer
  private let end: Int
  private let rule: ClientRule
  private let date: LogDate

  /// As many prefixes are taken off at most: syslog in a container, with a time before it.
  private static let prefixes = 5
  /// No line has so many words before its date, but for a user's name.
  private static let longestHead = 64
  /// Clients' ports are from here on, servers' ports below.
  private static let firstClientPort: UInt16 = 32768

  static func read(
    _ line: Range<Int>, in bytes: UnsafeRawBufferPointer, _ rule: ClientRule
  ) -> Finding? {
    LogLine(bytes: bytes, end: line.upperBound, rule: rule).find(from: line.lowerBound)
  }

  private init(bytes: UnsafeRawBufferPointer, end: Int, rule: ClientRule) {
    self.bytes = bytes
    self.end = end
    self.rule = rule
    date = LogDate(bytes: bytes, end: end)
  }

  private func find(from start: Int) -> Finding? {
    let prefix = LogPrefix(bytes, end: end)
    var start = quotedLineStart(start) ?? start
    var outer: LogPrefix.Kind?
    for _ in 0...LogLine.prefixes {
      start = behindBlanks(start)
      if let fixed = FixedLogLine.client(in: bytes, start..<end) {
        let shape: LogShape = fixed.kind == .squid ? .squid : .loadBalancer
        return Finding(client: fixed.field, shape: shape, rest: fixed.field.upperBound..<end)
      }
      guard let (next, kind) = prefix.strip(from: start) else { break }
      outer = outer ?? kind
      start = next
    }
    guard let head = head(from: start) else { return nil }
    let rest = head.date..<end
    if let client = objectStoreClient(head) {
      return Finding(client: client, shape: .objectStore, rest: rest)
    }
    guard let (client, isBehindHost) = choose(head.fields) else { return nil }
    let shape: LogShape? =
      switch outer {
      case .syslog: .syslog
      case .container: .container
      case nil: isBehindHost ? .virtualHost : nil
      }
    return Finding(client: client, shape: shape, rest: rest)
  }

  private func behindBlanks(_ start: Int) -> Int {
    var words = LogWords(bytes, start..<end)
    words.skipBlanks()
    return words.position
  }

  /// Where the line starts within quotes that are around all of it.
  private func quotedLineStart(_ start: Int) -> Int? {
    let start = behindBlanks(start)
    guard start < end, bytes[start] == LogWords.quote else { return nil }
    let close = LineCutter.first(LogWords.quote, in: bytes, (start + 1)..<end) ?? end
    var words = LogWords(bytes, (start + 1)..<close)
    while let word = words.next() {
      if LogDate(bytes: bytes, end: close).isBracketed(at: word.lowerBound) { return start + 1 }
    }
    return nil
  }

  /// The first fields of a line, and how many there are.
  private struct Fields {
    var first = 0..<0
    var second = 0..<0
    var third = 0..<0
    var count = 0

    mutating func append(_ field: Range<Int>) {
      switch count {
      case 0: first = field
      case 1: second = field
      case 2: third = field
      default: break
      }
      count += 1
    }

    mutating func extendLast(to end: Int) {
      switch count {
      case 1: first = first.lowerBound..<end
      case 2: second = second.lowerBound..<end
      case 3: third = third.lowerBound..<end
      default: break
      }
    }
  }

  /// What stands before the date in brackets; a list with blanks behind its commas is one field.
  private func head(from start: Int) -> (fields: Fields, date: Int)? {
    var words = LogWords(bytes, start..<end)
    var fields = Fields()
    var isOpenList = false
    for _ in 0..<LogLine.longestHead {
      guard let (word, isQuoted) = words.nextQuoted() else { return nil }
      if !isQuoted, date.isBracketed(at: word.lowerBound) { return (fields, word.lowerBound) }
      guard !isQuoted, !word.isEmpty else {
        fields.append(word)
        isOpenList = false
        continue
      }
      let startsWithComma = bytes[word.lowerBound] == LogLine.comma
      if fields.count > 0, isOpenList || startsWithComma {
        fields.extendLast(to: word.upperBound)
      } else {
        fields.append(word)
      }
      isOpenList = bytes[word.upperBound - 1] == LogLine.comma
    }
    return nil
  }

  private static let comma = UInt8(ascii: ",")
}

// MARK: Which field is the client's

extension LogLine {
  /// The first field, unless it names the host that was asked and the client follows.
  private func choose(_ fields: Fields) -> (client: Range<Int>, isBehindHost: Bool)? {
    guard fields.count > 0 else { return nil }
    let first = fields.first
    guard fields.count > 1 else { return (first, false) }
    if isPlainName(first) { return chooseBehindName(fields) }
    let found = rule.client(in: text(first))
    switch found.result {
    case .address:
      if let port = found.port, !found.isForwarded, port < LogLine.firstClientPort,
        isAddress(fields.second)
      {
        return (fields.second, true)
      }
      return (first, false)
    case .invalid(let reason):
      // With a host in front there is one field more than usual.
      if isDash(first) || reason == .noAddress || reason == .empty {
        let isHost = fields.count >= 4 && isAddress(fields.second)
        return isHost ? (fields.second, true) : (first, false)
      }
      return isName(first) ? chooseBehindName(fields) : (first, false)
    }
  }

  /// The client of a line whose first field is a name: its own, or that of a host that was asked.
  private func chooseBehindName(_ fields: Fields) -> (client: Range<Int>, isBehindHost: Bool) {
    if isAddress(fields.second) { return (fields.second, true) }
    if fields.count > 2, isName(fields.second), isAddress(fields.third) {
      return (fields.third, true)
    }
    return fields.count >= 4 && hasPort(fields.first)
      ? (fields.second, true) : (fields.first, false)
  }

  /// Whether a field is surely a host's name, perhaps with a port: nothing else needs to be tried.
  ///
  /// No address starts with a letter beyond `f`, and no word that stands for none has a dot.
  private func isPlainName(_ field: Range<Int>) -> Bool {
    guard !field.isEmpty, bytes[field.lowerBound] | 0x20 > UInt8(ascii: "f"),
      LogWords.isLetter(bytes[field.lowerBound])
    else { return false }
    var dots = 0
    var colons = 0
    for index in field {
      switch bytes[index] {
      case 0x2e: dots += 1
      case 0x3a: colons += 1
      case 0x2d, 0x30...0x39, 0x41...0x5a, 0x61...0x7a: continue
      default: return false
      }
    }
    return dots > 0 && colons < 2
  }

  /// S3 and its kin: `OWNER BUCKET [date] CLIENT …`, the owner as 64 hexadecimal digits.
  private func objectStoreClient(_ head: (fields: Fields, date: Int)) -> Range<Int>? {
    let owner = text(head.fields.first)
    guard head.fields.count == 2, owner.count == 64,
      owner.allSatisfy({ LogWords.isDigit($0) || 0x61...0x66 ~= $0 }),
      let close = LineCutter.first(UInt8(ascii: "]"), in: bytes, head.date..<end)
    else { return nil }
    var words = LogWords(bytes, (close + 1)..<end)
    return words.next()
  }

  private func text(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[range])
  }

  private func isAddress(_ field: Range<Int>) -> Bool {
    if case .address = rule.client(in: text(field)).result { return true }
    return false
  }

  private func isDash(_ field: Range<Int>) -> Bool {
    field.count == 1 && bytes[field.lowerBound] == UInt8(ascii: "-")
  }

  /// What a host, a pod or a program may be called; not what looks like a broken address.
  private func isName(_ field: Range<Int>) -> Bool {
    let name = text(field)
    guard !name.contains(LogLine.comma), name.count(where: { $0 == 0x3a }) < 2 else { return false }
    switch AddressToken.parse(name) {
    case .failure(.hostname): return true
    case .failure(.notAnAddress):
      return name.contains { LogWords.isLetter($0) || $0 == 0x5f || $0 == 0x2a }
    default: return false
    }
  }

  /// Whether a name is followed by a port.
  private func hasPort(_ field: Range<Int>) -> Bool {
    let name = text(field)
    guard let colon = name.lastIndex(of: 0x3a), colon > 0, colon + 1 < name.count else {
      return false
    }
    return name[(colon + 1)...].allSatisfy(LogWords.isDigit)
  }
}
