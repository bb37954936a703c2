import Foundation
import IPGeoStandIn
import Testing

/// New addresses that are rare in a file that is longer than what is in flight.
@Suite struct RareAddressProcessTests {
  private static let addresses = (0..<600).map { "20.\($0 / 250).\($0 % 250).7" }

  /// Lines of four kilobytes, every 25th with a new address: 60 MB, of which 16 are in flight.
  private func writeLog(_ path: String) throws {
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    let rest =
      " - - [01/Jan/2026:00:00:00 +0000] \"GET /\(String(repeating: "x", count: 4000))\" 200 5\n"
    for (number, address) in Self.addresses.enumerated() {
      let lines = (0..<25).map {
        (number == 0 || $0 == 0 ? address : Self.addresses[number / 2]) + rest
      }
      try file.write(contentsOf: Data(lines.joined().utf8))
    }
    try file.close()
  }

  @Test func `they fill batches all the same`() async throws {
    try await withScene { scene in
      let log = scene.path("access.log")
      try writeLog(log)
      let arguments = ["--summary-file", scene.path("summary"), "--fields", "ip,city"] + noWait
      let result = try await scene.batch(arguments + [log], deadline: 240)
      #expect(result.end == .exit(0), "\(result.errors)")
      let summary = try Summary(try scene.read("summary"))
      #expect(summary.holds && summary["located"] == 15_000)
      let sizes = (scene.server?.log ?? []).map(\.queries.count)
      #expect(sizes.reduce(0, +) == 600)
      // The first few may leave as single look-ups; so much is missing in the last batch.
      #expect(sizes.count { $0 == 100 } >= 5 && sizes.count <= 9, "\(sizes)")
    }
  }
}
