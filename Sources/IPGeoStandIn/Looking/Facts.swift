internal import IPGeoAddresses

/// What the stand-in says about one query: a place in a network, or why not.
enum Facts: Sendable {
  case located(Place, Network)
  /// Also found, and one of the `Places.count * Networks.count` ready renderings.
  case hashed(place: Int, network: Int)
  case failed(message: String)
}

extension Facts {
  /// What is said about an address; the same on every machine and run.
  ///
  /// Only what the service itself refuses is refused: documentation range TEST-NET-3 and
  /// unallocated IPv6 are located, as observed.
  static func about(_ address: IPAddress) -> Facts {
    if let ipv4 = address.ipv4 {
      if isPrivate(ipv4) { return .failed(message: "private range") }
      if isReserved(ipv4) { return .failed(message: "reserved range") }
    } else {
      if address.high >> 57 == 0xfc >> 1 { return .failed(message: "private range") }
      if isReserved(high: address.high, low: address.low) {
        return .failed(message: "reserved range")
      }
    }
    if let known = WellKnown.facts(address) { return known }
    let hash = mix(address.high ^ mix(address.low))
    return .hashed(
      place: Int(truncatingIfNeeded: (hash >> 33) % UInt64(Places.all.count)),
      network: Int(truncatingIfNeeded: (hash & 0xffff_ffff) % UInt64(Networks.all.count)))
  }

  private static func isPrivate(_ ipv4: UInt32) -> Bool {
    ipv4 >> 24 == 10 || ipv4 >> 20 == 0xac1 || ipv4 >> 16 == 0xc0a8
  }

  private static func isReserved(_ ipv4: UInt32) -> Bool {
    switch ipv4 >> 24 {
    case 0, 127, 224...255: true
    case 100: ipv4 >> 22 == 0x6440 >> 6  // 100.64.0.0/10
    case 169: ipv4 >> 16 == 0xa9fe
    case 192: ipv4 >> 8 == 0xc00002
    case 198: ipv4 >> 17 == 0xc612 >> 1 || ipv4 >> 8 == 0xc63364
    default: false
    }
  }

  private static func isReserved(high: UInt64, low: UInt64) -> Bool {
    if high == 0 && low <= 1 { return true }
    if high >> 54 == 0xfe80 >> 6 || high >> 56 == 0xff { return true }
    return high >> 32 == 0x2001_0db8
  }

  /// The finaliser of SplitMix64: spreads neighbouring addresses over the tables.
  static func mix(_ value: UInt64) -> UInt64 {
    var hash = value &+ 0x9e37_79b9_7f4a_7c15
    hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
    return hash ^ (hash >> 31)
  }
}

/// Addresses with an answer of their own, and the names that `/json` resolves.
enum WellKnown {
  /// Host names that `/json` knows, and the address that each stands for.
  static let names = [
    "dns.google": "8.8.8.8", "one.one.one.one": "1.1.1.1", "misis.ru": "5.253.61.53",
  ]

  static func facts(_ address: IPAddress) -> Facts? {
    guard let ipv4 = address.ipv4 else {
      return address.high == 0xdead_0000_0000_0000 && address.low == 0xbeef ? deadBeef : nil
    }
    switch ipv4 {
    case 0x0808_0808: return google
    case 0x0101_0101: return cloudflare
    case 0xcb00_7100...0xcb00_71ff: return testNet
    default: return nil
    }
  }

  private static let google = Facts.located(
    Place(
      countryCode: "US", region: "VA", regionName: "Virginia", city: "Ashburn", district: "",
      zip: "20149", latitude: "39.03", longitude: "-77.5", timezone: "America/New_York",
      offset: "-18000"),
    Network(
      isp: "Google LLC", organisation: "Google Public DNS",
      autonomousSystem: "AS15169 Google LLC", asName: "GOOGLE", isMobile: false, isProxy: false,
      isHosting: true))

  private static let cloudflare = Facts.located(
    Place(
      countryCode: "AU", region: "QLD", regionName: "Queensland", city: "South Brisbane",
      district: "", zip: "4101", latitude: "-27.4766", longitude: "153.0166",
      timezone: "Australia/Brisbane", offset: "36000"),
    Network(
      isp: "Cloudflare, Inc", organisation: "APNIC and Cloudflare DNS Resolver project",
      autonomousSystem: "AS13335 Cloudflare, Inc.", asName: "CLOUDFLARENET", isMobile: false,
      isProxy: false, isHosting: true))

  private static let testNet = Facts.located(
    Place(
      countryCode: "US", region: "NY", regionName: "New York", city: "New York", district: "",
      zip: "000000", latitude: "40.7128", longitude: "-74.006", timezone: "America/New_York",
      offset: "-18000"),
    Network(
      isp: "TEST-NET-3", organisation: "", autonomousSystem: "", asName: "", isMobile: false,
      isProxy: false, isHosting: false))

  private static let deadBeef = Facts.located(
    Place(
      countryCode: "CH", region: "FR", regionName: "Fribourg", city: "Murten", district: "",
      zip: "3280", latitude: "46.928", longitude: "7.1171", timezone: "Europe/Zurich",
      offset: "3600"),
    Network(
      isp: "IANA", organisation: "", autonomousSystem: "", asName: "", isMobile: false,
      isProxy: false, isHosting: false))
}
