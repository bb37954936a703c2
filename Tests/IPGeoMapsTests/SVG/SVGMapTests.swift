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
    #expect(root.attributes["viewBox"] == "0 0 1520 928")
    #expect(root.attributes["width"] == nil && root.attributes["height"] == nil)
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
    #expect(places == [[720, 360], [1440, 0], [0.4, 720], [1440, 180]])
  }

  @Test func `sizes circles by area`() {
    func radii(_ hits: [UInt64]) -> [Double] {
      circles(
        MapPicture(
          title: "",
          cells: hits.enumerated().map { TallyCell(at(0, Double($0.offset)), hits: $0.element) })
      ).map { $0.number("r") }
    }
    #expect(radii([10000, 2500, 400, 1]) == [24, 12, 4.8, 1.5])
    // A few hits are no large circle.
    #expect(radii([4, 1]) == [8, 4])
    #expect(radii([.max, 1]) == [24, 1.5])
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
      #expect(circle.number("cy") + 72 >= radius && circle.number("cy") + 72 + radius <= 928)
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
    #expect(elements.named("path").count { $0.attributes["class"] != nil } == 4)
  }

  @Test func `marks small states that the outline lacks`() {
    let cells = [
      TallyCell(at(1.35, 103.82), hits: 40, code: "SG", country: "Singapore"),
      TallyCell(at(1.3, 103.7), hits: 10, code: "SG", country: "Singapore"),
      TallyCell(nil, hits: 50, code: "MT"),
    ]
    let elements = parsed(MapPicture(title: "", cells: cells))
    let marks = elements.ofClass("small")
    #expect(marks.map { $0.attributes["d"] } == ["M1128.28 354.6l7-7 7 7-7 7z"])
    #expect(marks.map { $0.attributes["class"] } == ["s100 small"])
    #expect(elements.named("title").contains { $0.text == "Singapore: 50 hits (50.0 %)" })
    #expect(elements.named("desc").first?.text.contains("MT 50.0 %") == true)
  }

  @Test func `draws the outline whole`() throws {
    let paths = parsed(MapPicture(title: "")).named("path")
    #expect(paths.count == 177)
    // Antarctica runs along both meridians and the pole.
    let ice = try #require(
      paths.compactMap { $0.attributes["d"] }.first { $0.contains("M36000 17471") })
    #expect(ice.contains("l0 529-36000 0 0-529"))
  }

  @Test func `cuts tracks at the antimeridian`() {
    let lines = parsed(
      MapPicture(title: "", tracks: [[at(0, 170), at(20, -170)], [at(0, 0)], []])
    )
    .ofClass("track").map { $0.attributes["points"] }
    #expect(lines == ["1400,360 1440,320", "0,320 40,280", "720,360 720,360"])
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
      #expect((0...740).contains(label.number("y")))
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
