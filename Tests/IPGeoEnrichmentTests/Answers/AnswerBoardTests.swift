import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import Synchronization
import Testing

@testable import IPGeoEnrichment

@Suite struct AnswerBoardTests {
  private let wake: WakeHandle
  private let board: AnswerBoard

  init() throws {
    wake = try WakeHandle()
    board = AnswerBoard(writerWake: wake) { _ in }
  }

  private func located(_ tag: UInt32, _ city: String = "x") -> Answer {
    var location = Location()
    location.city = city
    return Answer(tag: tag, outcome: .located(location), askedAt: 7)
  }

  private func failed(_ tag: UInt32, wasAsked: Bool) -> Answer {
    let failure = Failure(.timeout, message: "late", wasAsked: wasAsked)
    return Answer(tag: tag, outcome: .failed(failure), askedAt: 0)
  }

  private func counts(
    _ records: (UInt32) -> (rows: Int, rest: Int) = { _ in (1, 0) }
  ) -> RunCounts {
    var counts = RunCounts()
    board.tally(into: &counts, records: records)
    return counts
  }

  @Test func `answers in any order are found by number`() {
    board.register(count: 3)
    board.deliver([located(2, "c"), located(0, "a")])
    #expect(board.outcome(of: 0)?.outcome == located(0, "a").outcome)
    #expect(board.outcome(of: 2)?.outcome == located(2, "c").outcome)
    #expect(board.outcome(of: 2)?.askedAt == 7)
    #expect(board.outcome(of: 1) == nil)
    #expect(!board.isSettled(1) && board.isSettled(2))
    #expect(wake.isSignalled)
  }

  @Test func `a second answer changes nothing`() {
    board.register(count: 1)
    board.deliver([located(0, "first")])
    board.deliver([located(0, "second"), failed(0, wasAsked: true)])
    #expect(board.outcome(of: 0)?.outcome == located(0, "first").outcome)
    #expect(board.settled.asked == 1)
  }

  @Test func `numbers that nobody registered are ignored`() {
    board.deliver([located(0)])
    board.register(count: 2)
    board.deliver([located(2), located(.max)])
    #expect(board.outcome(of: 0) == nil)
    #expect(board.outcome(of: 2) == nil)
    #expect(board.outcome(of: .max) == nil)
    #expect(board.settled.total == 0)
  }

  @Test func `the rest is settled, and so are numbers registered later`() throws {
    let block = try #require(IPAddress("10.0.0.1")?.specialBlock)
    board.register(count: 2)
    board.deliver([located(0)])
    let failure = Failure(.refused, message: "stopped")
    board.settleRest(with: failure)
    board.register(count: 4, special: [(number: 2, block: block)])
    #expect(board.outcome(of: 0)?.outcome == located(0).outcome)
    #expect(board.outcome(of: 1)?.outcome == .failed(failure))
    #expect(board.outcome(of: 2)?.outcome == .special(block))
    #expect(board.outcome(of: 3)?.outcome == .failed(failure))
    #expect(board.settled.unasked == 2)
    #expect(board.settled.local == 1)
    #expect(board.settled.total == 4)
  }

  @Test func `an answer too long to be one is a bad response, and was asked`() {
    board.register(count: 1)
    board.deliver([located(0, String(repeating: "x", count: 70_000))])
    guard case .failed(let failure)? = board.outcome(of: 0)?.outcome else {
      Issue.record("not failed")
      return
    }
    #expect(failure.reason == .badResponse)
    #expect(failure.wasAsked)
    #expect(board.settled.asked == 1)
    #expect(counts().failed == 1)
  }

  @Test func `the terms of both sums are told apart`() throws {
    let block = try #require(IPAddress("10.0.0.1")?.specialBlock)
    board.register(count: 5, special: [(number: 4, block: block)])
    board.deliver([
      located(0), Answer(tag: 1, outcome: .unknown(.noData), askedAt: 1),
      failed(2, wasAsked: true), failed(3, wasAsked: false),
    ])
    board.report(.requestSent(addresses: 3))
    var counts = counts { (rows: Int($0) + 1, rest: 0) }
    counts.records = 15
    #expect(counts.located == 1 && counts.unknown == 2 && counts.failed == 7)
    #expect(counts.special == 5)
    #expect(counts.failedAddresses == 2)
    #expect(counts.asked == 3 && counts.unasked == 1 && counts.local == 1)
    #expect(counts.requests == 1)
    #expect(counts.reasons == ["no-data": 2, "timeout": 7, "private-use": 5])
    #expect(counts.sumsHold)
  }

  @Test func `what is left out is unasked and no failure`() throws {
    let block = try #require(IPAddress("10.0.0.1")?.specialBlock)
    board.register(count: 4, special: [(number: 3, block: block)])
    board.leaveOut([1, 2, 3, 99])
    board.deliver([located(0), located(1)])
    #expect(board.outcome(of: 1) == nil)
    #expect(board.outcome(of: 3)?.outcome == .special(block))
    board.settleRest(with: Failure(.interrupted, message: "interrupted"))
    var counts = counts { $0 == 0 ? (1, 0) : (0, 2) }
    counts.records = 7
    #expect(counts.rest == 6 && counts.located == 1 && counts.failed == 0)
    #expect(counts.failedAddresses == 0)
    #expect(counts.unasked == 2 && counts.local == 1 && counts.asked == 1)
    #expect(counts.leftOut == 2)
    #expect(counts.sumsHold)
  }

  @Test func `what is left out after the asking has ended is no failure either`() {
    board.register(count: 2)
    board.settleRest(with: Failure(.interrupted, message: "interrupted"))
    board.leaveOut([1])
    var counts = counts { $0 == 0 ? (1, 0) : (0, 1) }
    counts.records = 2
    #expect(counts.failedAddresses == 1)
    #expect(counts.unasked == 2)
    #expect(counts.sumsHold)
  }

  @Test func `events are passed on`() throws {
    let events = Mutex<[ProviderEvent]>([])
    let board = AnswerBoard(writerWake: wake) { event in events.withLock { $0.append(event) } }
    board.report(.requestSent(addresses: 2))
    board.report(.notice("once"))
    #expect(events.withLock { $0 } == [.requestSent(addresses: 2), .notice("once")])
    #expect(board.settled.requests == 1)
  }

  @Test func `300,000 answers of a service take less than 100 bytes each`() {
    let count = 300_000
    board.register(count: count)
    for start in stride(from: 0, to: count, by: 100) {
      board.deliver((start..<start + 100).map { SampleAnswers.answer(UInt32($0)) })
    }
    #expect(board.sizeInBytes / count < 100)
    #expect(board.settled.asked == count)
    #expect(board.outcome(of: 299_999)?.outcome == SampleAnswers.answer(299_999).outcome)
  }
}
