internal import IPGeoByteStreams
internal import IPGeoJSON
internal import IPGeoRecords

/// Finds the values of a row of JSON lines.
struct JSONRows {
  /// A name as members spell it without escapes.
  typealias Name = [UInt8]

  let nest: Name?
  let callersName: Name?
  let columns: [Name: RowColumn]
  /// The paths of the objects that hold them, where they stand in such.
  let inner: Set<Name>
  private let areServices: Bool
  /// Whether rows do not say whose they are.
  let lacksClients: Bool
  /// Whether the last row had an object that is called as ours is, and is not looked into.
  var passedOurName = false
  static let ourName = Array("geo".utf8)
  /// What stood at each place in the last row: rows of a file are alike.
  private var last: [(name: Name, column: RowColumn?)] = []
  /// How many places are remembered.
  private static let remembered = 64

  init(_ set: FieldSet) {
    nest = set.nest.map { Array($0.utf8) }
    callersName = set.callersName.map { Array($0.utf8) }
    var columns: [Name: RowColumn] = [:]
    for column in RowColumn.allCases {
      let field = column.field(in: set)
      if let name = set.names[field] { columns[Array(name.utf8)] = column }
    }
    self.columns = columns
    areServices = set.schema == .ipAPI
    inner = set.schema == .ecs ? JSONRows.objects(of: columns.keys) : []
    lacksClients = RowColumn.client.place(in: set) == nil
  }

  /// Reads a record's object.
  /// - Parameters:
  ///   - object: Where it stands in `bytes`; it is known to be valid.
  ///   - nestNumber: The first number that is free for our object's name, as `Passage` has it.
  ///   - bytes: What places are of.
  ///   - values: Where places in `bytes` go.
  /// - Returns: Whether the row has any of the fields that tell of places, with a value or without.
  mutating func read(
    _ object: Range<Int>, nestNumber: UInt32, in bytes: UnsafeRawBufferPointer,
    into values: inout RowValues
  ) -> Bool {
    passedOurName = false
    values.areServices = areServices
    guard let nest else { return readMembers(of: object, in: bytes, into: &values) }
    let name = nestNumber > 2 ? nest + Array("_\(nestNumber - 1)".utf8) : nest
    var ours: Range<Int>?
    var members = JSONMembers(bytes, in: object)
    while let member = members.next() {
      if isEqual(member.name, name, in: bytes) {
        ours = member.value.kind == .object ? member.value.range : nil
      } else if let callersName, isEqual(member.name, callersName, in: bytes) {
        set(.client, member.value, in: bytes, &values)
      }
    }
    return ours.map { readMembers(of: $0, in: bytes, into: &values) } ?? false
  }

  private mutating func readMembers(
    of object: Range<Int>, in bytes: UnsafeRawBufferPointer, into values: inout RowValues
  ) -> Bool {
    if !inner.isEmpty { return readMembers(of: object, path: [], in: bytes, into: &values) }
    var members = JSONMembers(bytes, in: object)
    var place = 0
    var tellsOfPlace = false
    while let member = members.next() {
      if let column = column(of: member.name, at: place, in: bytes) {
        set(column, member.value, in: bytes, &values)
        if column.isOfPlace { tellsOfPlace = true }
      } else if nest == nil, member.value.kind == .object,
        isEqual(member.name, Self.ourName, in: bytes)
      {
        passedOurName = true
      }
      place &+= 1
    }
    return tellsOfPlace
  }

  @inline(__always)
  private mutating func column(
    of name: JSONTokenizer.JSONString, at place: Int, in bytes: UnsafeRawBufferPointer
  ) -> RowColumn? {
    if place < last.count, isEqual(name, last[place].name, in: bytes) { return last[place].column }
    var text = Array(bytes[name.range])
    if name.hasEscapes { text = Array(JSONTokenizer(bytes).text(name).utf8) }
    var column = columns[text]
    if column == nil, nest == nil, text == callersName { column = .client }
    if place < last.count {
      last[place] = (text, column)
    } else if place == last.count, place < Self.remembered {
      last.append((text, column))
    }
    return column
  }

  @inline(__always)
  private func isEqual(
    _ name: JSONTokenizer.JSONString, _ wanted: Name, in bytes: UnsafeRawBufferPointer
  ) -> Bool {
    if name.hasEscapes { return JSONTokenizer(bytes).text(name).utf8.elementsEqual(wanted) }
    guard name.range.count == wanted.count else { return false }
    return wanted.withUnsafeBytes { wanted in
      var at = 0
      while at < wanted.count {
        if bytes[name.range.lowerBound &+ at] != wanted[at] { return false }
        at &+= 1
      }
      return true
    }
  }

  func set(
    _ column: RowColumn, _ value: JSONMemberScanner.Value, in bytes: UnsafeRawBufferPointer,
    _ values: inout RowValues
  ) {
    switch value.kind {
    case .string where value.hasEscapes:
      let start = values.made.count
      JSONTokenizer(bytes).appendText(value.text, to: &values.made)
      values.setMade(column, from: start)
    case .string: values.set(column, value.text.range)
    case .number: values.set(column, value.range)
    case .null, .truth, .object, .array: values.set(column, 0..<0)
    }
  }
}
