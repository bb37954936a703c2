/// Which of the members that first lines have holds the address.
struct JSONKeyChoice {
  private let head: HeadMembers

  init(_ head: HeadMembers) { self.head = head }

  /// The one member that can be meant; `nil` where there are no members.
  ///
  /// Usual names come first, at the record's own level before members of members, and those whose
  /// texts are addresses before others. Where no name is usual, the one member of the record is
  /// taken whose texts are addresses in most lines.
  func key() throws(LayoutError) -> String? {
    if head.members.isEmpty { return nil }
    for usual in [UsualJSONKeys.topLevel, UsualJSONKeys.paths, UsualJSONKeys.vague] {
      if let name = try only(usual, where: { $0.addresses > 0 }) { return name }
    }
    for usual in [UsualJSONKeys.topLevel, UsualJSONKeys.paths] {
      if let name = try only(usual, where: \.mayHoldAddress) { return name }
    }
    let found = head.members.filter { $0.isTopLevel && $0.addresses * 2 > head.lines }
    if found.count > 1 { throw .ambiguous(fields: found.map(\.name)) }
    if let name = found.first?.name { return name }
    throw .noAddressField(fields: fields)
  }

  /// The names to choose from: those of the record, and of what is deeper where addresses are.
  var fields: [String] {
    head.members.filter { $0.isTopLevel || ($0.canBeNamed && $0.addresses > 0) }.map(\.name)
  }

  /// The one member that a group of usual names stands for.
  private func only(
    _ usual: [[String]], where isPossible: (HeadMembers.Member) -> Bool
  ) throws(LayoutError) -> String? {
    let isPath = usual == UsualJSONKeys.paths
    let possible = head.members.filter {
      $0.canBeNamed && $0.isTopLevel != isPath && isPossible($0)
    }
    var found: [String] = []
    for group in usual {
      // Within a group the earlier name is meant, but two spellings of one name are two.
      for name in group {
        let named = possible.filter { $0.plainName == name }
        if named.isEmpty { continue }
        found += named.map(\.name)
        break
      }
    }
    if found.count > 1 { throw .ambiguous(fields: found) }
    return found.first
  }
}
