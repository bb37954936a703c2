import Foundation
import Testing

@testable import IPGeoMaps

/// What is in view, and the tables that follow it.
extension PageBrowserTests {
  @Test func `what is in view follows the window's size`() throws {
    let until = { (condition: String) in
      evaluate(
        """
        new Promise((done) => {
          const look = () => \(condition) ? done(true) : setTimeout(look, 20);
          look();
        })
        """)
    }
    let report = try Browser.look(
      at: PageSamples.page(PageSamples.world),
      steps: [
        // Berlin in the middle, and so near that what a window shows depends on its height.
        pressRow("country", 0), evaluate("document.getElementById('fit').click()"),
        evaluate("document.getElementById('clear').click()"), evaluate("ipgeo.zoom(-5)"),
        evaluate("document.getElementById('in-view').click()"), evaluate("ipgeo.hitsShown"),
        ["size", 1280, 1300], until("ipgeo.hitsShown === 770"),
        ["size", 1280, 500], until("ipgeo.hitsShown === 50"),
      ])
    #expect(report.problems == [])
    #expect(report.number(5) == 710)
  }

  @Test func `keys move and zoom the map and choose a circle`() throws {
    let view = evaluate(
      "[ipgeo.view.zoom, ipgeo.view.longitude, ipgeo.view.latitude].map(Math.round)")
    let report = try Browser.look(
      at: PageSamples.page(PageSamples.world),
      steps: [
        evaluate("document.getElementById('canvas').focus()"), view,
        ["press", "+"], ["press", "+"], view, ["press", "ArrowRight"], view, ["press", "ArrowUp"],
        view, ["press", "-"], view, ["press", "0"], view, ["press", "Enter"],
        evaluate("ipgeo.hitsShown"), ["press", "Escape"], evaluate("ipgeo.hitsShown"),
        ["press", "f"], evaluate("ipgeo.marks"),
      ])
    #expect(report.problems == [])
    let views = report.results.compactMap { $0 as? [Double] }
    try #require(views.count == 6)
    #expect(views[0] == [0, 0, 0])
    #expect(views[1] == [2, 0, 0])
    #expect(views[2][1] > views[1][1])
    #expect(views[3][2] > views[2][2])
    #expect(views[4][0] == 1)
    #expect(views[5] == views[0])
    #expect(report.number(14) != 1234, "the circle in the middle")
    #expect(report.number(16) == 1234)
    #expect(report.number(18) == 7)
  }

  @Test func `wheel, drag, pinch and clicks work on the map`() throws {
    let canvas = "document.getElementById('canvas').getBoundingClientRect()"
    let found = try Browser.look(
      at: PageSamples.page(PageSamples.world),
      steps: [
        evaluate("ipgeo.pixelOf(52.52, 13.4)"), evaluate("\(canvas).top"),
        evaluate("ipgeo.pixelOf(-25, 134)"),
      ])
    let top = try #require(found.number(1))
    let circle = try #require(found.numbers(0))
    let australia = try #require(found.numbers(2))
    let steps: [[Any]] = [
      ["click", circle[0], circle[1] + top], evaluate(Self.sums),
      ["click", circle[0], circle[1] + top], evaluate(Self.sums),
      ["click", australia[0], australia[1] + top], evaluate(Self.sums),
      evaluate("document.getElementById('clear').click()"),
      ["drag", 400, 400, 300, 420], evaluate("Math.sign(ipgeo.view.longitude - 20)"),
      ["wheel", 400, 400, -300], evaluate("ipgeo.view.zoom > 0.5"),
      evaluate("ipgeo.hitsShown"),
    ]
    let report = try Browser.look(at: PageSamples.page(PageSamples.world), steps: steps)
    #expect(report.problems == [])
    #expect(report.numbers(1)?.first == 700)
    #expect(report.numbers(3)?.first == 1234)
    #expect(report.numbers(5)?.first == 100)
    #expect(report.number(8) == 1)
    #expect(report.results[10] as? Bool == true)
    #expect(report.number(11) == 1234)
    let touched = try Browser.look(
      at: PageSamples.page(PageSamples.world), ["touch": true, "width": 390, "height": 844],
      steps: [["pinch", 200, 200, 3.0], evaluate("Math.round(10 * 2 ** ipgeo.view.zoom)")])
    #expect(touched.problems == [])
    #expect(touched.number(1) == 30)
  }

  @Test func `circles that crowd are one, and split on zoom`() throws {
    let near = MapPicture(
      title: "Near",
      cells: [
        PageSamples.cell(50, 10, hits: 5), PageSamples.cell(50.5, 10.5, hits: 7),
        PageSamples.cell(-17, 179.9, hits: 2), PageSamples.cell(-17, -179.9, hits: 2),
      ])
    let report = try Browser.look(
      at: PageSamples.page(near),
      steps: [
        evaluate("[ipgeo.circles, ipgeo.hitsOnMap]"), evaluate("ipgeo.zoom(7)"),
        evaluate("[ipgeo.circles, ipgeo.hitsOnMap]"),
      ])
    #expect(report.numbers(0) == [2, 16])
    #expect(report.numbers(2) == [4, 16])
  }

  @Test func `a choice that lies out of sight brings the map there`() throws {
    let report = try Browser.look(
      at: PageSamples.page(PageSamples.world),
      steps: [
        evaluate("ipgeo.zoom(5)"), evaluate("ipgeo.marks"), pressRow("country", 1),
        evaluate("[ipgeo.marks, Math.round(ipgeo.view.longitude)]"),
      ])
    #expect(report.number(1) == 0)
    #expect(report.numbers(3) == [1, 104])
  }

  @Test func `what is in view filters the tables and follows the map`() throws {
    let report = try Browser.look(
      at: PageSamples.page(PageSamples.world),
      steps: [
        evaluate("document.getElementById('in-view').click()"), evaluate(Self.sums),
        evaluate("ipgeo.zoom(4)"),
        evaluate(
          "new Promise((done) => { const look = () => ipgeo.hitsShown === 0 ? done(true) : setTimeout(look, 20); look(); })"
        ),
        evaluate("ipgeo.hitsWithoutPosition"),
        evaluate("document.getElementById('clear').click()"), evaluate("ipgeo.hitsShown"),
      ])
    #expect(report.problems == [])
    #expect(report.numbers(1)?.prefix(2) == [1111, 0])
    #expect(report.results[3] as? Bool == true)
    #expect(report.number(4) == 0)
    #expect(report.number(6) == 1234)
  }
}
