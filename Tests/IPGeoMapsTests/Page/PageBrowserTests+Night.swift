import Foundation
import IPGeoCore
import IPGeoRecords
import IPGeoSummaries
import Testing

@testable import IPGeoMaps

/// What became of a run, searches, and names that are long.
extension PageBrowserTests {
  @Test func `what is not located is in its own table alone, and can be chosen there`() throws {
    let counts = evaluate(
      "[...document.querySelectorAll('#tabs button')].map((each) => each.textContent)")
    let sum = evaluate("document.getElementById('sum').textContent")
    let shares = evaluate(
      """
      ['country', 'status'].map((kind) => [...document.querySelectorAll(`#part-${kind} tbody tr`)]
        .map((row) => row.cells[0].textContent + ' ' + row.cells[3].textContent).join('; '))
      """)
    let addresses = evaluate(
      "[...document.querySelectorAll('#addresses li')].map((each) => each.textContent)")
    let report = try Browser.look(
      at: PageSamples.page(PageSamples.night, withAddresses: true),
      steps: [
        counts, sum, shares, pressRow("status", 2), sum, shares, addresses,
        evaluate("document.getElementById('clear').click()"),
      ] + search("failed") + [sum, shares]
        + [["picture", Browser.pictures.appending(path: "night.png").path]])
    #expect(report.problems == [])
    #expect(
      report.texts(0) == ["Countries 1", "Cities 2", "Networks 1", "Time zones 1", "Status 7"])
    #expect(report.text(1) == "200 hits of 9 addresses")
    let all = try #require(report.texts(2))
    #expect(all[0] == "Germany DE 90.0 %; not known 10.0 %")
    #expect(
      all[1]
        == "located 50.0 %; special private-use 25.0 %; failed rate-limited 15.0 %; "
        + "invalid not-an-address 4.5 %; failed timeout 3.0 %; unknown no-data 2.0 %; failed 0.5 %")
    #expect(report.text(4) == "30 of 200 hits, 2 addresses")
    #expect(report.texts(5) == ["", all[1]])
    #expect(report.texts(6) == ["192.0.2.1", "192.0.2.2"])
    #expect(report.text(10) == "37 of 200 hits, 4 addresses")
    #expect(
      report.texts(11)?.last
        == "failed rate-limited 81.1 %; failed timeout 16.2 %; failed 2.7 %")
  }

  @Test func `addresses that are not known are no number`() throws {
    var picture = PageSamples.night
    picture.knowsAddresses = false
    let sum = evaluate("document.getElementById('sum').textContent")
    let report = try Browser.look(
      at: PageSamples.page(picture),
      steps: [
        sum, pressRow("country", 0), sum,
        evaluate("document.querySelector('#part-country tbody tr').cells[2].textContent"),
      ])
    #expect(report.problems == [])
    #expect(report.text(0) == "200 hits")
    #expect(report.text(2) == "90 of 200 hits")
    #expect(report.text(3) == "-")
  }

  @Test func `counts are exact, and of rows that are named`() throws {
    let picture = PageSamples.scattered(3000)
    let named = Set(picture.cells.map(\.key.asn)).count
    let report = try Browser.look(
      at: PageSamples.page(picture),
      steps: [evaluate("document.querySelector('#tab-network .note').textContent")])
    #expect(report.problems == [])
    #expect(report.text(0) == named.groupedDigits)
  }

  @Test func `a search takes places and networks before regions, and those before zones`() throws {
    var cells = [
      PageSamples.cell(52.5, 13.4, "DE", "Germany", city: "Berlin", zone: "Europe/Berlin", hits: 5),
      PageSamples.cell(
        48.1, 11.6, "DE", "Germany", city: "Munich", zone: "Europe/Berlin", hits: 40),
      PageSamples.cell(
        52.6, 13.5, "DE", "Germany", city: "Bernau", zone: "Europe/Berlin", hits: 300),
      PageSamples.cell(
        1, 2, "FR", "France", network: "Berlin Institute", zone: "Europe/Paris", hits: 2000),
    ]
    cells[2].key.region = "Land of Berlin"
    cells[1].key.region = "Bavaria"
    let said = evaluate(
      "[String(ipgeo.hitsShown), document.getElementById('found').textContent]")
    let words = [
      "berlin", "BAVARIA", "/berlin", "europe", "institute berlin", "munich france", "xyz",
    ]
    let report = try Browser.look(
      at: PageSamples.page(MapPicture(title: "", cells: cells)),
      steps: words.flatMap { search($0) + [said] })
    #expect(report.problems == [])
    let results = (0..<words.count).map { report.texts(3 * $0 + 2) }
    #expect(results[0] == ["2005", "berlin: 1 city, 1 network (/berlin for the time zone)"])
    #expect(results[1] == ["40", "bavaria: 1 city by its region"])
    #expect(results[2] == ["345", "/berlin: 1 time zone"])
    #expect(results[3] == ["2345", "europe: 2 time zones"])
    #expect(
      results[4] == [
        "2000", "institute: 1 network; berlin: 1 city, 1 network (/berlin for the time zone)",
      ])
    #expect(results[5] == ["0", "munich: 1 city; france: 1 country"])
    #expect(results[6] == ["0", "xyz: nothing"])
  }

  @Test func `names are read in full at every width`() throws {
    let name = "A network holding company with a name that goes on, and on, of Gunzenhausen am See"
    let cells = [
      PageSamples.cell(
        1, 2, "DE", "Germany", city: String(repeating: "Donaudampfschiff", count: 5),
        asn: 4_294_967_295,
        network: name, hits: 1_234_567),
      PageSamples.cell(3, 4, "FR", "France", hits: 5),
    ]
    let cut = evaluate(
      """
      [...document.querySelectorAll('tbody tr *')].filter((each) => (
        each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline'
        || each.getBoundingClientRect().right > innerWidth
        || getComputedStyle(each).textOverflow === 'ellipsis')).map((each) => each.outerHTML)
      """)
    let open = ["city", "network"].map {
      evaluate("document.getElementById('tab-\($0)').click()")
    }
    let note = evaluate(
      """
      (({ width, height }) => String(width > 20 && height > 10))(
        document.querySelector('#part-network .note:not(h2 *)').getBoundingClientRect())
      """)
    for width in [1920, 1280, 360] {
      let report = try Browser.look(
        at: PageSamples.page(MapPicture(title: "", cells: cells)),
        steps: [["size", width, 800], cut, open[0], cut, open[1], cut, note])
      #expect(report.problems == [])
      for step in [1, 3, 5] { #expect(report.texts(step) == []) }
      #expect(report.text(6) == "true")
    }
  }

  @Test func `the header keeps its height on a phone, whatever is chosen`() throws {
    let height = evaluate("document.querySelector('header').offsetHeight")
    let report = try Browser.look(
      at: PageSamples.page(PageSamples.night), ["width": 360, "height": 740],
      steps: [height, pressRow("country", 0), height] + search("nothing at all") + [height])
    #expect(report.problems == [])
    #expect(report.number(0) == report.number(2))
    #expect(report.number(0) == report.number(5))
  }

  @Test func `where nothing has a place, the page opens with what became of it`() throws {
    let open = evaluate("document.querySelector('#tabs [aria-selected=true]').id")
    let failed = MapPicture(
      title: "failed", cells: [PageSamples.other(.failed, "unreachable", hits: 6)])
    let colour = evaluate("getComputedStyle(document.getElementById('notice')).backgroundColor")
    let report = try Browser.look(at: PageSamples.page(failed), steps: [open, colour])
    #expect(report.problems == [])
    #expect(report.text(0) == "tab-status")
    #expect(report.text(1) == "rgb(163, 35, 27)")
    let empty = try Browser.look(
      at: PageSamples.page(MapPicture(title: "empty")),
      steps: [open, evaluate("document.querySelector('#part-country .more').textContent")])
    #expect(empty.problems == [])
    #expect(empty.text(0) == "tab-country")
    #expect(empty.text(1) == "Nothing here.")
  }
}
