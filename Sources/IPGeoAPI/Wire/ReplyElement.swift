internal import IPGeoAddresses
internal import IPGeoCore
internal import IPGeoJSON

/// One object of a reply: which address it is about, and what it says.
///
/// Read in one pass; what is wrong with it is noted and reading goes on, for `query`, by which it is
/// matched, comes last on the wire.
struct ReplyElement {
  /// Texts longer than this are junk: the longest real ones stay under 200 bytes.
  static let longestText = 1024
  /// No place is further from UTC than this many seconds.
  static let widestOffset: Int64 = 26 * 3600

  private(set) var address: IPAddress?
  private var location = Location()
  private var status: Bool?
  private var message: String?
  private var fault: String?
  private var seen: UInt32 = 0

  /// Reads the members of an object whose beginning was taken, up to its end.
  init(_ json: inout JSONTokenizer, from bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) {
    while case .key(let name) = try json.next() {
      guard let field = Self.field(name, json, bytes) else {
        try json.skipValue()
        continue
      }
      let bit: UInt32 = 1 << UInt32(field.rawValue)
      if seen & bit != 0 { note("it has \(field.name) twice") }
      seen |= bit
      let token = try json.next()
      switch token {
      case .null: break
      case .beginObject, .beginArray:
        try json.skipRest()
        note("\(field.name) is neither text nor number")
      default: take(token, as: field, json, bytes)
      }
    }
  }

  /// What it says of its address; `wording` makes a stranger's text fit for a message.
  func outcome(_ wording: PlainText) -> ElementOutcome {
    if let fault { return .bad("the answer is not usable: \(fault)") }
    guard let status else { return .bad("the answer is not usable: it has no status") }
    if status {
      return location.isEmpty ? .unknown(.noData) : .located(location)
    }
    switch message {
    case "private range", "reserved range": return .unknown(.serviceReserved)
    case let message?: return .bad("the service says \"\(wording.excerpt(message))\"")
    case nil: return .bad("the service says that it failed, and not why")
    }
  }

  private static func field(
    _ name: JSONTokenizer.JSONString, _ json: JSONTokenizer, _ bytes: UnsafeRawBufferPointer
  ) -> WireField? {
    if name.hasEscapes { return WireField.allCases.first { json.equals(name, $0.name) } }
    guard let first = name.range.first, let last = name.range.last, last < bytes.count,
      let field = WireField.candidate(
        length: name.range.count, first: bytes[first], last: bytes[last]),
      json.equals(name, field.name)
    else { return nil }
    return field
  }

  private mutating func take(
    _ token: JSONTokenizer.Token, as field: WireField, _ json: JSONTokenizer,
    _ bytes: UnsafeRawBufferPointer
  ) {
    switch field {
    case .status: takeStatus(token, json)
    case .query: takeQuery(token, json, bytes)
    case .lat: location.latitude = degrees(token, within: 90, field, json, bytes)
    case .lon: location.longitude = degrees(token, within: 180, field, json, bytes)
    case .offset: location.utcOffset = offset(token, json)
    case .mobile: location.isMobile = flag(token, field)
    case .proxy: location.isProxy = flag(token, field)
    case .hosting: location.isHosting = flag(token, field)
    default:
      guard case .string(let string) = token, string.range.count <= Self.longestText else {
        if case .string = token { return note("\(field.name) is too long") }
        return note("\(field.name) is no text")
      }
      if !string.range.isEmpty { takeText(json.text(string), as: field) }
    }
  }

  private mutating func takeText(_ text: String, as field: WireField) {
    switch field {
    case .message: message = text
    case .continent: location.continent = text
    case .continentCode: location.continentCode = text
    case .country: location.country = text
    case .countryCode: location.countryCode = text
    case .region: location.regionCode = text
    case .regionName: location.region = text
    case .city: location.city = text
    case .district: location.district = text
    case .zip: location.zip = text
    case .timezone: location.timezone = text
    case .currency: location.currency = text
    case .isp: location.isp = text
    case .org: location.organization = text
    case .autonomousSystem:
      let system = AutonomousSystemText(text)
      location.asn = system.number
      location.asOrganization = system.organization
    case .asname: location.asName = text
    case .reverse: location.reverse = text
    case .status, .query, .lat, .lon, .offset, .mobile, .proxy, .hosting: break
    }
  }

