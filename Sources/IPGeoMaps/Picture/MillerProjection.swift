#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Miller's cylindrical projection of pages and still pictures, as `projection.js` has it.
///
/// A world is 1 wide; x grows to the east from the antimeridian, y to the south from the pole.
enum MillerProjection {
  /// How high a world is.
  static let worldHeight = miller(90) / .pi

  /// Where a longitude is; 0 for both meridians at the antimeridian.
  static func x(_ longitude: Double) -> Double { wrapped(longitude / 360 + 0.5) }

  /// Where a latitude is.
  static func y(_ latitude: Double) -> Double { worldHeight / 2 - miller(latitude) / (2 * .pi) }

  /// The latitude that is there.
  static func latitude(_ y: Double) -> Double {
    let miller = (worldHeight / 2 - y) * 2 * .pi
    return 2.5 * (atan(exp(0.8 * miller)) - .pi / 4) * 180 / .pi
  }

  /// The part that lies in [0, 1): the same place, whichever way round it was reached.
  static func wrapped(_ x: Double) -> Double { x - x.rounded(.down) }

  /// The shorter way round to a place that is `step` away: -0.5 to 0.5.
  static func shorter(_ step: Double) -> Double { step - (step + 0.5).rounded(.down) }

  private static func miller(_ latitude: Double) -> Double {
    1.25 * log(tan(.pi / 4 + 0.4 * latitude * .pi / 180))
  }
}
