import Foundation
import IPGeoRecords
import Testing

@testable import IPGeoCommand

/// Columns' names stand in many files that no compiler reads, and in users' scripts.
struct ColumnNamesTests {
  /// What the columns were called when this was last recorded, one a line.
  private let file = Repository.snapshots.appending(path: "columns.txt")

  @Test func `a changed name says where else it stands`() throws {
    let now = Field.allCases.map(\.name)
    if Repository.recordsSnapshots {
      try Data(now.map { $0 + "\n" }.joined().utf8).write(to: file)
    }
    let known = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(
      String.init)
    let new = now.filter { !known.contains($0) }
    for name in known where !now.contains(name) {
      Issue.record(Comment(rawValue: Self.message(gone: name, new: new)))
    }
    if known.allSatisfy(now.contains) {
      #expect(known == now, "\(Self.message(new: new))")
    }
  }

  /// What the test above tells is worth something only while it finds the places.
  @Test(arguments: ["as_org", "country_code", "looked_up_at", "hits"])
  func `the places are found`(name: String) {
    let places = Repository.places(naming: name)
    for place in ["README.md: ", "fixtures/snapshots/help-batch.txt: "] {
      #expect(places.contains { $0.hasPrefix(place) }, "\(name): \(place)")
    }
  }

  private static func message(gone name: String, new: [String]) -> String {
    """
    there is no column '\(name)' any more\(new.isEmpty ? "" : " (new: \(new.joined(separator: ", ")))").
    Whoever uses ipgeo may name it in scripts, and 'ipgeo map' and 'summary' find the columns of kept \
    rows by their names: the change belongs into the CHANGELOG. The name stands \
    in these files, too. Change them where they mean the column; in IPGeoAPI, IPGeoStandIn and the schema \
    ip-api it is the service's name, which stays. Lines of 'ipgeo cache export' have it, so that those \
    of before lose it on import, unless the old name is read there as well:
      \(Repository.places(naming: name).joined(separator: "\n  "))
    \(last)
    """
  }

  private static func message(new: [String]) -> String {
    """
    the columns are not those of fixtures/snapshots/columns.txt\
    \(new.isEmpty ? ", or in another order" : " (new: \(new.joined(separator: ", ")))").
    A new one has a row under "Columns" in the README and what it holds in Field+Kind.swift; \
    CONTRIBUTING.md ("A column") says the rest.
    \(last)
    """
  }

  private static let last = """
    Then record the names and the helps anew, and read the difference:
      IPGEO_RECORD_SNAPSHOTS=1 scripts/test --filter 'ColumnNamesTests|HelpTests'
    """
}
