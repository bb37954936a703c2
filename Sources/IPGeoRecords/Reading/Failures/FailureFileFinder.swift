internal import IPGeoAddresses
internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoJSON

/// Finds the addresses of a failures file that can be asked for again: one JSON object a line.
///
/// Lines that asking again does not help are no records; they are counted by themselves.
struct FailureFileFinder: RecordFinder {
  var layout: InputLayout { InputLayout(format: .failures) }

  func find(
    in bytes: UnsafeRawBufferPointer, lines: Range<Int>, mayGoOn: Bool, into found: inout Findings
  ) -> Int {
    var cutter = LineCutter(bytes, lines)
    while let line = cutter.next() {
      judge(line, of: lines, in: bytes, into: &found)
      found.lines &+= 1
    }
    return lines.upperBound
  }

  func isSkipped(_ start: UnsafeRawBufferPointer) -> Bool { false }

  private func judge(
    _ line: Range<Int>, of lines: Range<Int>, in bytes: UnsafeRawBufferPointer,
    into found: inout Findings
  ) {
    let line = Hole.text(of: line, in: bytes)
    if line.count > found.maximumLine { return found.addLongLine(line, in: bytes) }
    let inner = AddressToken.trimmed(UnsafeRawBufferPointer(rebasing: bytes[line]))
    if inner.isEmpty {
      found.blankLines += 1
      return
    }
    let text = (line.lowerBound + inner.lowerBound)..<(line.lowerBound + inner.upperBound)
    var json = JSONTokenizer(UnsafeRawBufferPointer(rebasing: bytes[text]))
    do throws(JSONSyntaxError) {
      guard let line = try FailureLine(&json) else {
        return found.addInvalid(.wrongType, text: text)
      }
      switch line.verdict {
      case .ask(let ip, let spelling):
        let strings = LineStrings(bytes: bytes, end: lines.upperBound, start: text.lowerBound, json)
        add(ip: ip, spelling: spelling, count: line.records, strings, into: &found)
      case .passOver: found.notRetryable += 1
      case .invalid(let reason): found.addInvalid(reason, text: text)
      }
    } catch {
      let isUnfinished = line.upperBound == lines.upperBound
      found.addInvalid(reason(of: text, isUnfinished: isUnfinished, in: bytes), text: text)
    }
  }

  /// Why a text is no JSON.
  private func reason(
    of text: Range<Int>, isUnfinished: Bool, in bytes: UnsafeRawBufferPointer
  ) -> Reason {
    let whole = UnsafeRawBufferPointer(rebasing: bytes[text])
    // Only the input's last line is without an end: what is open there was meant to be closed.
    if isUnfinished, whole.first == UInt8(ascii: "{"), whole.last != UInt8(ascii: "}") {
      return .truncatedRecord
    }
    return UTF8Text.isValid(whole) ? .invalidJSON : .invalidUTF8
  }

  private func add(
    ip: JSONTokenizer.JSONString, spelling: JSONTokenizer.JSONString, count: UInt64,
    _ strings: LineStrings, into found: inout Findings
  ) {
    let ipText = strings.place(ip, &found)
    guard let address = strings.withBytes(ipText, found, { IPAddress(bytes: $0) }) else {
      let reading = strings.withBytes(ipText, found) { AddressToken.parse($0) }
      // An address with something around it is none here: a failure record's is written plainly.
      let fault = if case .failure(let fault) = reading { fault } else { AddressFault.notAnAddress }
      return found.records.append(
        FoundRecord(
          invalid: Reason(fault), text: ipText.short, lineOffset: found.lines, hits: count))
    }
    let made = found.made.count
    let text = strings.place(spelling, &found)
    if case .success(let token) = strings.withBytes(text, found, { AddressToken.parse($0) }),
      token.address == address
    {
      let start = text.lowerBound + token.spelling.lowerBound
      let shown = start..<(start + token.spelling.count)
      return found.records.append(
        FoundRecord(
          address: address, text: text.short, spelling: shown.short, lineOffset: found.lines,
          hits: count, port: token.port))
    }
    found.made.truncate(to: made)
    found.records.append(
      FoundRecord(
        address: address, text: ipText.short, spelling: ipText.short, lineOffset: found.lines,
        hits: count))
  }
}

/// The strings of a line as ranges of the chunk's bytes.
private struct LineStrings {
  private let bytes: UnsafeRawBufferPointer
  /// Where the lines end; what is made of them is put there.
  private let end: Int
  /// Where the line's text starts.
  private let start: Int
  private let json: JSONTokenizer

  init(bytes: UnsafeRawBufferPointer, end: Int, start: Int, _ json: JSONTokenizer) {
    self.bytes = bytes
    self.end = end
    self.start = start
    self.json = json
  }

  /// Where a string's text stands; with escapes in it, what it stands for is made.
  func place(_ string: JSONTokenizer.JSONString, _ found: inout Findings) -> Range<Int> {
    if !string.hasEscapes {
      return (start + string.range.lowerBound)..<(start + string.range.upperBound)
    }
    let before = found.made.count
    json.appendText(string, to: &found.made)
    return (end + before)..<(end + found.made.count)
  }

  func withBytes<Result>(
    _ range: Range<Int>, _ found: borrowing Findings, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    if range.lowerBound < end { return body(UnsafeRawBufferPointer(rebasing: bytes[range])) }
    let made = (range.lowerBound - end)..<(range.upperBound - end)
    return body(UnsafeRawBufferPointer(rebasing: found.made.bytes[made]))
  }
}
