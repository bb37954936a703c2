internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoJSON

/// Where things are on the picture, in its own units.
enum SVGFrame {
  /// Units of a degree.
  static let scale = 4.0
  static let mapWidth = 360 * scale
  static let mapHeight = 180 * scale
  /// Around the map, so wide that a circle at its edge is whole.
  static let margin = 40.0
  static let mapTop = 72.0
  static let width = mapWidth + 2 * margin
  static let legendMiddle = mapTop + mapHeight + 58
  static let captionBase = legendMiddle + 54
  static let height = captionBase + 24
  /// The radius of the largest circle.
  static let largestRadius = 24.0

  /// How far east of the map's edge a position is.
  static func x(_ position: Position) -> Double { (position.longitude + 180) * scale }
  /// How far south of the map's edge a position is.
  static func y(_ position: Position) -> Double { (90 - position.latitude) * scale }
}

extension ByteBuffer {
  /// Appends a length or place, to a hundredth of a unit.
  mutating func append(units value: Double) {
    JSONText.appendNumber((value * 100).rounded() / 100, to: &self)
  }

  /// Appends an attribute with a length or place.
  mutating func append(attribute name: StaticString, _ value: Double) {
    append(0x20)
    append(name)
    append("=\"" as StaticString)
    append(units: value)
    append(0x22)
  }
}
