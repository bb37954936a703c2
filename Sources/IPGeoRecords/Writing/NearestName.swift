/// The known name that a mistyped one was most likely meant to be: of a column, an option, a command.
public enum NearestName {
  /// The best of `names`; nil only where there are none.
  ///
  /// A name that starts as `text` does comes first, then one that holds it as a word (`rate` in
  /// `batch-rate`), then the one that takes the fewest edits; among equals the order given. Case
  /// counts. The cost is bounded, however long `text` is.
  public static func of(_ text: some StringProtocol, among names: [String]) -> String? {
    // A long argument is no mistyped name; its start decides, and the cost stays bounded.
    let typed = Array(text.utf8.prefix(64))
    var best: (name: String, score: Int)?
    for name in names {
      let bytes = Array(name.utf8)
      let score = score(typed, bytes)
      if best.map({ score < $0.score }) ?? true { best = (name, score) }
    }
    return best?.name
  }

  /// Whether `name` is so near to `text` that it was probably meant: a third of it at most differs.
  static func isLikely(_ name: String, for text: String) -> Bool {
    let typed = Array(text.utf8.prefix(64))
    let score = score(typed, Array(name.utf8))
    return score <= max(1, typed.count / 3)
  }

  private static func score(_ typed: [UInt8], _ name: [UInt8]) -> Int {
    if typed.count >= 2, name.starts(with: typed) { return -2 }
    let words = name.split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    if words.contains(typed[...]) { return -1 }
    return edits(typed, name)
  }

  /// How many insertions, deletions, replacements and swaps of neighbours turn `a` into `b`, no
  /// byte being edited twice (the optimal string alignment distance).
  static func edits(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for (j, y) in b.enumerated() {
        var cost = min(last[j] + (x == y ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, x == b[j - 1], a[i - 1] == y { cost = min(cost, beforeLast[j - 1] + 1) }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
