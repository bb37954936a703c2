import IPGeoCore
import IPGeoMaxMindWriter
import Testing

@testable import IPGeoMaxMind

@Suite struct SaneValueTests {
  private func with(_ members: [String: MaxMindValue]) throws -> Location? {
    try location(.map(members.merging(["isp": .string("x")]) { first, _ in first }))
  }

  private func position(_ latitude: MaxMindValue, _ longitude: MaxMindValue) throws -> [Double] {
    let found = try with([
      "location": .map([
        "latitude": latitude, "longitude": longitude, "accuracy_radius": .uint16(7),
      ])
    ])
    let location = try #require(found)
    #expect((location.accuracyRadius == nil) == (location.latitude == nil))
    return [location.latitude, location.longitude].compactMap { $0 }
  }

  @Test func `a position is whole, on the globe, and not where nobody knew it`() throws {
    let bad: [(MaxMindValue, MaxMindValue)] = [
      (.double(95), .double(1)), (.double(1), .double(180.001)), (.double(.nan), .double(1)),
      (.double(.infinity), .double(1)), (.double(0), .double(0)), (.double(-0.0), .double(0)),
      (.string("x"), .double(1)), (.string(""), .string("")), (.boolean(true), .double(1)),
      (.uint128(.max), .double(1)), (.string("1e400"), .double(2)), (.string("nan"), .double(2)),
    ]
    for (latitude, longitude) in bad {
      #expect(try position(latitude, longitude) == [], "\(latitude) \(longitude)")
    }
    #expect(try position(.double(-90), .double(180)) == [-90, 180])
    #expect(try position(.double(0), .double(9.5)) == [0, 9.5])
    #expect(try position(.int32(-3), .uint16(4)) == [-3, 4])
    // As its own digits have it.
    #expect(try position(.float(51.5142), .string("-0.0931")) == [51.5142, -0.0931])
    let signed = try position(.double(-0.0), .double(1))
    #expect(signed.first?.sign == .plus)
  }

  @Test func `accuracy is a distance on the globe`() throws {
    let radii: [(MaxMindValue, Int?)] = [
      (.uint16(1), 1), (.uint16(0), nil), (.int32(-5), nil), (.double(0.2), 1),
      (.uint32(20_040), 20_040),
      (.uint32(20_041), nil), (.string("12"), 12), (.string("far"), nil), (.uint64(.max), nil),
    ]
    for (value, radius) in radii {
      let found = try with([
        "location": .map([
          "latitude": .double(1), "longitude": .double(2), "accuracy_radius": value,
        ])
      ])
      #expect(found?.accuracyRadius == radius, "\(value)")
    }
    #expect(try with(["accuracy_radius": .uint16(5)])?.accuracyRadius == nil)
  }

  @Test func `a text that says nothing is none`() throws {
    for text in ["", " ", "-", "\t", String(repeating: "x", count: 1025)] {
      #expect(try with(["city": .string(text)])?.city == nil)
    }
    #expect(try with(["city": .string("Å")])?.city == "Å")
    #expect(try with(["city": .uint16(3)])?.city == nil)
    #expect(try with(["city": .array([.string("x")])])?.city == nil)
    #expect(try with(["city": .map(["names": .string("x")])])?.city == nil)
    #expect(try with(["isp": .string("")]) == nil)
  }

  @Test func `codes and zones look like codes and zones`() throws {
    for code in ["USA", "U", "1A", "Ü", ""] {
      #expect(try with(["country": .map(["iso_code": .string(code)])])?.countryCode == nil)
      #expect(try with(["country_code": .string(code)])?.countryCode == nil)
    }
    #expect(try with(["continent": .map(["code": .string("XX")])])?.continentCode == nil)
    #expect(try with(["region_code": .string("far too long")])?.regionCode == nil)
    #expect(try with(["region_code": .string("10")])?.regionCode == "10")
    for zone in ["-07:00", "+01", "Europe/ Paris", ""] {
      #expect(try with(["timezone": .string(zone)])?.timezone == nil, "\(zone)")
    }
    #expect(try with(["time_zone": .string("Etc/GMT+5")])?.timezone == "Etc/GMT+5")
  }

  @Test func `a system's number has 32 bits and is not 0`() throws {
    let numbers: [(MaxMindValue, UInt32?)] = [
      (.uint32(0), nil), (.uint32(.max), .max), (.uint64(1 << 32), nil), (.int32(-1), nil),
      (.string("AS0"), nil), (.string("as12"), 12), (.string("12"), 12), (.string("AS"), nil),
      (.string("AS4294967296"), nil), (.string("AS99999999999999999999"), nil),
      (.string("AS1x"), nil), (.string(""), nil), (.double(3), nil),
    ]
    for (value, number) in numbers {
      #expect(try with(["asn": value])?.asn == number, "\(value)")
      #expect(try with(["autonomous_system_number": value])?.asn == number, "\(value)")
    }
  }

  @Test func `whatever stands under a key, a row shows only what can be`() throws {
    var random = Seeded(seed: 17)
    for _ in 0..<3000 {
      let record = random.value(depth: 0)
      guard let location = try location(record) else { continue }
      #expect(location.latitude.map { abs($0) <= 90 } ?? true)
      #expect(location.longitude.map { abs($0) <= 180 } ?? true)
      #expect((location.latitude == nil) == (location.longitude == nil))
      #expect(location.accuracyRadius.map { (1...20_040).contains($0) } ?? true)
      #expect(location.asn != 0 && location.countryCode.map { $0.utf8.count == 2 } ?? true)
      for text in [location.city, location.country, location.isp, location.zip] {
        #expect(text.map { !$0.isEmpty && $0 != "-" } ?? true)
      }
    }
  }
}

/// Random records of the keys that mean something, with anything under them.
private struct Seeded {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  mutating func value(depth: Int) -> MaxMindValue {
    switch depth == 0 ? 0 : next(depth > 3 ? 9 : 12) {
    case 1: return .string(["", "-", "x", "US", "AS7", "12.5", "-91", "Europe/Rome"][next(8)])
    case 2: return .double([0, -0.0, 91, -90, .nan, .infinity, 12.25, 1e300][next(8)])
    case 3: return .uint16(UInt16(next(65_536)))
    case 4: return .uint32(UInt32(next(1 << 30)))
    case 5: return .int32(Int32(next(200)) - 100)
    case 6: return .boolean(next(2) == 0)
    case 7: return .float(Float(next(400)) - 200)
    case 8: return .uint128(UInt128.max >> UInt128(next(128)))
    case 9: return .array((0..<next(3)).map { _ in value(depth: depth + 1) })
    default:
      let keys = RecordKey.allCases.map(\.rawValue) + ["names", "en", "code", "iso_code", "name"]
      var members: [String: MaxMindValue] = [:]
      for _ in 0..<(next(8) + 1) { members[keys[next(keys.count)]] = value(depth: depth + 1) }
      return .map(members)
    }
  }
}
