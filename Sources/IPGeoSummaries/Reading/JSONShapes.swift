internal import IPGeoCore
internal import IPGeoRecords

/// Finds the values of rows of JSON lines, each of whatever shape it is, as joined files have them.
struct JSONShapes {
  private struct Shape {
    var rows: JSONRows
    var nest: String?
  }

  /// What becomes of a row.
  enum Reading {
    /// It has fields of ours; whether rows of its shape say whose they are.
    case ours(lacksClients: Bool)
    /// It has none.
    case foreign
  }

  /// The first one is that of the first rows.
  private var shapes: [Shape]
  private let choice: FieldSetChoice
  /// What no row was to be read by is not kept: so many are enough for any file that is one.
  private static let mostShapes = 16

  init(_ set: FieldSet, _ choice: FieldSetChoice) {
    shapes = [Shape(rows: JSONRows(set), nest: set.nest)]
    self.choice = choice
  }

  /// Reads a record's object; see `JSONRows`.
  ///
  /// What no shape fits is read as the first rows are.
  mutating func read(
    _ object: Range<Int>, nestNumber: UInt32, in bytes: UnsafeRawBufferPointer,
    into values: inout RowValues
  ) -> Reading {
    let isFirst = shapes[0].rows.read(object, nestNumber: nestNumber, in: bytes, into: &values)
    // Whatever the first rows were: fields in an object of our name come before others.
    let hasOurObject = shapes[0].rows.passedOurName && choice == Self.untold(choice)
    if isFirst, !hasOurObject { return .ours(lacksClients: shapes[0].rows.lacksClients) }
    if !isFirst, isSettled(values, in: bytes) {
      return .ours(lacksClients: shapes[0].rows.lacksClients)
    }
    if let reading = readByOthers(object, isNested: isFirst, in: bytes, into: &values) {
      return reading
    }
    values.removeAll()
    _ = shapes[0].rows.read(object, nestNumber: nestNumber, in: bytes, into: &values)
    return isFirst || RowText.status(of: values, in: bytes) != nil
      ? .ours(lacksClients: shapes[0].rows.lacksClients) : .foreign
  }

  /// Whether a row says that it has no place; it may have nothing but its status then.
  private func isSettled(
    _ values: borrowing RowValues, in bytes: UnsafeRawBufferPointer
  ) -> Bool {
    RowText.status(of: values, in: bytes).map { $0 != .located } ?? false
  }

  private static func untold(_ choice: FieldSetChoice) -> FieldSetChoice {
    FieldSetChoice(needsPosition: choice.needsPosition)
  }

  /// Reads a row by another shape than the first, of which the fields stand in an object where
  /// `isNested` says so.
  private mutating func readByOthers(
    _ object: Range<Int>, isNested: Bool, in bytes: UnsafeRawBufferPointer,
    into values: inout RowValues
  ) -> Reading? {
    let text = UnsafeRawBufferPointer(rebasing: bytes[object])
    for number in shapes.indices.dropFirst() where !isNested || shapes[number].nest != nil {
      if let reading = read(object, text, by: number, in: bytes, into: &values) { return reading }
    }
    guard shapes.count < Self.mostShapes, let set = RowsShape.members(of: text, choice),
      !isNested || set.nest != nil
    else { return nil }
    shapes.append(Shape(rows: JSONRows(set), nest: set.nest))
    if let reading = read(object, text, by: shapes.count - 1, in: bytes, into: &values) {
      return reading
    }
    shapes.removeLast()
    return nil
  }

  private mutating func read(
    _ object: Range<Int>, _ text: UnsafeRawBufferPointer, by number: Int,
    in bytes: UnsafeRawBufferPointer, into values: inout RowValues
  ) -> Reading? {
    values.removeAll()
    let nestNumber = shapes[number].nest.map { RowsShape.nestNumber(for: $0, in: text) } ?? 1
    let isOurs = shapes[number].rows.read(
      object, nestNumber: nestNumber, in: bytes, into: &values)
    return isOurs || isSettled(values, in: bytes)
      ? .ours(lacksClients: shapes[number].rows.lacksClients) : nil
  }
}
