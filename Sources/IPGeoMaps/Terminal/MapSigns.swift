/// What a terminal map is drawn with.
struct MapSigns {
  /// Marks of hits, smallest first.
  let hits: [Unicode.Scalar]
  /// A place with a name.
  let marker: Unicode.Scalar
  /// A cell that a way goes through; `nil` where its dots are drawn.
  let track: Unicode.Scalar?

  static func of(_ look: TerminalLook) -> MapSigns {
    // None of them is of ambiguous width but the disc, which terminals draw in one column.
    look.isUnicode
      ? MapSigns(hits: ["∘", "o", "O", "●"], marker: "◉", track: nil)
      : MapSigns(hits: ["*", "o", "O", "@"], marker: "X", track: "+")
  }
}

/// What a part of a terminal map is coloured with: the parameters of SGR (ECMA-48).
enum MapInk: String {
  case plain = ""
  case outline = "2"
  case track = "36"
  case hits = "1;33"
  case marker = "1;31"
}
