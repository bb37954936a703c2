internal import IPGeoByteStreams

/// What a row takes over from its record and what it ends with, as far as it is the same for all.
struct RowFrame: Sendable {
  /// What a row takes over.
  enum Kind: UInt8, Sendable {
    case nothing
    case cells
    case safeCells
    case recutCells
    case members
    case cellsAsMembers
  }

  let kind: Kind
  /// What ends a row whose record has no line end.
  let lineEnd: LineEnd
  /// Whether all rows end with `lineEnd`.
  let hasOneLineEnd: Bool
  /// How many cells a row of the caller's has at least.
  let columnCount: Int
  /// What stands between two cells of the caller's.
  let inputDelimiter: UInt8

  init(_ style: RowStyle) {
    kind = RowFrame.kind(of: style)
    let isExcel = style.isExcel && style.format.isDelimited
    let own = style.format == .jsonl ? LineEnd.feed : style.table?.lineEnd ?? .feed
    lineEnd = isExcel ? .returnFeed : own == .none ? .feed : own
    hasOneLineEnd = isExcel || kind == .nothing || kind == .cellsAsMembers
    columnCount = max(1, style.table?.names.count ?? 1)
    inputDelimiter = style.table?.delimiter ?? style.delimiter
  }

  // Cells have no place among members, nor members among cells.
  private static func kind(of style: RowStyle) -> Kind {
    if style.format == .table { return .nothing }
    return switch (style.passing, style.format == .jsonl) {
    case (.cells, false): style.writesSafeCells ? .safeCells : .cells
    case (.recutCells, false): .recutCells
    case (.members, true): .members
    case (.cellsAsMembers, true): .cellsAsMembers
    default: .nothing
    }
  }

  /// Appends the end of a record's row.
  @inline(__always)
  func appendLineEnd(_ recordEnd: LineEnd, to out: inout ByteBuffer) {
    let end = hasOneLineEnd || recordEnd == .none ? lineEnd : recordEnd
    switch end {
    case .none: break
    case .feed: out.append(0x0A)
    case .carriageReturn: out.append(0x0D)
    case .returnFeed:
      out.append(0x0D)
      out.append(0x0A)
    }
  }
}
