import Foundation
import IPGeoCore
import Testing

@testable import IPGeoMaps

/// The data that the outline was made of, where they are at hand.
private let source: URL? = {
  let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let files = ["../shared", "../../shared"].map {
    root.appending(path: $0).appending(path: "data/countries-110m.json").standardizedFileURL
  }
  return files.first { FileManager.default.fileExists(atPath: $0.path) }
}()

private struct SourceCountry: Decodable {
  var code: String?
  var name: String
  var rings: [[[Double]]]
}

@Suite struct WorldOutlineTests {
  @Test(.enabled(if: source != nil, "../shared/data is not at hand"))
  func `equals the data that it was made of`() throws {
    let file = try #require(source)
    let countries = try JSONDecoder().decode([SourceCountry].self, from: Data(contentsOf: file))
    #expect(WorldOutline.countries.count == countries.count)
    for (mine, theirs) in zip(WorldOutline.countries, countries) {
      #expect(mine.country == Country(code: theirs.code, name: theirs.name))
      let rings = theirs.rings.map { ring in
        ring.map { point in point.map { Int16(($0 * 100).rounded()) } }
      }
      #expect(mine.rings.map { $0.points.map { [$0.longitude, $0.latitude] } } == rings)
    }
  }

  @Test func `has closed rings within the globe`() {
    #expect(WorldOutline.countries.count == 177)
    #expect(WorldOutline.countries.reduce(0) { $0 + $1.rings.count } == 288)
    for ring in WorldOutline.countries.flatMap(\.rings) {
      #expect(ring.points.count >= 4)
      #expect(ring.points.first == ring.points.last)
      #expect(ring.west >= -18000 && ring.east <= 18000)
      #expect(ring.south >= -9000 && ring.north <= 9000)
    }
  }

  @Test func `has each country once, with a name`() {
    let countries = WorldOutline.countries.map(\.country)
    #expect(Set(countries).count == countries.count)
    #expect(countries.allSatisfy { !$0.name.isEmpty })
    let codes = countries.compactMap(\.code)
    #expect(codes.allSatisfy { $0.count == 2 && $0.allSatisfy { ("A"..."Z").contains($0) } })
    #expect(countries.filter { $0.code == nil }.map(\.name) == ["N. Cyprus", "Somaliland"])
    #expect(countries.contains(Country(code: "CI", name: "Côte d'Ivoire")))
  }

  @Test func `stands in a script as it is`() {
    let text = WorldOutline.packed.description
    #expect(!text.contains { "\"\\`$<&".contains($0) || $0.isNewline })
    #expect(WorldOutline.alphabet.description.count == 64)
  }

  @Test(arguments: [
    (52.5, 13.4, "DE"), (48.86, 2.35, "FR"), (-23.55, -46.63, "BR"), (40.5, -99.0, "US"),
    (65.0, -150.0, "US"), (-25.0, 133.0, "AU"), (5.0, -53.0, "FR"), (42.6, 20.9, "XK"),
    // Lesotho lies in a hole of South Africa.
    (-29.5, 28.3, "LS"), (-28.0, 24.0, "ZA"), (-29.2, 26.2, "ZA"),
    // Russia and Fiji on both sides of the antimeridian, and on it.
    (67.0, 179.0, "RU"), (67.0, -179.0, "RU"), (67.0, 180.0, "RU"), (67.0, -180.0, "RU"),
    (71.0, 180.0, "RU"), (-16.5, 179.5, "FJ"), (-16.3, -179.9, "FJ"), (-16.3, 180.0, "FJ"),
    // Antarctica holds the pole at every longitude.
    (-90.0, 0.0, "AQ"), (-90.0, 180.0, "AQ"), (-90.0, -180.0, "AQ"), (-90.0, 77.7, "AQ"),
    (-85.0, 180.0, "AQ"), (-85.0, -180.0, "AQ"), (-80.0, 120.0, "AQ"),
  ])
  func `knows the country`(latitude: Double, longitude: Double, code: String) throws {
    let position = try #require(Position(latitude: latitude, longitude: longitude))
    #expect(WorldOutline.country(at: position)?.code == code)
  }

  @Test(arguments: [
    (0.0, 0.0), (0.0, 180.0), (0.0, -180.0), (90.0, 0.0), (90.0, 180.0), (90.0, -180.0),
    (42.0, 51.0), (-45.0, -120.0), (30.0, -40.0),
  ])
  func `knows the sea`(latitude: Double, longitude: Double) throws {
    let position = try #require(Position(latitude: latitude, longitude: longitude))
    #expect(WorldOutline.country(at: position) == nil)
  }

  @Test func `names a country that has no code`() throws {
    let position = try #require(Position(latitude: 9.5, longitude: 46))
    #expect(WorldOutline.country(at: position) == Country(code: nil, name: "Somaliland"))
  }

  @Test func `puts a place on a border into one of the two`() throws {
    // Canada and the United States share the 49th parallel, Egypt and Libya a meridian.
    for (latitude, longitude, codes) in [
      (49.0, -105.0, ["CA", "US"]), (26.0, 25.0, ["EG", "LY"]),
    ] {
      let position = try #require(Position(latitude: latitude, longitude: longitude))
      let holders = WorldOutline.countries.filter {
        $0.contains(longitude: longitude * 100, latitude: latitude * 100)
      }
      #expect(holders.count == 1)
      #expect(codes.contains(WorldOutline.country(at: position)?.code ?? ""))
    }
  }

  @Test func `takes the smaller of two that overlap`() throws {
    func square(_ half: Int16, _ code: String) -> OutlineCountry {
      let corners: [(Int16, Int16)] = [
        (-half, -half), (half, -half), (half, half), (-half, half), (-half, -half),
      ]
      return OutlineCountry(
        country: Country(code: code, name: code),
        rings: [OutlineRing(points: corners.map { OutlinePoint(longitude: $0, latitude: $1) })])
    }
    let squares = [square(300, "AA"), square(100, "BB"), square(200, "CC")]
    func code(_ latitude: Double) -> String? {
      Position(latitude: latitude, longitude: 0)
        .flatMap { WorldOutline.country(at: $0, among: squares) }?.code
    }
    #expect([0, 1.5, 2.5, 3.5].map(code) == ["BB", "CC", "AA", nil])
  }
}
