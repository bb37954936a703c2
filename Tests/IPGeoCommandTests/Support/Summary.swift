import Foundation

/// What `--summary-file` holds.
struct Summary {
  var object: [String: Any]

  init(_ text: String) throws {
    guard let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    else { throw TableError(description: "no object: \(text)") }
    self.object = object
  }

  /// A number; -1 when there is none.
  subscript(name: String) -> Int { object[name] as? Int ?? -1 }

  var records: Int { self["records"] }

  /// Whether both sums add up.
  var holds: Bool {
    let rest = (object["rest"] as? Int ?? 0) + (object["other_shards"] as? Int ?? 0)
    let terms = ["located", "special", "unknown", "invalid", "failed"].map { self[$0] }
    let answers = ["local", "known", "asked", "unasked"].map { self[$0] }
    return !(terms + answers).contains(-1)
      && self["records"] == terms.reduce(rest, +) && self["addresses"] == answers.reduce(0, +)
  }
}
