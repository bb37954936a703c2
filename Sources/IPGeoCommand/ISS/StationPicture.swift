internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoISS
internal import IPGeoMaps

/// The map of a position, with the way to it.
enum StationPicture {
  static let name = "International Space Station"

  /// What stands where the position is to come.
  static func fetching(_ isUnicode: Bool) -> String { isUnicode ? "Fetching …" : "Fetching ..." }

  static func picture(_ report: StationReport, ways: [[Position]] = []) -> MapPicture {
    MapPicture(
      title: "\(name), \(report.time)",
      markers: [MapPicture.Marker(position: report.fix.position, label: name)], tracks: ways)
  }

  /// The whole file.
  static func file(
    _ report: StationReport, ways: [[Position]] = [], as format: MapFileFormat
  ) -> ByteBuffer {
    var out = ByteBuffer(capacity: 256 << 10)
    MapFile.append(picture(report, ways: ways), as: format, withAddresses: false, to: &out)
    return out
  }

  /// The lines for a terminal, at most `rows` of them.
  ///
  /// A map is as wide as it is asked to be, and as high as that makes it; where that is too high, it
  /// is drawn narrower. In a window that is narrower than any map there is none.
  static func lines(
    _ picture: MapPicture, look: TerminalLook, rows: Int = .max
  ) -> [String] {
    if look.columns < TerminalMap.narrowest { return [] }
    var look = look
    var lines = TerminalMap.lines(of: picture, look: look)
    while lines.count > rows, look.columns > TerminalMap.narrowest {
      let fitting = look.columns * max(1, rows) / max(1, lines.count)
      look.columns = max(TerminalMap.narrowest, min(look.columns - 1, fitting))
      lines = TerminalMap.lines(of: picture, look: look)
    }
    return Array(lines.prefix(max(0, rows)))
  }
}
