internal import IPGeoISS
internal import IPGeoMaps
internal import IPGeoRecords

/// What a watch's window shows at one moment, line by line: pure.
struct ScreenFrame: Hashable, Sendable {
  /// The map's lines as they were drawn last, and of what.
  struct DrawnMap: Hashable, Sendable {
    fileprivate var window: WindowSize
    fileprivate var report: StationReport
    fileprivate var lines: [String]
  }

  /// How many lines stand above the map.
  private static let headLines = 4

  let watch: StationWatch
  /// By this machine's clock, in seconds since 1970 UTC.
  let now: Int64
  let window: WindowSize
  let isUnicode: Bool
  let usesColor: Bool
  /// Why the map's file was not written; nil where it was, or there is none.
  var mapFault: String?

  /// The lines, none wider than the window, and no more than it has.
  ///
  /// The map is drawn anew only where there is another position or another window than `drawn` has.
  func lines(_ drawn: inout DrawnMap?) -> [String] {
    var lines = [clipped(title)]
    guard let fix = watch.fix else {
      lines +=
        watch.fault.map { [said($0.message)] } ?? [clipped(StationPicture.fetching(isUnicode))]
      return Array(lines.prefix(window.rows))
    }
    let report = StationReport(fix: fix, now: now)
    lines += [
      clipped(report.place(isUnicode: isUnicode)), clipped(report.ground(isUnicode: isUnicode)),
      note(report),
    ]
    lines += map(report, &drawn)
    return Array(lines.prefix(window.rows))
  }

  private var title: String {
    let dot = isUnicode ? "·" : "-"
    return
      "\(StationPicture.name) \(dot) every \(DurationText.text(watch.every)) \(dot) Ctrl-C ends"
  }

  /// The one line for what is wrong: that the last request failed, or the position's age, or a file.
  private func note(_ report: StationReport) -> String {
    (watch.fault?.message ?? report.warning ?? mapFault).map(said) ?? ""
  }

  private func said(_ text: String) -> String {
    let line = clipped(ShownText.escape(text, isUnicode: isUnicode))
    return usesColor ? "\u{1B}[33m\(line)\u{1B}[0m" : line
  }

  private func map(_ report: StationReport, _ drawn: inout DrawnMap?) -> [String] {
    if let drawn, drawn.window == window, drawn.report.fix == report.fix { return drawn.lines }
    let look = TerminalLook(columns: window.columns, isUnicode: isUnicode, usesColor: usesColor)
    let rows = window.rows - Self.headLines
    let lines =
      rows < 1
      ? []
      : StationPicture.lines(
        StationPicture.picture(report, ways: watch.track.ways), look: look, rows: rows)
    drawn = DrawnMap(window: window, report: report, lines: lines)
    return lines
  }

  /// What fits in a line.
  private func clipped(_ text: String) -> String {
    ShownText.clip(text, columns: window.columns, isUnicode: isUnicode)
  }
}
