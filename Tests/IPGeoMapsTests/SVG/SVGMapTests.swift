import IPGeoCore
import IPGeoSummaries
import Testing

@testable import IPGeoMaps

private func parsed(_ picture: MapPicture) -> SVGElements {
  SVGElements(file(picture, as: .svg))
}

/// The circles of hits on the map, without the legend's.
private func circles(_ picture: MapPicture) -> [SVGElements.Element] {
  parsed(picture).named("circle").filter { $0.group == "hits" && $0.path.count == 3 }
}

@Suite struct SVGMapTests {
  @Test(arguments: [MapPicture(title: ""), .clients, .edges])
  func `is well-formed, with nothing that runs or is loaded`(picture: MapPicture) {
    let elements = parsed(picture)
    #expect(elements.error == nil)
    let names: Set = [
      "svg", "title", "desc", "style", "rect", "text", "g", "path", "circle", "polyline",
    ]
    #expect(Set(elements.all.map(\.name)).isSubset(of: names))
    let attributes = Set(elements.all.flatMap(\.attributes.keys))
    #expect(!attributes.contains { $0.hasPrefix("on") || $0.hasSuffix("href") || $0 == "style" })
    let text = file(picture, as: .svg)
    #expect(
      text.matches(of: /https?:|url\(|@import|<!|<\?/).map { String($0.output) }
        == ["<?", "http:"])
  }

  @Test(arguments: hostileTexts)
  func `shows hostile text and does nothing with it`(hostile: String) throws {
    let quiet = parsed(.hostile("harmless"))
    let elements = parsed(.hostile(hostile))
    #expect(elements.error == nil)
    #expect(elements.all.map(\.name) == quiet.all.map(\.name))
    let title = try #require(elements.named("title").first).text
    #expect(!title.isEmpty)
    #expect(elements.ofClass("head").first?.text == title)
    #expect(elements.named("text").filter { $0.group == "marker" }.map(\.text) == [title])
    if hostile.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { #expect(title == hostile) }
  }

  @Test func `tells what it shows to those who do not see it`() throws {
    let elements = parsed(.clients)
    let root = try #require(elements.all.first)
    #expect(root.attributes["role"] == "img")
    #expect(root.attributes["aria-labelledby"] == "title desc")
    #expect(elements.named("title").first?.attributes["id"] == "title")
    #expect(elements.named("title").first?.text == "access.log")
    let words = try #require(elements.named("desc").first).text
    #expect(words.contains("20,435 hits at 9 positions, 37 without a position."))
    #expect(words.contains("Share of hits: United States of America 62.0 %; France 25.4 %; "))
    let edges = try #require(parsed(.edges).named("desc").first).text
    #expect(edges.contains("Markers: North Pole at 90.00, 0.00; South Pole at -90.00, 45.00; "))
    #expect(edges.contains("Tracks: from -40.00, 130.00 to 45.00, -140.00."))
  }

  @Test func `has a light and a dark look and no fixed size`() throws {
    let elements = parsed(.clients)
    let style = try #require(elements.named("style").first).text
    #expect(style.contains("@media (prefers-color-scheme:dark){"))
    let root = try #require(elements.all.first)
    #expect(root.attributes["viewBox"] == "0 0 1520 1264")
    #expect(root.attributes["width"] == nil && root.attributes["height"] == nil)
  }

  @Test func `has no path without its numbers`() throws {
    let paths = parsed(.clients).named("path").compactMap { $0.attributes["d"] }
    #expect(paths.count > 170)
    // A browser drops a path from its first fault on.
    for piece in paths.flatMap({ $0.split(separator: "M") }) {
      let parts = piece.split(separator: "l", omittingEmptySubsequences: false)
      let counts = parts.map { $0.matches(of: /-?[0-9]+/).count }
      #expect(counts.count == 2 && counts.first == 2)
      #expect(counts.last.map { $0 > 0 && $0.isMultiple(of: 2) } == true)
    }
  }

  @Test func `puts circles where the hits are`() {
    let picture = MapPicture(
      title: "",
      cells: [
        TallyCell(at(0, 0), hits: 5), TallyCell(at(90, 180), hits: 4),
        TallyCell(at(-90, -179.9), hits: 3), TallyCell(at(45, -180), hits: 2),
        TallyCell(nil, hits: 9), TallyCell(at(1, 1), hits: 0),
      ])
    let places = circles(picture).map { [$0.number("cx"), $0.number("cy")] }
    #expect(places == [[720, 527.9], [1440, 0], [0.4, 1055.81], [1440, 334.74]])
  }

  @Test func `sizes circles by area`() {
    func radii(_ hits: [UInt64]) -> [Double] {
      circles(
        MapPicture(
          title: "",
          cells: hits.enumerated().map {
            TallyCell(at(0, 20 * Double($0.offset)), hits: $0.element)
          })
      ).map { $0.number("r") }
    }
    #expect(radii([10000, 2500, 400, 1]) == [30, 15, 6, 3])
    // A few hits are no large circle.
    #expect(radii([4, 1]) == [8, 4])
    #expect(radii([.max, 1]) == [30, 3])
  }

  @Test func `has room for whole circles at every edge`() throws {
    let places = [at(90, 0), at(-90, 0), at(0, 180), at(0, -179.99), at(90, 180), at(-90, 180)]
    let picture = MapPicture(title: "", cells: places.map { TallyCell($0, hits: 100_000) })
    let elements = parsed(picture)
    let move = try #require(
      elements.named("g").compactMap { $0.attributes["transform"] }.first {
        $0.hasPrefix("translate")
      })
    #expect(move == "translate(40 72)")
    for circle in circles(picture) {
      let radius = circle.number("r")
      #expect(circle.number("cx") + 40 >= radius && circle.number("cx") + 40 + radius <= 1520)
      #expect(circle.number("cy") + 72 >= radius && circle.number("cy") + 72 + radius <= 1264)
    }
  }

