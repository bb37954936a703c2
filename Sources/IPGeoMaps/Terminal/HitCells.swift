internal import IPGeoSummaries

/// The hits of a picture by the cells of a frame.
struct HitCells {
  /// For each cell how many hits it has.
  private(set) var counts: [UInt64]
  /// How many hits have a position.
  private(set) var shown: UInt64 = 0
  /// How many have none.
  private(set) var unplaced: UInt64 = 0

  init(_ picture: MapPicture, frame: MapFrame) {
    counts = Array(repeating: 0, count: frame.columns * frame.rows)
    for cell in picture.cells {
      guard let position = cell.key.position else {
        unplaced.addUpTo(cell.hits)
        continue
      }
      let number = frame.cell(of: position.eastern)
      counts[number].addUpTo(cell.hits)
      shown.addUpTo(cell.hits)
    }
  }

  /// How many the busiest cell has.
  var most: UInt64 { counts.max() ?? 0 }
}
