import Foundation
import Testing

@testable import IPGeoCommand

@Suite struct ManualPageTests {
  private func output(_ arguments: String...) throws -> String? {
    guard case .show(let text) = try Invocation.parse(["manual"] + arguments) else { return nil }
    return text
  }

  @Test func `lists a page of the program and one of each command`() throws {
    let names = ProgramTable.program.members.map(\.name).filter { $0 != "help" }
    #expect(Manual.pages.map(\.name) == ["ipgeo"] + names.map { "ipgeo-" + $0 })
    #expect(try output("--list") == Manual.pages.map { $0.name + "\n" }.joined())
  }

  @Test(arguments: Manual.pages.map(\.name)) func `prints a page`(name: String) throws {
    let page = try #require(try output(name))
    #expect(page.contains(".Dt \(name.uppercased()) 1\n"))
    #expect(page.contains(".Sh NAME\n.Nm \(name)\n.Nd "))
    if name != "ipgeo" { #expect(try output(String(name.dropFirst(6))) == page) }
  }

  @Test func `the page without a name is the program's`() throws {
    #expect(try output() == output("ipgeo"))
  }

  @Test func `refuses what is no page`() {
    func error(_ words: String...) -> String? {
      do throws(UsageError) {
        _ = try Invocation.parse(["manual"] + words)
        return nil
      } catch {
        return error.exitCode == .usage ? error.message : nil
      }
    }
    #expect(
      error("ipgeo-bacth")
        == "unknown page 'ipgeo-bacth'; the nearest is ipgeo-batch. Try 'ipgeo manual --help'.")
    #expect(
      error("bacth")
        == "unknown page 'bacth'; the nearest is ipgeo-batch. Try 'ipgeo manual --help'.")
    #expect(error("batch", "map")?.contains("takes no 'map' there") == true)
    #expect(error("--list", "map")?.contains("do not go together") == true)
    #expect(error("")?.hasPrefix("unknown page ''") == true)
  }

  @Test(arguments: Manual.pages.map(\.name))
  func `sections stand in the order of manuals`(name: String) throws {
    let text = try #require(Manual.page(name)).text
    let titles = text.split(separator: "\n").filter { $0.hasPrefix(".Sh ") }.map { $0.dropFirst(4) }
    #expect(titles.prefix(3) == ["NAME", "SYNOPSIS", "DESCRIPTION"])
    let usual = ["ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES", "SEE ALSO"]
    let last = titles.drop { !usual.contains(String($0)) }.map(String.init)
    #expect(last == usual.filter(last.contains))
    #expect(Set(titles).count == titles.count)
  }

  /// The same source gives the same bytes, on whatever day.
  @Test func `pages are of the day of the version`() throws {
    for page in Manual.pages { #expect(page.text.hasPrefix(".Dd \(Version.day)\n")) }
    let changes = try Repository.text("CHANGELOG.md")
    guard let newest = changes.firstMatch(of: #/\n## v?\d[^\n]*(\d{4}-\d\d-\d\d)/#) else { return }
    let day = try Date(String(newest.1), strategy: .iso8601.year().month().day())
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "MMMM d, yyyy"
    #expect(formatter.string(from: day) == Version.day, "Version+Day.swift")
  }

  @Test func `one page tells of the words that follow cache`() throws {
    let text = try #require(Manual.page("cache")).text
    for action in CacheAction.allCases {
      #expect(text.contains("\n.Ss ipgeo cache \(action.rawValue)\n"))
    }
    // Said once where all say it, and of whom where only some do.
    #expect(text.ranges(of: "Fl \\-color").count == 1)
    #expect(text.contains(".It Sy 0\ndone\n.It Sy 64\n"))
    #expect(text.contains("stats, export: the store was damaged"))
  }
}
