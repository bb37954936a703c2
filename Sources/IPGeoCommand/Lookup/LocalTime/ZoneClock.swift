internal import IPGeoByteStreams

/// What clocks show in other places.
struct ZoneClock: Sendable {
  /// Seconds east of UTC in a zone of that name at an instant; nil where the zone is not known.
  let offset: @Sendable (_ zone: String, _ instant: Int64) -> Int64?

  /// By the system's zone files.
  static let system = ZoneClock { zone, instant in
    guard isName(zone) else { return nil }
    for folder in folders {
      if let bytes = try? SmallFile.read(folder + "/" + zone, limit: ZoneFile.longest),
        let file = ZoneFile(bytes)
      {
        return file.offset(at: instant)
      }
    }
    return nil
  }

  private static let folders = [
    "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo", "/var/db/timezone/zoneinfo",
  ]

  /// Whether a name from outside may be part of a path: `Europe/Berlin`, `Etc/GMT+5`.
  static func isName(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
    return name.utf8.count <= 64 && parts.count <= 4
      && parts.allSatisfy { part in
        guard let first = part.first, (first | 0x20) &- 0x61 < 26 else { return false }
        return part.allSatisfy { byte in
          (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2B || byte == 0x2D
            || byte == 0x5F
        }
      }
  }
}

/// An instant as a clock on the wall shows it.
struct LocalTime: Hashable {
  /// Day, time and distance from UTC, as `Sun 2026-08-02 14:05, UTC-04:00`.
  let text: String

  /// - Parameters:
  ///   - instant: Seconds since 1970 UTC.
  ///   - offset: Seconds east of UTC.
  init(_ instant: Int64, offset: Int64) {
    let local = instant &+ offset
    let date = CivilDate(daysSince1970: CivilDate.quotient(local, 86_400))
    let second = CivilDate.remainder(local, 86_400)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let day = days[Int(CivilDate.remainder(date.weekday, 7))]
    let clock = "\(Self.two(second / 3600)):\(Self.two(second / 60 % 60))"
    let ahead = offset.magnitude
    let zone =
      "\(offset < 0 ? "-" : "+")\(Self.two(Int64(ahead / 3600))):\(Self.two(Int64(ahead / 60 % 60)))"
    text = "\(day) \(date.year)-\(Self.two(date.month))-\(Self.two(date.day)) \(clock), UTC\(zone)"
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
