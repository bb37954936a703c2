import Foundation
import IPGeoCore
import Testing

@testable import IPGeoMaps

/// Places with names: pins, labels, tips.
extension PageBrowserTests {
  func picture(_ markers: [(latitude: Double, longitude: Double, label: String)]) -> MapPicture {
    MapPicture(
      title: "Places",
      markers: markers.map { .init(position: at($0.latitude, $0.longitude), label: $0.label) })
  }

  @Test func `labels are drawn where there is room for them`() throws {
    let drawn = evaluate("[ipgeo.markers, ipgeo.labels]")
    let apart = picture([(50, -100, "west"), (0, 0, "middle"), (-30, 100, "east"), (60, 20, "")])
    let together = picture([
      (10, 20, "one"), (10, 20, "two"), (10.1, 20.1, "three"), (10, -100, "four"),
    ])
    let many = picture(
      (0..<240).map { number in
        let (row, column) = number.quotientAndRemainder(dividingBy: 12)
        return (latitude: Double(row * 7 - 70), longitude: Double(column * 30 - 165), label: "a")
      })
    #expect(try Browser.look(at: PageSamples.page(apart), steps: [drawn]).numbers(0) == [4, 3])
    let report = try Browser.look(at: PageSamples.page(together), steps: [drawn])
    #expect(report.problems == [])
    #expect(report.numbers(0) == [4, 2])
    let crowd = try Browser.look(at: PageSamples.page(many), steps: [drawn])
    #expect(crowd.numbers(0) == [240, 100], "a picture, and no list")
  }
}
