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

  @Test func `a row that was chosen keeps the focus, and its tab has it once the row is gone`() throws {
    let report = try Browser.look(
      at: PageSamples.page(PageSamples.world),
      steps: [
        evaluate("document.querySelector('#part-country tr[data-row=\"1\"] button').focus()"),
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
    #expect(report.text(2) == "row 1")
    #expect(report.number(3) == 200)
    #expect(report.text(5) == "row 1")
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
}
