import Foundation
import IPGeoCore
import Testing

@testable import IPGeoMaps

/// Places with names: pins, labels, tips.
extension PageBrowserTests {
  func picture(_ markers: [(latitude: Double, longitude: Double, label: String)]) -> MapPicture {
    MapPicture(
      title: "Places",
      markers: markers.map { .init(position: at($0.latitude, $0.longitude), label: $0.label) })
  }

  @Test func `labels are drawn where there is room for them`() throws {
    let drawn = evaluate("[ipgeo.markers, ipgeo.labels]")
    let apart = picture([(50, -100, "west"), (0, 0, "middle"), (-30, 100, "east"), (60, 20, "")])
    let together = picture([
      (10, 20, "one"), (10, 20, "two"), (10.1, 20.1, "three"), (10, -100, "four"),
    ])
    let many = picture(
      (0..<240).map { number in
        let (row, column) = number.quotientAndRemainder(dividingBy: 12)
        return (latitude: Double(row * 7 - 70), longitude: Double(column * 30 - 165), label: "a")
      })
    #expect(try Browser.look(at: PageSamples.page(apart), steps: [drawn]).numbers(0) == [4, 3])
    let report = try Browser.look(at: PageSamples.page(together), steps: [drawn])
    #expect(report.problems == [])
    #expect(report.numbers(0) == [4, 2])
    let crowd = try Browser.look(at: PageSamples.page(many), steps: [drawn])
    #expect(crowd.numbers(0) == [240, 100], "a picture, and no list")
  }

  @Test func `a long label ends with a whole character`() throws {
    let long = String(repeating: "x", count: 46) + String(repeating: "\u{1F6F0}", count: 9)
    let report = try Browser.look(
      at: PageSamples.page(
        picture([(0, 0, long), (40, 0, String(repeating: "\u{1F6F0}", count: 48))])),
      [
        "first": """
        window.drawn = [];
        const draw = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function fillText(text, ...rest) {
          window.drawn.push(text);
          return draw.call(this, text, ...rest);
        };
        """
      ],
      steps: [evaluate("[...new Set(drawn)]")])
    #expect(report.problems == [])
    #expect(
      report.texts(0) == [
        String(repeating: "x", count: 46) + "\u{1F6F0}…", String(repeating: "\u{1F6F0}", count: 48),
      ])
  }

  @Test func `markers have tips with all their labels`() throws {
    let page = PageSamples.page(
      picture(
        [(10, 20, "one"), (10, 20, "two <b>"), (10, 20, "one"), (-30, 100, ""), (10, -100, "x")]
          + (1...9).map { (-30, -60, "number \($0)") }))
    let canvas = "document.getElementById('canvas')"
    let tip = evaluate(
      "tip.hidden ? [] : [...tip.children].map((line) => line.textContent)")
    let places = try Browser.look(
      at: page,
      steps: [[10, 20], [-30, 100], [-30, -60]].map { place in
        evaluate(
          """
          ((at, box) => [at[0] + box.left, at[1] + box.top])(
            ipgeo.pixelOf(\(place[0]), \(place[1])), \(canvas).getBoundingClientRect())
          """)
      })
    let points = try (0..<3).map { try #require(places.numbers($0)) }
    let hover = { (point: Int) -> [Any] in ["hover", points[point][0], points[point][1]] }
    let report = try Browser.look(
      at: page,
      steps: [
        tip, hover(0), tip, hover(1), tip, hover(2), tip, ["hover", points[0][0] + 30, 700], tip,
        ["click", points[0][0], points[0][1]], evaluate("\(canvas).focus()"),
        ["press", "0"], tip,
      ])
    #expect(report.problems == [])
    #expect(report.texts(0) == [])
    #expect(report.texts(2) == ["one", "two <b>"])
    #expect(report.texts(4) == ["-30, 100"])
    #expect(report.texts(6) == (1...8).map { "number \($0)" } + ["and 1 more"])
    #expect(report.texts(8) == [])
    #expect(report.texts(12) == ["one", "two <b>"], "the nearest to the middle, by keys")
    let touched = try Browser.look(
      at: page, ["touch": true], steps: [["tap", points[0][0], points[0][1]], tip])
    #expect(touched.problems == [])
    #expect(touched.texts(1) == ["one", "two <b>"])
  }

  @Test func `a place and its way are drawn without tables of hits`() throws {
    let track = (0..<40).compactMap { step in
      let longitude = 160 + Double(step)
      return Position(
        latitude: Double(step), longitude: longitude > 180 ? longitude - 360 : longitude)
    }
    let place = try #require(track.last)
    // Whether the map's quarters hold the colour of tracks, from west to east.
    let inked = """
      (() => {
        const { width, height } = document.getElementById('canvas');
        const { data } = document.getElementById('canvas').getContext('2d')
          .getImageData(0, 0, width, height);
        const quarters = [false, false, false, false];
        for (let i = 0; i < data.length; i += 4) {
          const isInk = data[i] === 194 && data[i + 1] === 47 && data[i + 2] === 75;
          if (isInk) quarters[Math.floor((i / 4 % width) * 4 / width)] = true;
        }
        return quarters;
      })()
      """
    let picture = MapPicture(
      title: "Space station", markers: [.init(position: place, label: "ISS")], tracks: [track])
    let report = try Browser.look(
      at: PageSamples.page(picture),
      steps: [
        evaluate("[ipgeo.markers, ipgeo.marks, ipgeo.hitsTotal]"), evaluate(inked),
        ["picture", Browser.pictures.appending(path: "station.png").path],
      ])
    #expect(report.problems == [])
    #expect(report.numbers(0) == [1, 0, 0])
    #expect(report.results[1] as? [Bool] == [true, false, false, true], "the way goes round")
  }
}
