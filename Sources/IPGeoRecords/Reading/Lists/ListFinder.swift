internal import IPGeoAddresses
internal import IPGeoCore
internal import IPGeoJSON

/// Finds the records of a list: one address per line.
///
/// A line may have a count in front, as `uniq -c` prints it, and a comment behind. Lines that are
/// blank, or start with `#`, are no records.
/// A line may also be a list of addresses as proxies forward it, of which one is the client's.
struct ListFinder: RecordFinder {
  private let client: ClientRule

  init(client: ClientRule) { self.client = client }

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
      let read = found.readAddress(at: line, in: bytes)
    {
      let text = line.short
      found.records.append(
        FoundRecord(
          address: read.address, text: text, spelling: text, lineOffset: found.lines,
          isCanonical: read.isCanonical))
      return
    }
    judgeDecorated(line, in: bytes, into: &found)
  }

  private func judgeDecorated(
    _ line: Range<Int>, in bytes: UnsafeRawBufferPointer, into found: inout Findings
  ) {
    let line = Hole.text(of: line, in: bytes)
    if line.count > found.maximumLine {
      if isSkipped(Findings.start(line, in: bytes)) {
        found.comments += 1
      } else {
        found.addLongLine(line, in: bytes)
      }
      return
    }
    var text = trimmed(line, in: bytes)
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
    var record = record(text, of: line, in: bytes)
    record.whole = line.short
    record.lineOffset = found.lines
    record.hits = hits
    found.records.append(record)
  }

  /// What a text says: one address, or a list of them.
  private func record(
    _ text: Range<Int>, of line: Range<Int>, in bytes: UnsafeRawBufferPointer
  ) -> FoundRecord {
    let inner = UnsafeRawBufferPointer(rebasing: bytes[text])
    if let address = IPAddress(bytes: inner) {
      return FoundRecord(address: address, text: text.short, spelling: text.short, lineOffset: 0)
    }
    if let list = client.list(in: inner) { return record(list, text) }
    let reason: Reason
    switch AddressToken.parse(inner) {
    case .success(let token):
      return FoundRecord(
        address: token.address, text: text.short,
        spelling: token.spelling.moved(by: text.lowerBound).short, lineOffset: 0, port: token.port)
    case .failure(let fault):
      reason = Placeholder.matches(inner) ? .noAddress : Reason(fault)
    }
    let whole = UnsafeRawBufferPointer(rebasing: bytes[line])
    return FoundRecord(
      invalid: UTF8Text.isValid(whole) ? reason : .invalidUTF8, text: text.short, lineOffset: 0)
  }

  private func record(_ list: ClientRule.Finding, _ text: Range<Int>) -> FoundRecord {
    var record =
      switch list.result {
      case .address(let address):
        FoundRecord(
          address: address, text: text.short,
          spelling: list.spelling.moved(by: text.lowerBound).short, lineOffset: 0, port: list.port)
      case .invalid(let reason):
        FoundRecord(invalid: reason, text: text.short, lineOffset: 0)
      }
    record.isForwarded = list.isForwarded
    return record
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
