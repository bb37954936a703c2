internal import IPGeoAddresses

/// Tells how rows are laid out that stand behind rows of another shape, as in joined files.
public enum RowsShape {
  /// What a record is, among rows of a table.
  public enum Record {
    /// A row, as far as can be told.
    case row
    /// A header: the rows behind it are read by it.
    case header(TableLayout, FieldSet)
    /// A header whose rows cannot be read: of other columns than are needed, or cut elsewhere.
    case otherHeader
    /// A line of JSON.
    case json
  }

  /// Tells a header and JSON from rows.
  ///
  /// A header names two of our fields at least, and holds no address.
  /// - Parameters:
  ///   - record: A record, without its line end.
  ///   - delimiter: What cuts the rows before it.
  ///   - choice: Which fields are ours.
  /// - Returns: What it is.
  public static func record(
    _ record: UnsafeRawBufferPointer, delimiter: UInt8, _ choice: FieldSetChoice
  ) -> Record {
    if record.first == UInt8(ascii: "{"), record.last == UInt8(ascii: "}") { return .json }
    if let header = header(record, delimiter, choice) { return header }
    // Cut at the wrong delimiter, a header is one name.
    let isOther =
      !record.contains(delimiter)
      && TableJudge.delimiters.contains { header(record, $0, choice) != nil }
    return isOther ? .otherHeader : .row
  }

  private static func header(
    _ record: UnsafeRawBufferPointer, _ delimiter: UInt8, _ choice: FieldSetChoice
  ) -> Record? {
    let names = TableText.texts(of: record, delimiter: delimiter)
    guard names.count > 1, let set = FieldSets(columns: names).chosen(by: choice),
      set.places.count > 1, !names.contains(where: { IPAddress($0) != nil })
    else { return nil }
    do throws(LayoutError) {
      let table = TableLayout(
        delimiter: delimiter, header: Array(record), names: names, addressColumn: .max)
      return .header(table, try set.checked(choice, names, own: names))
    } catch {
      return .otherHeader
    }
  }

  /// Our fields among the members of one row of JSON lines.
  /// - Parameters:
  ///   - object: The row, which is known to be valid.
  ///   - choice: Which fields are ours.
  /// - Returns: The fields; `nil` where none tells of a place, and none is called as a status.
  public static func members(
    of object: UnsafeRawBufferPointer, _ choice: FieldSetChoice
  ) -> FieldSet? {
    var names = RowMembers(told: choice.nest)
    names.add(object)
    if let set = names.sets.chosen(by: choice) {
      return try? set.checked(choice, names.all, own: names.own)
    }
    // Of what is not located a row may say nothing more.
    var choice = choice
    choice.needsPosition = false
    let set = names.sets.chosen(by: choice, takesStatus: true)
    return try? set?.checked(choice, names.all, own: names.own)
  }

  /// The first number that is free for our object's name in a row of JSON lines, as `Passage` has
  /// it: 2 where it is called by its name alone, or not there.
  public static func nestNumber(for nest: String, in object: UnsafeRawBufferPointer) -> UInt32 {
    NestNumber.free(for: Array(nest.utf8), in: object)
  }
}
