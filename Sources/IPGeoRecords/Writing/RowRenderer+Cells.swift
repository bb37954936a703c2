internal import IPGeoAddresses
internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoJSON

/// The value of a cell that depends on the answer.
enum Cell {
  case nothing
  /// A text that is known to be empty, which JSON tells from nothing.
  case emptyText
  case text(String)
  case bytes(UnsafeRawBufferPointer)
  case number(Double)
  case integer(Int64)
  case flag(Bool)
  case time(Int64)
  case position(latitude: Double, longitude: Double)
}

extension RowRenderer {
  /// What a field says of an answer.
  func cell(_ field: Field, _ facts: AnswerFacts, _ view: LocationView?) -> Cell {
    switch field {
    case .status: return .text(facts.status.word)
    case .reason: return text(facts.reason)
    case .address: return text(facts.address?.description)
    case .source: return text(facts.source)
    case .lookedUpAt: return facts.askedAt.map { .time($0) } ?? .nothing
    default: return view.map { cell(field, of: $0) } ?? .nothing
    }
  }

  private func cell(_ field: Field, of location: LocationView) -> Cell {
    switch field {
    case .country: text(location.country)
    case .countryCode: text(location.countryCode)
    case .region: text(location.region)
    case .regionCode: text(location.regionCode)
    case .city: text(location.city)
    case .zip: text(location.zip)
    case .latitude: number(location.latitude)
    case .longitude: number(location.longitude)
    case .timezone: text(location.timezone)
    case .isp: text(location.isp)
    case .organization: text(location.organization)
    case .asn: location.asn.map { .integer(Int64($0)) } ?? .nothing
    case .asOrganization: text(location.asOrganization)
    case .continent: text(location.continent)
    case .continentCode: text(location.continentCode)
    case .district: text(location.district)
    case .utcOffset: location.utcOffset.map { .integer(Int64($0)) } ?? .nothing
    case .currency: text(location.currency)
    case .asName: text(location.asName)
    case .reverse: text(location.reverse)
    case .isMobile: location.isMobile.map { .flag($0) } ?? .nothing
    case .isProxy: location.isProxy.map { .flag($0) } ?? .nothing
    case .isHosting: location.isHosting.map { .flag($0) } ?? .nothing
    case .accuracyRadius: location.accuracyRadius.map { .integer(Int64($0)) } ?? .nothing
    case .network: location.network.map { .text($0.description) } ?? .nothing
    case .ip, .status, .reason, .hits, .source, .lookedUpAt, .address, .file, .line,
      .forwarded, .port, .record:
      .nothing
    }
  }

  // An empty text says nothing, and a number that is not finite has no form in JSON.
  private func text(_ text: String?) -> Cell {
    guard let text, !text.isEmpty else { return .nothing }
    return .text(text)
  }

  private func text(_ bytes: UnsafeRawBufferPointer?) -> Cell {
    guard let bytes, !bytes.isEmpty else { return .nothing }
    return .bytes(bytes)
  }

  private func number(_ number: Double?) -> Cell {
    guard let number, number.isFinite else { return .nothing }
    return .number(number)
  }

  /// Appends a cell that depends on the answer.
  func append(_ cell: Cell, to out: inout ByteBuffer) {
    switch cell {
    case .nothing: appendNothing(to: &out)
    case .emptyText: format == .jsonl ? out.append("\"\"") : appendNothing(to: &out)
    case .text(var text): text.withUTF8 { append(text: UnsafeRawBufferPointer($0), to: &out) }
    case .bytes(let bytes): append(text: bytes, to: &out)
    case .number(let number): appendBare(to: &out) { JSONText.appendNumber(number, to: &$0) }
    case .integer(let integer):
      appendBare(to: &out) {
        if integer < 0 { $0.append(0x2D) }
        $0.append(decimal: integer.magnitude)
      }
    case .flag(let flag): appendBare(to: &out) { $0.append(flag ? "true" : "false") }
    case .time(let seconds):
      if format == .jsonl { return RFC3339.appendString(seconds, to: &out) }
      appendBare(to: &out) { RFC3339.append(seconds, to: &$0) }
    case .position(let latitude, let longitude):
      out.append("{\"lat\":")
      JSONText.appendNumber(latitude, to: &out)
      out.append(",\"lon\":")
      JSONText.appendNumber(longitude, to: &out)
      out.append("}")
    }
  }

  /// Appends a cell that belongs to the record.
  func append(_ field: Field, of record: RecordFacts, to out: inout ByteBuffer) {
    switch field {
    case .ip: append(text: record.text, to: &out)
    case .hits: appendBare(to: &out) { $0.append(decimal: record.hits) }
    case .file where showsFilesAlone && record.isOfStandardInput: appendNothing(to: &out)
    case .file: append(text: record.file, to: &out)
    case .forwarded: append(text: record.forwarded, to: &out)
    case .record: append(text: record.whole, to: &out)
    case .line where record.line > 0:
      appendBare(to: &out) { $0.append(decimal: UInt64(record.line)) }
    case .port:
      guard let port = record.port else { return appendNothing(to: &out) }
      appendBare(to: &out) { $0.append(decimal: UInt64(port)) }
    default: appendNothing(to: &out)
    }
  }

  // Numbers, words and times hold no usual delimiter, but people have others: a colon, a full stop.
  private func appendBare(to out: inout ByteBuffer, _ write: (inout ByteBuffer) -> Void) {
    guard hasOddDelimiter else { return write(&out) }
    var text = ByteBuffer(capacity: 32)
    write(&text)
    CellText.append(text.bytes, delimiter: delimiter, isSafe: false, to: &out)
  }

  private var hasOddDelimiter: Bool {
    format.isDelimited
      && (delimiter.isASCIILetterOrDigit || delimiter == 0x2E || delimiter == 0x3A
        || delimiter == 0x2D)
  }

  private func append(text: UnsafeRawBufferPointer, to out: inout ByteBuffer) {
    if text.isEmpty { return appendNothing(to: &out) }
    if format == .jsonl { return JSONText.appendString(text, to: &out) }
    // Nothing of it may steer the terminal, and a tab or line end is none of ours.
    if format == .table { return out.append(VisibleText.escape(text)) }
    CellText.append(text, delimiter: delimiter, isSafe: isSafe, to: &out)
  }

  // A row of one empty cell would be a blank line, which readers skip.
  private func appendNothing(to out: inout ByteBuffer) {
    if format == .jsonl { return out.append("null") }
    if format.isDelimited, columns.count == 1, frame.kind == .nothing { out.append("\"\"") }
  }
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    (self | 0x20) &- 0x61 < 26 || self &- 0x30 < 10
  }
}
