public import IPGeoByteStreams
public import IPGeoCore

/// Writes rows of the chosen fields.
///
/// What depends on the answer is rendered once for an address, as *segments*: the stretches of the
/// row between the fields that belong to the record. A row is then a copy of the segments with the
/// record's own cells between them. The segments may lie wherever the caller keeps them.
public struct RowRenderer: Sendable {
  /// The columns, in order.
  public let fields: [Field]
  /// How rows are written.
  public let style: RowStyle
  /// What a row takes over, and how it ends.
  let frame: RowFrame
  /// The keys of the caller's cells and of our object, in JSON.
  let keys: MemberKeys
  /// The columns as they are written: those of the style's schema, in order.
  let columns: [RowColumn]
  /// The columns that belong to the record, in order.
  let recordFields: [Field]
  /// The columns that belong to the record or to the address, in order.
  let ownColumns: [RowColumn]
  /// The style's format and delimiter, which each cell asks for.
  let format: RowFormat
  let delimiter: UInt8
  /// Whether formulas are made harmless.
  let isSafe: Bool
  /// Whether the address is the only column of the record, as nearly always, and plain where it
  /// looks plain.
  private let isAddressAlone: Bool
  /// Whether `file` says nothing of what is no file.
  let showsFilesAlone: Bool
  /// Whether an address may hold the delimiter though it looks plain.
  private let isDelimiterRare: Bool
  /// What stands before each cell: the delimiter, or brackets, commas and names of JSON.
  private let leads: [UInt8]
  /// Where each column's lead ends in `leads`.
  private let leadEnds: [Int]
  /// What stands behind the last cell of JSON: the brackets that are open.
  private let tail: [UInt8]

  /// Makes a renderer.
  /// - Parameters:
  ///   - fields: The columns in order; one that comes again is left out.
  ///   - style: How rows are written. Where its `passing` is none of its format, our columns stand
  ///     alone.
  public init(fields: [Field], style: RowStyle) {
    var seen: Set<Field> = []
    self.fields = fields.filter { seen.insert($0).inserted }
    self.style = style
    frame = RowFrame(style)
    keys = MemberKeys(style)
    format = style.format
    delimiter = style.delimiter
    isSafe = style.writesSafeCells
    columns = style.schema.columns(of: self.fields, format: format)
    recordFields = columns.filter(\.isOfRecord).map(\.field)
    ownColumns = columns.filter { $0.isOfRecord || $0.isOfAddress }
    isAddressAlone = recordFields == [.ip] && format != .table
    showsFilesAlone = columns.contains { $0.content == .inputPath }
    isDelimiterRare = format.isDelimited && delimiter != 0x2C && delimiter != 0x09
    let leads = RowLeads(columns, style, isBehindOthers: frame.kind != .nothing)
    (self.leads, leadEnds, tail) = (leads.bytes, leads.ends, leads.tail)
  }

  /// Makes a renderer of our columns alone.
  /// - Parameters:
  ///   - fields: The columns in order; one that comes again is left out.
  ///   - format: How rows are written.
  ///   - csvSafe: Whether formulas are made harmless in CSV and TSV.
  public init(fields: [Field], format: RowFormat, csvSafe: Bool = false) {
    var style = RowStyle.usual(format)
    style.isCSVSafe = csvSafe
    self.init(fields: fields, style: style)
  }

  /// Whether a row takes nothing of its record but the address's spelling, if that: records that
  /// spell an address alike have the same row, byte for byte.
  public var isOfSpellingAlone: Bool {
    frame.kind == .nothing && recordFields.allSatisfy { $0 == .ip }
  }

  /// Whether rows show more of the address than its spelling: two that share an answer differ.
  public var showsAddress: Bool { ownColumns.count > recordFields.count }

  /// How many segments a prepared row has.
  public var segmentCount: Int { recordFields.count + 1 }

  /// Renders what depends on the answer alone: appends the segments, one after the other.
  /// - Parameters:
  ///   - facts: The answer.
  ///   - out: Where the segments go; they may be moved from there.
  /// - Returns: The lengths of the segments.
  public func prepare(_ facts: AnswerFacts, into out: inout ByteBuffer) -> PreparedRow {
    guard let location = facts.location else { return prepare(facts, view: nil, into: &out) }
    return location.withView { prepare(facts, view: $0, into: &out) }
  }

  /// Renders what depends on the answer alone, with what is known of the address where it lies.
  /// - Parameters:
  ///   - facts: The answer; its own location is not looked at.
  ///   - view: What is known of the address.
  ///   - out: Where the segments go; they may be moved from there.
  /// - Returns: The lengths of the segments.
  public func prepare(
    _ facts: AnswerFacts, view: LocationView?, into out: inout ByteBuffer
  ) -> PreparedRow {
    prepare(facts, view: view, into: &out) { $0.isOfRecord }
  }

  /// Renders the columns between those that are cut out.
  @inline(__always)
  func prepare(
    _ facts: AnswerFacts, view: LocationView?, into out: inout ByteBuffer,
    isCut: (RowColumn) -> Bool
  ) -> PreparedRow {
    var row = PreparedRow()
    var segment = 0
    var lead = 0
    var start = out.count
    for (index, column) in columns.enumerated() {
      leads.withUnsafeBytes { leads in
        out.append(UnsafeRawBufferPointer(rebasing: leads[lead..<leadEnds[index]]))
      }
      lead = leadEnds[index]
      if isCut(column) {
        row.lengths[segment] = UInt32(truncatingIfNeeded: out.count &- start)
        start = out.count
        segment &+= 1
      } else {
        append(cell(column, facts, view), to: &out)
      }
    }
    tail.withUnsafeBytes { out.append($0) }
    if frame.kind == .nothing { frame.appendLineEnd(.none, to: &out) }
    row.lengths[segment] = UInt32(truncatingIfNeeded: out.count &- start)
    return row
  }

