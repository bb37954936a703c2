internal import IPGeoCore

/// What a value comes to where it makes sense; `nil` where it does not.
///
/// A value that makes no sense is one that the file does not have: rows show nothing that cannot
/// be.
enum SaneValue {
  typealias Text = LocationView.Text

  /// No name is longer, in bytes.
  private static let longestText = 1024

  /// A text that says something: not empty, not blank, and no dash in place of one.
  static func text(_ cursor: RecordCursor?) throws(MaxMindFault) -> Text? {
    // Whether it is UTF-8 is looked at only where it is not too long anyway.
    guard let cursor, cursor.type == .string, cursor.header.size <= longestText,
      let text = try cursor.text, text.contains(where: { $0 > 0x20 }),
      !(text.count == 1 && text[0] == 0x2D)
    else { return nil }
    return text
  }

  /// A code of two letters, in capitals whichever it has.
  static func code(_ cursor: RecordCursor?) throws(MaxMindFault) -> Text? {
    guard let text = try text(cursor), text.count == 2, text.allSatisfy(isLetter) else {
      return nil
    }
    let number = Int((text[0] | 0x20) &- 0x61) &* 26 &+ Int((text[1] | 0x20) &- 0x61)
    return Text(rebasing: codes.bytes[(number &* 2)..<(number &* 2 &+ 2)])
  }

  /// All pairs of two capitals, at a place that does not change.
  private static let codes: OwnedBytes = {
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    return OwnedBytes(capitals.flatMap { first in capitals.flatMap { [first, $0] } })
  }()

  /// The code of a continent, in capitals whichever it has.
  static func continentCode(_ cursor: RecordCursor?) throws(MaxMindFault) -> Text? {
    guard let code = try code(cursor) else { return nil }
    return switch (code[0], code[1]) {
    case (0x41, 0x46), (0x41, 0x4E), (0x41, 0x53), (0x45, 0x55), (0x4E, 0x41), (0x4F, 0x43),
      (0x53, 0x41):
      code
    default: nil
    }
  }

  /// The second part of ISO 3166-2, or what FIPS has in its place.
  static func regionCode(_ cursor: RecordCursor?) throws(MaxMindFault) -> Text? {
    guard let text = try text(cursor), text.count <= 8,
      text.allSatisfy({ isLetter($0) || isDigit($0) || $0 == 0x2D })
    else { return nil }
    return text
  }

  /// A name of the time zone database; an offset as `-07:00` is none.
  static func timezone(_ cursor: RecordCursor) throws(MaxMindFault) -> Text? {
    guard let text = try text(cursor), isLetter(text[0]),
      text.allSatisfy({ isLetter($0) || isDigit($0) || [0x2B, 0x2D, 0x2F, 0x5F].contains($0) })
    else { return nil }
    return text
  }

  /// A number, of any type that holds one, or in digits.
  static func number(_ cursor: RecordCursor) throws(MaxMindFault) -> Double? {
    // A float's own digits: as a double it would have others behind them.
    if let float = cursor.float { return float.isFinite ? Double(float.description) : nil }
    if let double = cursor.double { return double.isFinite ? double : nil }
    if let integer = cursor.int32 { return Double(integer) }
    if let unsigned = cursor.unsigned { return Double(unsigned) }
    return try text(cursor).flatMap(number)
  }

  /// A number in digits, perhaps with a sign and a point.
  static func number(_ text: Text) -> Double? {
    guard !text.isEmpty, text.count <= 32,
      text.allSatisfy({ isDigit($0) || $0 == 0x2E || $0 == 0x2D })
    else { return nil }
    return Double(String(decoding: text, as: UTF8.self))
  }

  /// Degrees as they are written for people: no zero has a sign.
  static func degrees(_ number: Double?, within limit: Double) -> Double? {
    guard let number, abs(number) <= limit else { return nil }
    return number == 0 ? 0 : number
  }

  /// Kilometres, rounded up; from 1 to half of the way around the globe.
  static func radius(_ cursor: RecordCursor) throws(MaxMindFault) -> Int? {
    guard let number = try number(cursor), number > 0, number <= 20_040 else { return nil }
    return Int(number.rounded(.up))
  }

  /// The number of an autonomous system: a number, or as `AS15169`; 0 is none.
  static func asn(_ cursor: RecordCursor) throws(MaxMindFault) -> UInt32? {
    let number: UInt32?
    if let unsigned = cursor.unsigned {
      number = UInt32(exactly: unsigned)
    } else {
      number = try text(cursor).flatMap(asn)
    }
    return number == 0 ? nil : number
  }

  private static func asn(_ text: Text) -> UInt32? {
    var digits = text[...]
    if digits.count > 2, text[0] | 0x20 == 0x61, text[1] | 0x20 == 0x73 {
      digits = digits.dropFirst(2)
    }
    guard !digits.isEmpty, digits.count <= 10 else { return nil }
    var number: UInt64 = 0
    for digit in digits {
      guard isDigit(digit) else { return nil }
      number = number &* 10 &+ UInt64(digit &- 0x30)
    }
    return UInt32(exactly: number)
  }

  /// True or false, also as a text.
  static func flag(_ cursor: RecordCursor) throws(MaxMindFault) -> Bool? {
    if let isTrue = cursor.boolean { return isTrue }
    guard let text = try text(cursor) else { return nil }
    if text.elementsEqual("true".utf8) { return true }
    return text.elementsEqual("false".utf8) ? false : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
