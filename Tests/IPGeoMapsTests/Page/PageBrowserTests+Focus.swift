import Foundation
import Testing

@testable import IPGeoMaps

/// Where the focus is, so that the next key does what the last one let expect.
extension PageBrowserTests {
  static let focused = """
    (() => {
      const { activeElement: at } = document;
      return at.id || `row ${at.closest('tr')?.dataset.row}`;
    })()
    """

  @Test func `a click on a country leaves the keys to the map`() throws {
    let places = try Browser.look(
      at: PageSamples.page(PageSamples.world),
      steps: [
        evaluate("ipgeo.pixelOf(-25, 134)"),
        evaluate("document.getElementById('canvas').getBoundingClientRect().top"),
      ])
    let australia = try #require(places.numbers(0))
    let top = try #require(places.number(1))
    let report = try Browser.look(
      at: PageSamples.page(PageSamples.world),
      steps: [
        ["click", australia[0], australia[1] + top], evaluate("ipgeo.hitsShown"),
        evaluate(Self.focused), evaluate("ipgeo.zoom(2)"), evaluate("ipgeo.view.longitude"),
        ["press", "ArrowRight"], evaluate("ipgeo.view.longitude"),
      ])
    #expect(report.problems == [])
    #expect(report.number(1) == 100)
    #expect(report.text(2) == "canvas")
    #expect(try #require(report.number(6)) > #require(report.number(4)))
  }

  @Test func `a chosen row keeps the focus, and its tab has it once it is gone`() throws {
    let report = try Browser.look(
      at: PageSamples.page(PageSamples.world),
      steps: [
        evaluate("document.querySelector('#part-country tr[data-row=\"4\"] button').focus()"),
        ["press", "Enter"], evaluate(Self.focused), evaluate("ipgeo.hitsShown"),
      ] + [
        // Chosen in its table, and without hits by what the search leaves.
        evaluate(
          """
          (() => {
            const search = document.getElementById('search');
            search.value = 'berlin';
            search.dispatchEvent(new Event('input'));
          })()
          """),
        evaluate(Self.focused), ["press", "Enter"], evaluate(Self.focused),
      ])
    #expect(report.problems == [])
    #expect(report.text(2) == "row 4")
    #expect(report.number(3) == 200)
    #expect(report.text(5) == "row 4")
    #expect(report.text(7) == "tab-country")
  }

  @Test func `more rows begin with the focus on the first of them`() throws {
    let report = try Browser.look(
      at: PageSamples.page(PageSamples.scattered(2000)),
      steps: [
        evaluate("document.getElementById('tab-city').click()"),
        evaluate("document.querySelector('#part-city .more button').focus()"), ["press", "Enter"],
        evaluate(
          """
          [...document.querySelectorAll('#part-city tbody button')].indexOf(document.activeElement)
          """),
      ])
    #expect(report.problems == [])
    #expect(report.number(3) == 100)
  }

  /// How much of the ring's colour is on the map.
  static let ring = """
    (() => {
      const canvas = document.getElementById('canvas');
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (data[i] === 11 && data[i + 1] === 61 && data[i + 2] === 84) count += 1;
      }
      return count;
    })()
    """

  @Test func `what Enter would choose has a ring and a tip while keys are used`() throws {
    let tip = evaluate("(({ hidden, textContent }) => hidden ? '' : textContent)(tip)")
    let distance = evaluate(
      """
      (([px, py], [x, y]) => Math.hypot(px - x, py - y))(ipgeo.target, ipgeo.pixelOf(1.35, 103.82))
      """)
    let report = try Browser.look(
      at: PageSamples.page(PageSamples.world),
      steps: [
        evaluate(Self.ring), evaluate("document.getElementById('theme').focus()"),
        ["press", "Tab"], evaluate(Self.focused), evaluate("\(Self.ring) > 20"), tip,
        // Singapore to the middle.
        evaluate(
          """
          (([x, y], { width, height }) => ipgeo.move(x - width / 2, y - height / 2))(
            ipgeo.pixelOf(1.35, 103.82), ipgeo.view)
          """),
        distance, tip,
        ["picture", Browser.pictures.appending(path: "world-keys.png").path],
        ["press", "Enter"], evaluate("ipgeo.hitsShown"),
        ["press", "Escape"], evaluate("ipgeo.hitsShown"), evaluate("ipgeo.target"), tip,
        ["press", "+"], evaluate("ipgeo.target !== null"),
        ["drag", 400, 400, 420, 400], evaluate("ipgeo.target"), evaluate(Self.ring),
        ["press", "-"], evaluate("ipgeo.target !== null"),
        evaluate("document.getElementById('search').focus()"), evaluate("ipgeo.target"),
      ])
    #expect(report.problems == [])
    #expect(report.number(0) == 0)
    #expect(report.text(3) == "canvas")
    #expect(report.results[4] as? Bool == true)
    #expect(report.text(5)?.contains(" hits: ") == true)
    #expect(try #require(report.number(7)) < 1)
    #expect(report.text(8) == "200 hits: Singapore, Singapore")
    #expect(report.number(11) == 200)
    #expect(report.number(13) == 1234)
    #expect(report.results[14] == nil)
    #expect(report.text(15) == "")
    #expect(report.results[17] as? Bool == true)
    #expect(report.results[19] == nil)
    #expect(report.number(20) == 0)
    #expect(report.results[22] as? Bool == true)
    #expect(report.results[24] == nil)
  }
}
