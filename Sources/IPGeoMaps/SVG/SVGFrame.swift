internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoJSON

/// Where things are on the picture, in its own units: those of a page whose map is 1,440 pixels wide.
enum SVGFrame {
  static let mapWidth = 1440.0
  static let mapHeight = mapWidth * MillerProjection.worldHeight
  /// Around the map, so wide that a circle at its edge is whole.
  static let margin = 40.0
  static let mapTop = 72.0
  static let width = mapWidth + 2 * margin
  static let legendMiddle = (mapTop + mapHeight + 58).rounded()
  static let captionBase = legendMiddle + 54
  static let height = captionBase + 24

  /// How far east of the map's edge a position is.
  static func x(_ position: Position) -> Double { (position.longitude / 360 + 0.5) * mapWidth }
  /// How far south of the map's edge a position is.
  static func y(_ position: Position) -> Double {
    mapWidth * MillerProjection.y(position.latitude)
  }
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
