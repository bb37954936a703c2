import Foundation
import IPGeoCore
import IPGeoSummaries
import Testing

@testable import IPGeoMaps

extension PageSamples {
  static func other(
    _ status: Status, _ reason: String?, hits: UInt64, addresses: [String] = []
  ) -> TallyCell {
    TallyCell(
      key: TallyCell.Key(), status: status, reason: reason, hits: hits,
      addressCount: max(1, addresses.count), addresses: addresses)
  }

  /// Rows of every status, also located ones of which nothing is known; one address is in two of them.
  static let night = {
    var located = [
      cell(
        52.52, 13.4, "DE", "Germany", city: "Berlin", asn: 7, network: "N", zone: "Europe/Berlin",
        hits: 60),
      cell(
        48.1, 11.6, "DE", "Germany", city: "Munich", asn: 7, network: "N", zone: "Europe/Berlin",
        hits: 30),
      cell(1, 2, hits: 10),
    ]
    for number in located.indices { located[number].status = .located }
    let others = [
      other(.special, "private-use", hits: 50), other(.unknown, "no-data", hits: 4),
      other(.invalid, "not-an-address", hits: 9), other(.failed, "timeout", hits: 6),
      other(.failed, "rate-limited", hits: 30, addresses: ["192.0.2.1", "192.0.2.2"]),
      other(.failed, nil, hits: 1),
    ]
    return MapPicture(title: "night", cells: located + others, shared: [[0, 7]])
  }()
}

/// What a page says of a run before anything else.
@Suite struct PageOutcomeTests {
  private func between(_ opening: String, _ closing: String, in page: String) -> [String] {
    page.components(separatedBy: opening).dropFirst().map {
      $0.components(separatedBy: closing)[0]
    }
  }

  private func notice(_ cells: [TallyCell]) -> PageOutcome.Notice? {
    PageOutcome(cells, shared: []).notice
  }

  @Test func `tells every status with its reasons, and failures aloud`() {
    let page = PageSamples.text(PageSamples.night)
    #expect(page.contains(">200 hits of 9 addresses</p>"))
    #expect(
      between("<li><bdi>", "</bdi>", in: page) == [
        "100 located", "50 special (private-use)", "4 unknown (no-data)",
        "9 invalid (not-an-address)", "100 without a position",
      ])
    #expect(
      between("<li class=\"failed\"><bdi>", "</bdi>", in: page) == [
        "37 failed (rate-limited 30, timeout 6)"
      ])
    #expect(
      between("<p id=\"notice\" class=\"failed\">", "</p>", in: page) == [
        "37 of 200 hits failed (18.5 %): rate-limited 30, timeout 6. A later run can ask again."
      ])
  }

  @Test func `shares are among what is located, and what is not is no country`() {
    let page = PageSamples.text(PageSamples.night)
    let numbers = { (kind: String) in
      between(
        "<td class=\"number\">", "</td>",
        in: between("id=\"part-\(kind)\"", "</section>", in: page)[0])
    }
    #expect(numbers("country") == ["90", "2", "90.0 %", "10", "1", "10.0 %"])
    #expect(numbers("zone") == ["90", "2", "90.0 %", "10", "1", "10.0 %"])
    #expect(numbers("status").prefix(3) == ["100", "3", "50.0 %"])
    let heads = between("<h2>", "</h2>", in: page)
    #expect(heads.map { $0.filter(\.isNumber) } == ["1", "2", "1", "1", "7"])
    // A still picture tells the same shares.
    let picture = file(PageSamples.night, as: .svg)
    #expect(picture.contains("Germany: 90 hits (90.0 %)"))
    #expect(picture.contains("Share of hits: Germany 90.0 %."))
    #expect(picture.contains(">22.0 %<") && picture.contains(">90.0 %<"))
  }

  @Test func `a run that failed is told from others`() {
    let all = notice([PageSamples.other(.failed, "unreachable", hits: 6)])
    #expect(all?.words == "All 6 hits failed: unreachable. A later run can ask again.")
    #expect(all?.kind.description == "failed whole")
    let one = notice([PageSamples.other(.failed, nil, hits: 1)])
    #expect(one?.words == "All 1 hit failed. A later run can ask again.")
    let none = notice([PageSamples.other(.special, "private-use", hits: 6)])
    #expect(none?.words == "No hit is located, so that the map is empty.")
    #expect(none?.kind.description == "plain")
    #expect(notice([PageSamples.cell(1, 2)]) == nil)
    #expect(notice([])?.words == "Nothing to show: there was no row to count.")
  }

  @Test func `how many addresses there are is not told where it is not known`() {
    var picture = PageSamples.night
    picture.knowsAddresses = false
    let page = PageSamples.text(picture)
    #expect(page.contains(">200 hits</p>") && page.contains("\"knowsAddresses\":false"))
    let country = between("id=\"part-country\"", "</section>", in: page)[0]
    #expect(
      between("<td class=\"number\">", "</td>", in: country).prefix(3) == ["90", "-", "90.0 %"])
    #expect(file(picture, as: .geojson).contains(#""hits":60,"addresses":null,"#))
  }

  @Test func `an empty run has its page`() {
    let page = PageSamples.text(MapPicture(title: "Nothing"))
    #expect(page.contains(">0 hits of 0 addresses</p>"))
    #expect(page.contains("<p id=\"notice\" class=\"plain\">Nothing to show"))
    #expect(page.components(separatedBy: "<p class=\"more\">Nothing here.</p>").count == 5)
    #expect(!page.contains(" marks-only"))
  }

  @Test func `many reasons are few words, and harmless`() {
    let cells = (0..<9).map {
      PageSamples.other(.failed, "<b>\u{202E}\($0)", hits: UInt64(10 - $0))
    }
    let page = PageSamples.text(MapPicture(title: "x", cells: cells))
    #expect(
      page.contains(
        "failed (&lt;b&gt;\\u{202E}0 10, &lt;b&gt;\\u{202E}1 9, &lt;b&gt;\\u{202E}2 8, 6 more)"))
    #expect(!page.contains("<b>") && !page.unicodeScalars.contains("\u{202E}"))
  }

  @Test func `is told by the other forms as well`() {
    let picture = file(PageSamples.night, as: .svg)
    #expect(
      picture.contains(
        ">100 hits at 3 positions, 100 without a position (50 special, 4 unknown, 9 invalid, 37 failed)<"
      ))
    #expect(picture.contains("failed 37 (rate-limited 30, timeout 6)"))
    let geojson = file(PageSamples.night, as: .geojson)
    #expect(
      geojson.contains(
        #""hits_by_status":{"located":100,"special":50,"unknown":4,"invalid":9,"failed":37},"#))
  }

  @Test func `a line below a picture has room for any numbers`() {
    let cells = Status.allCases.map {
      TallyCell(key: TallyCell.Key(), status: $0, hits: .max / 8)
    }
    let sums = PictureSums(of: MapPicture(title: "", cells: cells), withAddresses: false)
    #expect(PictureWords.sums(sums).hasSuffix("without a position"))
  }
}
