/// The paths that were seen in records.
///
/// What it reads was checked before: depth, keys and ends are right.
struct FieldTable {
  /// A path.
  private struct Node {
    let parent: Int
    let key: [UInt8]
    let hash: Int
    var types: UInt16 = 0
    var records = 0
    /// The number of the last record that had it.
    var lastRecord = 0
  }

  private var nodes = [Node(parent: -1, key: [], hash: 0)]
  /// By hash, a node's number, or -1; there are more than there can be paths.
  private var slots = [Int](repeating: -1, count: 4096)
  private var record = 0
  /// Whether each path that was seen is here.
  private(set) var isComplete = true

  private static let element = Array(DatabaseSurvey.Field.element.utf8)

  /// Adds a record's paths.
  mutating func add(_ section: DataSection, at offset: Int) throws(MaxMindFault) {
    record += 1
    _ = try walk(section, at: offset, 0)
  }

  private mutating func walk(
    _ section: DataSection, at offset: Int, _ node: Int?
  ) throws(MaxMindFault) -> Int {
    let header = try section.header(at: offset)
    let (value, place) = try section.resolved(at: offset)
    if let node { note(value.type, node) }
    var end = place &+ value.payload
    // Nothing of what is below a path that is not kept can be kept.
    let isContainer = value.type == .map || value.type == .array
    if isContainer, node != nil || header.type != .pointer {
      for _ in 0..<value.size {
        var child: Int?
        if value.type == .map {
          let (key, behind) = try key(section, at: end)
          child = node.flatMap { self.child(of: $0, key) }
          end = behind
        } else {
          child = node.flatMap { parent in
            Self.element.withUnsafeBytes { self.child(of: parent, $0) }
          }
        }
        end = try walk(section, at: end, child)
      }
    }
    return header.type == .pointer ? offset &+ header.length : end
  }

  private func key(
    _ section: DataSection, at offset: Int
  ) throws(MaxMindFault) -> (UnsafeRawBufferPointer, Int) {
    let header = try section.header(at: offset)
    let (text, place) = try section.resolved(at: offset)
    let end = header.type == .pointer ? offset &+ header.length : place &+ text.size
    return (section.payload(at: place, text.size), end)
  }

  private mutating func note(_ type: MaxMindType, _ node: Int) {
    nodes[node].types |= 1 << UInt16(type.rawValue)
    guard nodes[node].lastRecord != record else { return }
    nodes[node].lastRecord = record
    nodes[node].records += 1
  }
}

// MARK: Finding paths

extension FieldTable {
  /// The path of a key behind another path, made where there is none; `nil` where there are too
  /// many.
  private mutating func child(of parent: Int, _ key: UnsafeRawBufferPointer) -> Int? {
    guard key.count <= MaxMindLimits.fieldKey else {
      isComplete = false
      return nil
    }
    var hasher = Hasher()
    hasher.combine(parent)
    hasher.combine(bytes: key)
    let hash = hasher.finalize()
    var slot = hash & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = slots[slot]
      if nodes[number].hash == hash, nodes[number].parent == parent,
        nodes[number].key.elementsEqual(key)
      {
        return number
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    guard nodes.count <= MaxMindLimits.fields else {
      isComplete = false
      return nil
    }
    slots[slot] = nodes.count
    nodes.append(Node(parent: parent, key: Array(key), hash: hash))
    return nodes.count - 1
  }

  /// All paths, members behind what they are in, by name.
  var fields: [DatabaseSurvey.Field] {
    var members = [Int: [Int]]()
    for number in nodes.indices.dropFirst() {
      members[nodes[number].parent, default: []] += [number]
    }
    var found: [DatabaseSurvey.Field] = []
    var waiting: [(node: Int, keys: [String])] = [(0, [])]
    while let (number, keys) = waiting.popLast() {
      let node = nodes[number]
      let types = MaxMindType.all.filter { node.types & 1 << UInt16($0.rawValue) != 0 }
      if number > 0 || types != [.map], !types.isEmpty {
        found.append(.init(keys: keys, types: types, records: node.records))
      }
      let below = (members[number] ?? []).sorted {
        nodes[$0].key.lexicographicallyPrecedes(nodes[$1].key)
      }
      for child in below.reversed() {
        waiting.append((child, keys + [String(decoding: nodes[child].key, as: UTF8.self)]))
      }
    }
    return found
  }
}

extension MaxMindType {
  /// The types that values have, by their numbers in the format.
  fileprivate static let all = (0...15).compactMap { MaxMindType(rawValue: $0) }
}
