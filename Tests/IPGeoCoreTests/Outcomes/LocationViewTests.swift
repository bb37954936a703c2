import IPGeoAddresses
import IPGeoCore
import Testing

@Suite struct LocationViewTests {
  @Test(arguments: [Location(), full(), full(""), full("東京\u{0}\u{1F600}")])
  func `a view has every member, and gives the location back`(location: Location) {
    let back = location.withView { Location($0) }
    #expect(back == location)
  }

  @Test func `no member is left out`() {
    let empty = Mirror(reflecting: Location()).children.map { "\($0.value)" }
    let full = Mirror(reflecting: full()).children
    #expect(empty.allSatisfy { $0 == "nil" })
    #expect(full.allSatisfy { "\($0.value)" != "nil" }, "full() lacks a member of Location")
    #expect(Mirror(reflecting: LocationView()).children.map(\.label) == full.map(\.label))
  }

  @Test func `an outcome comes back from its view`() {
    for outcome in [
      Outcome.located(full()), .unknown(.noData), .failed(Failure(.timeout, message: "late")),
    ] {
      #expect(outcome.withView { $0.outcome } == outcome)
    }
  }
}

/// A location whose members all differ.
private func full(_ text: String? = "x") -> Location {
  var location = Location()
  let members: [WritableKeyPath<Location, String?>] = [
    \.continent, \.continentCode, \.country, \.countryCode, \.region, \.regionCode, \.city,
    \.district, \.zip, \.timezone, \.currency, \.isp, \.organization, \.asOrganization, \.asName,
    \.reverse,
  ]
  for (number, member) in members.enumerated() {
    location[keyPath: member] = text.map { $0.isEmpty ? "" : "\($0)\(number)" }
  }
  location.latitude = -90
  location.longitude = 12.5
  location.accuracyRadius = 20
  location.network = AddressPrefix("192.0.2.0/24")
  location.utcOffset = -3600
  location.asn = .max
  location.isMobile = true
  location.isProxy = false
  location.isHosting = true
  return location
}
