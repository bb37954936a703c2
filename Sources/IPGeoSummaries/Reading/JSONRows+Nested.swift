internal import IPGeoByteStreams
internal import IPGeoJSON
internal import IPGeoRecords

// Rows whose fields stand in objects within each other, as those of the Elastic Common Schema.
extension JSONRows {
  /// The objects that members with such paths stand in.
  static func objects(of paths: some Sequence<Name>) -> Set<Name> {
    var objects: Set<Name> = []
    for path in paths {
      for (index, byte) in path.enumerated() where byte == 0x2E {
        objects.insert(Array(path[..<index]))
      }
    }
    return objects
  }

  /// Reads the members of an object, and of those in it that hold fields.
  /// - Parameters:
  ///   - object: Where it stands in `bytes`; it is known to be valid.
  ///   - path: The names that lead to it, with full stops between them; empty for the row.
  ///   - bytes: What places are of.
  ///   - values: Where places in `bytes` go.
  /// - Returns: Whether there was any field that tells of places, with a value or without.
  mutating func readMembers(
    of object: Range<Int>, path: Name, in bytes: UnsafeRawBufferPointer,
    into values: inout RowValues
  ) -> Bool {
    var members = JSONMembers(bytes, in: object)
    var tellsOfPlace = false
    while let member = members.next() {
      var name = path.isEmpty ? [] : path + [0x2E]
      if member.name.hasEscapes {
        name += Array(JSONTokenizer(bytes).text(member.name).utf8)
      } else {
        name += bytes[member.name.range]
      }
      if let column = columns[name] ?? (name == callersName ? .client : nil) {
        set(column, member.value, in: bytes, &values)
        if column.isOfPlace { tellsOfPlace = true }
      } else if !inner.contains(name) {
        if nest == nil, path.isEmpty, name == Self.ourName, member.value.kind == .object {
          passedOurName = true
        }
      } else if member.value.kind == .null {
        // A position that is not known.
        tellsOfPlace = true
      } else if member.value.kind == .object {
        if readMembers(of: member.value.range, path: name, in: bytes, into: &values) {
          tellsOfPlace = true
        }
      }
    }
    return tellsOfPlace
  }
}
