/// The sets of our fields that the names of columns or members show.
struct FieldSets {
  /// In order of first sight.
  private(set) var sets: [FieldSet] = []
  /// The places of sets, by nest and prefix.
  private var numbers: [Key: Int] = [:]

  private struct Key: Hashable {
    var nest: String?
    var prefix: String
  }

  /// The fields that rows are read by.
  static let read = Field.allCases.filter { field in
    switch field {
    case .ip, .address, .status, .hits, .latitude, .longitude: true
    default: FieldSet.ofPlaces.contains(field)
    }
  }

  init() {}

  /// Of the names of a table's columns.
  init(columns: [String]) {
    for (place, name) in columns.enumerated() { add(name, in: nil, at: place) }
  }

  /// Adds a name; it belongs to one set for each field whose name it ends with.
  mutating func add(_ name: String, in nest: String?, at place: Int) {
    for field in FieldSets.read where name.utf8.count >= field.name.utf8.count {
      guard name.utf8.suffix(field.name.utf8.count).elementsEqual(field.name.utf8) else { continue }
      let prefix = String(decoding: name.utf8.dropLast(field.name.utf8.count), as: UTF8.self)
      let key = Key(nest: nest, prefix: prefix)
      let number = numbers[key] ?? sets.count
      if number == sets.count {
        sets.append(FieldSet(nest: nest, prefix: prefix))
        numbers[key] = number
      }
      sets[number].add(field, at: place)
    }
  }

  /// The set that is ours; `nil` where none tells of places.
  ///
  /// Told ones come first, then those with the usual name, then those with coordinates; of several
  /// the last one: ours stand behind the caller's.
  func chosen(by choice: FieldSetChoice) -> FieldSet? {
    sets.filter { set in
      guard set.hasPlaces else { return false }
      if !choice.isTold { return true }
      return set.nest == choice.nest && (choice.prefix == nil || set.prefix == choice.prefix)
        && (choice.prefix != nil || set.prefix.isEmpty)
    }
    .max { FieldSets.rank($0).lexicographicallyPrecedes(FieldSets.rank($1)) }
  }

  /// The greater the likelier; all that is compared, most important first.
  static func rank(_ set: FieldSet) -> [Int] {
    let isOurs = set.hasPosition || set.places[.status] != nil
    return [
      set.hasUsualName && isOurs ? 1 : 0, set.hasPosition ? 1 : 0,
      // Without coordinates little tells ours from a column of the caller's.
      !set.hasPosition && isOurs ? 1 : 0, set.last, set.places.count, -set.prefix.utf8.count,
    ]
  }
}