  private mutating func takeStatus(_ token: JSONTokenizer.Token, _ json: JSONTokenizer) {
    guard case .string(let string) = token else { return note("status is no text") }
    if json.equals(string, "success") {
      status = true
    } else if json.equals(string, "fail") {
      status = false
    } else {
      note("status is neither success nor fail")
    }
  }

  private mutating func takeQuery(
    _ token: JSONTokenizer.Token, _ json: JSONTokenizer, _ bytes: UnsafeRawBufferPointer
  ) {
    // Two addresses in one object: it is about neither.
    guard case .string(let string) = token, fault == nil || address == nil else {
      address = nil
      return
    }
    if string.hasEscapes {
      address = string.range.count <= Self.longestText ? IPAddress(json.text(string)) : nil
    } else if string.range.upperBound <= bytes.count {
      address = IPAddress(bytes: UnsafeRawBufferPointer(rebasing: bytes[string.range]))
    }
  }

  private mutating func degrees(
    _ token: JSONTokenizer.Token, within limit: Double, _ field: WireField, _ json: JSONTokenizer,
    _ bytes: UnsafeRawBufferPointer
  ) -> Double? {
    var value: Double?
    switch token {
    case .number(let range): value = json.double(range)
    case .string(let string):
      if string.range.isEmpty { return nil }
      // Once the service sent coordinates as texts.
      value = Self.number(string, bytes)
    default: break
    }
    guard let value else {
      note("\(field.name) is no number")
      return nil
    }
    guard abs(value) <= limit else {
      note("\(field.name) is out of range")
      return nil
    }
    // A zero with a sign is a zero: rows must not show "-0".
    return value == 0 ? 0 : value
  }

  private static func number(
    _ string: JSONTokenizer.JSONString, _ bytes: UnsafeRawBufferPointer
  ) -> Double? {
    guard !string.hasEscapes, string.range.count <= 40, string.range.upperBound <= bytes.count
    else { return nil }
    var inner = JSONTokenizer(UnsafeRawBufferPointer(rebasing: bytes[string.range]))
    guard case .number(let range)? = try? inner.next(), range == 0..<string.range.count else {
      return nil
    }
    return inner.double(range)
  }

  private mutating func offset(_ token: JSONTokenizer.Token, _ json: JSONTokenizer) -> Int? {
    guard case .number(let range) = token, let value = json.integer(range) else {
      note("offset is no whole number")
      return nil
    }
    guard abs(value) <= Self.widestOffset else {
      note("offset is out of range")
      return nil
    }
    return Int(value)
  }

  private mutating func flag(_ token: JSONTokenizer.Token, _ field: WireField) -> Bool? {
    switch token {
    case .true: return true
    case .false: return false
    default:
      note("\(field.name) is neither true nor false")
      return nil
    }
  }

  private mutating func note(_ what: String) {
    if fault == nil { fault = what }
  }
}

/// What one element says.
enum ElementOutcome: Hashable {
  case located(Location)
  case unknown(Reason)
  /// Ill-typed, out of range, or a failure that is no word about the address.
  case bad(String)
}

extension Location {
  /// Whether it names no place and no network; flags and an offset alone say nothing.
  var isEmpty: Bool {
    latitude == nil && longitude == nil && country == nil && countryCode == nil && region == nil
      && regionCode == nil && city == nil && district == nil && zip == nil && timezone == nil
      && currency == nil && isp == nil && organization == nil && asn == nil
      && asOrganization == nil && asName == nil && reverse == nil && continent == nil
      && continentCode == nil
  }
}
