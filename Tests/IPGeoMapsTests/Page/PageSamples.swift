import Foundation
import IPGeoByteStreams
import IPGeoCore
import IPGeoSummaries

@testable import IPGeoMaps

/// Pictures for the page's tests, and what to do with them.
enum PageSamples {
  static func page(_ picture: MapPicture, withAddresses: Bool = false) -> Data {
    var buffer = ByteBuffer()
    MapPage.append(picture, withAddresses: withAddresses, to: &buffer)
    return Data(buffer.bytes)
  }

  static func text(_ picture: MapPicture, withAddresses: Bool = false) -> String {
    String(decoding: page(picture, withAddresses: withAddresses), as: UTF8.self)
  }

  static func cell(
    _ latitude: Double?, _ longitude: Double?, _ code: String? = nil, _ country: String? = nil,
    city: String? = nil, asn: UInt32? = nil, network: String? = nil, zone: String? = nil,
    hits: UInt64 = 1, addresses: [String] = []
  ) -> TallyCell {
    var key = TallyCell.Key()
    if let latitude, let longitude {
      key.position = Position(latitude: latitude, longitude: longitude)
    }
    (key.countryCode, key.country, key.city) = (code, country, city)
    (key.asn, key.network, key.timezone) = (asn, network, zone)
    return TallyCell(
      key: key, hits: hits, addressCount: max(1, addresses.count), addresses: addresses)
  }

  /// Places far from one another, of which one is on both sides of the antimeridian and two are the
  /// poles: seven circles on a map of the whole world, 1,111 hits of 1,234.
  static let world = MapPicture(
    title: "A night's clients",
    cells: [
      cell(
        52.52, 13.4, "DE", "Germany", city: "Berlin", asn: 3320, network: "Deutsche Telekom AG",
        zone: "Europe/Berlin", hits: 600, addresses: ["192.0.2.1", "192.0.2.2"]),
      cell(
        52.52, 13.4, "DE", "Germany", city: "Berlin", asn: 24940, network: "Hetzner Online GmbH",
        zone: "Europe/Berlin", hits: 100, addresses: ["192.0.2.3"]),
      cell(
        1.35, 103.82, "SG", "Singapore", city: "Singapore", network: "A network without a number",
        zone: "Asia/Singapore", hits: 200, addresses: ["2001:db8::7"]),
      cell(
        -33.87, 151.2, "AU", "Australia", city: "Sydney", asn: 1221, network: "Telstra",
        zone: "Australia/Sydney", hits: 100, addresses: ["192.0.2.4"]),
      cell(-23.55, -46.63, "BR", "Brazil", city: "São Paulo", asn: 28573, hits: 50),
      cell(0, 180, hits: 20),
      cell(0, -180, hits: 21),
      cell(90, 0, hits: 10),
      cell(-90, 0, "AQ", "Antarctica", hits: 10),
      cell(nil, nil, "DE", "Germany", asn: 3320, network: "Deutsche Telekom AG", hits: 23),
      cell(nil, nil, hits: 100),
    ])

  /// Points in clusters and scattered, the same for the same count.
  static func scattered(_ count: Int) -> MapPicture {
    var random = SplitMix(state: 2026)
    let countries = WorldOutline.countries
    let cells = (0..<count).map { number in
      let home = countries[Int(random.next() % UInt64(countries.count))].country
      let latitude = Double(random.next() % 1_600_000) / 10_000 - 80
      let longitude = Double(random.next() % 3_600_000) / 10_000 - 180
      let isPlaced = number % 100 != 99
      return cell(
        isPlaced ? latitude : nil, isPlaced ? longitude : nil, home.code, home.name,
        city: "City \(random.next() % 5000)", asn: UInt32(random.next() % 3000),
        network: "Network \(number % 3000)", zone: "Zone/\(number % 40)",
        hits: 1 + random.next() % 500 * (number % 50 == 0 ? 100 : 1))
    }
    return MapPicture(title: "\(count) points", cells: cells)
  }

  struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return (mixed ^ (mixed >> 31)) >> 1
    }
  }
}
