import Foundation
import Testing

@testable import IPGeoMaps

/// The tables beside the map.
extension PageBrowserTests {
  @Test func `tables open by tabs, sort by their heads and show more on demand`() throws {
    let first = "document.querySelector('#part-city tbody bdi').textContent"
    let count = "document.querySelectorAll('#part-city tbody tr').length"
    let report = try Browser.look(
      at: PageSamples.page(PageSamples.scattered(2000)),
      steps: [
        evaluate("document.getElementById('tab-country').focus()"), ["press", "ArrowRight"],
        evaluate(
          "document.activeElement.id + getComputedStyle(document.getElementById('part-city')).display"
        ),
        evaluate(count), evaluate("document.querySelector('#part-city .more button').click()"),
        evaluate(count),
        evaluate("document.querySelector('#part-city [data-sort=name] button').click()"),
        evaluate(first),
        evaluate("document.querySelector('#part-city [aria-sort]').textContent"),
        evaluate("document.querySelector('#part-city thead .number button').click()"),
        evaluate(
          """
          [...document.querySelectorAll('#part-city tbody tr')]
            .map((row) => Number(row.cells[1].textContent.replaceAll(',', '')))
            .every((hits, at, all) => at === 0 || hits <= all[at - 1])
          """),
      ])
    #expect(report.problems == [])
    #expect(report.text(2) == "tab-cityblock")
    #expect(report.number(3) == 100)
    #expect(report.number(5) == 200)
    #expect(report.text(7)?.hasPrefix("City 1") == true)
    #expect(report.text(8) == "City")
    #expect(report.results[10] as? Bool == true)
  }

  @Test func `addresses are listed for what is chosen`() throws {
    let list = evaluate(
      "[...document.querySelectorAll('#addresses:not([hidden]) li')].map((each) => each.textContent)"
    )
    let page = PageSamples.page(PageSamples.world, withAddresses: true)
    let report = try Browser.look(
      at: page, steps: [list, pressRow("country", 0), list] + search("2001:DB8") + [list])
    #expect(report.problems == [])
    #expect(report.texts(0) == [])
    #expect(report.texts(2) == ["192.0.2.1", "192.0.2.2", "192.0.2.3"])
    #expect(report.texts(5) == [])
    let without = try Browser.look(
      at: PageSamples.page(PageSamples.world),
      steps: [pressRow("country", 0), evaluate("document.getElementById('addresses')")])
    #expect(without.results[1] == nil)
  }

  @Test func `an address that several cells have counts once, whatever is chosen`() throws {
    let counts = evaluate(
      """
      ['country', 'city', 'network', 'zone'].map((kind) =>
        [...document.querySelectorAll(`#part-${kind} tbody tr`)]
          .map((row) => row.cells[2].textContent).join())
      """)
    let list = evaluate("document.querySelector('#addresses summary').textContent")
    let report = try Browser.look(
      at: PageSamples.page(MapPageTests.moved, withAddresses: true),
      steps: [
        counts, pressRow("country", 0), list, pressRow("city", 0), counts, list,
      ])
    #expect(report.problems == [])
    #expect(report.texts(0) == ["3", "2,2", "3", "3"])
    #expect(report.text(2) == "3 addresses")
    // B has most hits and is chosen: its own list shows what could be chosen besides.
    #expect(report.texts(4) == ["2", "2,2", "2", "2"])
    #expect(report.text(5) == "2 addresses")
  }

  @Test func `a share is worded as it was where no script runs`() throws {
    let shares = evaluate(
      """
      [...document.querySelectorAll('#part-country tbody tr')].map((row) => row.cells[3].textContent)
      """)
    let samples = [
      (
        [100_000, 10_000, 999, 333, 100, 1],
        ["89.7 %", "9.0 %", "0.9 %", "0.3 %", "<0.1 %", "<0.1 %"]
      ),
      // Halves, that fall to either side where they are rounded in other ways.
      ([1993, 7], ["99.7 %", "0.4 %"]), ([1979, 21], ["99.0 %", "1.1 %"]),
    ]
    for (hits, words) in samples {
      let cells = hits.enumerated().map { number, hits in
        PageSamples.cell(1, 2, "C\(number)", hits: UInt64(hits))
      }
      let page = PageSamples.page(MapPicture(title: "", cells: cells))
      let bare = try Browser.look(at: page, ["script": false], steps: [shares]).texts(0)
      let shown = try Browser.look(at: page, steps: [shares]).texts(0)
      #expect(bare == words)
      #expect(shown == bare)
    }
  }
}
