import IPGeoAddresses
import IPGeoCore

/// Answers as a service gives them: few countries, some thousand networks, many cities.
enum SampleAnswers {
  static func location(_ number: UInt32) -> Location {
    let country = number % 200
    let network = number % 5003
    var location = Location()
    location.continent = "Continent \(country % 7)"
    location.continentCode = "C\(country % 7)"
    location.country = "Country with a name \(country)"
    location.countryCode = "X\(country % 10)"
    location.region = "Region of \(number % 4001)"
    location.regionCode = "\(number % 90)"
    location.city = "City called \(number % 30_011)"
    location.zip = "\(10_000 + number % 80_000)"
    location.latitude = Double(number % 18_000) / 100 - 90
    location.longitude = Double(number % 36_000) / 100 - 180
    location.timezone = "Area/Zone_\(country)"
    location.utcOffset = Int(country % 24) * 3600
    location.currency = "CU\(country % 9)"
    location.isp = "Internet service provider \(network)"
    location.organization = "Organisation \(network)"
    location.asn = network
    location.asOrganization = "Registered organisation \(network)"
    location.asName = "AS-NAME-\(network)"
    location.isMobile = false
    location.isProxy = number % 50 == 0
    location.isHosting = network % 3 == 0
    return location
  }

  static func answer(_ tag: UInt32) -> Answer {
    Answer(tag: tag, outcome: .located(location(tag)), askedAt: 1_760_000_000)
  }
}
