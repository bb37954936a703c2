/// A member of the service's answers (ip-api.com/docs: "Returned data").
enum WireField: UInt8, CaseIterable {
  case status, message, continent, continentCode, country, countryCode, region, regionName, city
  case district, zip, lat, lon, timezone, offset, currency, isp, org, autonomousSystem, asname
  case reverse, mobile, proxy, hosting, query

  /// The member's name on the wire.
  var name: StaticString {
    switch self {
    case .status: "status"
    case .message: "message"
    case .continent: "continent"
    case .continentCode: "continentCode"
    case .country: "country"
    case .countryCode: "countryCode"
    case .region: "region"
    case .regionName: "regionName"
    case .city: "city"
    case .district: "district"
    case .zip: "zip"
    case .lat: "lat"
    case .lon: "lon"
    case .timezone: "timezone"
    case .offset: "offset"
    case .currency: "currency"
    case .isp: "isp"
    case .org: "org"
    case .autonomousSystem: "as"
    case .asname: "asname"
    case .reverse: "reverse"
    case .mobile: "mobile"
    case .proxy: "proxy"
    case .hosting: "hosting"
    case .query: "query"
    }
  }

  /// Its bit in the numeric form of the `fields` parameter.
  var maskBit: UInt32 {
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
    case .autonomousSystem: 1 << 11
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

  /// Every field; `reverse` costs the service a DNS look-up, so only where it is wanted.
  static func mask(withReverse: Bool) -> UInt32 {
    allCases.reduce(0) { $1 == .reverse && !withReverse ? $0 : $0 | $1.maskBit }
  }

  /// The only field whose name has this length and these outer bytes: what is left is to compare.
  @inline(__always)
  static func candidate(length: Int, first: UInt8, last: UInt8) -> WireField? {
    switch (length, first) {
    case (2, 0x61): .autonomousSystem
    case (3, 0x6C): last == 0x74 ? .lat : .lon
    case (3, 0x69): .isp
    case (3, 0x6F): .org
    case (3, 0x7A): .zip
    case (4, 0x63): .city
    case (5, 0x70): .proxy
    case (5, 0x71): .query
    case (6, 0x73): .status
    case (6, 0x72): .region
    case (6, 0x6F): .offset
    case (6, 0x61): .asname
    case (6, 0x6D): .mobile
    case (7, 0x6D): .message
    case (7, 0x63): .country
    case (7, 0x72): .reverse
    case (7, 0x68): .hosting
    case (8, 0x64): .district
    case (8, 0x74): .timezone
    case (8, 0x63): .currency
    case (9, 0x63): .continent
    case (10, 0x72): .regionName
    case (11, 0x63): .countryCode
    case (13, 0x63): .continentCode
    default: nil
    }
  }
}
