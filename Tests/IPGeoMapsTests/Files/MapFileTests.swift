import IPGeoMaps
import IPGeoSummaries
import Testing

@Suite struct MapFileTests {
  @Test(
    arguments: [
      ("a.html", .html), ("a.svg", .svg), ("a.geojson", .geojson), ("A.SVG", .svg),
      ("/tmp/x.y/night.GeoJSON", .geojson), ("a.svg.html", .html),
    ] as [(String, MapFileFormat)])
  func `is chosen by extension`(path: String, format: MapFileFormat) {
    #expect(MapFileFormat(path: path) == format)
  }

  @Test(arguments: [
    "", "svg", ".svg", "/tmp/.html", "a.htm", "a.json", "a.svgz", "a.", "a.svg/", "a.svg/b",
    "a.html.gz", "a.svg ", "a.svg\u{301}",
  ])
  func `is not guessed`(path: String) {
    #expect(MapFileFormat(path: path) == nil)
  }

  @Test(arguments: MapFileFormat.allCases)
  func `holds no address that was not asked for`(format: MapFileFormat) {
    let cells = [
      TallyCell(at(1, 2), hits: 2, addressCount: 2, addresses: ["192.0.2.77", "2001:db8::77"]),
      TallyCell(nil, hits: 1, addresses: ["192.0.2.78"]),
    ]
    let text = file(MapPicture(title: "t", cells: cells), as: format)
    for address in cells.flatMap(\.addresses) { #expect(!text.contains(address)) }
  }

  @Test(arguments: [MapFileFormat.svg, .geojson])
  func `holds addresses that were asked for, each once and in order`(format: MapFileFormat) {
    let cells = [
      TallyCell(at(1, 2), hits: 1, addresses: ["192.0.2.9", "192.0.2.77"]),
      TallyCell(at(1, 2), hits: 1, network: "n", addresses: ["192.0.2.77", "192.0.2.1"]),
    ]
    let text = file(MapPicture(title: "t", cells: cells), as: format, withAddresses: true)
    let order = ["192.0.2.1", "192.0.2.77", "192.0.2.9"]
    #expect(text.matches(of: /192\.0\.2\.[0-9]+/).map { String($0.output) } == order)
  }

  @Test(arguments: [MapFileFormat.svg, .geojson])
  func `is the same in whatever order cells come`(format: MapFileFormat) {
    var cells = MapPicture.clients.cells
    for (code, city) in [("FR", "Paris"), ("FR", "Lutetia"), ("XX", "Paris")] {
      cells.append(
        TallyCell(at(48.86, 2.35), hits: 5200, code: code, country: city, city: city, network: city)
      )
    }
    let picture = MapPicture(title: "t", cells: cells)
    let reversed = MapPicture(title: "t", cells: cells.reversed())
    #expect(file(picture, as: format) == file(reversed, as: format))
  }

  @Test(arguments: [MapFileFormat.svg, .geojson], hostileTexts)
  func `holds no raw control or bidi character`(format: MapFileFormat, hostile: String) {
    let text = file(.hostile(hostile), as: format, withAddresses: true)
    let isRaw = text.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n"
      case .format, .lineSeparator, .paragraphSeparator, .unassigned: true
      default: false
      }
    }
    #expect(!isRaw)
  }

  @Test(arguments: [MapFileFormat.svg, .geojson])
  func `survives more than can be counted`(format: MapFileFormat) {
    let cells =
      [TallyCell(at(0, 0), hits: .max, addressCount: .max, code: "DE")]
      + [TallyCell(at(0, 0), hits: 9, addressCount: 9, code: "DE")]
      + [TallyCell(nil, hits: .max, code: "DE"), TallyCell(at(0, 1), hits: 1, addressCount: -5)]
    #expect(
      file(MapPicture(title: "", cells: cells), as: format).contains("18446744073709551615")
        == (format == .geojson))
  }
}
