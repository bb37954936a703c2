import Foundation
import IPGeoSummaries
import Testing

@testable import IPGeoMaps

/// The page on paper.
extension PageBrowserTests {
  /// What paper has of the page: colours, and what is shown of it.
  static let printed = """
    (() => {
      const styleOf = (name) => getComputedStyle(document.querySelector(name));
      const parts = ['country', 'city', 'network', 'zone'].map((kind) => `#part-${kind}`);
      return [
        styleOf('body').backgroundColor, styleOf('body').color,
        ...parts.map((part) => styleOf(part).display),
        ...parts.map((part) => styleOf(`${part} h2`).display),
        ...parts.map((part) => String(document.querySelector(part).offsetHeight > 40)),
        ...['#lists', '.parts'].map((name) => document.querySelector(name))
          .map((each) => each.scrollHeight <= each.clientHeight ? 'whole' : 'cut'),
      ];
    })()
    """
  static let onPaper =
    ["rgb(255, 255, 255)", "rgb(27, 40, 48)"]
    + [String](repeating: "block", count: 8) + [String](repeating: "true", count: 4) + [
      "whole", "whole",
    ]

  @Test func `prints in light colours with every table`() throws {
    let paper = Browser.pictures.appending(path: "world.pdf")
    let hidden = evaluate(
      """
      ['#controls', '#zoom', '#theme', '#canvas'].map((name) => (
        getComputedStyle(document.querySelector(name)).display))
      """)
    let event = { (name: String) in evaluate("dispatchEvent(new Event('\(name)')), null") }
    let report = try Browser.look(
      at: PageSamples.page(PageSamples.world), ["dark": true],
      steps: [
        evaluate("document.getElementById('theme').click()"),
        evaluate("document.getElementById('theme').click()"),
        evaluate("document.documentElement.dataset.theme"),
        event("beforeprint"), ["media", "print"], evaluate(Self.printed), hidden,
        evaluate("getComputedStyle(document.getElementById('paper')).display"),
        event("afterprint"), ["media", "screen"],
        evaluate("document.documentElement.dataset.theme"),
        evaluate("getComputedStyle(document.body).backgroundColor"),
        ["paper", paper.path],
        evaluate("document.getElementById('paper').width / ipgeo.view.width"),
      ])
    #expect(report.problems == [])
    #expect(report.text(2) == "dark")
    #expect(report.texts(5) == Self.onPaper)
    #expect(report.texts(6) == ["none", "none", "none", "none"])
    #expect(report.text(7) == "block")
    #expect(report.text(10) == "dark")
    #expect(report.text(11) == "rgb(17, 24, 29)")
    #expect(report.number(13) == 3)
    #expect(try Data(contentsOf: paper).starts(with: Data("%PDF".utf8)))
  }

  @Test func `prints five hundred rows of each table, and the others as one`() throws {
    let picture = PageSamples.scattered(2000)
    let rows = evaluate(
      """
      ['network', 'city'].map((kind) => {
        const part = document.querySelector(`#part-${kind}`);
        const number = (row) => Number(row.cells[1].textContent.replaceAll(',', ''));
        const rows = [...part.querySelectorAll('tbody tr'), ...part.querySelectorAll('tfoot tr')];
        const { length } = part.querySelectorAll('tbody tr');
        return `${length} ${rows.map(number).reduce((a, b) => a + b)} ${rows.at(-1).textContent}`;
      })
      """)
    let event = { (name: String) in evaluate("dispatchEvent(new Event('\(name)')), null") }
    let page = PageSamples.page(picture)
    let report = try Browser.look(
      at: page, steps: [rows, event("beforeprint"), rows, event("afterprint"), rows])
    #expect(report.problems == [])
    let total = picture.cells.reduce(0) { $0 + $1.hits }
    for (step, count) in [(0, 100), (2, 500), (4, 100)] {
      let words = try #require(report.texts(step))
      #expect(words.allSatisfy { $0.hasPrefix("\(count) \(total) ") && $0.contains(" more") })
    }
    // Where no script runs there are the same rows.
    let bare = try Browser.look(at: page, ["script": false], steps: [rows])
    #expect(bare.texts(0) == report.texts(2))
  }

  @Test func `prints in light colours where no script runs`() throws {
    let report = try Browser.look(
      at: PageSamples.page(PageSamples.world), ["dark": true, "script": false],
      steps: [["media", "print"], evaluate(Self.printed)])
    #expect(report.problems == [])
    #expect(report.texts(1) == Self.onPaper)
  }
}
