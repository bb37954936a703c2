internal import IPGeoAddresses
internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoJSON

/// The bytes that a line's values stand in: the chunk's own, or what was made of a repaired line.
struct JSONLineSource {
  /// What the values' ranges are of.
  let bytes: UnsafeRawBufferPointer
  /// Where in the chunk these bytes start.
  let shift: Int
  /// Where the chunk's lines end; what is made of them starts there.
  let end: Int

  /// A range in the chunk's bytes.
  func place(_ range: Range<Int>) -> Range<Int> {
    (range.lowerBound + shift)..<(range.upperBound + shift)
  }

  /// The record of an address member's value, `nil` where there is no such member.
  ///
  /// Text that is not there counts as at the start of what it was looked for in.
  @inline(__always)
  func record(
    of value: JSONMemberScanner.Value?, within outer: Range<Int>, _ rule: ClientRule,
    _ found: inout Findings
  ) -> FoundRecord {
    if let value, value.kind == .string {
      return record(place(value.text, &found), rule, &found)
    }
    return recordOfOther(value, at: outer.lowerBound, rule, &found)
  }

  @inline(never)
  private func recordOfOther(
    _ value: JSONMemberScanner.Value?, at start: Int, _ rule: ClientRule,
    _ found: inout Findings
  ) -> FoundRecord {
    guard let value, value.kind != .null else {
      return invalid(.fieldMissing, start..<start, found)
    }
    guard value.kind == .array else { return invalid(.wrongType, value.range, found) }
    var texts: [JSONTokenizer.JSONString] = []
    guard readTexts(value.range, into: &texts) else {
      return invalid(.wrongType, value.range, found)
    }
    guard let first = texts.first else {
      let place = value.range.lowerBound
      return invalid(.noAddress, place..<place, found)
    }
    let list = texts.count == 1 ? self.place(first, &found) : join(texts, &found)
    var record = record(list, rule, &found)
    record.isForwarded = true
    return record
  }

  private func invalid(
    _ reason: Reason, _ text: Range<Int>, _ found: borrowing Findings
  ) -> FoundRecord {
    FoundRecord(invalid: reason, text: place(text).short, lineOffset: found.lines)
  }

  /// The record of text that names the client, at a place in the chunk.
  @inline(__always)
  private func record(
    _ text: Range<Int>, _ rule: ClientRule, _ found: inout Findings
  ) -> FoundRecord {
    if text.isEmpty {
      return FoundRecord(invalid: .empty, text: text.short, lineOffset: found.lines)
    }
    let finding = withBytes(text, found) { rule.client(in: $0) }
    var record: FoundRecord
    switch finding.result {
    case .address(let address):
      let inner = finding.spelling
      let spelling = (text.lowerBound + inner.lowerBound)..<(text.lowerBound + inner.upperBound)
      record = FoundRecord(
        address: address, text: text.short, spelling: spelling.short, lineOffset: found.lines,
        port: finding.port, isCanonical: finding.isCanonical)
    case .invalid(let reason):
      record = FoundRecord(invalid: reason, text: text.short, lineOffset: found.lines)
    }
    record.isForwarded = finding.isForwarded
    return record
  }

  /// Reads an array's texts; `false` where something else is in it.
  private func readTexts(
    _ array: Range<Int>, into texts: inout [JSONTokenizer.JSONString]
  ) -> Bool {
    var json = JSONTokenizer(UnsafeRawBufferPointer(rebasing: bytes[array]), depthLimit: 1)
    do throws(JSONSyntaxError) {
      _ = try json.next()
      while true {
        switch try json.next() {
        case .string(var string):
          let (from, to) = (string.range.lowerBound, string.range.upperBound)
          string.range = (array.lowerBound + from)..<(array.lowerBound + to)
          texts.append(string)
        case .endArray: return true
        default: return false
        }
      }
    } catch {
      return false
    }
  }

  /// Makes the list that forwarding proxies write of several texts.
  private func join(
    _ texts: [JSONTokenizer.JSONString], _ found: inout Findings
  ) -> Range<Int> {
    let before = found.made.count
    let json = JSONTokenizer(bytes)
    for text in texts {
      if found.made.count > before { found.made.append(", ") }
      json.appendText(text, to: &found.made)
    }
    return (end + before)..<(end + found.made.count)
  }

  /// Where a string's text stands in the chunk; with escapes in it, what it stands for is made.
  private func place(_ string: JSONTokenizer.JSONString, _ found: inout Findings) -> Range<Int> {
    if !string.hasEscapes { return place(string.range) }
    let before = found.made.count
    JSONTokenizer(bytes).appendText(string, to: &found.made)
    return (end + before)..<(end + found.made.count)
  }

  private func withBytes<Result>(
    _ range: Range<Int>, _ found: borrowing Findings, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    if range.lowerBound < end, shift == 0 {
      return body(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
    let made = (range.lowerBound - end)..<(range.upperBound - end)
    return body(UnsafeRawBufferPointer(rebasing: found.made.bytes[made]))
  }
}
