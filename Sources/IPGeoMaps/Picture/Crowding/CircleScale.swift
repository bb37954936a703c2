/// How large the circle of a number of hits is: its area tells them; `radiusOf` in the page's
/// `clusters.js`.
struct CircleScale {
  /// The radius of the largest circle, in pixels or units.
  static let greatest = 30.0
  /// No circle is smaller, or it could not be seen.
  private static let least = 3.0
  /// The radius of a circle for one hit, at most: a few hits are no large circle.
  private static let mostOfOne = 4.0

  /// How many hits the busiest circle has.
  let most: Double

  /// The radius for a number of hits.
  func radius(_ hits: Double) -> Double {
    max(
      Self.least,
      min(Self.mostOfOne * hits.squareRoot(), Self.greatest * (hits / most).squareRoot()))
  }
}