  @Test func `shades countries beside the busiest one`() throws {
    let hits: [(String?, UInt64)] = [
      ("US", 20), ("de", 10), ("FR", 5), ("JP", 1), (nil, 64), ("BR", 0),
    ]
    let cells = hits.map { TallyCell(nil, hits: $0.1, code: $0.0) }
    let elements = parsed(MapPicture(title: "", cells: cells))
    let shades = [
      ("United States of America", 100), ("Germany", 74), ("France", 55), ("Japan", 30),
    ]
    for (name, shade) in shades {
      let index = try #require(
        elements.all.firstIndex { $0.name == "title" && $0.text.hasPrefix(name + ": ") })
      #expect(elements.all[index - 1].attributes["class"] == "s\(shade)")
    }
    #expect(elements.named("title").contains { $0.text == "Germany: 10 hits (10.0 %)" })
    #expect(elements.named("title").contains { $0.text == "Brazil" })
    let classes = elements.named("path").compactMap { $0.attributes["class"] }
    #expect(classes.sorted() == ["border", "s100", "s30", "s55", "s74"])
  }

  @Test func `shades countries without a code by their names, where the outline has none either`() {
    let cells = [("N. Cyprus", 10), ("France", 30), ("Elsewhere", 90)].map {
      TallyCell(nil, hits: UInt64($0.1), country: $0.0)
    }
    let elements = parsed(MapPicture(title: "", cells: cells))
    #expect(elements.ofClass("s100").map(\.name) == ["path", "rect"])
    #expect(elements.named("title").contains { $0.text == "N. Cyprus: 10 hits (7.7 %)" })
    // A name alone is not enough where there are codes: names are spelled in many ways.
    #expect(elements.named("title").contains { $0.text == "France" })
    #expect(elements.named("desc").first?.text.contains("France 23.1 %; N. Cyprus 7.7 %") == true)
  }

  @Test func `tells shades beside a small state that the outline lacks`() {
    let cells = [
      TallyCell(at(1.35, 103.82), hits: 400, code: "SG", country: "Singapore"),
      TallyCell(at(48, 2), hits: 100, code: "FR"),
    ]
    let elements = parsed(MapPicture(title: "", cells: cells))
    // Its circle is its mark.
    #expect(circles(MapPicture(title: "", cells: cells)).count == 2)
    #expect(elements.named("title").contains { $0.text == "400 hits: Singapore" })
    #expect(elements.named("path").compactMap { $0.attributes["class"] } == ["s55", "border"])
    #expect(elements.named("desc").first?.text.contains("Singapore 80.0 %") == true)
  }

  @Test func `draws the outline whole, and borders without the seams at the world's edge`() throws {
    let paths = parsed(MapPicture(title: "")).named("path")
    #expect(paths.count == 178)
    // Antarctica runs along both meridians and the pole.
    let ice = try #require(
      paths.compactMap { $0.attributes["d"] }.first { $0.contains("M36000 24851") })
    #expect(ice.contains("l0 1544-36000 0 0-1544"))
    let border = try #require(paths.last { $0.attributes["class"] == "border" })
    var (place, isDown) = ((x: 0, y: 0), false)
    var drawn: Set<Set<[Int]>> = []
    let numbers = try #require(border.attributes["d"])
      .matches(of: /([Ml]?)\s?(-?[0-9]+)\s?(-?[0-9]+)/)
    for match in numbers {
      let (x, y) = (try #require(Int(match.2)), try #require(Int(match.3)))
      isDown = match.1.isEmpty ? isDown : match.1 == "l"
      if match.1 == "M" {
        place = (x, y)
        continue
      }
      let next = (x: place.x + x, y: place.y + y)
      let isSeam =
        (place.x == next.x && [0, 36000].contains(place.x)) || (place.y, next.y) == (26395, 26395)
      let isNew = drawn.insert([[place.x, place.y], [next.x, next.y]]).inserted
      #expect(isDown && !isSeam && isNew)
      place = next
    }
    let pieces = WorldOutline.segments.map { segment in
      Set([segment.start, segment.end].map { [$0.longitude, $0.latitude] })
    }
    #expect(drawn.count == Set(pieces).count)
  }

  @Test func `says what a circle is, and how many hits it has where that fits`() {
    let cells = [
      TallyCell(at(50, 10), hits: 12_345, code: "DE", city: "Berlin"),
      TallyCell(at(50.1, 10.1), hits: 3, code: "DE"), TallyCell(at(50.2, 10.1), hits: 2),
      TallyCell(at(0, 100), hits: 1200), TallyCell(at(0, -100), hits: 2, code: "XX"),
    ]
    let elements = parsed(MapPicture(title: "", cells: cells))
    let words = elements.named("title").map(\.text).filter { $0.contains(" hits: ") }
    #expect(
      words.suffix(3) == [
        "12,350 hits: Berlin, Germany and 2 places more", "1,200 hits: 0.00, 100.00",
        "2 hits: XX",
      ])
    // The second has a circle too small for its four signs.
    #expect(elements.ofClass("count").map(\.text) == ["12.4K"])
    #expect(elements.ofClass("count").map { $0.number("x") } == [760])
  }

  @Test func `names twenty addresses of a circle, and how many more there are`() throws {
    func words(_ count: Int) throws -> String {
      let names = (10..<(10 + count)).map { "192.0.2.\($0)" }
      let half = count / 2
      // Two positions of one circle, with an address that both have.
      let cells = [
        TallyCell(at(1, 2), hits: 9, addresses: Array(names[..<half])),
        TallyCell(at(1, 2.1), hits: 8, addresses: Array(names[(half - 1)...])),
      ]
      let picture = MapPicture(title: "", cells: cells)
      let elements = SVGElements(file(picture, as: .svg, withAddresses: true))
      return try #require(elements.named("title").last?.text)
    }
    let head = "17 hits: 1.00, 2.00 and 1 place more; "
    let twenty = (10..<30).map { "192.0.2.\($0)" }.joined(separator: ", ")
    #expect(try words(20) == head + "20 addresses: " + twenty)
    #expect(try words(21) == head + "21 addresses: " + twenty + " and 1 more")
    #expect(try words(45) == head + "45 addresses: " + twenty + " and 25 more")
  }

  @Test func `cuts tracks at the antimeridian`() {
    let lines = parsed(
      MapPicture(title: "", tracks: [[at(0, 170), at(20, -170)], [at(0, 0)], []])
    )
    .ofClass("track")
    #expect(lines.map { $0.attributes["class"] } == ["track", "track", "track dot"])
    #expect(
      lines.map { $0.attributes["points"] } == [
        "1400,527.9 1440,487.37", "0,487.37 40,446.84", "720,527.9 720,527.9",
      ])
  }

  @Test func `keeps labels on the picture`() throws {
    let long = String(repeating: "W", count: 500)
    var markers = [at(90, 180), at(90, -179), at(-90, 179), at(-90, -179)].map {
      MapPicture.Marker(position: $0, label: long)
    }
    markers += (0..<50).map { .init(position: at(-89, -9), label: "number \($0)") }
    let elements = parsed(MapPicture(title: long, markers: markers))
    let labels = elements.named("text").filter { $0.group == "marker" }
    #expect(labels.count == 4 + 7)
    #expect(labels.allSatisfy { $0.text.count <= 48 })
    #expect(labels.contains { $0.text == "and 44 more" })
    for label in labels {
      let isEnd = label.attributes["text-anchor"] == "end"
      #expect(isEnd == (label.number("x") > 720))
      #expect((0...1061).contains(label.number("y")))
    }
    // What is cut stands whole where it is spoken or hovered over.
    #expect(elements.named("title").contains { $0.text.contains("number 49") })
    #expect(elements.named("title").first?.text == long)
  }

  @Test func `puts markers of one place together, each label once`() {
    let markers = [(180.0, "a"), (-180, "b"), (180, "a"), (-180, "a"), (180, "")].map {
      MapPicture.Marker(position: at(10, $0.0), label: $0.1)
    }
    let elements = parsed(MapPicture(title: "", markers: markers))
    #expect(elements.ofClass("marker").count == 1)
    #expect(elements.named("text").filter { $0.group == "marker" }.map(\.text) == ["a", "b"])
    #expect(elements.named("title").contains { $0.text == "a, b: 10.00, 180.00" })
  }

  @Test func `has a legend for what it shows alone`() {
    func words(_ picture: MapPicture) -> [String] {
      parsed(picture).named("text").filter { $0.path.count == 1 }.map(\.text)
    }
    let origin = "Outline: Natural Earth, public domain"
    #expect(words(MapPicture(title: "t")) == ["t", origin])
    let plain = MapPicture(title: "t", cells: [TallyCell(at(0, 0), hits: 1)])
    #expect(words(plain) == ["t", "Hits", "1", "1 hit at 1 position", origin])
    let unplaced = MapPicture(title: "t", cells: [TallyCell(nil, hits: 2, code: "DE")])
    #expect(words(unplaced).suffix(2) == ["0 hits at 0 positions, 2 without a position", origin])
    #expect(words(unplaced).prefix(3) == ["t", "Share of hits", "100.0 %"])
    // A small state without a position is nowhere: there is no shade to tell.
    let nowhere = MapPicture(title: "t", cells: [TallyCell(nil, hits: 2, code: "SG")])
    #expect(!words(nowhere).contains("Share of hits"))
  }

  @Test func `has room for the largest numbers`() {
    let cells = [
      TallyCell(at(0, 0), hits: .max, code: "DE"), TallyCell(at(20, 60), hits: 9_999_999_999_999),
      TallyCell(nil, hits: .max, code: "FR"),
    ]
    let elements = parsed(MapPicture(title: "", cells: cells))
    let words = elements.named("text").filter { $0.path.count == 1 && $0.text != "" }
    #expect(words.map(\.text).contains("2,000,000T") && words.map(\.text).contains("200,000T"))
    for word in words where word.attributes["text-anchor"] == nil {
      // Nine units are a wide digit; the origin stands to the right of the sums.
      let end = word.number("x") + 9 * Double(word.text.count)
      #expect(end < (word.number("y") > 1200 ? 1180 : 1500))
    }
    #expect(elements.ofClass("count").isEmpty)
  }

  @Test func `tells shades by examples that are in the picture's colours`() throws {
    let cells = [("US", 1600), ("DE", 400), ("FR", 100)].map { code, hits in
      TallyCell(nil, hits: UInt64(hits), code: code)
    }
    let elements = parsed(
      MapPicture(title: "", cells: cells + [TallyCell(nil, hits: 9900)]))
    let swatches = elements.ofClass("swatch").map { $0.attributes["class"] }
    #expect(swatches == ["s33 swatch", "s55 swatch", "s100 swatch"])
    let words = elements.named("text").map(\.text)
    #expect(words.filter { $0.hasSuffix("%") } == ["0.8 %", "3.3 %", "13.3 %"])
    let style = try #require(elements.named("style").first).text
    let rules = style.matches(of: /\.(s[0-9]+)\{fill:(#[0-9a-f]{6})\}/).map { ($0.1, $0.2) }
    #expect(rules.map(\.0) == ["s33", "s55", "s100", "s33", "s55", "s100"])
    #expect(rules[2].1 == "#3d8fb0")
    #expect(rules[5].1 == "#3e8aa9")
    // What would be told as less than a tenth of a per cent is left out.
    #expect(CountryShade.examples(most: 3, of: 1_000_000) == [3])
    #expect(CountryShade.examples(most: 40, of: 10_000) == [10, 40])
  }
}
