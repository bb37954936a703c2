import Foundation
import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords
import IPGeoSummaries
import Testing

@testable import IPGeoMaps

@Suite("The page")
struct MapPageTests {
  /// The data that the page's script reads.
  func data(_ page: String) throws -> [String: Any] {
    let opening = "<script type=\"application/json\" id=\"data\">"
    let begin = try #require(page.range(of: opening)).upperBound
    let end = try #require(page.range(of: "</script>", range: begin..<page.endIndex)).lowerBound
    let object = try JSONSerialization.jsonObject(with: Data(page[begin..<end].utf8))
    return try #require(object as? [String: Any])
  }

  /// What stands between two texts, each time.
  func between(_ opening: String, _ closing: String, in page: some StringProtocol) -> [String] {
    page.components(separatedBy: opening).dropFirst().map {
      $0.components(separatedBy: closing)[0]
    }
  }

  @Test func `asks for nothing and lets nothing else run`() throws {
    let page = PageSamples.text(PageSamples.world)
    let policy = between("http-equiv=\"Content-Security-Policy\" content=\"", "\"", in: page)
    #expect(policy.count == 1)
    #expect(policy[0].hasPrefix("default-src 'none'; script-src 'sha256-"))
    #expect(!policy[0].contains("unsafe"))
    #expect(!page.contains("http:"))
    #expect(!page.contains("https:"))
    #expect(!page.contains("src="))
    #expect(!page.contains("innerHTML"))
    #expect(!page.contains(" style="))
  }

