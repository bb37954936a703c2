import Foundation
import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords
import Synchronization
import Testing

@testable import IPGeoCommand
@testable import IPGeoEnrichment

@Suite struct EventReporterTests {
  private func said(
    _ events: [RunEvent], level: Diagnostics.Level = .normal
  ) throws -> String {
    try messages(level) { diagnostics in
      let reporter = EventReporter(diagnostics) { 0 }
      for event in events { reporter.take(event) }
    }
  }

  @Test func `the first wait is told, further ones with -v`() throws {
    let waits: [RunEvent] = [
      .provider(.waiting(milliseconds: 41_250, cause: .limit)),
      .provider(.waiting(milliseconds: 900, cause: .retry("no reply within 2 s"))),
      .provider(.waiting(milliseconds: 60_000, cause: .hold)),
    ]
    let first = "ipgeo: the service's limit is used up, the next request goes out in 41.2 s\n"
    #expect(try said(waits) == first)
    #expect(try said(waits, level: .quiet) == "")
    #expect(
      try said(waits, level: .verbose) == first + """
        ipgeo: a request failed (no reply within 2 s), it is tried again in 0.9 s
        ipgeo: the service asks for a pause, the next request goes out in 60.0 s

        """)
  }

  @Test func `invalid records name file and line`() throws {
    let record = RunReport.InvalidRecord(
      file: "a\nb.txt", line: 7, reason: .empty, message: "there is no text")
    #expect(try said([.invalidRecord(record)]) == "ipgeo: a\\nb.txt:7: there is no text\n")
    #expect(try said([.invalidRecord(record)], level: .quiet) == "")
  }

  @Test func `inputs that cannot be read are told with -q, too`() throws {
    func missing(_ name: String) -> RunEvent {
      let error = SystemError(code: ENOENT, operation: "open", path: name)
      return .inputFailed(name: name, error: .system(error))
    }
    #expect(
      try said([missing("gone.txt")], level: .quiet)
        == "ipgeo: cannot open gone.txt: no such file or directory\n")
    #expect(
      try said([missing("8.8.8.8")], level: .quiet)
        == "ipgeo: cannot open 8.8.8.8: no such file or directory; to look up an address, write: "
        + "ipgeo lookup 8.8.8.8\n")
    #expect(
      try said(
        [.inputFailed(name: "-", error: .notText(kind: "gzip data", advice: "gzip -dc FILE"))],
        level: .quiet)
        == "ipgeo: standard input: this is gzip data, which is not read; gzip -dc FILE\n")
    for (name, shown) in [("logs/a-1.gz", "logs/a-1.gz"), ("my list.gz", "FILE")] {
      #expect(
        try said(
          [
            .inputFailed(
              name: name, error: .notText(kind: "gzip data", advice: "gzip -dc FILE | x"))
          ],
          level: .quiet)
          == "ipgeo: \(name): this is gzip data, which is not read; gzip -dc \(shown) | x\n"
      )
    }
  }

  @Test func `notices are passed on, requests are not told`() throws {
    #expect(
      try said([.provider(.notice("n")), .provider(.requestSent(addresses: 3))], level: .verbose)
        == "ipgeo: n\n")
  }

  @Test func `knows how much of a wait is left`() throws {
    _ = try messages { diagnostics in
      let clock = HandClock()
      let reporter = EventReporter(diagnostics) { clock.now.load(ordering: .relaxed) }
      #expect(reporter.wait?.left == nil)
      reporter.take(.provider(.waiting(milliseconds: 2_000, cause: .limit)))
      #expect(reporter.wait?.left == 2_000_000_000)
      #expect(reporter.wait?.cause == .limit)
      clock.now.store(1_500_000_000, ordering: .relaxed)
      #expect(reporter.wait?.left == 500_000_000)
      clock.now.store(2_000_000_000, ordering: .relaxed)
      #expect(reporter.wait?.left == nil)
      reporter.take(.provider(.waiting(milliseconds: .max, cause: .hold)))
      #expect((reporter.wait?.left ?? 0) > 0)
    }
  }

  private final class HandClock: Sendable {
    let now = Atomic<Int64>(0)
  }
}
