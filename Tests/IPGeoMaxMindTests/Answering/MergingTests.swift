import IPGeoCore
import IPGeoMaxMindWriter
import Testing

@testable import IPGeoMaxMind

/// Of a place: what is finer than what two files agree on comes from one of them.
struct MergingTests {
  private func merged(_ records: KeyValuePairs<String, String>...) throws -> Location {
    guard case .located(let location) = try outcome(records.map { .map(texts($0)) }) else {
      throw Nothing()
    }
    return location
  }

  private struct Nothing: Error {}

  @Test func `the first file counts, and what belongs together is of one`() throws {
    let both = try merged(
      ["country_code": "IT", "latitude": "1", "longitude": "2", "asn": "AS1"],
      [
        "country_code": "IT", "country_name": "Italy", "city": "Rom", "latitude": "3",
        "longitude": "4", "accuracy_radius": "5", "asn": "AS2", "as_name": "Two", "isp": "I",
      ])
    #expect(both.countryCode == "IT" && both.country == "Italy")
    // Who has a position and no city does not mean that city.
    #expect(both.latitude == 1 && both.accuracyRadius == nil && both.city == nil)
    #expect(both.asn == 1 && both.asOrganization == nil && both.isp == "I")
  }

  @Test func `a country is filled from one other file`() throws {
    let both = try merged(
      ["country_code": "DE"],
      ["country_code": "DE", "region": "Hessen", "city": "Frankfurt", "zip": "60311"],
      ["country_code": "DE", "region": "Bayern", "city": "Passau", "lat": "48", "lon": "13"])
    #expect(both.region == "Hessen" && both.city == "Frankfurt" && both.zip == "60311")
    #expect(both.latitude == nil)
  }

  @Test func `places that differ are not mixed`() throws {
    let first: KeyValuePairs = ["country_code": "DE", "region": "Bayern"]
    let other = try merged(
      first,
      [
        "country_code": "DE", "region": "Hessen", "city": "Frankfurt", "zip": "60311", "lat": "50",
        "lon": "8", "time_zone": "Europe/Berlin", "isp": "I",
      ])
    #expect(other.region == "Bayern" && other.city == nil && other.zip == nil)
    #expect(other.latitude == nil && other.timezone == nil && other.isp == "I")
    let cities = try merged(
      ["country_code": "DE", "city": "Passau"],
      ["country_code": "DE", "city": "Frankfurt", "region": "Hessen", "lat": "50", "lon": "8"])
    #expect(cities.city == "Passau" && cities.region == nil && cities.latitude == nil)
    let countries = try merged(
      ["country_code": "FR", "city": "Paris"],
      ["country_code": "IT", "city": "Paris", "lat": "3", "lon": "4", "continent_code": "EU"])
    #expect(countries.latitude == nil && countries.continentCode == nil)
    let zones = try merged(
      ["country_code": "US", "timezone": "America/New_York"],
      ["country_code": "US", "timezone": "America/Los_Angeles", "city": "Fresno"])
    #expect(zones.city == nil && zones.timezone == "America/New_York")
  }

  @Test func `a file that is silent of what another says does not mean its place`() throws {
    let silent = try merged(
      ["country_code": "DE", "region": "Bayern"], ["country_code": "DE", "city": "Frankfurt"])
    #expect(silent.city == nil)
    let city = try merged(
      ["country_code": "DE", "city": "Passau"], ["country_code": "DE", "region": "Hessen"])
    #expect(city.region == nil)
    let nowhere = try merged(["city": "Passau"], ["country_code": "DE", "city": "Passau"])
    #expect(nowhere.countryCode == nil)
    let zone = try merged(
      ["country_code": "US", "timezone": "America/New_York"],
      ["country_code": "US", "city": "Fresno"])
    #expect(zone.city == nil)
  }

  @Test func `one place is put together`() throws {
    let both = try merged(
      ["country_code": "de", "city": "Passau"],
      [
        "country_code": "DE", "country_name": "Germany", "continent_code": "EU", "region": "Bayern",
        "region_code": "BY", "city": "Passau", "zip": "94032", "lat": "48.5", "lon": "13.5",
        "timezone": "Europe/Berlin",
      ],
      ["country_code": "DE", "city": "Passau", "zip": "94034", "region": "Bayern"])
    #expect(both.country == "Germany" && both.continentCode == "EU" && both.region == "Bayern")
    #expect(both.regionCode == "BY" && both.zip == "94032" && both.latitude == 48.5)
    #expect(both.timezone == "Europe/Berlin")
    let region = try merged(
      ["country_code": "DE", "region_code": "BY"],
      ["country_code": "DE", "region_code": "BY", "region": "Bayern", "city": "Passau"])
    #expect(region.region == "Bayern" && region.city == "Passau")
  }

  @Test func `countries without codes are told by their names`() throws {
    let names = try merged(
      ["country_name": "Germany"], ["country_name": "Germany", "city": "Passau"])
    #expect(names.city == "Passau")
    let others = try merged(
      ["country_name": "Germany"], ["country_name": "Austria", "city": "Passau"])
    #expect(others.city == nil)
    let unlike = try merged(["country_name": "Germany"], ["country_code": "FR", "city": "Paris"])
    #expect(unlike.city == nil && unlike.countryCode == nil)
  }
}
