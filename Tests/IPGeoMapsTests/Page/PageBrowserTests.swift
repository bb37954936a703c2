import Foundation
import IPGeoCore
import IPGeoSummaries
import Testing

@testable import IPGeoMaps

/// The page in a real browser, loaded from disk with the network off.
@Suite("The page in a browser", .serialized, .enabled(if: Browser.isAtHand, "no browser at hand"))
struct PageBrowserTests {
  func evaluate(_ expression: String) -> [Any] { ["evaluate", expression] }

  func pressRow(_ kind: String, _ row: Int) -> [Any] {
    evaluate("document.querySelectorAll('#part-\(kind) tbody tr button')[\(row)].click()")
  }

  func search(_ text: String) -> [[Any]] {
    [evaluate("document.getElementById('search').select()"), ["type", text]]
  }

  static let sums =
    "[ipgeo.hitsShown, ipgeo.hitsWithoutPosition, ipgeo.hitsOnMap, ipgeo.marks, ipgeo.rows('country')]"

  @Test func `loads without a word on the console and draws each place once`() throws {
    let report = try Browser.look(
      at: PageSamples.page(PageSamples.world),
      steps: [
        evaluate(Self.sums), evaluate("document.getElementById('sum').textContent"),
        evaluate("document.getElementById('canvas').getAttribute('aria-label')"),
        evaluate("document.querySelectorAll('[role=tab]').length"),
        ["picture", Browser.pictures.appending(path: "world-light.png").path],
        ["dark", true], ["picture", Browser.pictures.appending(path: "world-dark.png").path],
        ["dark", false], evaluate("document.getElementById('theme').click()"),
        evaluate("getComputedStyle(document.body).backgroundColor"),
        evaluate("document.getElementById('theme').getAttribute('aria-pressed')"),
        ["size", 390, 844], ["picture", Browser.pictures.appending(path: "world-phone.png").path],
      ])
    #expect(report.problems == [])
    #expect(report.requests.count == 1)
    #expect(report.requests.allSatisfy { $0.hasPrefix("file://") })
    #expect(report.numbers(0) == [1234, 123, 1111, 7, 5])
    #expect(report.text(1) == "1,234 hits of 12 addresses")
    #expect(report.text(2) == "Map of the world: 7 marks in sight")
    #expect(report.number(3) == 4)
    #expect(report.text(9) == "rgb(17, 24, 29)")
    #expect(report.text(10) == "true")
    for name in ["world-light.png", "world-dark.png", "world-phone.png"] {
      let picture = try Data(contentsOf: Browser.pictures.appending(path: name))
      #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
  }

  @Test func `rows, search and circles filter map, tables and sums alike`() throws {
    let sums = evaluate(Self.sums)
    let clear = evaluate("document.getElementById('clear').click()")
    let steps: [[Any]] =
      [pressRow("country", 0), sums, pressRow("network", 0), sums, pressRow("network", 0)]
      + [pressRow("country", 1), sums, clear, sums]
      + search("sAO pau") + [sums] + search("telekom europe") + [sums] + search("as28573") + [sums]
      + search("no such place") + [sums, clear, sums]
    let report = try Browser.look(at: PageSamples.page(PageSamples.world), steps: steps)
    #expect(report.problems == [])
    let shown = report.results.compactMap { $0 as? [Double] }
    try #require(shown.count == 9)
    #expect(shown[0] == [723, 23, 700, 1, 5], "Germany")
    #expect(shown[1] == [623, 23, 600, 1, 1], "Germany's Telekom")
    #expect(shown[2] == [923, 23, 900, 2, 5], "Germany or Singapore")
    #expect(shown[3] == [1234, 123, 1111, 7, 5], "all")
    #expect(shown[4] == [50, 0, 50, 1, 1], "São Paulo")
    #expect(shown[5] == [600, 0, 600, 1, 1], "Telekom in Europe")
    #expect(shown[6] == [50, 0, 50, 1, 1], "by number")
    #expect(shown[7] == [0, 0, 0, 0, 0], "nothing")
    #expect(shown[8] == [1234, 123, 1111, 7, 5], "all again")
  }

  @Test func `whatever row is chosen, its hits are the hits shown`() throws {
    let check = """
      (() => {
        const wrong = [];
        const kinds = ['country', 'city', 'network', 'zone'];
        const number = (text) => Number(text.replaceAll(',', ''));
        for (const kind of kinds) {
          const rows = [...document.querySelectorAll(`#part-${kind} tbody tr`)];
          for (const row of rows.map((each) => each.dataset.row).slice(0, 12)) {
            const find = () => document.querySelector(`#part-${kind} tr[data-row="${row}"]`);
            const hits = number(find().cells[1].textContent);
            find().querySelector('button').click();
            const sum = number(document.getElementById('sum').textContent.split(' ')[0]);
            const others = kinds.filter((each) => each !== kind).map(ipgeo.hitsOfRows);
            const map = ipgeo.hitsOnMap + ipgeo.hitsWithoutPosition;
            if ([sum, ipgeo.hitsShown, map, ...others].some((each) => each !== hits)) {
              wrong.push(`${kind} ${row}: ${[hits, sum, ipgeo.hitsShown, map, ...others]}`);
            }
            find().querySelector('button').click();
          }
        }
        return wrong;
      })()
      """
    for page in [PageSamples.world, PageSamples.scattered(3000)].map({ PageSamples.page($0) }) {
      let report = try Browser.look(at: page, steps: [evaluate(check)])
      #expect(report.problems == [])
      #expect(report.texts(0) == [])
    }
  }

  @Test func `fifty thousand points are grouped into some hundreds, and none is lost`() throws {
    let picture = PageSamples.scattered(50_000)
    let total = picture.cells.reduce(0) { $0 + Double($1.hits) }
    let report = try Browser.look(
      at: PageSamples.page(picture),
      steps: [
        evaluate("[ipgeo.hitsShown, ipgeo.hitsOnMap + ipgeo.hitsWithoutPosition, ipgeo.marks]"),
        evaluate("ipgeo.zoom(5)"), evaluate("ipgeo.move(500, 0)"),
        evaluate("[ipgeo.hitsShown, ipgeo.hitsOnMap + ipgeo.hitsWithoutPosition, ipgeo.marks]"),
        ["picture", Browser.pictures.appending(path: "fifty-thousand.png").path],
      ])
    #expect(report.problems == [])
    let first = try #require(report.numbers(0))
    let second = try #require(report.numbers(3))
    #expect(first.prefix(2) == [total, total])
    #expect(second.prefix(2) == [total, total])
    #expect(10...1500 ~= first[2])
    #expect(10...1500 ~= second[2])
  }
}
