import IPGeoByteStreams
import IPGeoCore
import Testing

@testable import IPGeoEnrichment

@Suite struct RecordLedgerTests {
  private func invalid(_ ledger: RecordLedger, _ reason: Reason, _ text: String, line: Int) {
    Array(text.utf8).withUnsafeBytes {
      ledger.invalid(reason, text: $0, place: RecordPlace(file: InputName("a"), line: line))
    }
  }

  @Test func `the first record of an address is told from later ones`() {
    let ledger = RecordLedger(failures: nil) { _ in }
    #expect(ledger.count(0))
    #expect(ledger.count(70_000))
    #expect(!ledger.count(0))
    #expect(ledger.records(of: 0) == 2)
    #expect(ledger.records(of: 1) == 0)
    #expect(ledger.records(of: 70_000) == 1)
    #expect(ledger.records(of: .max) == 0)
    #expect(ledger.recordCount == 3)
  }

  @Test func `three of a kind are told one by one, and the first three of all kept`() {
    let events = Collected<String>()
    let ledger = RecordLedger(failures: nil) { event in
      guard case .invalidRecord(let record) = event else { return }
      events.append("\(record.file):\(record.line):\(record.reason.rawValue)")
    }
    for line in 1...5 { invalid(ledger, .notAnAddress, "x", line: line) }
    invalid(ledger, .empty, "", line: 6)
    #expect(
      events.values == [
        "a:1:not-an-address", "a:2:not-an-address", "a:3:not-an-address", "a:6:empty",
      ])
    #expect(ledger.firstInvalid.count == 3)
    #expect(ledger.firstInvalid.allSatisfy { $0.message.contains("'x' is not an IP address") })
  }

  @Test func `what has no number counts as failed for want of room`() throws {
    let board = AnswerBoard(writerWake: try WakeHandle()) { _ in }
    let ledger = RecordLedger(failures: nil) { _ in }
    board.register(count: 1)
    board.settleRest(with: Failure(.timeout, message: "late"))
    _ = ledger.count(0)
    ledger.unnumbered()
    invalid(ledger, .masked, "1.2.3.x", line: 1)
    var counts = RunCounts()
    ledger.settle(into: &counts, board: board) { _ in false }
    #expect(counts.records == 3 && counts.failed == 2 && counts.invalid == 1)
    #expect(counts.reasons == ["budget": 1, "timeout": 1, "masked": 1])
    #expect(counts.sumsHold)
  }

  @Test func `a sum that misses a record does not hold`() {
    var counts = RunCounts()
    #expect(counts.sumsHold)
    counts.records = 7
    (counts.located, counts.special, counts.unknown) = (1, 1, 1)
    (counts.invalid, counts.failed, counts.rest) = (1, 1, 2)
    (counts.addresses, counts.local, counts.known, counts.asked, counts.unasked) = (4, 1, 1, 1, 1)
    #expect(counts.sumsHold)
    for term in [\RunCounts.records, \.rest, \.failed, \.addresses, \.known, \.unasked] {
      var wrong = counts
      wrong[keyPath: term] += 1
      #expect(!wrong.sumsHold)
    }
  }
}
