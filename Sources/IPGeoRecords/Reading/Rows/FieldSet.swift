/// Where our fields stand among the columns or members of rows that a run wrote.
///
/// Ours are told from the caller's by their names: all begin with the same text, or stand in one
/// object.
public struct FieldSet: Hashable, Sendable {
  /// The name of the object that holds them; `nil` where they are the row's own.
  public var nest: String?
  /// Whose names they have.
  public internal(set) var schema = RowSchema.ipgeo
  /// What stands in front of each field's name.
  public var prefix: String
  /// Where each stands: in a table the column's number, from 0.
  public var places: [Field: Int]
  /// What each is called there, in its object: mostly `prefix` and the field's name.
  public internal(set) var names: [Field: String] = [:]
  /// The caller's own field of addresses, where ours are not there: its place.
  public var callersPlace: Int?
  /// The same: its name.
  public var callersName: String?
  /// The last of these places.
  var last = 0
  /// The fields whose names stand more than once, with their columns' numbers.
  var repeated: [Field: [Int]] = [:]
  /// The fields that are called as batch calls them, not in capitals or by another usual name.
  var exact: Set<Field> = []

  /// Makes a set of no fields.
  public init(nest: String? = nil, prefix: String = "") {
    self.nest = nest
    self.prefix = prefix
    places = [:]
  }

  /// The fields that tell of a place or a network.
  public static let ofPlaces: Set<Field> = [
    .country, .countryCode, .region, .city, .timezone, .asn, .asOrganization, .organization, .isp,
  ]

  /// Whether it has both coordinates.
  public var hasPosition: Bool { places[.latitude] != nil && places[.longitude] != nil }

  /// Whether it tells of places or networks at all.
  public var hasPlaces: Bool {
    hasPosition || places.keys.contains { FieldSet.ofPlaces.contains($0) }
  }

  /// What people call a field of it: `geo_lat`, `geo.lat`.
  public func name(of field: Field) -> String {
    (nest.map { "\($0)." } ?? "") + (names[field] ?? prefix + field.name)
  }

  /// Whether it is called as ours are where nothing else was said.
  var hasUsualName: Bool {
    switch nest {
    case nil: ["geo_", "geo."].contains(prefix.lowercased())
    case let nest?: nest == "geo" && prefix.isEmpty
    }
  }

  /// Whether its names can be told from other people's: some words of the service are anybody's.
  var isTelling: Bool {
    guard schema == .ipAPI else { return true }
    // What it calls as we do says nothing of whose they are.
    let telling = names.filter { field, name in !name.hasSuffix(field.name) }
    return !telling.isEmpty && (hasPosition || places[.status] != nil)
  }

  /// Adds a field; of two that could be it, one that is called exactly so is.
  mutating func add(_ field: Field, at place: Int, called name: String, isExact: Bool) {
    if let first = places[field] {
      switch (exact.contains(field), isExact) {
      case (true, false): return
      case (false, true): repeated[field] = nil
      default: repeated[field, default: [first]].append(place)
      }
    }
    if isExact { exact.insert(field) }
    places[field] = place
    names[field] = name
    last = max(last, place)
  }
}

/// Which of several sets of fields is meant.
public struct FieldSetChoice: Hashable, Sendable {
  /// What our columns' names begin with: `--prefix`; `nil` to find it.
  public var prefix: String?
  /// The name of our object: `--nest`; `nil` to find it.
  public var nest: String?
  /// Whether a set without coordinates is of no use.
  public var needsPosition: Bool

  /// Makes a choice; with nothing said, the set is found.
  public init(prefix: String? = nil, nest: String? = nil, needsPosition: Bool = false) {
    self.prefix = prefix
    self.nest = nest
    self.needsPosition = needsPosition
  }

  /// Whether the caller named a set.
  var isTold: Bool { prefix != nil || nest != nil }
}
