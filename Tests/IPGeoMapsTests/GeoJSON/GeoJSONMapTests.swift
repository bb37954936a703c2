import Foundation
import IPGeoCore
import IPGeoMaps
import IPGeoSummaries
import Testing

/// The repository's `fixtures/maps`.
private let folder = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appending(path: "fixtures/maps")

private struct Collection: Decodable {
  struct Feature: Decodable {
    struct Geometry: Decodable {
      var type: String
    }
    struct Properties: Decodable, Equatable {
      var kind: String
      var hits: UInt64?
      var addresses: Int?
      var country_code: String?
      var country: String?
      var region: String?
      var city: String?
      var timezone: String?
      var asn: UInt32?
      var network: String?
      var networks: Int?
      var address_list: [String]?
      var name: String?
    }
    var type: String
    var geometry: Geometry
    var properties: Properties
  }
  var type: String
  var name: String
  var hits_without_position: UInt64
  var features: [Feature]
}

private func collection(
  _ picture: MapPicture, withAddresses: Bool = false
) throws -> Collection {
  try JSONDecoder().decode(
    Collection.self, from: Data(file(picture, as: .geojson, withAddresses: withAddresses).utf8))
}

/// The geometries as they are written.
private func geometries(_ picture: MapPicture) -> [String] {
  file(picture, as: .geojson).matches(of: /"geometry":(.*?),"properties"/).map { String($0.1) }
}

@Suite struct GeoJSONMapTests {
  /// With `IPGEO_RECORD_SNAPSHOTS` set, the files are written anew instead: read the difference.
  @Test(arguments: [("clients", MapPicture.clients), ("edges", .edges)])
  func `is as recorded`(name: String, picture: MapPicture) throws {
    let text = file(picture, as: .geojson)
    let url = folder.appending(path: "\(name).geojson")
    if ProcessInfo.processInfo.environment["IPGEO_RECORD_SNAPSHOTS"] != nil {
      try Data(text.utf8).write(to: url)
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == text)
  }

