/// A field of the service's replies, in the order in which it goes on the wire.
///
/// The client has a table of its own: the two must not agree on a mistake.
enum WireField: CaseIterable, Sendable {
  case status, message, continent, continentCode, country, countryCode, region, regionName, city
  case district, zip, lat, lon, timezone, offset, currency, isp, org, `as`, asname, reverse
  case mobile, proxy, hosting, query

  /// Its key.
  var name: String { "\(self)" }

  /// Its bit in a numeric `fields`.
  var bit: UInt32 {
    switch self {
    case .country: 1 << 0
    case .countryCode: 1 << 1
    case .region: 1 << 2
    case .regionName: 1 << 3
    case .city: 1 << 4
    case .zip: 1 << 5
    case .lat: 1 << 6
    case .lon: 1 << 7
    case .timezone: 1 << 8
    case .isp: 1 << 9
    case .org: 1 << 10
    case .as: 1 << 11
    case .reverse: 1 << 12
    case .query: 1 << 13
    case .status: 1 << 14
    case .message: 1 << 15
    case .mobile: 1 << 16
    case .proxy: 1 << 17
    case .district: 1 << 19
    case .continent: 1 << 20
    case .continentCode: 1 << 21
    case .asname: 1 << 22
    case .currency: 1 << 23
    case .hosting: 1 << 24
    case .offset: 1 << 25
    }
  }
}

/// Which fields a request wants, as the service's bit mask.
struct FieldMask: Hashable, Sendable {
  var bits: UInt32

  /// What is sent when nothing is asked for.
  static let standard = FieldMask(bits: 61439)

  func contains(_ field: WireField) -> Bool { bits & field.bit != 0 }

  init(bits: UInt32) { self.bits = bits & Self.known }

  /// Reads a `fields` parameter: a number, or names with commas between.
  ///
  /// Unknown names are passed over; a list without one known name is as none at all.
  init(parameter: String) {
    if let number = UInt64(parameter) {
      self.init(bits: UInt32(truncatingIfNeeded: number))
      return
    }
    var bits: UInt32 = 0
    for name in parameter.split(separator: ",") { bits |= Self.bitOfName[String(name)] ?? 0 }
    self.init(bits: bits == 0 ? Self.standard.bits : bits)
  }

  private static let known = WireField.allCases.reduce(UInt32(0)) { $0 | $1.bit }
  private static let bitOfName = Dictionary(
    uniqueKeysWithValues: WireField.allCases.map { ($0.name, $0.bit) })
}
