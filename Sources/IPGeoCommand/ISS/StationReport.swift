internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoISS
internal import IPGeoJSON
internal import IPGeoMaps
internal import IPGeoRecords

/// What is told of a position: pure.
struct StationReport: Hashable, Sendable {
  let fix: StationFix
  /// By this machine's clock, in seconds since 1970 UTC.
  let now: Int64

  /// One object without a line end.
  var json: String {
    var out = ByteBuffer(capacity: 128)
    out.append("{\"latitude\":")
    JSONText.appendNumber(fix.position.latitude, to: &out)
    out.append(",\"longitude\":")
    JSONText.appendNumber(fix.position.longitude, to: &out)
    out.append(",\"timestamp\":\(fix.timestamp),\"age_seconds\":\(fix.age(at: now))}")
    return String(decoding: out.bytes, as: UTF8.self)
  }

  /// `51.5° N, 12.3° W, 3 s ago`; in ASCII without the sign of degrees.
  func place(isUnicode: Bool) -> String {
    PositionText.text(fix.position, isUnicode: isUnicode) + ", " + AgeText.ago(fix.age(at: now))
  }

  /// `above Kazakhstan`, or that there is none.
  ///
  /// The outline is coarse, so that the sea is never said for certain. Outside UTF-8, what of a name
  /// is not ASCII is a question mark.
  func ground(isUnicode: Bool) -> String {
    guard let country = WorldOutline.country(at: fix.position) else {
      return "above the sea (or land too small for the outline)"
    }
    let name = VisibleText.escape(country.name, limit: 60)
    if isUnicode { return "above " + name }
    return "above " + String(name.map { $0.isASCII ? $0 : "?" })
  }

  /// All of it in one line that begins with its time.
  func line(isUnicode: Bool) -> String {
    "\(time) \(place(isUnicode: isUnicode)), \(ground(isUnicode: isUnicode))"
  }

  /// When it was there, as `2026-11-30T02:03:04Z`.
  var time: String {
    var out = ByteBuffer(capacity: 32)
    RFC3339.append(fix.timestamp, to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  /// What is wrong with its time; nil where nothing is.
  var warning: String? {
    let age = fix.age(at: now)
    if age > StationFix.staleAge {
      return
        "the position is \(AgeText.text(age)) old (\(time)): the service stands still, and the "
        + "station is elsewhere by now"
    }
    let lead = fix.lead(at: now)
    if lead > StationFix.staleAge {
      return "the position is dated \(AgeText.text(lead)) ahead (\(time)): this machine's clock or "
        + "the service's is wrong"
    }
    return nil
  }
}

/// Writes positions for people.
enum PositionText {
  /// `51.5° N, 12.3° W`: to a tenth of a degree, which the station passes in a second and a half.
  static func text(_ position: Position, isUnicode: Bool) -> String {
    half(position.latitude, "N", "S", isUnicode) + ", "
      + half(position.longitude, "E", "W", isUnicode)
  }

  private static func half(
    _ degrees: Double, _ positive: String, _ negative: String, _ isUnicode: Bool
  ) -> String {
    let tenths = Int64(exactly: (abs(degrees) * 10).rounded()) ?? 0
    let side = degrees < 0 && tenths > 0 ? negative : positive
    return "\(tenths / 10).\(tenths % 10)\(isUnicode ? "°" : "") \(side)"
  }
}

/// Writes how old something is, in one unit.
enum AgeText {
  /// `3 s`, `5 min`, `7 h`, `12 days`, rounded down; two of a unit at least.
  static func text(_ seconds: Int64) -> String {
    switch max(0, seconds) {
    case ..<120: "\(max(0, seconds)) s"
    case ..<7_200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3_600) h"
    default: "\((seconds / 86_400).groupedDigits) days"
    }
  }

  /// The same with `ago`; `now` for nothing.
  static func ago(_ seconds: Int64) -> String { seconds <= 0 ? "now" : text(seconds) + " ago" }
}