  /// Appends the row of a record.
  /// - Parameters:
  ///   - record: The record's own facts.
  ///   - segments: Exactly the bytes that `prepare(_:into:)` of an equal renderer appended.
  ///   - row: The lengths that it returned.
  ///   - out: Where the row goes; `segments` must not lie in it.
  public func appendRow(
    _ record: RecordFacts, segments: UnsafeRawBufferPointer, row: PreparedRow,
    to out: inout ByteBuffer
  ) {
    withUnsafeBytes(of: row.lengths) { lengths in
      appendRow(record, segments: segments, lengths: lengths.bindMemory(to: UInt32.self), to: &out)
    }
  }

  /// Appends the row of a record, with the segments' lengths as the caller keeps them.
  /// - Parameters:
  ///   - record: The record's own facts.
  ///   - segments: Exactly the bytes that `prepare(_:into:)` of an equal renderer appended, but for
  ///     the gap.
  ///   - lengths: The first `segmentCount` lengths that it returned.
  ///   - gap: How many bytes of something else stand between the first segment and the others.
  ///   - out: Where the row goes; `segments` must not lie in it.
  public func appendRow(
    _ record: RecordFacts, segments: UnsafeRawBufferPointer,
    lengths: UnsafeBufferPointer<UInt32>, gap: Int = 0, to out: inout ByteBuffer
  ) {
    if frame.kind != .nothing { appendFront(of: record, to: &out) }
    if !isAddressAlone
      || !appendPlainRow(record.text, segments: segments, head: lengths.first, gap: gap, to: &out)
    {
      appendAnyRow(record, segments: segments, lengths: lengths, gap: gap, to: &out)
    }
    if frame.kind != .nothing { appendBack(of: record, to: &out) }
  }

  /// Appends the row of a record that takes nothing of it but the address's spelling.
  /// - Parameters:
  ///   - spelling: The caller's spelling.
  ///   - segments: Exactly the bytes that `prepare(_:into:)` of an equal renderer appended, but for
  ///     the gap.
  ///   - lengths: The first `segmentCount` lengths that it returned.
  ///   - gap: How many bytes of something else stand between the first segment and the others.
  ///   - out: Where the row goes; `segments` must not lie in it.
  /// - Returns: Whether it was appended; rows of other fields, or with more of the record, need
  ///   all of its facts.
  public func appendRow(
    spelling: UnsafeRawBufferPointer, segments: UnsafeRawBufferPointer,
    lengths: UnsafeBufferPointer<UInt32>, gap: Int = 0, to out: inout ByteBuffer
  ) -> Bool {
    guard isAddressAlone, frame.kind == .nothing else { return false }
    return appendPlainRow(
      spelling, segments: segments, head: lengths.first, gap: gap, to: &out)
  }

  // The common row: one field of the record, the address, in letters that need no escape.
  @inline(__always)
  private func appendPlainRow(
    _ text: UnsafeRawBufferPointer, segments: UnsafeRawBufferPointer, head: UInt32?, gap: Int,
    to out: inout ByteBuffer
  ) -> Bool {
    guard let head = head.map({ Int($0) }), gap >= 0, head <= segments.count,
      gap <= segments.count &- head, PlainCell.isPlain(text)
    else { return false }
    if isSafe, CellText.isFormula(text) { return false }
    if isDelimiterRare, text.contains(delimiter) { return false }
    guard let source = segments.baseAddress, let letters = text.baseAddress else { return false }
    let quotes = format == .jsonl ? 1 : 0
    let length = segments.count &- gap &+ text.count &+ 2 &* quotes
    out.fill(room: length) { room in
      guard var target = room.baseAddress, room.count >= length else { return 0 }
      if head > 0 {
        target.copyMemory(from: source, byteCount: head)
        target += head
      }
      if quotes == 1 {
        target.storeBytes(of: 0x22, as: UInt8.self)
        target += 1
      }
      target.copyMemory(from: letters, byteCount: text.count)
      target += text.count
      if quotes == 1 {
        target.storeBytes(of: 0x22, as: UInt8.self)
        target += 1
      }
      let tail = head &+ gap
      target.copyMemory(from: source + tail, byteCount: segments.count &- tail)
      return length
    }
    return true
  }

  private func appendAnyRow(
    _ record: RecordFacts, segments: UnsafeRawBufferPointer,
    lengths: UnsafeBufferPointer<UInt32>, gap: Int, to out: inout ByteBuffer
  ) {
    var at = 0
    for index in 0...recordFields.count {
      let length = index < lengths.count ? Int(lengths[index]) : 0
      let end = min(segments.count, at &+ length)
      out.append(UnsafeRawBufferPointer(rebasing: segments[at..<end]))
      at = index == 0 ? min(segments.count, end &+ max(0, gap)) : end
      if index < recordFields.count { append(recordFields[index], of: record, to: &out) }
    }
  }
}
