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
    evaluate("document.querySelector('#part-\(kind) tr[data-row=\"\(row)\"] button').click()")
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
    #expect(report.numbers(0) == [1234, 123, 1111, 7, 6])
    #expect(report.text(1) == "1,234 hits of 1,234 shown, 123 hits without a position")
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
    #expect(shown[0] == [723, 23, 700, 1, 6], "Germany")
    #expect(shown[1] == [623, 23, 600, 1, 1], "Germany's Telekom")
    #expect(shown[2] == [923, 23, 900, 2, 6], "Germany or Singapore")
    #expect(shown[3] == [1234, 123, 1111, 7, 6], "all")
    #expect(shown[4] == [50, 0, 50, 1, 1], "São Paulo")
    #expect(shown[5] == [600, 0, 600, 1, 1], "Telekom in Europe")
    #expect(shown[6] == [50, 0, 50, 1, 1], "by number")
    #expect(shown[7] == [0, 0, 0, 0, 0], "nothing")
    #expect(shown[8] == [1234, 123, 1111, 7, 6], "all again")
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
        evaluate("document.querySelector('#part-country tr[data-row=\"0\"] bdi').textContent"),
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

  @Test func `prints in light colours with every table`() throws {
    let paper = Browser.pictures.appending(path: "world.pdf")
    let report = try Browser.look(
      at: PageSamples.page(PageSamples.world), ["dark": true],
      steps: [
        ["paper", paper.path], evaluate("document.documentElement.dataset.theme ?? 'none'"),
        evaluate("document.getElementById('paper').width / ipgeo.view.width"),
      ])
    #expect(report.number(2) == 3)
    #expect(report.problems == [])
    #expect(report.text(1) == "none")
    #expect(try Data(contentsOf: paper).starts(with: Data("%PDF".utf8)))
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
