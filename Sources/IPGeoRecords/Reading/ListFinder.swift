internal import IPGeoAddresses
internal import IPGeoCore
internal import IPGeoJSON

/// Finds the records of a list: one address per line.
///
/// A line may have a count in front, as `uniq -c` prints it, and a comment behind. Lines that are
/// blank, or start with `#`, are no records.
struct ListFinder: RecordFinder {
  var layout: InputLayout { InputLayout(format: .list) }

  func find(
    in bytes: UnsafeRawBufferPointer, lines: Range<Int>, mayGoOn: Bool, into found: inout Findings
  ) -> Int {
    var cutter = LineCutter(bytes, lines)
    while let line = cutter.next() {
      judge(line, in: bytes, into: &found)
      found.lines &+= 1
    }
    return lines.upperBound
  }

  func isSkipped(_ start: UnsafeRawBufferPointer) -> Bool {
    let text = AddressToken.trimmed(start)
    return !text.isEmpty && start[text.lowerBound] == ListFinder.hash
  }

  private static let hash = UInt8(ascii: "#")

  @inline(__always)
  private func judge(
    _ line: Range<Int>, in bytes: UnsafeRawBufferPointer, into found: inout Findings
  ) {
    // Most lines are an address and nothing else.
    if line.count <= min(IPAddress.maximumTextLength, found.maximumLine),
      let address = IPAddress(bytes: UnsafeRawBufferPointer(rebasing: bytes[line]))
    {
      let text = line.short
      found.records.append(
        FoundRecord(address: address, text: text, spelling: text, lineOffset: found.lines))
      return
    }
    judgeDecorated(line, in: bytes, into: &found)
  }

  private func judgeDecorated(
    _ line: Range<Int>, in bytes: UnsafeRawBufferPointer, into found: inout Findings
  ) {
    // A hole at the start of a file is read as NULs, of any number.
    let line = (line.first { bytes[$0] != 0 } ?? line.upperBound)..<line.upperBound
    var text = trimmed(line, in: bytes)
    if line.count > found.maximumLine {
      if !text.isEmpty, bytes[text.lowerBound] == ListFinder.hash {
        found.comments += 1
      } else {
        found.addLongLine(line, in: bytes)
      }
      return
    }
    if text.isEmpty {
      found.blankLines += 1
      return
    }
    if bytes[text.lowerBound] == ListFinder.hash {
      found.comments += 1
      return
    }
    text = withoutComment(text, in: bytes)
    let hits = takeCount(&text, in: bytes)
    switch AddressToken.parse(UnsafeRawBufferPointer(rebasing: bytes[text])) {
    case .success(let token):
      let start = text.lowerBound
      let inner = token.spelling
      let spelling = (start + inner.lowerBound)..<(start + inner.upperBound)
      found.records.append(
        FoundRecord(
          address: token.address, text: text.short, spelling: spelling.short,
          lineOffset: found.lines, hits: hits, port: token.port))
    case .failure(let fault):
      let whole = UnsafeRawBufferPointer(rebasing: bytes[line])
      let reason = UTF8Text.isValid(whole) ? Reason(fault) : .invalidUTF8
      found.records.append(
        FoundRecord(invalid: reason, text: text.short, lineOffset: found.lines, hits: hits))
    }
  }

  private func trimmed(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Range<Int> {
    let inner = AddressToken.trimmed(UnsafeRawBufferPointer(rebasing: bytes[range]))
    return (range.lowerBound + inner.lowerBound)..<(range.lowerBound + inner.upperBound)
  }

  /// Cuts off what starts with `#` behind a blank.
  private func withoutComment(
    _ text: Range<Int>, in bytes: UnsafeRawBufferPointer
  ) -> Range<Int> {
    var from = text.lowerBound + 1
    while from < text.upperBound,
      let hash = LineCutter.first(ListFinder.hash, in: bytes, from..<text.upperBound)
    {
      if isBlank(bytes[hash - 1]) { return trimmed(text.lowerBound..<hash, in: bytes) }
      from = hash + 1
    }
    return text
  }

  /// Takes a leading count off: digits, blanks, and something behind them.
  ///
  /// A count beyond 64 bits is the greatest there is; a count of 0 stands before a record that is
  /// there all the same, and is 1.
  private func takeCount(_ text: inout Range<Int>, in bytes: UnsafeRawBufferPointer) -> UInt64 {
    var count: UInt64 = 0
    var index = text.lowerBound
    while index < text.upperBound, case let digit = bytes[index] &- 0x30, digit < 10 {
      let (tenfold, isTooGreat) = count.multipliedReportingOverflow(by: 10)
      let (sum, isStillTooGreat) = tenfold.addingReportingOverflow(UInt64(digit))
      count = isTooGreat || isStillTooGreat ? .max : sum
      index += 1
    }
    guard index > text.lowerBound, index < text.upperBound, isBlank(bytes[index]) else { return 1 }
    let rest = trimmed(index..<text.upperBound, in: bytes)
    if rest.isEmpty { return 1 }
    text = rest
    return max(1, count)
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
