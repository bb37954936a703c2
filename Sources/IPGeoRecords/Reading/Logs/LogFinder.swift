internal import IPGeoAddresses
internal import IPGeoCore
internal import IPGeoJSON

/// Finds the clients of an access log: one record per line.
///
/// Each line is read by itself, so that a file may mix layouts. The client is the first field
/// before a date in brackets, or behind the host that was asked, once what syslog or a container
/// put before the line is taken off; in a W3C log `#Fields:` names it, and may do so again. No
/// other address of a line is ever taken.
struct LogFinder: RecordFinder {
  /// Which field holds the client.
  enum Field: Hashable, Sendable {
    /// The one that servers write it to.
    case client
    /// A blank-separated one, from 1; quotes and brackets hold nothing together.
    case number(Int)
    /// One of a W3C log.
    case name(String)
  }

  let layout: InputLayout
  private let field: Field
  private let rule: ClientRule
  /// How the lines of a W3C log go on; `nil` before its first `#Fields:`, and in other logs.
  private var fields: W3CFields?
  /// It began as a W3C log does.
  private let isW3C: Bool

  init(detail: String?, field: Field, rule: ClientRule, isW3C: Bool) {
    layout = InputLayout(format: .log, detail: detail)
    self.field = field
    self.rule = rule
    self.isW3C = isW3C
  }

  mutating func find(
    in bytes: UnsafeRawBufferPointer, lines: Range<Int>, mayGoOn: Bool, into found: inout Findings
  ) -> Int {
    var cutter = LineCutter(bytes, lines)
    while let line = cutter.next() {
      if field != .client || fields != nil || !takePlain(line, in: bytes, into: &found) {
        judge(line, in: bytes, into: &found)
      }
      found.lines &+= 1
    }
    return lines.upperBound
  }

  func isSkipped(_ start: UnsafeRawBufferPointer) -> Bool {
    guard start.first == LogFinder.hash else { return false }
    return isW3C || fields != nil || W3CFields.isDirective(start)
  }

  private static let hash = UInt8(ascii: "#")

  private mutating func judge(
    _ line: Range<Int>, in bytes: UnsafeRawBufferPointer, into found: inout Findings
  ) {
    let line = Hole.text(of: line, in: bytes)
    if line.count > found.maximumLine { return judgeLong(line, in: bytes, into: &found) }
    let text = UnsafeRawBufferPointer(rebasing: bytes[line])
    if isComment(text) {
      found.comments += 1
      return
    }
    let inner = AddressToken.trimmed(text)
    if inner.isEmpty {
      found.blankLines += 1
      return
    }
    let place = clientPlace(line, in: bytes)
    switch place {
    case .success(let client): add(client, of: line, in: bytes, into: &found)
    case .failure(let lack):
      let start = line.lowerBound
      found.addInvalid(
        lack.reason, text: (start + inner.lowerBound)..<(start + inner.upperBound))
    }
    if let last = found.records.indices.last { found.records[last].whole = line.short }
  }

  private func judgeLong(
    _ line: Range<Int>, in bytes: UnsafeRawBufferPointer, into found: inout Findings
  ) {
    if isSkipped(Findings.start(line, in: bytes)) {
      found.comments += 1
    } else {
      found.addLongLine(line, in: bytes)
    }
  }

  /// Whether a line is no record; what it says of those that follow is kept.
  private mutating func isComment(_ line: UnsafeRawBufferPointer) -> Bool {
    guard line.first == LogFinder.hash else { return false }
    if let named = W3CFields(line, wanted: field) {
      fields = named
      return true
    }
    return isW3C || fields != nil || W3CFields.isDirective(line)
  }

  /// Why a line has no field that would hold the client.
  private struct Lack: Error {
    var reason: Reason
  }

  private func clientPlace(
    _ line: Range<Int>, in bytes: UnsafeRawBufferPointer
  ) -> Result<Range<Int>, Lack> {
    if let fields {
      let value = fields.value(in: bytes, line)
      return value.map { .success($0) } ?? .failure(Lack(reason: .fieldMissing))
    }
    switch field {
    case .client:
      let finding = LogLine.read(line, in: bytes, rule)
      return finding.map { .success($0.client) } ?? .failure(Lack(reason: .noAddress))
    case .number(let number):
      var words = LogWords(bytes, line)
      for _ in 1..<number { if words.next() == nil { break } }
      return words.next().map { .success($0) } ?? .failure(Lack(reason: .fieldMissing))
    case .name: return .failure(Lack(reason: .fieldMissing))
    }
  }

  private func add(
    _ client: Range<Int>, of line: Range<Int>, in bytes: UnsafeRawBufferPointer,
    into found: inout Findings
  ) {
    let text = UnsafeRawBufferPointer(rebasing: bytes[client])
    if text.count == 1, text[0] == UInt8(ascii: "-") {
      return found.addInvalid(.noAddress, text: client)
    }
    let finding =
      fields == nil ? rule.client(in: text) : W3CFields.withBlanks(text) { rule.client(in: $0) }
    switch finding.result {
    case .address(let address):
      let (start, inner) = (client.lowerBound, finding.spelling)
      let spelling = (start + inner.lowerBound)..<(start + inner.upperBound)
      var record = FoundRecord(
        address: address, text: client.short, spelling: spelling.short, lineOffset: found.lines,
        port: finding.port, isCanonical: finding.isCanonical)
      record.isForwarded = finding.isForwarded
      found.records.append(record)
    case .invalid(let reason):
      found.addInvalid(UTF8Text.isValid(text) ? reason : .invalidUTF8, text: client)
    }
  }
}
