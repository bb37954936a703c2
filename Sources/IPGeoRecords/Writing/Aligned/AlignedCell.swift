/// Visible text in a cell, and how wide it is.
struct AlignedCell: Hashable {
  var text: String
  var width: Int

  static let blank = AlignedCell("")

  init(_ text: String) {
    self.text = text
    width = DisplayWidth.of(text)
  }

  /// The cell in so many columns at most; one that is wider ends in `…`.
  func cut(to columns: Int) -> AlignedCell {
    if width <= columns { return self }
    var kept = String.UnicodeScalarView()
    var used = 0
    for scalar in text.unicodeScalars {
      let next = used &+ DisplayWidth.of(scalar)
      if next > columns &- 1 { break }
      used = next
      kept.append(scalar)
    }
    return AlignedCell(String(kept) + "…")
  }
}
