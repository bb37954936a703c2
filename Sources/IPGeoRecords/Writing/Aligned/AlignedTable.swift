public import IPGeoByteStreams

/// How a table for people looks.
public struct TableLook: Hashable, Sendable {
  /// How many columns a line has at most, as those of a terminal; `nil`: nothing is cut.
  public var width: Int?
  /// Whether the status is coloured.
  public var isColored = false

  /// Makes the look of a table that is not shown at a terminal.
  public init() {}
}

/// Sets rows of `RowFormat.table` in columns.
///
/// The columns are as wide as the first rows need, at most some hundred of them and those that are
/// there when `settle(to:)` is called, so memory is bounded. A later cell that is wider pushes the rest of its
/// row to the right; only where the line has no room for that, cells are cut and end in `…`. Numbers
/// end under each other, and blanks at line ends are left out.
public struct AlignedTable: Sendable {
  /// How many rows are looked at before the first is written, and how many bytes of them.
  static let rowsHeld = 200
  static let bytesHeld = 256 << 10

  private let fields: [Field]
  private let hasHeader: Bool
  private let look: TableLook
  private var columns: AlignedColumns?
  private var held: [UInt8] = []
  private var heldRows = 0

  /// Makes a table without rows.
  /// - Parameters:
  ///   - fields: The columns, as the renderer of the rows has them.
  ///   - hasHeader: Whether the columns' names, underlined, come first.
  ///   - look: How it looks.
  public init(fields: [Field], hasHeader: Bool, look: TableLook) {
    self.fields = fields
    self.hasHeader = hasHeader
    self.look = look
  }

  /// Whether there are rows that are not written yet, for the next ones may need wider columns.
  public var isHoldingBack: Bool { heldRows > 0 }

  /// Takes whole rows, and appends what can be written of them.
  /// - Parameters:
  ///   - rows: Rows of `RowRenderer` in the format `table`.
  ///   - out: Where lines go; `rows` must not lie in it.
  public mutating func append(_ rows: UnsafeRawBufferPointer, to out: inout ByteBuffer) {
    for row in rows.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      if let columns {
        appendLine(cells(of: row), columns, to: &out)
        continue
      }
      held += row
      held.append(0x0A)
      heldRows += 1
      if heldRows >= Self.rowsHeld || held.count >= Self.bytesHeld { begin(to: &out) }
    }
  }

  /// Appends the rows that were held back, as in a pause; with none of them yet, nothing.
  ///
  /// As little is known of the rows to come, columns are at least as wide as is usual.
  public mutating func settle(to out: inout ByteBuffer) {
    guard columns == nil, heldRows > 0 else { return }
    begin(least: fields.map(\.usualWidth), to: &out)
  }

  /// Appends what is left, behind the last row.
  public mutating func finish(to out: inout ByteBuffer) {
    if columns == nil { begin(to: &out) }
  }

  private mutating func begin(least: [Int]? = nil, to out: inout ByteBuffer) {
    let rows = held.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
      .map { cells(of: $0) }
    (held, heldRows) = ([], 0)
    let names = fields.map { AlignedCell($0.name) }
    var widths = least ?? fields.map { _ in 0 }
    for row in hasHeader ? [names] + rows : rows {
      for (index, cell) in zip(widths.indices, row) {
        widths[index] = max(widths[index], cell.width)
      }
    }
    let columns = AlignedColumns(fields, contents: widths, room: look.width)
    self.columns = columns
    if hasHeader {
      appendLine(names, columns, to: &out)
      let rules = columns.widths.prefix(columns.shown).map { String(repeating: "-", count: $0) }
      out.append(rules.joined(separator: String(repeating: " ", count: AlignedColumns.gap)))
      out.append(0x0A)
    }
    for row in rows { appendLine(row, columns, to: &out) }
  }

  /// The cells of a row, as many as there are columns.
  private func cells(of row: some Sequence<UInt8>) -> [AlignedCell] {
    let found = Array(row).split(separator: 0x09, omittingEmptySubsequences: false)
      .map { AlignedCell(String(decoding: $0, as: UTF8.self)) }
    let missing = fields.count - found.count
    return found.prefix(fields.count) + Array(repeating: .blank, count: max(0, missing))
  }

  private func appendLine(
    _ cells: [AlignedCell], _ columns: AlignedColumns, to out: inout ByteBuffer
  ) {
    var shown = cells
    var places = columns.places(of: cells)
    var isCutOff = false
    if let room = columns.room, places.end > room {
      shown = columns.cut(cells)
      places = columns.places(of: shown)
      isCutOff = cells.dropFirst(shown.count).contains { $0.width > 0 }
    }
    var at = 0
    for (index, cell) in shown.enumerated() where cell.width > 0 {
      appendBlanks(places.starts[index] - at, to: &out)
      append(cell, of: fields[index], to: &out)
      at = places.starts[index] + cell.width
    }
    let mark = columns.end(of: shown.count) + 1
    if isCutOff, let room = columns.room, mark < room {
      appendBlanks(mark - at, to: &out)
      out.append("…")
    }
    out.append(0x0A)
  }

  private func append(_ cell: AlignedCell, of field: Field, to out: inout ByteBuffer) {
    guard look.isColored, field == .status, let color = Self.color(of: cell.text) else {
      return out.append(cell.text)
    }
    out.append("\u{1B}[\(color)m\(cell.text)\u{1B}[0m")
  }

  private func appendBlanks(_ count: Int, to out: inout ByteBuffer) {
    for _ in 0..<max(0, count) { out.append(0x20) }
  }

  /// What a person should look at stands out; the header's `status` is none of these words.
  private static func color(of status: String) -> String? {
    switch status {
    case "failed": "31"
    case "invalid", "unknown": "33"
    default: nil
    }
  }
}
