import IPGeoAddresses
import IPGeoCore

/// Random answers of every kind, hostile ones among them.
struct RandomAnswers {
  var random: SplitMix

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  mutating func bool() -> Bool { Bool.random(using: &random) }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  mutating func text() -> String? {
    switch below(8) {
    case 0, 1: nil
    case 2: ""
    case 3: "Île-de-France"
    case 4: "a\u{0}b\"\n,\t"
    case 5: String(repeating: "é", count: below(300))
    default: "text \(below(50))"
    }
  }

  mutating func number() -> Double? {
    switch below(6) {
    case 0: nil
    case 1: 0
    case 2: -0.0
    case 3: .greatestFiniteMagnitude
    default: Double.random(in: -180...180, using: &random)
    }
  }

  mutating func flag() -> Bool? { below(3) == 0 ? nil : bool() }

  mutating func location() -> Location {
    var location = Location()
    location.continent = text()
    location.continentCode = text()
    location.country = text()
    location.countryCode = text()
    location.region = text()
    location.regionCode = text()
    location.city = text()
    location.district = text()
    location.zip = text()
    location.latitude = number()
    location.longitude = number()
    location.timezone = text()
    location.utcOffset = bool() ? nil : [0, -1, .min, .max, 3600][below(5)]
    location.currency = text()
    location.isp = text()
    location.organization = text()
    location.asn = bool() ? nil : UInt32.random(in: 0...UInt32.max, using: &random)
    location.asOrganization = text()
    location.asName = text()
    location.reverse = text()
    location.isMobile = flag()
    location.isProxy = flag()
    location.isHosting = flag()
    return location
  }

  mutating func failure() -> Failure {
    Failure(
      Reason.allCases[below(Reason.allCases.count)], message: text() ?? "",
      attempts: [0, 3, .max, .min][below(4)], httpStatus: bool() ? nil : [0, 502, -1][below(3)],
      wasAsked: bool(), isRetryable: bool())
  }

  mutating func outcome() -> Outcome {
    switch below(6) {
    case 0: .special(SpecialBlock.all[below(SpecialBlock.all.count)])
    case 1: .unknown(Reason.allCases[below(Reason.allCases.count)])
    case 2: .failed(failure())
    default: .located(location())
    }
  }

  mutating func address() -> IPAddress {
    if bool() { return IPAddress(ipv4: UInt32.random(in: 0...UInt32.max, using: &random)) }
    return IPAddress(high: random.next(), low: random.next())
  }
}
