/// The sets of our fields that the names of columns or members show.
struct FieldSets {
  /// In order of first sight.
  private(set) var sets: [FieldSet] = []
  /// The places of sets, by nest and prefix.
  private var numbers: [Key: Int] = [:]

  private struct Key: Hashable {
    var nest: String?
    var prefix: String
    var schema = RowSchema.ipgeo
  }

  /// The fields that rows are read by.
  static let read = Field.allCases.filter { field in
    switch field {
    case .ip, .address, .status, .reason, .hits, .latitude, .longitude: true
    default: FieldSet.ofPlaces.contains(field)
    }
  }

  init() {}

  /// Of the names of a table's columns.
  init(columns: [String]) {
    for (place, name) in columns.enumerated() { add(name, in: nil, at: place) }
  }

  /// What names of a field end with: what batch calls it, and what else coordinates are called.
  private struct Ending {
    var field: Field
    var text: [UInt8]
    var isOurs = true
    var schema = RowSchema.ipgeo
  }

  private static let endings: [Ending] =
    read.map { Ending(field: $0, text: Array($0.name.utf8)) }
    + [
      (Field.latitude, ["latitude"]), (.longitude, ["longitude", "long", "lng"]),
    ].flatMap { field, names in
      names.map { Ending(field: field, text: Array($0.utf8), isOurs: false) }
    } + ofOthers

  /// The names of the other schemas, which are taken as they stand; of two fields that share a
  /// column the first is meant.
  private static let ofOthers = [RowSchema.ipAPI, .ecs].flatMap { schema in
    var taken: Set<String> = []
    return read.flatMap { field in
      schema.columns(of: field, isJSON: false)
        .filter { $0.field == field && $0.isRead && taken.insert($0.name).inserted }
        .map { Ending(field: field, text: Array($0.name.utf8), schema: schema) }
    }
  }

  /// Adds a name; it belongs to one set for each field whose name it ends with, in letters of any
  /// case.
  mutating func add(_ name: String, in nest: String?, at place: Int) {
    let bytes = Array(name.utf8)
    for ending in FieldSets.endings where bytes.count >= ending.text.count {
      let end = bytes.suffix(ending.text.count)
      let isExact = ending.isOurs && end.elementsEqual(ending.text)
      guard
        isExact
          || ending.schema == .ipgeo && end.elementsEqual(ending.text, by: FieldSets.isSameLetter)
      else { continue }
      let prefix = String(decoding: bytes.dropLast(ending.text.count), as: UTF8.self)
      add(
        ending.field, Key(nest: nest, prefix: prefix, schema: ending.schema), at: place,
        called: name, isExact: isExact)
    }
  }

  /// Adds the name of a member within objects, with theirs in front.
  /// - Parameters:
  ///   - path: The names, with full stops between them.
  ///   - nest: The outermost object, where `path` begins within it.
  ///   - place: The place of the outermost object.
  mutating func add(path: String, in nest: String?, at place: Int) {
    let key = Key(nest: nest, prefix: "", schema: .ecs)
    // One that is null has no members that could be seen.
    let position = [Field.latitude, .longitude].map { "\(FieldSets.position).\($0.name)" }
    for name in path == FieldSets.position ? position : [path] {
      for ending in FieldSets.ofOthers
      where ending.schema == .ecs && name.utf8.elementsEqual(ending.text) {
        if numbers[key].map({ sets[$0].places[ending.field] != nil }) ?? false { continue }
        add(ending.field, key, at: place, called: name, isExact: true)
      }
    }
  }

  private static let position = "source.geo.location"

  private mutating func add(
    _ field: Field, _ key: Key, at place: Int, called name: String, isExact: Bool
  ) {
    let number = numbers[key] ?? sets.count
    if number == sets.count {
      var set = FieldSet(nest: key.nest, prefix: key.prefix)
      set.schema = key.schema
      sets.append(set)
      numbers[key] = number
    }
    sets[number].add(field, at: place, called: name, isExact: isExact)
  }

  /// Whether a byte is a small letter or sign, or the capital of that letter.
  private static func isSameLetter(_ byte: UInt8, _ small: UInt8) -> Bool {
    byte == small || (0x41...0x5A ~= byte && byte | 0x20 == small)
  }

  /// The set that is ours; `nil` where none tells of places.
  ///
  /// Told ones come first, then those with the usual name, then those with coordinates; of several
  /// the last one: ours stand behind the caller's.
  /// - Parameters:
  ///   - choice: What was told.
  ///   - takesStatus: Whether a set that tells of no place will do where it has a status.
  /// - Returns: The set.
  func chosen(by choice: FieldSetChoice, takesStatus: Bool = false) -> FieldSet? {
    sets.filter { set in
      guard set.hasPlaces || takesStatus && set.places[.status] != nil else { return false }
      guard set.isTelling else { return false }
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

extension RowColumn {
  /// Whether the field is read from it: a message says less than the reason beside it.
  fileprivate var isRead: Bool { content != .serviceMessage }
}
