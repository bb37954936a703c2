import Foundation
import Testing

@testable import IPGeoMaps

/// What is in view, and the tables that follow it.
extension PageBrowserTests {
  @Test func `what is in view follows the window's size`() throws {
    let until = { (condition: String) in
      evaluate(
        """
        new Promise((done) => {
          const look = () => \(condition) ? done(true) : setTimeout(look, 20);
          look();
        })
        """)
    }
    let report = try Browser.look(
      at: PageSamples.page(PageSamples.world),
      steps: [
        // Berlin in the middle, and so near that what a window shows depends on its height.
        pressRow("country", 0), evaluate("document.getElementById('fit').click()"),
        evaluate("document.getElementById('clear').click()"), evaluate("ipgeo.zoom(-5)"),
        evaluate("document.getElementById('in-view').click()"), evaluate("ipgeo.hitsShown"),
        ["size", 1280, 1300], until("ipgeo.hitsShown === 770"),
        ["size", 1280, 500], until("ipgeo.hitsShown === 50"),
      ])
    #expect(report.problems == [])
    #expect(report.number(5) == 710)
  }
}
