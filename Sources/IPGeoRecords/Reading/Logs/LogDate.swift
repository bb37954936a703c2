/// The dates and times of logs, as far as they tell what a line is.
///
/// Shapes are looked at, not values: no date is read.
struct LogDate {
  let bytes: UnsafeRawBufferPointer
  let end: Int

  /// Whether a word opens a square bracket with a date in it.
  func isBracketed(at index: Int) -> Bool {
    guard index < end, bytes[index] == LogWords.openSquare else { return false }
    return LogDate.bracketed.contains { matches($0, at: index + 1) } || isEpoch(at: index + 1)
  }

  /// The end of a time of its own at the start of a line, a blank behind it.
  func stampEnd(at index: Int) -> Stamp? {
    guard mayBeStamp(at: index) else { return nil }
    if let found = calendarStamp(at: index) { return found }
    return epochStamp(at: index)
  }

  /// Most lines start with an address or a name; one look tells that those are no time.
  private func mayBeStamp(at index: Int) -> Bool {
    guard end - index >= 12 else { return false }
    if bytes[index] == LogWords.openSquare { return true }
    if LogWords.isLetter(bytes[index]) { return bytes[index + 3] == 0x20 }
    return LogWords.isDigit(bytes[index]) && bytes[index + 1] != 0x2e && bytes[index + 2] != 0x2e
      && bytes[index + 3] != 0x2e
  }

  /// A time that something put before the line.
  struct Stamp {
    var end: Int
    /// Written with the month's name, as syslog does: a host's name follows.
    var isTraditional = false
  }

  /// Digits stand for any, `A` for any letter; all else stands for itself.
  private static let bracketed: [StaticString] = [
    "00/AAA/0000", "0000-00-00", "0000/00/00", "00/00/0000", "00-AAA-0000", "00-00-0000",
    "00.00.0000", "AAA AAA 00 ", "AAA AAA  0 ", "AAA, 00 AAA",
  ]
  private static let traditional: [StaticString] = [
    "AAA 00 00:00:00", "AAA  0 00:00:00", "AAA 0 00:00:00", "AAA 00 0000 00:00:00",
    "AAA  0 0000 00:00:00",
  ]
  private static let calendar: [StaticString] = [
    "0000-00-00T00:00:00", "0000-00-00t00:00:00", "0000-00-00 00:00:00", "0000/00/00 00:00:00",
  ]

  private func calendarStamp(at index: Int) -> Stamp? {
    for shape in LogDate.traditional where matches(shape, at: index) {
      return blank(zoneEnd(fractionEnd(index + shape.utf8CodeUnitCount)), isTraditional: true)
    }
    // systemd writes the day of the week before, and the zone's name behind.
    let hasWeekday = matches("AAA 0000-", at: index)
    for shape in LogDate.calendar where matches(shape, at: hasWeekday ? index + 4 : index) {
      let end = zoneEnd(
        fractionEnd((hasWeekday ? index + 4 : index) + shape.utf8CodeUnitCount))
      return hasWeekday ? blank(zoneNameEnd(end), isTraditional: true) : blank(end)
    }
    return nil
  }

  /// Seconds since 1970, or since the machine started in square brackets.
  private func epochStamp(at index: Int) -> Stamp? {
    let isBracketed = index < end && bytes[index] == LogWords.openSquare
    var start = index
    if isBracketed {
      start += 1
      while start < end, bytes[start] == 0x20 { start += 1 }
    }
    let dot = digitsEnd(start)
    guard dot > start, isBracketed || dot - start >= 9, dot < end, bytes[dot] == 0x2e else {
      return nil
    }
    let stop = digitsEnd(dot + 1)
    guard isBracketed else { return blank(stop) }
    return stop < end && bytes[stop] == 0x5d ? blank(stop + 1) : nil
  }

  private func blank(_ index: Int, isTraditional: Bool = false) -> Stamp? {
    guard index < end, LogWords.isBlank(bytes[index]) else { return nil }
    return Stamp(end: index, isTraditional: isTraditional)
  }

  private func fractionEnd(_ index: Int) -> Int {
    guard index < end, bytes[index] == 0x2e || bytes[index] == 0x2c else { return index }
    return digitsEnd(index + 1)
  }

  /// `Z`, `+00:00`, `+0000`, or nothing.
  private func zoneEnd(_ index: Int) -> Int {
    guard index < end else { return index }
    if bytes[index] | 0x20 == UInt8(ascii: "z") { return index + 1 }
    guard bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") else {
      return index
    }
    if matches("00:00", at: index + 1) { return index + 6 }
    return matches("0000", at: index + 1) ? index + 5 : index
  }

  private func zoneNameEnd(_ index: Int) -> Int {
    guard index + 1 < end, LogWords.isBlank(bytes[index]) else { return index }
    var stop = index + 1
    while stop < end, !LogWords.isBlank(bytes[stop]) { stop += 1 }
    return stop
  }

  private func digitsEnd(_ index: Int) -> Int {
    var stop = index
    while stop < end, LogWords.isDigit(bytes[stop]) { stop += 1 }
    return stop
  }

  /// Nine digits or more and what may stand behind them in a bracket.
  private func isEpoch(at index: Int) -> Bool {
    let stop = digitsEnd(index)
    guard stop - index >= 9, stop < end else { return false }
    return bytes[stop] == 0x2e || bytes[stop] == 0x5d || bytes[stop] == 0x20
  }

  func matches(_ shape: StaticString, at index: Int) -> Bool {
    guard index >= 0, end - index >= shape.utf8CodeUnitCount else { return false }
    return shape.withUTF8Buffer { shape in
      shape.indices.allSatisfy { offset in
        let byte = bytes[index + offset]
        switch shape[offset] {
        case 0x30: return LogWords.isDigit(byte)
        case 0x41: return LogWords.isLetter(byte)
        default: return byte == shape[offset]
        }
      }
    }
  }
}
