internal import IPGeoCore
internal import IPGeoSummaries

/// Which part of the globe a terminal map shows, and where on it a place is.
///
/// Degrees are equally wide everywhere (plate carrée). A cell of a terminal is taken for twice as
/// high as wide, and has two columns and four rows of dots.
struct MapFrame: Hashable {
  /// Cells from west to east.
  let columns: Int
  /// Cells from north to south.
  let rows: Int
  private let north: Double
  private let south: Double

  /// Where land ends in the north, and where it ends in the south but for Antarctica.
  static let usualLatitudes = -58.0...84.0

  /// Makes the frame of a picture.
  ///
  /// It shows the latitudes where people live, and the whole globe where the picture has something
  /// beyond them, so that everything stands where it is.
  init(columns: Int, showing picture: MapPicture) {
    let usual = Self.usualLatitudes
    let isUsual =
      picture.cells.allSatisfy { $0.key.position.map { usual ~= $0.latitude } ?? true }
      && picture.markers.allSatisfy { usual ~= $0.position.latitude }
      && picture.tracks.allSatisfy { $0.allSatisfy { usual ~= $0.latitude } }
    self.columns = min(TerminalMap.widest, max(TerminalMap.narrowest, columns))
    north = isUsual ? usual.upperBound : 90
    south = isUsual ? usual.lowerBound : -90
    rows = max(1, Int((Double(self.columns) * (north - south) / 720).rounded()))
  }

  /// Dots from west to east.
  var dotColumns: Int { columns * 2 }
  /// Dots from north to south.
  var dotRows: Int { rows * 4 }

  /// How far east of the frame's edge a longitude is, in dots.
  func x(_ longitude: Double) -> Double { (longitude + 180) / 360 * Double(dotColumns) }

  /// How far south of the frame's edge a latitude is, in dots.
  func y(_ latitude: Double) -> Double {
    (north - latitude) / (north - south) * Double(dotRows)
  }

  /// The number of the cell that holds a position, rows first; the edges belong to the outer cells.
  func cell(of position: Position) -> Int {
    let column = min(columns - 1, max(0, Int(x(position.longitude) / 2)))
    let row = min(rows - 1, max(0, Int(y(position.latitude) / 4)))
    return row * columns + column
  }
}