  @Test func `all cells stand in the data, with their sums in the tables`() throws {
    let page = PageSamples.text(PageSamples.world)
    let cells = try #require(data(page)["cells"] as? [String: [Int]])
    #expect(cells["hits"] == [600, 200, 100, 100, 100, 50, 23, 21, 20, 10, 10])
    #expect(cells["addresses"] == [2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    #expect(cells["place"] == [0, 1, -1, 2, 0, 3, -1, 4, 4, 6, 5])
    // Rows are numbered in the order of their names.
    #expect(cells["country"] == [3, 4, -1, 1, 3, 2, 3, -1, -1, 0, -1])
    #expect(cells["network"] == [2, 0, -1, 4, 3, 1, 2, -1, -1, -1, -1])
    #expect(page.contains("aria-live=\"polite\">1,234 hits of 12 addresses<"))
    #expect(
      between("<ul id=\"outcome\">", "</ul>", in: page) == [
        "<li><bdi>123 without a position</bdi></li>"
      ])
    #expect(!page.contains("id=\"notice\"") && !page.contains("part-status"))
  }

  @Test func `both sides of the antimeridian are one place, whichever comes first`() throws {
    for (first, second) in [(180.0, -180.0), (-180, 180)] {
      let page = PageSamples.text(
        MapPicture(
          title: "",
          cells: [PageSamples.cell(5, first, hits: 3), PageSamples.cell(5, second, hits: 2)]))
      let data = try data(page)
      #expect(data["latitude"] as? [Double] == [5])
      #expect(data["longitude"] as? [Double] == [180])
      #expect((data["cells"] as? [String: [Int]])?["place"] == [0, 0])
    }
  }

  @Test func `positions are numbered as still pictures order them`() throws {
    let picture = PageSamples.scattered(500)
    let data = try data(PageSamples.text(picture))
    let sums = PictureSums(of: picture, withAddresses: false)
    for (name, values) in [
      ("latitude", sums.spots.map(\.position.latitude)),
      ("longitude", sums.spots.map(\.position.longitude)),
    ] {
      let written = try #require(data[name] as? [Double])
      #expect(written.count == values.count)
      #expect(zip(written, values).allSatisfy { ($0 - $1).magnitude < 1e-9 })
    }
  }

  /// Two addresses at two places and networks of one country, one of them in both.
  static let moved = MapPicture(
    title: "moved",
    cells: [
      PageSamples.cell(
        50, 10, "DE", "Germany", city: "A", asn: 7, network: "Old", zone: "Z", hits: 5,
        addresses: ["192.0.2.1", "192.0.2.2"]),
      PageSamples.cell(
        52, 13, "DE", "Germany", city: "B", asn: 7, network: "New", zone: "Z", hits: 4,
        addresses: ["192.0.2.1"]),
      PageSamples.cell(
        52, 13, "DE", "Germany", city: "B", asn: 7, network: "New", zone: "Z", hits: 3,
        addresses: ["192.0.2.3"]),
    ], shared: [[1, 0]])

  @Test func `an address that several cells have counts once in what they have together`() throws {
    let page = PageSamples.text(Self.moved)
    #expect(try data(page)["shared"] as? [[Int]] == [[0, 1]])
    for (kind, counts) in [("country", ["3"]), ("city", ["2", "2"]), ("network", ["3"])] {
      let table = between("id=\"part-\(kind)\"", "</section>", in: page)[0]
      let cells = between("<td class=\"number\">", "</td>", in: table)
      #expect(stride(from: 1, to: cells.count, by: 3).map { cells[$0] } == counts)
    }
  }

  @Test func `a network is called what most of its hits call it`() {
    let page = PageSamples.text(Self.moved)
    let table = between("id=\"part-network\"", "</section>", in: page)[0]
    #expect(between("<bdi>", "</bdi>", in: table) == ["New"])
    // Of equals the first by bytes, as in summaries.
    let cells = ["b", "a", "a\u{301}"].map {
      PageSamples.cell(1, 1, asn: 7, network: $0, hits: 3)
    }
    let equal = PageSamples.text(MapPicture(title: "", cells: cells))
    let names = between("id=\"part-network\"", "</section>", in: equal)[0]
    #expect(between("<bdi>", "</bdi>", in: names) == ["a"])
  }

  @Test func `names that only bytes tell apart are two`() {
    let cells = ["\u{E9}", "e\u{301}"].map { name in
      PageSamples.cell(1, 1, city: name, network: name, zone: name)
    }
    let page = PageSamples.text(MapPicture(title: "", cells: cells))
    let turned = PageSamples.text(MapPicture(title: "", cells: cells.reversed()))
    for kind in ["city", "network", "zone"] {
      let table = between("id=\"part-\(kind)\"", "</section>", in: page)[0]
      #expect(between("<tr><th scope=\"row\"", "</tr>", in: table).count == 2)
    }
    #expect(page.utf8.elementsEqual(turned.utf8))
  }

  @Test func `tables are in the page as rows, by hits`() {
    let page = PageSamples.text(PageSamples.world)
    let countries = between("id=\"part-country\"", "</section>", in: page)[0]
    let names = between("<tr><th scope=\"row\"", "</bdi>", in: countries)
      .map { $0.components(separatedBy: "<bdi>")[1] }
    #expect(names == ["Germany", "Singapore", "not known", "Australia", "Brazil", "Antarctica"])
    #expect(
      countries.contains("723</td><td class=\"number\">4</td><td class=\"number\">58.6 %</td>"))
    #expect(between("id=\"part-network\"", "</section>", in: page)[0].contains("AS3320</bdi>"))
    #expect(between("<caption>", "</caption>", in: page).count == 4)
  }

  @Test func `a table has five hundred rows at most and sums the others up`() throws {
    let picture = PageSamples.scattered(2000)
    let page = PageSamples.text(picture)
    let cities = between("id=\"part-city\"", "</section>", in: page)[0]
    let body = between("<tbody>", "</tbody>", in: cities)[0]
    #expect(between("<tr><th scope=\"row\"", "</tr>", in: body).count == 500)
    let rest = between("<tfoot>", "</tfoot>", in: cities)[0]
    let count = Set(picture.cells.map { [$0.key.city, $0.key.countryCode ?? $0.key.country] }).count
    #expect(between("<bdi>", "</bdi>", in: rest) == ["\((count - 500).groupedDigits) more"])
    let hits = between("<td class=\"number\">", "</td>", in: body + rest).enumerated()
      .filter { $0.offset % 3 == 0 }.map { UInt64($0.element.filter { $0 != "," }) ?? 0 }
    #expect(hits.reduce(0, +) == picture.cells.reduce(0) { $0 + $1.hits })
    // Fewer rows have no rest.
    #expect(
      between("<tfoot>", "</tfoot>", in: between("id=\"part-zone\"", "</section>", in: page)[0])
        == [""])
  }

  @Test func `the rest counts an address once that several of its rows have`() {
    var list = PageList()
    for number in 0..<3 {
      let row = list.add(name: "\(number)", note: "")
      list.count(row: row, hits: 9 - UInt64(number), addresses: 2)
    }
    list.skip()
    let shared = [[1, 2], [0, 1, 3]]
    list.finish(shared)
    #expect(list.column == [0, 1, 2, PageList.outside])
    let table = list.table(first: 1, shared: shared)
    #expect(table.rows.map(\.row.name) == ["0"])
    #expect(table.rest?.name == "2 more")
    #expect(table.rest?.hits == 15 && table.rest?.addresses == 3)
  }

  @Test func `equal rows stand in the order of their addresses and names`() {
    let cells = [("b", 1), ("a", 1), ("c", 2), ("ä", 1), ("B", 1)].map { name, addresses in
      TallyCell(at(1, 1), hits: 3, addressCount: addresses, city: name)
    }
    let page = PageSamples.text(MapPicture(title: "", cells: cells))
    let table = between("id=\"part-city\"", "</section>", in: page)[0]
    #expect(between("<bdi>", "</bdi>", in: table) == ["c", "B", "a", "b", "ä"])
  }

  @Test func `addresses are in the file only where they are wanted`() {
    #expect(!PageSamples.text(PageSamples.world).contains("192.0.2."))
    #expect(!PageSamples.text(PageSamples.world).contains("2001:db8::7"))
    let page = PageSamples.text(PageSamples.world, withAddresses: true)
    #expect(page.contains("[\"192.0.2.1\",\"192.0.2.2\"]"))
    #expect(page.contains("[\"2001:db8::7\"]"))
  }

  @Test func `without hits there are no tables of them`() throws {
    let place = try #require(Position(latitude: -12.5, longitude: 179.25))
    let page = PageSamples.text(
      MapPicture(title: "", markers: [.init(position: place, label: "ISS")], tracks: [[place], []]))
    #expect(!page.contains("part-country"))
    #expect(!page.contains("id=\"search\""))
    #expect(page.contains("<bdi>ISS</bdi></th><td class=\"number\">-12.5</td>"))
    #expect(page.contains("<title>Map</title>"))
    #expect(try data(page)["tracks"] as? [[[Double]]] == [[[-12.5, 179.25]]])
  }

  static let hostile: [String] = [
    "</script><script>window.hacked = 1</script>", "<!--<script>", "<img src=x onerror=hacked()>",
    "\"'&<>`${hacked()}", "\u{202E}moc.live\u{2066}", "tab\tnul\0line\nescape\u{1B}[31m\u{85}",
    "\u{2028}\u{2029}", "{{data}}", String(repeating: "x", count: 10_000), "]]>", "\\u003C\\",
  ]

  @Test(arguments: hostile)
  func `names from outside are text wherever they stand`(name: String) throws {
    var sample = PageSamples.cell(
      1, 2, name, name, city: name, network: name, zone: name, addresses: [name])
    sample.key.region = name + name
    let place = try #require(sample.key.position)
    let picture = MapPicture(
      title: name, cells: [sample], markers: [.init(position: place, label: name)])
    let page = PageSamples.text(picture, withAddresses: true)
    let plain = PageSamples.text(
      MapPicture(
        title: "x", cells: [PageSamples.cell(1, 2, "x", "x", city: "x", network: "x", zone: "x")]))
    #expect(page.components(separatedBy: "<script").count == 4)
    #expect(page.components(separatedBy: "</script").count == 4)
    #expect(!page.contains("<img"))
    #expect(
      page.components(separatedBy: "<!--").count == plain.components(separatedBy: "<!--").count)
    #expect(page.utf8.count < plain.utf8.count + 6000)
    #expect(
      page.unicodeScalars.allSatisfy {
        $0 == "\n"
          || $0.properties.generalCategory != .control && $0.value != 0x202E
            && $0.value != 0x2066 && $0.value != 0x2028 && $0.value != 0x2029
      })
    let label = PageEscape.label(name)
    let countries = try #require(data(page)["country"] as? [String: [String]])
    #expect(countries["names"] == [label])
  }

  @Test(arguments: [
    ("a<b<", "\"a\\u003Cb\\u003C\""), ("", "\"\""), ("<", "\"\\u003C\""),
    ("é\"\\", "\"é\\\"\\\\\""),
    ("<\t\u{1}", "\"\\u003C\\t\\u0001\""),
  ])
  func `strings of the data begin no tag`(text: String, json: String) {
    var buffer = ByteBuffer()
    PageEscape.appendJSON(text, to: &buffer)
    #expect(String(decoding: buffer.bytes, as: UTF8.self) == json)
  }

  @Test func `labels are cut and show what cannot be seen`() {
    #expect(PageEscape.label("São Paulo") == "São Paulo")
    #expect(PageEscape.label("a\u{202E}b\u{0}c") == "a\\u{202E}b\\x00c")
    #expect(PageEscape.label(String(repeating: "é", count: 300)).unicodeScalars.count == 200)
    #expect(PageEscape.label("عربي") == "عربي")
  }

  @Test func `the same cells give the same page in any order`() {
    var cells = PageSamples.world.cells + PageSamples.scattered(500).cells
    for at in cells.indices { cells[at].hits = UInt64(at % 3) }
    let page = PageSamples.page(MapPicture(title: "x", cells: cells), withAddresses: true)
    #expect(
      PageSamples.page(MapPicture(title: "x", cells: cells.reversed()), withAddresses: true) == page
    )
    #expect(
      PageSamples.page(MapPicture(title: "x", cells: cells.shuffled()), withAddresses: true) == page
    )
  }

  @Test func `cells that differ by their addresses alone give the same page in any order`() {
    let cells = [["192.0.2.3", "192.0.2.1"], ["192.0.2.2", "192.0.2.4"], ["192.0.2.5"]].map {
      PageSamples.cell(1, 2, "DE", hits: 2, addresses: $0)
    }
    let pages = [cells, cells.reversed()].map {
      PageSamples.text(MapPicture(title: "x", cells: $0), withAddresses: true)
    }
    #expect(pages[0] == pages[1])
    #expect(
      pages[0].contains(
        "[[\"192.0.2.1\",\"192.0.2.3\"],[\"192.0.2.2\",\"192.0.2.4\"],[\"192.0.2.5\"]]"))
  }

  @Test func `sums of more than a number holds stay at the greatest one`() {
    let cell = PageSamples.cell(1, 2, "DE", "Germany", hits: .max)
    let data = PageData(MapPicture(title: "x", cells: [cell, cell]), withAddresses: false)
    #expect(data.outcome.totalHits == .max)
    #expect(data.countries.rows.map(\.hits) == [.max])
  }

  @Test func `a code alone gets the outline's name`() {
    let cells = [
      PageSamples.cell(1, 2, "FR"), PageSamples.cell(1, 2, "ZZ"), PageSamples.cell(1, 2, "fr"),
      PageSamples.cell(1, 2, "", ""),
    ]
    let data = PageData(MapPicture(title: "x", cells: cells), withAddresses: false)
    #expect(data.countries.rows.map(\.name) == ["France", "ZZ"])
    #expect(data.countries.column == [-1, 0, 1, 0])
  }

  @Test func `a name without a code is the country that others call so`() {
    let cells = [
      PageSamples.cell(1, 2, "DE", "Germany", hits: 5),
      PageSamples.cell(1, 2, nil, "Germany", hits: 4),
      PageSamples.cell(1, 2, "CD", "Congo", hits: 3),
      PageSamples.cell(1, 2, "CG", "Congo", hits: 2),
      PageSamples.cell(1, 2, nil, "Congo"),
    ]
    let picture = MapPicture(title: "x", cells: cells)
    let data = PageData(picture, withAddresses: false)
    #expect(data.countries.rows.map(\.note) == ["", "CD", "CG", "DE"])
    #expect(data.countries.rows.map(\.hits) == [1, 3, 2, 9])
    #expect(PictureSums(of: picture, withAddresses: false).countries.first?.hits == 9)
  }

  @Test func `cities of one name are told apart by region and country`() {
    var one = PageSamples.cell(1, 2, "US", "United States", city: "Portland")
    var two = one
    one.key.region = "Oregon"
    two.key.region = "Maine"
    let data = PageData(MapPicture(title: "x", cells: [one, two, one]), withAddresses: false)
    #expect(data.cities.rows.map(\.note) == ["Maine, United States", "Oregon, United States"])
    #expect(data.cities.column == [0, 1, 1])
  }

  /// Not a test of anything: pages to look at, and the page of 50,000 points that is measured.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["IPGEO_WRITE_PAGES"] != nil))
  func `writes pages into the folder that IPGEO_WRITE_PAGES names`() throws {
    let named = try #require(ProcessInfo.processInfo.environment["IPGEO_WRITE_PAGES"])
    let folder = URL(filePath: named)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try PageSamples.page(PageSamples.world, withAddresses: true)
      .write(to: folder.appending(path: "world.html"))
    try PageSamples.page(PageSamples.scattered(50_000))
      .write(to: folder.appending(path: "scattered.html"))
    try Data(file(PageSamples.world, as: .svg).utf8).write(to: folder.appending(path: "world.svg"))
  }
}
