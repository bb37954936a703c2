/// The page's script, style and markup; `Generated` holds them.
enum PageText {
  /// The markup in its order: text as it is, and what comes in between.
  enum Piece {
    case text(StaticString)
    case style, script, policy, outline
    case kind, title, sum, outcome, notice, tables, data
  }
}
