internal import IPGeoCore
internal import IPGeoSummaries

/// A picture as a terminal shows it.
///
/// The map has the latitudes 84 to -58, where people live, or all of them where the picture has
/// something beyond. Hits of a cell are one sign whose size tells how many; a marker stands above
/// them. The title and the labels are not shown, so that no text from outside reaches the terminal.
public enum TerminalMap {
  /// Where borders are drawn besides coasts: on narrower maps they run into each other.
  private static let columnsForBorders = 120

  /// No map is narrower, in columns; a window that is has none, instead of one that it would wrap.
  public static let narrowest = 20
  /// No map is wider, in columns.
  static let widest = 400

  /// The lines of the map, without line ends; none is wider than the look's columns, unless one word
  /// is.
  ///
  /// A look wider than 400 columns gets 400, and one narrower than `narrowest` no map. Below the map
  /// of a picture that has hits there is a legend: the fewest hits of each sign, how many hits are on
  /// the map, and how many have no position.
  /// - Parameters:
  ///   - picture: What to show.
  ///   - look: How to draw it.
  ///   - addresses: How many distinct addresses there are; where that is told, the legend has it, and
  ///     stands below a map without hits as well.
  /// - Returns: The map's lines, and the legend's.
  public static func lines(
    of picture: MapPicture, look: TerminalLook, addresses: Int? = nil
  ) -> [String] {
    let frame = MapFrame(columns: look.columns, showing: picture)
    let hits = HitCells(picture, frame: frame)
    let scale = HitScale(most: look.columns < narrowest ? 0 : hits.most)
    let signs = MapSigns.of(look)
    let map =
      look.columns < narrowest
      ? [] : mapLines(of: picture, frame: frame, look: look, hits: hits, scale: scale, signs: signs)
    if hits.shown == 0, hits.unplaced == 0, addresses == nil { return map }
    let columns = min(look.columns, frame.columns)
    let legend = MapLegend(
      scale: scale, hits: hits, addresses: addresses, signs: signs, columns: columns)
    return map + legend.lines(columns: columns, usesColor: look.usesColor)
  }

  private static func mapLines(
    of picture: MapPicture, frame: MapFrame, look: TerminalLook, hits: HitCells, scale: HitScale,
    signs: MapSigns
  ) -> [String] {
    var cells = land(of: picture, frame: frame, look: look)
    drawTracks(of: picture, frame: frame, sign: signs.track, in: &cells)
    for (cell, count) in hits.counts.enumerated() where count > 0 {
      cells[cell] = (signs.hits[min(signs.hits.count - 1, scale.size(of: count))], .hits)
    }
    for marker in picture.markers {
      cells[frame.cell(of: marker.position.eastern)] = (signs.marker, .marker)
    }

    return (0..<frame.rows).map { row in
      var line = InkedLine(usesColor: look.usesColor)
      for (sign, ink) in cells[(row * frame.columns)..<((row + 1) * frame.columns)] {
        line.append(sign, ink)
      }
      return line.finished
    }
  }

  /// A sign and its ink for every cell of a frame, with land alone.
  private static func land(
    of picture: MapPicture, frame: MapFrame, look: TerminalLook
  ) -> [(Unicode.Scalar, MapInk)] {
    let busy = look.usesColor ? BusyCountries.numbers(in: picture) : []
    var all = DotCanvas(frame: frame)
    var bright = DotCanvas(frame: frame)
    if look.isUnicode {
      let hasBorders = frame.columns >= columnsForBorders
      for segment in WorldOutline.segments where hasBorders || !segment.isBorder {
        all.draw(segment)
        if busy.contains(segment.country) { bright.draw(segment) }
      }
    } else {
      for (number, country) in WorldOutline.countries.enumerated() {
        all.fill(country)
        if busy.contains(number) { bright.fill(country) }
      }
    }
    return zip(all.cells, bright.cells).map { dots, brightDots in
      let sign = look.isUnicode ? Self.braille(dots) : Self.ascii(dots)
      return (sign, brightDots == 0 ? .outline : .plain)
    }
  }

  private static func drawTracks(
    of picture: MapPicture, frame: MapFrame, sign: Unicode.Scalar?,
    in cells: inout [(Unicode.Scalar, MapInk)]
  ) {
    if picture.tracks.isEmpty { return }
    var canvas = DotCanvas(frame: frame)
    for track in picture.tracks {
      for part in TrackCutter.degrees.parts(of: track) { canvas.draw(part) }
    }
    for (cell, dots) in canvas.cells.enumerated() where dots != 0 {
      cells[cell] = (sign ?? braille(dots), .track)
    }
  }

  private static func braille(_ dots: UInt8) -> Unicode.Scalar {
    dots == 0 ? " " : Unicode.Scalar(0x2800 + UInt32(dots)) ?? " "
  }

  /// A sign for the halves of a cell that are covered for the most part.
  private static func ascii(_ dots: UInt8) -> Unicode.Scalar {
    let isUpper = (dots & 0b00_011_011).nonzeroBitCount >= 2
    let isLower = (dots & 0b11_100_100).nonzeroBitCount >= 2
    return switch (isUpper, isLower) {
    case (true, true): ":"
    case (true, false): "'"
    case (false, true): "."
    case (false, false): " "
    }
  }
}
