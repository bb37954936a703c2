/// A colour of pages and still pictures: one for a light background and one for a dark one.
///
/// `Web/colours.css` has them all; `scripts/generate-page` makes the constants of it.
struct MapColour: Hashable {
  /// Red, green, blue and opacity, a byte each.
  let light: UInt32
  let dark: UInt32
}
