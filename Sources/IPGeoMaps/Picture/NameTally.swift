/// Counts what things are called: of several names the one with most hits is used.
struct NameTally<Key: Hashable> {
  private var names: [Key: [Spelling: UInt64]] = [:]

  /// Counts hits that call a thing by a name; an empty one names nothing.
  mutating func count(_ name: String?, of key: Key, hits: UInt64) {
    guard let name, !name.isEmpty else { return }
    names[key, default: [:]][Spelling(name), default: 0].addUpTo(hits)
  }

  /// What most hits call a thing, of equals the first in the order of bytes, as in summaries.
  func name(of key: Key) -> String? {
    names[key]?.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key.text
  }
}
