internal import IPGeoCore

/// The fields of a W3C extended log, as a `#Fields:` line names them.
struct W3CFields: Hashable, Sendable {
  let names: [[UInt8]]
  /// Whether tabs alone part the names, and so the values.
  let isTabbed: Bool
  /// The field that holds the client, from 0.
  private(set) var client: Int?

  /// Reads the line; `nil` where it is another.
  init?(_ line: UnsafeRawBufferPointer, wanted: LogFinder.Field) {
    guard W3CFields.isDirective(line, "#Fields:") else { return nil }
    let range = "#Fields:".utf8.count..<line.count
    // A blank or tab behind the colon parts nothing.
    isTabbed = line[range].dropFirst().contains(0x09)
    var words = LogWords(line, range)
    var names: [[UInt8]] = []
    while let word = words.next() { names.append(Array(line[word])) }
    self.names = names
    client =
      switch wanted {
      case .client: names.firstIndex { W3CFields.isSame($0, Array("c-ip".utf8)) }
      case .number(let number): number - 1
      case .name(let name): W3CFields.index(of: Array(name.utf8), in: names)
      }
  }

  /// Whether a log has such fields: a comment in a list may be written alike.
  var isLog: Bool {
    let times: [StaticString] = ["date", "time"]
    return client != nil
      || names.contains { name in
        times.contains { time in time.withUTF8Buffer { W3CFields.isSame(name, Array($0)) } }
      }
  }

  /// By the name itself, then as a header of the request: `cs(NAME)`.
  private static func index(of name: [UInt8], in names: [[UInt8]]) -> Int? {
    if let exact = names.firstIndex(of: name) { return exact }
    if let same = names.firstIndex(where: { isSame($0, name) }) { return same }
    let header = Array("cs(".utf8) + name + Array(")".utf8)
    return names.firstIndex { isSame($0, header) }
  }

  private static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { lower($0) == lower($1) }
  }

  private static func lower(_ byte: UInt8) -> UInt8 { 0x41...0x5a ~= byte ? byte | 0x20 : byte }

  /// Whether a line starts with these words, in upper or lower case.
  static func isDirective(_ line: UnsafeRawBufferPointer, _ name: StaticString) -> Bool {
    name.withUTF8Buffer { name in
      line.count >= name.count && zip(line, name).allSatisfy { lower($0) == lower($1) }
    }
  }

  /// Whether a line is one of those that describe a W3C log.
  static func isDirective(_ line: UnsafeRawBufferPointer) -> Bool {
    guard line.first == UInt8(ascii: "#") else { return false }
    return directives.contains { isDirective(line, $0) }
  }

  private static let directives: [StaticString] = [
    "#Fields:", "#Version:", "#Software:", "#Date:", "#Start-Date:", "#End-Date:", "#Remark:",
  ]
}

// MARK: Values

extension W3CFields {
  /// Where the client stands in a line; `nil` where there is no such field or value.
  func value(in bytes: UnsafeRawBufferPointer, _ line: Range<Int>) -> Range<Int>? {
    guard let client else { return nil }
    if isTabbed || W3CFields.startsTabbed(bytes, line) {
      return W3CFields.tabbed(client, in: bytes, line)
    }
    var words = LogWords(bytes, line)
    var seen = 0
    var hasQuotes = false
    while let word = words.next() {
      if bytes[word.lowerBound] == LogWords.quote { hasQuotes = true }
      if seen == client {
        return hasQuotes ? quoted(client, in: bytes, line) ?? word : word
      }
      seen += 1
    }
    return nil
  }

  /// The value where quotes hold blanks together: some servers write strings so, most do not.
  ///
  /// Quotes count only where the values come out as many as the fields by them, and not without.
  private func quoted(
    _ index: Int, in bytes: UnsafeRawBufferPointer, _ line: Range<Int>
  ) -> Range<Int>? {
    var plain = LogWords(bytes, line)
    var count = 0
    while plain.next() != nil { count += 1 }
    if count == names.count { return nil }
    var words = LogWords(bytes, line)
    var value: Range<Int>?
    count = 0
    while let (word, _) = words.nextQuoted() {
      if count == index { value = word }
      count += 1
    }
    return count == names.count ? value : nil
  }

  /// CloudFront names its fields with blanks between, and parts the values with tabs.
  private static func startsTabbed(_ bytes: UnsafeRawBufferPointer, _ line: Range<Int>) -> Bool {
    bytes[line].first(where: LogWords.isBlank) == 0x09
  }

  private static func tabbed(
    _ index: Int, in bytes: UnsafeRawBufferPointer, _ line: Range<Int>
  ) -> Range<Int>? {
    var start = line.lowerBound
    var left = index
    while true {
      let end = LineCutter.first(0x09, in: bytes, start..<line.upperBound) ?? line.upperBound
      if left == 0 { return start..<end }
      if end == line.upperBound { return nil }
      left -= 1
      start = end + 1
    }
  }

  /// Hands over a value with blanks for `+` and `%20`, each byte in its place.
  static func withBlanks<Result>(
    _ value: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    guard value.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") }) else {
      return body(value)
    }
    return withUnsafeTemporaryAllocation(byteCount: value.count, alignment: 1) { copy in
      copy.copyMemory(from: value)
      for index in copy.indices {
        if copy[index] == UInt8(ascii: "+") { copy[index] = 0x20 }
        blankEscape(at: index, in: copy)
      }
      return body(UnsafeRawBufferPointer(copy))
    }
  }

  /// `%20` becomes three blanks, `%2520` five; `%2C` a comma and two.
  private static func blankEscape(at index: Int, in copy: UnsafeMutableRawBufferPointer) {
    guard copy[index] == UInt8(ascii: "%") else { return }
    var code = index + 1
    if code + 1 < copy.count, copy[code] == 0x32, copy[code + 1] == 0x35 { code += 2 }
    guard code + 1 < copy.count, copy[code] == 0x32 else { return }
    let replacement: UInt8
    switch copy[code + 1] {
    case 0x30: replacement = 0x20
    case 0x43, 0x63: replacement = UInt8(ascii: ",")
    default: return
    }
    for place in index...(code + 1) { copy[place] = 0x20 }
    copy[index] = replacement
  }
}
