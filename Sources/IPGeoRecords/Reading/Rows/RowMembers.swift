internal import IPGeoJSON

/// The names of members that some first rows in JSON lines have, and those of their objects.
struct RowMembers {
  private(set) var sets = FieldSets()
  /// All names as people write them, in order of first sight.
  private(set) var all: [String] = []
  /// The names of the outermost members, by place.
  private(set) var own: [String] = []
  private var seen: Set<Name> = []
  private var places: [String: Int] = [:]
  /// The name of our object as the caller told it: what is called so is no other's second one.
  private let told: String?

  private struct Name: Hashable {
    var nest: String?
    var name: String
  }

  init(told: String? = nil) { self.told = told }

  /// Adds the names of a line, as far as it is JSON.
  mutating func add(_ line: UnsafeRawBufferPointer) {
    var json = JSONTokenizer(line, depthLimit: 1000)
    var names: Set<String> = []
    do throws(JSONSyntaxError) {
      guard try json.next() == .beginObject else { return }
      while case .key(let key) = try json.next() {
        let name = json.text(key)
        names.insert(name)
        let place = place(of: name)
        add(name, in: nil, at: place)
        guard try json.next() == .beginObject else {
          // An array is open; any other value is taken.
          if json.depth > 1 { try json.skipRest() }
          continue
        }
        let nest = name == told ? name : RowNest.base(of: name, among: names)
        try addMembers(of: nest, called: name, at: place, &json)
      }
    } catch {
      // What was read until here is taken.
    }
  }

  private mutating func addMembers(
    of nest: String, called outer: String, at place: Int, _ json: inout JSONTokenizer
  ) throws(JSONSyntaxError) {
    while case .key(let key) = try json.next() {
      let name = json.text(key)
      add(name, in: nest, at: place)
      try addValue(name, of: nest, called: outer, at: place, depth: 2, &json)
    }
  }

  /// Adds what is within a member, as far as names of the Elastic Common Schema go.
  private mutating func addValue(
    _ path: String, of nest: String, called outer: String, at place: Int, depth: Int,
    _ json: inout JSONTokenizer
  ) throws(JSONSyntaxError) {
    switch try json.next() {
    case .beginObject where depth <= Self.deepest:
      while case .key(let key) = try json.next() {
        try addValue(
          "\(path).\(json.text(key))", of: nest, called: outer, at: place, depth: depth + 1, &json)
      }
    case .beginObject, .beginArray: try json.skipRest()
    default:
      sets.add(path: "\(outer).\(path)", in: nil, at: place)
      sets.add(path: path, in: nest, at: place)
    }
  }

  /// Objects within each other that are looked into: `geo.source.geo.location` is four.
  private static let deepest = 5

  private mutating func place(of name: String) -> Int {
    if let place = places[name] { return place }
    places[name] = own.count
    own.append(name)
    return own.count - 1
  }

  private mutating func add(_ name: String, in nest: String?, at place: Int) {
    guard seen.insert(Name(nest: nest, name: name)).inserted else { return }
    all.append((nest.map { "\($0)." } ?? "") + name)
    sets.add(name, in: nest, at: place)
  }
}

/// The names that our object has where a record has such a member already: `geo_2` and so on.
enum RowNest {
  /// The name without its number, where the name without it stands in the same record.
  static func base(of name: String, among names: Set<String>) -> String {
    guard let sign = name.utf8.lastIndex(of: 0x5F) else { return name }
    let digits = name[name.utf8.index(after: sign)...]
    guard let number = UInt32(digits), number > 1, String(number) == digits else { return name }
    let base = String(name[..<sign])
    return names.contains(base) ? base : name
  }
}
