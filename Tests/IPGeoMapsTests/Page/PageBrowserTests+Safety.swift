import Foundation
import IPGeoCore
import Testing

@testable import IPGeoMaps

/// What the page does without, and what it does not do.
extension PageBrowserTests {
  @Test func `the tables are there without a script and without a canvas`() throws {
    let rows = evaluate("document.querySelectorAll('#part-country tbody tr').length")
    let map = evaluate("getComputedStyle(document.getElementById('map')).display")
    let page = PageSamples.page(PageSamples.world)
    let bare = try Browser.look(
      at: page, ["script": false],
      steps: [
        rows, map, evaluate("getComputedStyle(document.getElementById('part-zone')).display"),
        ["picture", Browser.pictures.appending(path: "world-without-script.png").path],
      ])
    #expect(bare.problems == [])
    #expect(bare.number(0) == 6)
    #expect(bare.text(1) == "none")
    #expect(bare.text(2) == "block")
    let plain = try Browser.look(
      at: page, ["first": "HTMLCanvasElement.prototype.getContext = () => null;"],
      steps: [
        map, pressRow("country", 0), evaluate("ipgeo.hitsShown"),
        evaluate("getComputedStyle(document.querySelector('label')).display"),
        evaluate("document.getElementById('clear').click()"), evaluate("ipgeo.hitsShown"),
      ])
    #expect(plain.problems == [])
    #expect(plain.text(0) == "none")
    #expect(plain.number(2) == 723)
    #expect(plain.text(3) == "none")
    #expect(plain.number(5) == 1234)
  }

  @Test func `hostile text runs nothing and is shown as it is`() throws {
    let cells = MapPageTests.hostile.enumerated().map { number, name in
      PageSamples.cell(
        1, 2, name, name, city: name, network: name, zone: name, hits: UInt64(99 - number),
        addresses: [name])
    }
    let place = try #require(Position(latitude: 1, longitude: 2))
    let picture = MapPicture(
      title: MapPageTests.hostile[0], cells: cells,
      markers: MapPageTests.hostile.map { .init(position: place, label: $0) })
    let report = try Browser.look(
      at: PageSamples.page(picture, withAddresses: true),
      ["first": "window.hacked = () => { window.ran = true; };"],
      steps: [
        pressRow("country", 0), evaluate("typeof window.hacked + typeof window.ran"),
        evaluate("document.scripts.length + document.images.length"),
        evaluate("document.querySelector('#part-country tbody bdi').textContent"),
        evaluate("document.querySelector('h1').textContent"),
        evaluate("document.documentElement.scrollWidth <= innerWidth"),
        evaluate("document.querySelector('#addresses li').textContent"),
        ["picture", Browser.pictures.appending(path: "hostile.png").path],
        ["size", 390, 844], evaluate("document.documentElement.scrollWidth <= innerWidth"),
        ["picture", Browser.pictures.appending(path: "hostile-phone.png").path],
      ])
    #expect(report.problems == [])
    #expect(report.text(1) == "functionundefined")
    #expect(report.number(2) == 3)
    #expect(report.text(3) == MapPageTests.hostile[0])
    #expect(report.text(4) == MapPageTests.hostile[0])
    #expect(report.results[5] as? Bool == true)
    #expect(report.text(6) == MapPageTests.hostile[0])
    #expect(report.results[9] as? Bool == true)
  }

  @Test func `no other script runs`() throws {
    let inject = """
      (() => {
        const script = document.createElement('script');
        script.textContent = 'window.ran = true';
        document.body.append(script);
        return typeof window.ran;
      })()
      """
    let report = try Browser.look(
      at: PageSamples.page(PageSamples.world), steps: [evaluate(inject)])
    #expect(report.text(0) == "undefined")
    #expect(report.problems.contains { $0.contains("Content Security Policy") })
  }
}
