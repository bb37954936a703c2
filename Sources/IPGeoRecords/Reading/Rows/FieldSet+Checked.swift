extension FieldSet {
  /// The chosen set, held to what is needed of it.
  ///
  /// Where it has no addresses, those of the caller's that has a usual name stand for them.
  /// - Parameters:
  ///   - choice: How it was chosen.
  ///   - names: All names, for people.
  ///   - own: Those of the row's own fields, by place.
  /// - Returns: The set, with the caller's addresses in it.
  /// - Throws: Where a name in it stands twice, or coordinates are needed and not there.
  func checked(
    _ choice: FieldSetChoice, _ names: [String], own: [String]
  ) throws(LayoutError) -> FieldSet {
    if let twice = FieldSets.read.first(where: { repeated[$0] != nil }),
      let columns = repeated[twice]
    {
      // In capitals or not, each is called as it stands.
      let called = columns.map { place in
        let name = own.indices.contains(place) && nest == nil ? own[place] : self.name(of: twice)
        return "\(name) (column \(place + 1))"
      }
      throw .rows(.ambiguous(fields: called))
    }
    if choice.needsPosition, !hasPosition { throw .rows(.noPosition(fields: names)) }
    if places[.ip] != nil || places[.address] != nil { return self }
    let usual = own.indices.filter { ColumnNames.isUsual(own[$0]) }
    guard usual.count == 1, let place = usual.first else { return self }
    var set = self
    (set.callersPlace, set.callersName) = (place, own[place])
    return set
  }
}
