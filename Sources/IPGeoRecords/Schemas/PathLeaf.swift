internal import IPGeoJSON

/// What is said of a member that may stand in objects within the row.
struct PathLeaf {
  /// Its name, and before it those of the objects.
  var path: [String]
  var value: JSONTree

  /// The schema of an object with those members and no others.
  ///
  /// Those whose path is in `required` must be there, and the objects that they stand in.
  static func object(of leaves: [PathLeaf], required: [[String]]) -> JSONTree {
    let members = groups(of: leaves).map { name, inner in
      let isLeaf = inner.count == 1 && inner[0].path.isEmpty
      let below = required.filter { $0.first == name && $0.count > 1 }.map { Array($0.dropFirst()) }
      return JSONTree.Member(name, isLeaf ? inner[0].value : object(of: inner, required: below))
    }
    let needed = Set(required.compactMap(\.first))
    return .objectSchema(members, required: members.map(\.name).filter(needed.contains))
  }

  /// What holds of those members where they are there.
  static func properties(of leaves: [PathLeaf]) -> JSONTree {
    let members = groups(of: leaves).map { name, inner in
      let isLeaf = inner.count == 1 && inner[0].path.isEmpty
      return JSONTree.Member(name, isLeaf ? inner[0].value : properties(of: inner))
    }
    return ["properties": .object(members)]
  }

  /// Holds where the member is there and as `value` says.
  static func presence(of path: [String], _ value: JSONTree) -> JSONTree {
    guard let name = path.first else { return value }
    let inner = presence(of: Array(path.dropFirst()), value)
    return ["properties": .object([.init(name, inner)]), "required": [.text(name)]]
  }

  /// The leaves by the first name of their path, without it, in order of first sight.
  private static func groups(of leaves: [PathLeaf]) -> [(name: String, inner: [PathLeaf])] {
    var order: [String] = []
    var groups: [String: [PathLeaf]] = [:]
    for leaf in leaves {
      guard let name = leaf.path.first else { continue }
      if groups[name] == nil { order.append(name) }
      groups[name, default: []].append(
        PathLeaf(path: Array(leaf.path.dropFirst()), value: leaf.value))
    }
    return order.map { ($0, groups[$0] ?? []) }
  }
}
