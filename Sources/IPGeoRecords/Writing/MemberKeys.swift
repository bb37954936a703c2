internal import IPGeoByteStreams
internal import IPGeoJSON

/// The keys of rows in JSON lines: those of the caller's cells, by column, and that of our object.
///
/// No two of a row are equal, byte for byte: readers keep but one member of a name.
struct MemberKeys: Sendable {
  /// Brackets, commas and names of the columns, one after the other: `{"ip":`, `,"note":`.
  private let cells: [UInt8]
  private let cellEnds: [Int]
  private let taken: Set<[UInt8]>
  /// Our object's name as JSON, without its closing quote.
  private let nest: [UInt8]

  /// How many columns have a name.
  var columnCount: Int { cellEnds.count }

  init(_ style: RowStyle) {
    guard style.format == .jsonl, case .cellsAsMembers(let table) = style.passing else {
      (cells, cellEnds, taken) = ([], [], [])
      nest = MemberKeys.opened(Array(style.nest.utf8))
      return
    }
    var names = DistinctNames(table.names.map { Array($0.utf8) })
    var cells: [UInt8] = []
    var ends: [Int] = []
    for (index, name) in table.names.enumerated() {
      cells.append(index == 0 ? 0x7B : 0x2C)
      cells += MemberKeys.opened(names.next(Array(name.utf8), column: index + 1))
      cells += [0x22, 0x3A]
      ends.append(cells.count)
    }
    nest = MemberKeys.opened(names.added(Array(style.nest.utf8)))
    (self.cells, cellEnds, taken) = (cells, ends, names.taken)
  }

  /// Appends what stands before the value of a column, from 0; also of one beyond the header's.
  func append(column: Int, to out: inout ByteBuffer) {
    guard column >= cellEnds.count else {
      let start = column == 0 ? 0 : cellEnds[column - 1]
      return cells.withUnsafeBytes {
        out.append(UnsafeRawBufferPointer(rebasing: $0[start..<cellEnds[column]]))
      }
    }
    var name = Array("column_\(column + 1)".utf8)
    var number = 2
    while taken.contains(name) {
      name = Array("column_\(column + 1)_\(number)".utf8)
      number += 1
    }
    out.append(column == 0 ? 0x7B : 0x2C)
    out.append(0x22)
    name.withUnsafeBytes { out.append($0) }
    out.append("\":")
  }

  /// Appends our object's name and the colon behind it; a number above 1 goes into the name.
  @inline(__always)
  func appendNest(number: UInt32 = 1, to out: inout ByteBuffer) {
    nest.withUnsafeBytes { out.append($0) }
    if number > 1 {
      out.append(0x5F)
      out.append(decimal: UInt64(number))
    }
    out.append("\":")
  }

  private static func opened(_ name: [UInt8]) -> [UInt8] {
    var out = ByteBuffer(capacity: 64)
    out.append(0x22)
    name.withUnsafeBytes { JSONText.appendEscaped($0, to: &out) }
    return Array(out.bytes)
  }
}

/// Names that shall all differ: one that comes again gets a number that makes it new.
private struct DistinctNames {
  private(set) var taken: Set<[UInt8]>
  private var given: Set<[UInt8]> = []
  /// The last number tried for a name, so that a thousand equal ones are not tried a million times.
  private var numbers: [[UInt8]: Int] = [:]

  /// - Parameter names: All that come; the first of each keeps its name.
  init(_ names: [[UInt8]]) { taken = Set(names.filter { !$0.isEmpty }) }

  mutating func next(_ name: [UInt8], column: Int) -> [UInt8] {
    if name.isEmpty { return added(Array("column_\(column)".utf8)) }
    if given.insert(name).inserted { return name }
    return added(name)
  }

  /// A name that is not among those that come; it is taken thereafter.
  mutating func added(_ name: [UInt8]) -> [UInt8] {
    if taken.insert(name).inserted { return name }
    var number = numbers[name] ?? 1
    while true {
      number += 1
      let tried = name + Array("_\(number)".utf8)
      guard taken.insert(tried).inserted else { continue }
      numbers[name] = number
      return tried
    }
  }
}
