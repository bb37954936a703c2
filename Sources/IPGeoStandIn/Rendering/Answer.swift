internal import IPGeoAddresses

/// A value of a reply, before it has a format.
enum WireValue: Sendable {
  case text(String)
  case number(String)
  case flag(Bool)
  /// Only by a fault: the service sends empty texts.
  case null
}

/// What a broken answer has in place of the right value.
enum AnswerTweak: Hashable, Sendable {
  case illTyped, outOfRange, stringNumbers, withoutQuery, nullValues, oddNetwork
}

/// One query and what is said about it; the source of every reply format.
struct Answer {
  var facts: Facts
  /// The query as it is told back.
  var query: [UInt8]
  /// Whether reverse names are told: `/json` does, `/batch` does not.
  var tellsReverse: Bool
  var address: IPAddress?

  /// An answer to no query in particular.
  init(facts: Facts) {
    (self.facts, query, tellsReverse) = (facts, [], false)
  }

  /// Looks a query up: an address, or where `names` may be used, a host name.
  init(query: [UInt8], form: QueryForm, usesNames: Bool) {
    tellsReverse = usesNames
    address = query.withUnsafeBytes { IPAddress(bytes: $0) }
    self.query = query
    if let address {
      facts = Facts.about(address)
      if case .failed = facts { return }
      if form == .canonical { self.query = Array(address.description.utf8) }
      return
    }
    if usesNames,
      let resolved = WellKnown.names[String(decoding: query, as: UTF8.self).lowercased()],
      let known = IPAddress(resolved)
    {
      address = known
      facts = Facts.about(known)
      self.query = Array(resolved.utf8)
    } else {
      facts = .failed(message: "invalid query")
      self.query = Array(String(decoding: query, as: UTF8.self).utf8)
    }
  }

  /// The fields that this answer has, in wire order, of those wanted.
  func values(_ mask: FieldMask, language: String) -> [(WireField, WireValue)] {
    let (place, network): (Place, Network)
    switch facts {
    case .failed(let message):
      let all: [(WireField, WireValue)] = [
        (.status, .text("fail")), (.message, .text(message)), (.query, queryText),
      ]
      return all.filter { mask.contains($0.0) }
    case .located(let itsPlace, let itsNetwork): (place, network) = (itsPlace, itsNetwork)
    case .hashed(let placeIndex, let networkIndex):
      guard Places.all.indices.contains(placeIndex), Networks.all.indices.contains(networkIndex)
      else { return [] }
      (place, network) = (Places.all[placeIndex], Networks.all[networkIndex])
    }
    return WireField.allCases.compactMap { field in
      guard mask.contains(field) else { return nil }
      return value(field, place, network, language).map { (field, $0) }
    }
  }

  private func value(
    _ field: WireField, _ place: Place, _ network: Network, _ language: String
  ) -> WireValue? {
    let country = Places.countries[place.countryCode]
    func named(_ english: String) -> WireValue {
      .text(Translations.name(english, in: language))
    }
    switch field {
    case .status: return .text("success")
    case .message: return nil
    case .continent: return named(country?.continent ?? "")
    case .continentCode: return .text(country?.continentCode ?? "")
    case .country: return named(country?.name ?? "")
    case .countryCode: return .text(place.countryCode)
    case .region: return .text(place.region)
    case .regionName: return named(place.regionName)
    case .city: return named(place.city)
    case .district: return .text(place.district)
    case .zip: return .text(place.zip)
    case .lat: return .number(place.latitude)
    case .lon: return .number(place.longitude)
    case .timezone: return .text(place.timezone)
    case .offset: return .number(place.offset)
    case .currency: return .text(country?.currency ?? "")
    case .isp: return .text(network.isp)
    case .org: return .text(network.organisation)
    case .as: return .text(network.autonomousSystem)
    case .asname: return .text(network.asName)
    case .reverse: return .text(reverse)
    case .mobile: return .flag(network.isMobile)
    case .proxy: return .flag(network.isProxy)
    case .hosting: return .flag(network.isHosting)
    case .query: return queryText
    }
  }

  private var queryText: WireValue { .text(String(decoding: query, as: UTF8.self)) }

  private var reverse: String {
    guard tellsReverse, let ipv4 = address?.ipv4 else { return "" }
    if ipv4 == 0x0808_0808 { return "dns.google" }
    if ipv4 == 0x0101_0101 { return "one.one.one.one" }
    // Four of five have a name, as on the Internet many have none.
    if ipv4 % 5 == 0 { return "" }
    let parts = [ipv4 >> 24, ipv4 >> 16 & 255, ipv4 >> 8 & 255, ipv4 & 255].map(String.init)
    return "host-" + parts.joined(separator: "-") + ".example.net"
  }
}
