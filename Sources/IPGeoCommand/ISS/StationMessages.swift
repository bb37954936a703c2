internal import IPGeoISS

/// What people are told where there is no position.
enum StationMessages {
  /// What a failure makes of a run: a position on no globe is bad data, anything else a service that
  /// is not there.
  static func commandFault(_ fault: StationFault, url: String) -> CommandFault {
    if fault.isOutOfRange {
      return CommandFault(.badInput, "the position is refused: \(fault.message)")
    }
    return CommandFault(
      .unavailable, "no position: \(fault.message)\(advice(fault, url: url))")
  }

  /// What to do about it, as the end of the line.
  private static func advice(_ fault: StationFault, url: String) -> String {
    if url.lowercased().hasPrefix("https://api.open-notify.org") {
      return "; the service has no encrypted port: use http"
    }
    switch fault.kind {
    case .timeout, .unreachable, .status(500...): return "; try again later"
    case .status(404): return "; is the URL right?"
    case .cancelled, .unable, .status, .redirected, .notUnderstood, .reply: return ""
    }
  }
}
