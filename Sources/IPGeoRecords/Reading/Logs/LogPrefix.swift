internal import IPGeoAddresses

/// What a collector of logs put before a line: syslog, journald, containers.
struct LogPrefix {
  /// Who put it there.
  enum Kind {
    case syslog
    case container
  }

  private let bytes: UnsafeRawBufferPointer
  private let end: Int
  private let date: LogDate

  init(_ bytes: UnsafeRawBufferPointer, end: Int) {
    self.bytes = bytes
    self.end = end
    date = LogDate(bytes: bytes, end: end)
  }

  /// Where the line goes on behind one prefix; `nil` where there is none.
  func strip(from start: Int) -> (next: Int, kind: Kind)? {
    if let next = priorityEnd(start) { return (next, .syslog) }
    if let stamp = date.stampEnd(at: start) { return behind(stamp) }
    return containerEnd(start).map { ($0, .container) }
  }

  /// Behind `<190>`; of RFC 5424, behind all of its header.
  private func priorityEnd(_ start: Int) -> Int? {
    guard start < end, bytes[start] == UInt8(ascii: "<") else { return nil }
    var close = start + 1
    while close < end, close - start <= 3, LogWords.isDigit(bytes[close]) { close += 1 }
    guard close > start + 1, close < end, bytes[close] == UInt8(ascii: ">") else { return nil }
    let next = close + 1
    if date.matches("0 ", at: next) { return structuredEnd(next) ?? next }
    if date.stampEnd(at: next) == nil, let tag = tagEnd(next, words: 1) { return tag }
    return next
  }

  /// Behind version, time, host, application, process, message id and structured data (RFC 5424).
  private func structuredEnd(_ start: Int) -> Int? {
    var words = LogWords(bytes, start..<end)
    for _ in 0..<6 { if words.next() == nil { return nil } }
    words.skipBlanks()
    var index = words.position
    guard index < end else { return nil }
    if bytes[index] == LogWords.openSquare {
      while index < end, bytes[index] == LogWords.openSquare {
        guard let close = elementEnd(index) else { return nil }
        index = close
      }
    } else {
      guard words.next() != nil else { return nil }
      index = words.position
    }
    var rest = LogWords(bytes, index..<end)
    rest.skipBlanks()
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let hasMark = bytes[rest.position..<end].starts(with: mark)
    return rest.position + (hasMark ? 3 : 0)
  }

  /// Behind one element of structured data; its values are in quotes, with backslashes.
  private func elementEnd(_ start: Int) -> Int? {
    var index = start + 1
    var isQuoted = false
    while index < end {
      switch bytes[index] {
      case LogWords.backslash: index += 1
      case LogWords.quote: isQuoted.toggle()
      case UInt8(ascii: "]") where !isQuoted: return index + 1
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Behind the host and the tag that follow a time; of containers, behind the stream's name.
  private func behind(_ stamp: LogDate.Stamp) -> (next: Int, kind: Kind) {
    var words = LogWords(bytes, stamp.end..<end)
    if let stream = words.next(), isText(stream, "stdout") || isText(stream, "stderr"),
      let flag = words.next(), flag.count == 1
    {
      return (words.position, .container)
    }
    if let tag = tagEnd(stamp.end, words: 2) { return (tag, .syslog) }
    if stamp.isTraditional, let host = hostEnd(stamp.end) { return (host, .syslog) }
    return (stamp.end, stamp.isTraditional ? .syslog : .container)
  }

  /// Behind the first of some words that ends in a colon, unless it is an address.
  private func tagEnd(_ start: Int, words count: Int) -> Int? {
    var words = LogWords(bytes, start..<end)
    for _ in 0..<count {
      guard let word = words.next(), bytes[word.lowerBound] != LogWords.quote else { return nil }
      guard bytes[word.upperBound - 1] == UInt8(ascii: ":") else { continue }
      let text = UnsafeRawBufferPointer(rebasing: bytes[word])
      if IPAddress(bytes: text) == nil { return word.upperBound }
    }
    return nil
  }

  /// Behind a host without a tag, unless only a line without its client would follow.
  private func hostEnd(_ start: Int) -> Int? {
    var words = LogWords(bytes, start..<end)
    guard words.next() != nil else { return nil }
    let next = words.position
    var fields = 0
    while let word = words.next(), !date.isBracketed(at: word.lowerBound) {
      if fields == 0, !isText(word, "-") { return next }
      fields += 1
      if fields == 3 { return next }
    }
    return nil
  }

  /// Behind docker compose's `web-1  | ` and kubectl's `[pod/web-5d/nginx] `.
  private func containerEnd(_ start: Int) -> Int? {
    var words = LogWords(bytes, start..<end)
    guard let name = words.next() else { return nil }
    if date.matches("[pod/", at: name.lowerBound), bytes[name.upperBound - 1] == 0x5d {
      return name.upperBound
    }
    guard let bar = words.next(), isText(bar, "|") else { return nil }
    return bar.upperBound
  }

  private func isText(_ range: Range<Int>, _ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[range].elementsEqual($0) }
  }
}
