internal import IPGeoSummaries

/// What networks are told apart by, as in summaries: the number of the autonomous system, and where
/// rows give none the name.
enum NetworkKey: Hashable {
  case number(UInt32)
  case name(Spelling)

  /// The network of a cell; `nil` where it is not known.
  init?(_ key: TallyCell.Key) {
    if let number = key.asn {
      self = .number(number)
    } else if let name = key.network, !name.isEmpty {
      self = .name(Spelling(name))
    } else {
      return nil
    }
  }

  /// The number of its autonomous system; `nil` where that is not known.
  var number: UInt32? {
    if case .number(let number) = self { return number }
    return nil
  }

  /// Numbers come before names.
  static func isBefore(_ one: NetworkKey, _ other: NetworkKey) -> Bool {
    switch (one, other) {
    case (.number(let number), .number(let otherNumber)): number < otherNumber
    case (.name(let name), .name(let otherName)): name < otherName
    case (.number, .name): true
    case (.name, .number): false
    }
  }
}

/// What numbered networks are called.
struct NetworkNames {
  private var tally = NameTally<UInt32>()

  init(_ cells: [TallyCell]) {
    for cell in cells where cell.hits > 0 {
      if let number = cell.key.asn { tally.count(cell.key.network, of: number, hits: cell.hits) }
    }
  }

  /// What most hits call a network; `nil` where none has a name for it.
  func name(of key: NetworkKey) -> String? {
    switch key {
    case .number(let number): tally.name(of: number)
    case .name(let name): name.text
    }
  }
}
