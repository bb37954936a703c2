import Foundation
import IPGeoSummaries
import Testing

@testable import IPGeoMaps

/// The page's map beside a still picture of the same.
extension PageBrowserTests {
  /// Places 30 pixels apart whose circles overlap and are one, and 48 apart, where they stay two.
  static let pairs = MapPicture(
    title: "Pairs",
    cells: [(0.0, 0.0), (0, 7.5), (60, 0), (60, 12)].map {
      PageSamples.cell($0.0, $0.1, hits: 100)
    })
  /// Circles on the antimeridian and beside it, and all kinds of counts.
  static let crowds = MapPicture(
    title: "Crowds",
    cells: [
      PageSamples.cell(-17, 179.9, hits: 2), PageSamples.cell(-17, -179.7, hits: 2),
      PageSamples.cell(70, 180, hits: 4), PageSamples.cell(60, 40, hits: 12_345),
      PageSamples.cell(-60, 40, hits: 4000), PageSamples.cell(-40, 120, hits: 4000),
      PageSamples.cell(-70, -60, hits: 4000), PageSamples.cell(10, -120, hits: 999),
    ])

  private struct Circle {
    var x: Double
    var y: Double
    var hits: String
    var radius: Double
    var count: String
  }

  /// The circles of a still picture, in order.
  private func circles(in picture: SVGElements) -> [Circle] {
    let all = picture.all
    return all.indices.filter { all[$0].name == "circle" && all[$0].group == "hits" }.compactMap {
      guard all.indices.contains($0 + 1), all[$0 + 1].name == "title" else { return nil }
      let next = all.indices.contains($0 + 2) ? all[$0 + 2] : all[$0]
      let hits = all[$0 + 1].text.prefix { $0 != " " }.filter { $0 != "," }
      return Circle(
        x: all[$0].number("cx"), y: all[$0].number("cy"), hits: hits,
        radius: all[$0].number("r"), count: next.attributes["class"] == "count" ? next.text : "")
    }
  }

