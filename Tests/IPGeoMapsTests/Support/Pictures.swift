import IPGeoCore
import IPGeoMaps
import IPGeoSummaries

/// A position within range; the test fails where it is not.
func at(_ latitude: Double, _ longitude: Double) -> Position {
  guard let position = Position(latitude: latitude, longitude: longitude) else {
    preconditionFailure("\(latitude), \(longitude) is no position")
  }
  return position
}

extension TallyCell {
  /// A cell of a city.
  init(
    _ position: Position?, hits: UInt64, addressCount: Int = 1, code: String? = nil,
    country: String? = nil, city: String? = nil, network: String? = nil, addresses: [String] = []
  ) {
    var key = Key()
    key.position = position
    key.countryCode = code
    key.country = country
    key.city = city
    key.network = network
    self.init(key: key, hits: hits, addressCount: addressCount, addresses: addresses)
  }
}

extension MapPicture {
  /// Hits all over the world, some without a position.
  static let clients = MapPicture(
    title: "access.log",
    cells: [
      TallyCell(at(48.86, 2.35), hits: 5200, addressCount: 310, code: "FR", city: "Paris"),
      TallyCell(at(52.52, 13.41), hits: 1800, addressCount: 120, code: "DE", city: "Berlin"),
      TallyCell(at(39.03, -77.5), hits: 12000, addressCount: 900, code: "US", city: "Ashburn"),
      TallyCell(at(37.77, -122.42), hits: 700, addressCount: 90, code: "US"),
      TallyCell(at(-23.55, -46.63), hits: 450, addressCount: 44, code: "BR"),
      TallyCell(at(1.35, 103.82), hits: 90, addressCount: 9, code: "SG", city: "Singapore"),
      TallyCell(at(35.69, 139.69), hits: 160, addressCount: 20, code: "JP", city: "Tokyo"),
      TallyCell(at(-33.87, 151.21), hits: 30, addressCount: 3, code: "AU", city: "Sydney"),
      TallyCell(at(28.61, 77.21), hits: 5, addressCount: 2, code: "IN"),
      TallyCell(nil, hits: 37, addressCount: 4, code: "EU"),
    ])

  /// All that lies at an edge: the poles, both sides of the antimeridian, a way across it.
  static let edges = MapPicture(
    title: "edges",
    cells: [
      TallyCell(at(-17.8, 178), hits: 3, code: "FJ"), TallyCell(at(-14.3, -178.1), hits: 200),
      TallyCell(at(-77.85, 166.67), hits: 12, code: "AQ"),
    ],
    markers: [
      .init(position: at(90, 0), label: "North Pole"),
      .init(position: at(-90, 45), label: "South Pole"),
      .init(position: at(0, 180), label: "east"), .init(position: at(10, -180), label: "west"),
    ],
    tracks: [[at(-40, 130), at(-5, 165), at(20, -170), at(45, -140)]])
}

/// What must do no harm in any file.
let hostileTexts = [
  "<script>alert(1)</script>", "]]>", "a\"b'c&d", "\u{1B}[31mred", "\u{0}\u{7}\u{B}\u{9F}",
  "\u{202E}gpj.exe", "\u{FFFE}\u{FFFF}", "&lt;&#0;", "\\", "\u{2028}\u{2029}\r\n",
  "</title></desc></svg>", "{{{\"type\":\"Feature\"}",
]

extension MapPicture {
  /// A picture whose every text is one that must do no harm.
  static func hostile(_ text: String) -> MapPicture {
    var cell = TallyCell(
      at(1, 2), hits: 3, code: text, country: text, city: text, network: text, addresses: [text])
    cell.key.region = text
    cell.key.timezone = text
    return MapPicture(
      title: text, cells: [cell], markers: [.init(position: at(3, 4), label: text)])
  }
}
