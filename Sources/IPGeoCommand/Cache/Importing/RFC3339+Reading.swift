internal import IPGeoRecords

extension RFC3339 {
  /// Reads an instant (RFC 3339, 5.6): `2026-11-30T02:03:04Z`, with an offset or a fraction too.
  ///
  /// A fraction is dropped, and a leap second is the first second after it.
  /// - Returns: Seconds since 1970 UTC; nil for any other text, and for days that no month has.
  static func seconds(_ text: String) -> Int64? {
    var reader = InstantReader(Array(text.utf8))
    guard let year = reader.number(4), reader.takes("-"), let month = reader.number(2),
      reader.takes("-"), let day = reader.number(2), reader.takes("Tt "),
      let hour = reader.number(2), reader.takes(":"), let minute = reader.number(2),
      reader.takes(":"), let second = reader.number(2), reader.skipFraction(),
      let offset = reader.offset(), reader.isAtEnd
    else { return nil }
    guard (1...12).contains(month), day >= 1, day <= daysOfMonth(month, of: year), hour < 24,
      minute < 60, second <= 60
    else { return nil }
    let days = daysSince1970(year: year, month: month, day: day)
    // At most four digits each: nothing here comes near an overflow.
    return days * 86_400 + hour * 3600 + minute * 60 + second - offset
  }

  private static func daysOfMonth(_ month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    // 1 January of the year 1 is day 1 of the calendar, and 719,163 days before 1970.
    let before = year - 1
    let leaps = before >= 0 ? before / 4 - before / 100 + before / 400 : -1
    let months = (1..<month).reduce(0) { $0 + daysOfMonth($1, of: year) }
    return before * 365 + leaps + months + day - 719_163
  }
}

/// Takes an instant's text apart.
private struct InstantReader {
  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { at == bytes.count }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  /// A number of exactly so many digits.
  mutating func number(_ digits: Int) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<digits {
      guard let digit = next.map({ $0 &- 0x30 }), digit < 10 else { return nil }
      value = value * 10 + Int64(digit)
      at += 1
    }
    return value
  }

  /// Takes one of some characters.
  mutating func takes(_ choice: StaticString) -> Bool {
    let bytes = UnsafeBufferPointer(start: choice.utf8Start, count: choice.utf8CodeUnitCount)
    guard let next, bytes.contains(next) else { return false }
    at += 1
    return true
  }

  /// Passes over a fraction; false where a point has no digit behind it.
  mutating func skipFraction() -> Bool {
    guard takes(".") else { return true }
    let start = at
    while let next, next &- 0x30 < 10 { at += 1 }
    return at > start
  }

  /// Seconds east of UTC.
  mutating func offset() -> Int64? {
    if takes("Zz") { return 0 }
    let sign: Int64 = next == 0x2D ? -1 : 1
    guard takes("+-"), let hours = number(2), takes(":"), let minutes = number(2), hours < 24,
      minutes < 60
    else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }
}