  @Test func `a still picture has the page's circles, sized and counted alike`() throws {
    let samples = [
      PageSamples.world, .clients, .edges, Self.pairs, Self.crowds, PageSamples.scattered(3000),
    ]
    for sample in samples {
      let list = { (part: Int) in
        self.evaluate("ipgeo.circleList.map((circle) => circle[\(part)])")
      }
      let report = try Browser.look(
        at: PageSamples.page(sample), ["width": 2200, "height": 1400],
        steps: [
          evaluate("[...ipgeo.pixelOf(90, -180), ipgeo.view.width, ipgeo.view.zoom]"),
          list(0), list(1), evaluate("ipgeo.circleList.map((circle) => `${circle[2]}`)"), list(3),
          list(4),
          evaluate(
            "[...document.querySelectorAll('#legend .dot')].map((dot) => dot.parentNode.textContent)"
          ),
          evaluate(
            "[...document.querySelectorAll('#legend .dot')].map((dot) => parseFloat(dot.style.width))"
          ),
        ])
      #expect(report.problems == [])
      let view = try #require(report.numbers(0))
      #expect(view[0] == 0 && view[2] == 1440 && view[3] == 0, "the whole world, as wide as ours")
      let picture = SVGElements(file(sample, as: .svg))
      let circles = circles(in: picture)
      #expect(!circles.isEmpty)
      #expect(report.texts(3) == circles.map(\.hits))
      #expect(report.texts(5) == circles.map(\.count))
      let (xs, ys) = (try #require(report.numbers(1)), try #require(report.numbers(2)))
      let radii = try #require(report.numbers(4))
      try #require([xs.count, ys.count, radii.count].allSatisfy { $0 == circles.count })
      for (number, circle) in circles.enumerated() {
        // On the antimeridian a circle is at either edge.
        let east = (circle.x - xs[number]).magnitude.truncatingRemainder(dividingBy: 1440)
        #expect(min(east, 1440 - east) < 0.05)
        #expect((circle.y - ys[number] + view[1]).magnitude < 0.05)
        #expect((circle.radius - radii[number]).magnitude < 0.05)
      }
      let words = picture.named("text").filter { $0.path.count == 1 }.map(\.text)
      let legend = words.drop { $0 != "Hits" }.dropFirst().prefix { !$0.contains(" ") }
      #expect(report.texts(6) == Array(legend))
      let dots = picture.all.indices.filter {
        picture.all[$0].name == "circle" && picture.all[$0].path == ["svg", "g"]
      }
      let widths = try #require(report.numbers(7))
      try #require(widths.count == dots.count)
      for (dot, width) in zip(dots, widths) {
        #expect((picture.all[dot].number("r") * 2 - width).magnitude < 0.05)
      }
    }
  }

  @Test func `a browser draws a still picture without a word`() throws {
    for (number, sample) in [PageSamples.world, .edges].enumerated() {
      let picture = Browser.pictures.appending(path: "still-\(number).png").path
      let report = try Browser.look(
        at: Data(file(sample, as: .svg).utf8), name: "a map.svg",
        ["width": 1520, "height": 1264],
        steps: [
          evaluate("document.querySelector('.border').getBBox().width"),
          evaluate("document.documentElement.namespaceURI"), ["picture", picture],
        ])
      #expect(report.problems == [])
      #expect(report.number(0) == 36_000)
      #expect(report.text(1) == "http://www.w3.org/2000/svg")
      #expect(report.requests.count == 1)
    }
  }

  @Test func `numbers and latitudes are the browser's own`() throws {
    let numbers = CompactNumberTests.numbers
    let report = try Browser.look(
      at: PageSamples.page(PageSamples.world), ["width": 2200, "height": 1400],
      steps: [
        evaluate(
          """
          [\(numbers.map { String($0.0) }.joined(separator: ","))].map((number) =>
            new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })
              .format(number))
          """),
        evaluate(
          """
          [\(MillerProjectionTests.places.map { String($0.0) }.joined(separator: ","))].map(
            (latitude) => (ipgeo.pixelOf(latitude, 0)[1] - ipgeo.pixelOf(90, 0)[1]) / 1440)
          """),
      ])
    #expect(report.texts(0) == numbers.map(\.1))
    let places = try #require(report.numbers(1))
    for (place, (_, y)) in zip(places, MillerProjectionTests.places) {
      #expect((place - y).magnitude < 1e-9)
    }
  }

  @Test func `circles tell hits by area, and no two are nearer than they may be`() throws {
    let near = evaluate(
      """
      ipgeo.circleList.flatMap(([x, y, , radius], i, all) => all.slice(0, i).filter((other) =>
        Math.hypot(x - other[0], y - other[1]) <= 0.75 * (radius + other[3]))).length
      """)
    let crowds = try Browser.look(
      at: PageSamples.page(Self.crowds), ["width": 2200, "height": 1400],
      steps: [
        evaluate("ipgeo.circleList.map((circle) => circle[3] ** 2 / circle[2])"),
        evaluate("ipgeo.circleList.map((circle) => circle[3])"),
        evaluate("ipgeo.circleList.map((circle) => circle[4])"), near,
      ])
    #expect(crowds.problems == [])
    let areas = try #require(crowds.numbers(0))
    #expect(areas.count == 7)
    // The last two would be too small to be seen.
    #expect(areas.prefix(5).allSatisfy { ($0 - 900 / 12_345).magnitude < 1e-9 })
    #expect(crowds.numbers(1)?.first == 30)
    #expect(crowds.numbers(1)?.suffix(2) == [3, 3])
    #expect(crowds.texts(2) == ["12.3K", "4K", "4K", "4K", "", "", ""])
    #expect(crowds.number(3) == 0)
    let pairs = try Browser.look(
      at: PageSamples.page(Self.pairs), ["width": 2200, "height": 1400],
      steps: [evaluate("ipgeo.circleList.map((circle) => circle[2])"), near])
    #expect(pairs.numbers(0) == [200, 100, 100])
    #expect(pairs.number(1) == 0)
  }
}
