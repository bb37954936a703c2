/// The words that follow `ipgeo cache`.
enum CacheAction: String, Hashable, Sendable, CaseIterable {
  case path, stats, prune, clear, export, `import`

  /// What the user types.
  var command: String { "ipgeo cache " + rawValue }

  /// The word with what may follow it.
  var synopsis: String {
    switch self {
    case .import: "import [FILE…]"
    case .path, .stats, .prune, .clear, .export: rawValue
    }
  }

  /// One line for lists of commands, no full stop.
  var summary: String {
    switch self {
    case .path: "show where the store is"
    case .stats: "show what it holds"
    case .prune: "delete old answers"
    case .clear: "delete all answers"
    case .export: "write the answers as JSON lines"
    case .import: "take such lines back (standard input, or -)"
    }
  }
}
