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
    width <= columns ? self : AlignedCell(DisplayWidth.cut(text, to: columns))
  }
}
