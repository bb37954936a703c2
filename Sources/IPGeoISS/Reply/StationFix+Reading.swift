internal import IPGeoCore
internal import IPGeoJSON

extension StationFix {
  /// Reads the body of a good reply of `iss-now.json`, and believes nothing in it.
  ///
  /// Keys may come in any order, with others among them. Numbers may be written as texts, with
  /// exponents too. A `message` may be missing, but says `success` where it is there.
  public init(reply body: [UInt8]) throws(StationReplyFault) {
    // Closures lose the type of what they throw.
    let result: Result<StationFix, StationReplyFault> = body.withUnsafeBytes { bytes in
      if bytes.isEmpty { return .failure(.empty) }
      var reader = StationReplyReader(bytes)
      do throws(JSONSyntaxError) {
        try reader.read()
      } catch {
        return .failure(.notJSON)
      }
      do throws(StationReplyFault) {
        return .success(try reader.fix())
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }
}

/// Reads a reply in one pass: what is wrong with it is noted, for no fault counts in what is no JSON.
struct StationReplyReader {
  /// What was found of a member.
  private enum Found {
    case nothing
    case number(Double, String)
    /// A number that no `Double` holds.
    case huge(String)
    case other
  }

  /// Texts longer than this are no number.
  private static let longestNumber = 64
  /// The end of the year 9999.
  private static let lastSecond = 253_402_300_799.0

  private let bytes: UnsafeRawBufferPointer
  private var json: JSONTokenizer
  private var isObject = false
  private var fault: StationReplyFault?
  private var message: String?
  private var reason: String?
  private var hasPosition = false
  private var latitude = Found.nothing
  private var longitude = Found.nothing
  private var timestamp = Found.nothing
  private var seen: Set<StationReplyFault.Member> = []

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    json = JSONTokenizer(bytes)
  }

  /// Reads the text to its end.
  mutating func read() throws(JSONSyntaxError) {
    switch try json.next() {
    case .beginObject:
      isObject = true
      try readMembers()
    case .beginArray: try json.skipRest()
    default: break
    }
    _ = try json.next()
  }

  /// What was read, once all of it is JSON.
  func fix() throws(StationReplyFault) -> StationFix {
    guard isObject else { throw .notObject }
    if let message, message != "success" { throw .failure(reason ?? message) }
    if let fault { throw fault }
    guard hasPosition else { throw .missing(.position) }
    let latitude = try Self.degrees(latitude, .latitude, 90)
    let longitude = try Self.degrees(longitude, .longitude, 180)
    guard let position = Position(latitude: latitude, longitude: longitude) else {
      throw .missing(.position)
    }
    return StationFix(position: position, timestamp: try seconds())
  }

  private mutating func readMembers() throws(JSONSyntaxError) {
    while case .key(let name) = try json.next() {
      if json.equals(name, "iss_position") {
        note(.position)
        try readPosition()
      } else if json.equals(name, "timestamp") {
        note(.timestamp)
        timestamp = try readNumber()
      } else if json.equals(name, "message") {
        note(.message)
        message = try readText()
      } else if json.equals(name, "reason") {
        reason = try readText(isNeeded: false)
      } else {
        try json.skipValue()
      }
    }
  }

  private mutating func readPosition() throws(JSONSyntaxError) {
    switch try json.next() {
    case .null: return
    case .beginObject: hasPosition = true
    case .beginArray:
      note(fault: .illTyped(.position))
      return try json.skipRest()
    default: return note(fault: .illTyped(.position))
    }
    while case .key(let name) = try json.next() {
      if json.equals(name, "latitude") {
        note(.latitude)
        latitude = try readNumber()
      } else if json.equals(name, "longitude") {
        note(.longitude)
        longitude = try readNumber()
      } else {
        try json.skipValue()
      }
    }
  }

  private mutating func readText(isNeeded: Bool = true) throws(JSONSyntaxError) -> String? {
    switch try json.next() {
    case .string(let string):
      // What is longer is not `success`, and is cut anyway where it is shown.
      return PlainWords.excerpt(json.text(string))
    case .null: return nil
    case .beginObject, .beginArray: try json.skipRest()
    default: break
    }
    if isNeeded { note(fault: .illTyped(.message)) }
    return nil
  }

  private mutating func readNumber() throws(JSONSyntaxError) -> Found {
    switch try json.next() {
    case .number(let range): return Self.number(json, range, bytes)
    case .string(let string):
      guard string.range.count <= Self.longestNumber else { return .other }
      return Self.number(in: json.text(string))
    case .null: return .nothing
    case .beginObject, .beginArray:
      try json.skipRest()
      return .other
    default: return .other
    }
  }

  private static func number(in text: String) -> Found {
    var text = text
    return text.withUTF8 { utf8 in
      let bytes = UnsafeRawBufferPointer(utf8)
      var inner = JSONTokenizer(bytes)
      guard case .number(let range)? = try? inner.next(), range == 0..<bytes.count else {
        return .other
      }
      return number(inner, range, bytes)
    }
  }

  private static func number(
    _ json: JSONTokenizer, _ range: Range<Int>, _ bytes: UnsafeRawBufferPointer
  ) -> Found {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return .other }
    let written = PlainWords.excerpt(bytes[range], limit: 24)
    guard let value = json.double(range) else { return .huge(written) }
    // A zero with a sign is a zero.
    return .number(value == 0 ? 0 : value, written)
  }

  private static func degrees(
    _ found: Found, _ member: StationReplyFault.Member, _ limit: Double
  ) throws(StationReplyFault) -> Double {
    switch found {
    case .nothing: throw .missing(member)
    case .other: throw .illTyped(member)
    case .huge(let written): throw .outOfRange(member, written)
    case .number(let value, let written):
      guard abs(value) <= limit else { throw .outOfRange(member, written) }
      return value
    }
  }

  private func seconds() throws(StationReplyFault) -> Int64 {
    switch timestamp {
    case .nothing: throw .missing(.timestamp)
    case .other: throw .illTyped(.timestamp)
    case .huge(let written): throw .noTime(written)
    case .number(let value, let written):
      guard value >= 0, value <= Self.lastSecond,
        let seconds = Int64(exactly: value.rounded(.down))
      else { throw .noTime(written) }
      return seconds
    }
  }

  /// Notes that a member is there; which of two is meant is not guessed.
  private mutating func note(_ member: StationReplyFault.Member) {
    if !seen.insert(member).inserted { note(fault: .repeated(member)) }
  }

  private mutating func note(fault new: StationReplyFault) {
    if fault == nil { fault = new }
  }
}
