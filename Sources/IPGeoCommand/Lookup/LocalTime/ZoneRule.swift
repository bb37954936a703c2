/// How a zone's time goes on for ever: the rule at the end of a zone file (RFC 9636, 3.3.1; POSIX,
/// the variable TZ), as `EST5EDT,M3.2.0,M11.1.0`.
struct ZoneRule: Hashable {
  /// When the clock changes in a year.
  private struct Change: Hashable {
    enum Day: Hashable {
      /// A weekday (0 is Sunday) of a month's week; the fifth is the last.
      case week(month: Int64, week: Int64, weekday: Int64)
      /// Days from 1 January, from 1 on; 29 February is not counted.
      case julian(Int64)
      /// Days from 1 January, from 0 on.
      case ordinal(Int64)
    }

    var day: Day
    /// Seconds from that day's start, by the clock as it is before.
    var time: Int64

    /// When that is in a year, in seconds since 1970 of that clock.
    func local(in year: Int64) -> Int64 { days(in: year) &* 86_400 &+ time }

    private func days(in year: Int64) -> Int64 {
      let newYear = CivilDate(year: year, month: 1, day: 1).daysSince1970
      switch day {
      case .ordinal(let number): return newYear &+ number
      case .julian(let number):
        let isLeap = CivilDate(year: year, month: 3, day: 1).daysSince1970 &- newYear == 60
        return newYear &+ number &- 1 &+ (isLeap && number > 59 ? 1 : 0)
      case .week(let month, let week, let weekday):
        let first = CivilDate(year: year, month: month, day: 1)
        let days = first.daysSince1970 &+ CivilDate.remainder(weekday &- first.weekday, 7)
        let next = CivilDate(
          year: month == 12 ? year &+ 1 : year, month: month == 12 ? 1 : month &+ 1, day: 1
        ).daysSince1970
        let wanted = days &+ (week &- 1) &* 7
        return wanted < next ? wanted : wanted &- 7
      }
    }
  }

  private struct Summer: Hashable {
    var offset: Int64
    var begin: Change
    var end: Change
  }

  private var standard: Int64
  private var summer: Summer?

  /// Reads a rule; nil for any text that is none.
  init?(_ text: some Sequence<UInt8>) {
    var reader = Reader(rest: Array(text)[...])
    guard reader.skipName(), let west = reader.offset() else { return nil }
    standard = -west
    if reader.rest.isEmpty { return }
    guard reader.skipName() else { return nil }
    var offset = standard &+ 3600
    if reader.rest.first != 0x2C {
      guard let west = reader.offset() else { return nil }
      offset = -west
    }
    guard let begin = reader.change(), let end = reader.change(), reader.rest.isEmpty else {
      return nil
    }
    summer = Summer(offset: offset, begin: begin, end: end)
  }

  /// Seconds east of UTC at an instant, in seconds since 1970.
  func offset(at instant: Int64) -> Int64 {
    guard let summer else { return standard }
    let days = CivilDate.quotient(instant, 86_400)
    let year = CivilDate(daysSince1970: days).year
    // Changes of the years around count, too: a rule may name times days away from its day.
    var latest = (at: Int64.min, isSummer: false)
    for year in (year &- 1)...(year &+ 1) {
      let begin = summer.begin.local(in: year) &- standard
      let end = summer.end.local(in: year) &- summer.offset
      if end <= instant, end > latest.at { latest = (end, false) }
      // Where one summer ends as the next begins, it never ends.
      if begin <= instant, begin >= latest.at { latest = (begin, true) }
    }
    return latest.isSummer ? summer.offset : standard
  }

  /// Reads the parts of a rule from front to back.
  private struct Reader {
    var rest: ArraySlice<UInt8>

    /// `EST`, or `<-03>`.
    mutating func skipName() -> Bool {
      if rest.first == 0x3C {
        guard let end = rest.firstIndex(of: 0x3E) else { return false }
        rest = rest[(end + 1)...]
        return true
      }
      let letters = rest.prefix { ($0 | 0x20) &- 0x61 < 26 }.count
      rest = rest.dropFirst(letters)
      return letters >= 3
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    mutating func offset() -> Int64? {
      var sign: Int64 = 1
      if let first = rest.first, first == 0x2B || first == 0x2D {
        sign = first == 0x2D ? -1 : 1
        rest = rest.dropFirst()
      }
      guard let hours = number(upTo: 167) else { return nil }
      var seconds = hours &* 3600
      for unit in [60, 1] as [Int64] where rest.first == 0x3A {
        rest = rest.dropFirst()
        guard let part = number(upTo: 59) else { return nil }
        seconds &+= part &* unit
      }
      return sign &* seconds
    }

    /// A comma, a day, and perhaps a time: `,M3.2.0/2`.
    mutating func change() -> Change? {
      guard rest.popFirst() == 0x2C, let day = day() else { return nil }
      guard rest.first == 0x2F else { return Change(day: day, time: 7200) }
      rest = rest.dropFirst()
      return offset().map { Change(day: day, time: $0) }
    }

    private mutating func day() -> Change.Day? {
      switch rest.first {
      case 0x4D:
        rest = rest.dropFirst()
        guard let month = number(upTo: 12), month > 0, rest.popFirst() == 0x2E,
          let week = number(upTo: 5), week > 0, rest.popFirst() == 0x2E,
          let weekday = number(upTo: 6)
        else { return nil }
        return .week(month: month, week: week, weekday: weekday)
      case 0x4A:
        rest = rest.dropFirst()
        guard let number = number(upTo: 365), number > 0 else { return nil }
        return .julian(number)
      default: return number(upTo: 365).map { .ordinal($0) }
      }
    }

    private mutating func number(upTo limit: Int64) -> Int64? {
      let digits = rest.prefix { $0 &- 0x30 < 10 }
      guard !digits.isEmpty, digits.count <= 3 else { return nil }
      rest = rest.dropFirst(digits.count)
      let value = digits.reduce(Int64(0)) { $0 &* 10 &+ Int64($1 &- 0x30) }
      return value <= limit ? value : nil
    }
  }
}
