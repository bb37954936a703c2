import Foundation
import IPGeoSummaries
import Testing

@testable import IPGeoMaps

/// The page's colours beside those of a still picture of the same.
extension PageBrowserTests {
  /// Countries without a circle, so that nothing lies on their shades; one that the outline lacks is
  /// the busiest.
  static let shaded = MapPicture(
    title: "Shades",
    cells: [("SG", 3000), ("AU", 2000), ("BR", 411), ("DZ", 40), ("CA", 3), (nil, 9000)].map {
      TallyCell(nil, hits: UInt64($0.1), code: $0.0)
    })
  static let insides = [(-25, 134), (-10, -52), (28, 2), (58, -112), (47, 67)]

  /// What a still picture fills a country with.
  func fill(of name: String, in picture: SVGElements, isDark: Bool) throws -> String {
    let title = try #require(
      picture.all.firstIndex { $0.name == "title" && $0.text.hasPrefix(name) })
    let group = picture.all[title - 1].attributes["class"] ?? "land"
    let sheets = try #require(picture.named("style").first).text.components(separatedBy: "@media")
    let rule = try #require(
      sheets[isDark ? 1 : 0].firstMatch(of: try Regex(#"\.\#(group)\{fill:(#[0-9a-f]{6})"#)))
    return String(try #require(rule.output[1].substring))
  }

  @Test func `page and still picture have the same shades, and legends of the same words`() throws {
    let pixels = evaluate(
      """
      \(Self.insides.map { [$0.0, $0.1] }).map(([latitude, longitude]) => {
        const canvas = document.getElementById('canvas');
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
        copy.drawImage(canvas, 0, 0);
        const [x, y] = ipgeo.pixelOf(latitude, longitude).map(Math.round);
        const bytes = [...copy.getImageData(x, y, 1, 1).data].slice(0, 3);
        return '#' + bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
      })
      """)
    let legend = evaluate(
      "[...document.querySelectorAll('#legend .swatch')].map((each) => each.parentNode.textContent)"
    )
    let report = try Browser.look(
      at: PageSamples.page(Self.shaded),
      steps: [
        pixels, legend, ["picture", Browser.pictures.appending(path: "shades.png").path],
        ["dark", true], pixels,
      ])
    #expect(report.problems == [])
    let picture = SVGElements(file(Self.shaded, as: .svg))
    let names = ["Australia", "Brazil", "Algeria", "Canada", "Kazakhstan"]
    for (step, isDark) in [(0, false), (4, true)] {
      let fills = try names.map { try fill(of: $0, in: picture, isDark: isDark) }
      #expect(report.texts(step) == fills)
      #expect(Set(fills).count == 5)
    }
    let words = picture.named("text").map(\.text).filter { $0.hasSuffix(" %") }
    #expect(report.texts(1) == words)
    #expect(words == ["1.3 %", "5.2 %", "20.8 %"])
  }
}