  @Test func `is a collection of features, each on a line`() throws {
    let text = file(.edges, as: .geojson)
    let collection = try collection(.edges)
    #expect(collection.type == "FeatureCollection")
    #expect(collection.name == "edges")
    #expect(collection.features.allSatisfy { $0.type == "Feature" })
    #expect(
      collection.features.map(\.properties.kind)
        == Array(repeating: "hits", count: 3) + Array(repeating: "marker", count: 4) + ["track"])
    #expect(text.split(separator: "\n").count == collection.features.count + 2)
    #expect(text.hasSuffix("\n]}\n"))
    #expect(!text.contains("\"crs\""))
  }

  @Test func `is valid without anything to show`() throws {
    let text = file(MapPicture(title: ""), as: .geojson)
    #expect(
      text == #"{"type":"FeatureCollection","name":"","hits_without_position":0,"features":["#
        + "\n]}\n")
    #expect(try collection(MapPicture(title: "", tracks: [[]])).features.isEmpty)
  }

  @Test func `writes longitude first, in the shortest form`() {
    let picture = MapPicture(
      title: "",
      cells: [TallyCell(at(39, -77.5), hits: 4), TallyCell(at(-0.0, 0.1), hits: 3)],
      markers: [.init(position: at(90, 180), label: ""), .init(position: at(-90, -180), label: "")])
    #expect(
      geometries(picture) == [
        #"{"type":"Point","coordinates":[-77.5,39]}"#, #"{"type":"Point","coordinates":[0.1,0]}"#,
        #"{"type":"Point","coordinates":[180,90]}"#, #"{"type":"Point","coordinates":[180,-90]}"#,
      ])
  }

  @Test func `groups cells at one position, the antimeridian being one`() throws {
    let cells = [
      TallyCell(at(10, 180), hits: 5, addressCount: 2, code: "FJ", city: "A", network: "x"),
      TallyCell(at(10, -180), hits: 4, addressCount: 1, code: "FJ", city: "B", network: "y"),
      TallyCell(at(10, 180), hits: 3, addressCount: 1, code: "FJ", city: "B", network: "y"),
      TallyCell(at(10, 180), hits: 1, addressCount: 1, code: "FJ", city: "B"),
      TallyCell(at(10, 179.99), hits: 2),
      TallyCell(at(11, 180), hits: 0),
    ]
    let picture = MapPicture(title: "", cells: cells)
    let features = try collection(picture).features
    #expect(features.count == 2)
    let first = try #require(features.first).properties
    #expect(first.hits == 13 && first.addresses == 5)
    // Most hits are B's, and y's; the network that is not known is none.
    #expect(first.city == "B" && first.network == "y" && first.networks == 2)
    #expect(geometries(picture).first == #"{"type":"Point","coordinates":[180,10]}"#)
  }

  @Test func `counts an address once that several cells of a position have`() throws {
    let names = ["192.0.2.1", "192.0.2.2", "192.0.2.3"]
    let cells = [
      TallyCell(at(1, 1), hits: 5, addressCount: 2, network: "x", addresses: [names[0], names[1]]),
      TallyCell(at(1, 1), hits: 4, addressCount: 2, network: "y", addresses: [names[1], names[0]]),
      TallyCell(at(1, 1), hits: 3, addressCount: 1, network: "z", addresses: [names[0]]),
      TallyCell(at(2, 2), hits: 2, addressCount: 2, addresses: [names[0], names[2]]),
    ]
    let picture = MapPicture(
      title: "", cells: cells, shared: [[3, 0, 1, 2, 2], [0, 1], [77, -1]])
    let features = try collection(picture, withAddresses: true).features
    #expect(features.map(\.properties.addresses) == [2, 2])
    #expect(features.map { $0.properties.address_list?.count } == [2, 2])
  }

  @Test func `networks are told apart as in summaries, and equals by what is first`() throws {
    var cells = (0..<3).map { TallyCell(at(1, 1), hits: 2, code: "C\($0)", network: "n\($0)") }
    cells[0].key.asn = 7
    cells[1].key.asn = 7
    cells[2].key.asn = 3
    for cells in [cells, cells.reversed()] {
      let place = try collection(MapPicture(title: "", cells: cells)).features[0].properties
      #expect(place.asn == 7 && place.network == "n0" && place.networks == 2)
      #expect(place.country_code == "C0")
    }
    // Of networks with as many hits the first number, a number before a name, any before none.
    let equals = [nil, "x", "y"].map { TallyCell(at(1, 1), hits: 2, network: $0) }
    let named = try collection(MapPicture(title: "", cells: equals)).features[0].properties
    #expect(named.network == "x" && named.networks == 2)
  }

  @Test func `tells names by their bytes`() throws {
    // Composed and decomposed: equal as strings of Swift, and two names in the rows.
    let cells = ["Caf\u{E9}", "Cafe\u{301}"].map { TallyCell(at(1, 1), hits: 5, network: $0) }
    let first = file(MapPicture(title: "", cells: cells), as: .geojson)
    #expect(
      try collection(MapPicture(title: "", cells: cells)).features[0].properties.networks == 2)
    #expect(
      first.utf8.elementsEqual(
        file(MapPicture(title: "", cells: cells.reversed()), as: .geojson).utf8))
  }

  @Test func `writes what is not known as null`() {
    let text = file(MapPicture(title: "", cells: [TallyCell(at(0, 0), hits: 1)]), as: .geojson)
    #expect(
      text.contains(
        #""properties":{"kind":"hits","hits":1,"addresses":1,"country_code":null,"country":null,"#
          + #""region":null,"city":null,"timezone":null,"asn":null,"network":null,"networks":0}"#))
  }

  @Test func `counts hits without a position and draws none of them`() throws {
    let cells = [TallyCell(nil, hits: 30), TallyCell(nil, hits: 7), TallyCell(at(0, 0), hits: 1)]
    let collection = try collection(MapPicture(title: "", cells: cells))
    #expect(collection.hits_without_position == 37)
    #expect(collection.features.map(\.properties.hits) == [1])
  }

  @Test func `has each marker once`() throws {
    let here = MapPicture.Marker(position: at(1, 180), label: "here")
    let again = MapPicture.Marker(position: at(1, -180), label: "here")
    let there = MapPicture.Marker(position: at(1, 180), label: "there")
    let features = try collection(MapPicture(title: "", markers: [here, there, again])).features
    #expect(features.map(\.properties.name) == ["here", "there"])
  }

  @Test func `cuts tracks at the antimeridian`() {
    let tracks = [
      [at(0, 10), at(1, 20)], [at(0, 170), at(20, -170)], [at(5, 6), at(5, 6)],
    ]
    #expect(
      geometries(MapPicture(title: "", tracks: tracks)) == [
        #"{"type":"LineString","coordinates":[[10,0],[20,1]]}"#,
        #"{"type":"MultiLineString","coordinates":[[[170,0],[180,10]],[[-180,10],[-170,20]]]}"#,
        #"{"type":"Point","coordinates":[6,5]}"#,
      ])
  }

  @Test(arguments: hostileTexts)
  func `is read back with hostile text made visible`(hostile: String) throws {
    let collection = try collection(.hostile(hostile), withAddresses: true)
    let shown = collection.name
    #expect(collection.features.count == 2)
    let place = try #require(collection.features.first).properties
    #expect(
      [place.country, place.region, place.city, place.timezone, place.network, place.country_code]
        == Array(repeating: shown, count: 6))
    #expect(place.address_list == [shown])
    #expect(collection.features.last?.properties.name == shown)
    // Text that hides nothing comes back as it went in.
    if hostile.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { #expect(shown == hostile) }
  }
}
