import IPGeoCore
import Testing

@testable import IPGeoAPI

@Suite struct RetryPolicyTests {
  private let policy = RetryPolicy(retries: 3)
  private let second: Int64 = 1_000_000_000

  private func decide(
    _ cause: Cause, attempts: Int = 1, wasMissing: Bool = false, isIndivisible: Bool = false
  ) -> RetryPolicy.Decision {
    policy.decide(
      cause,
      RetryPolicy.History(
        attempts: attempts, wasMissing: wasMissing, isIndivisible: isIndivisible),
      random: 0.5)
  }

  @Test(arguments: [Cause.unreachable, .deadline, .badReply, .serverError(retryAfter: nil)])
  func `what may pass is asked again after half a second, one and two`(cause: Cause) {
    #expect(decide(cause, attempts: 1) == .again(afterNanoseconds: second / 2))
    #expect(decide(cause, attempts: 2) == .again(afterNanoseconds: second))
    #expect(decide(cause, attempts: 3) == .again(afterNanoseconds: 2 * second))
    #expect(decide(cause, attempts: 4) == .giveUp)
  }

  @Test func `reasons are the table's`() {
    let rows: [(Cause, String)] = [
      (.unreachable, "unreachable"), (.deadline, "timeout"),
      (.serverError(retryAfter: nil), "http-status"), (.limited, "rate-limited"),
      (.refused, "refused"), (.unprocessable, "http-status"), (.clientError, "http-status"),
      (.redirected, "redirected"), (.badReply, "bad-response"), (.missing, "no-answer"),
      (.badElement, "bad-response"), (.cancelled, "interrupted"), (.unable, "unreachable"),
    ]
    for (cause, word) in rows { #expect(cause.reason.rawValue == word) }
  }

  @Test func `only a 429 and an interruption are no attempts`() {
    #expect(!Cause.limited.countsAsAttempt)
    #expect(!Cause.cancelled.countsAsAttempt)
    for cause in [Cause.unreachable, .missing, .unprocessable, .badReply] {
      #expect(cause.countsAsAttempt)
    }
  }

  @Test func `a 5xx obeys Retry-After, and stops the run above five minutes`() {
    let cause = { (seconds: Int64) in Cause.serverError(retryAfter: seconds * 1_000_000_000) }
    #expect(decide(cause(7)) == .again(afterNanoseconds: 7 * second))
    #expect(decide(cause(300)) == .again(afterNanoseconds: 300 * second))
    #expect(decide(cause(301)) == .stop)
    #expect(decide(cause(0)) == .again(afterNanoseconds: second / 2))
    #expect(decide(cause(7), attempts: 4) == .giveUp)
  }

  @Test func `a 429 is always asked again, when the hold ends`() {
    #expect(decide(.limited, attempts: 0) == .againAfterHold)
    #expect(decide(.limited, attempts: 99) == .againAfterHold)
  }

  @Test func `a 403 stops the run at once`() { #expect(decide(.refused) == .stop) }

  @Test func `a 422 is halved once`() {
    #expect(decide(.unprocessable) == .halve)
    #expect(decide(.unprocessable, isIndivisible: true) == .giveUp)
  }

  @Test(arguments: [Cause.clientError, .redirected, .badElement])
  func `what will not change is not asked again`(cause: Cause) {
    #expect(decide(cause) == .giveUp)
  }

  @Test func `a missing element is asked again once`() {
    #expect(decide(.missing) == .again(afterNanoseconds: 0))
    #expect(decide(.missing, attempts: 2, wasMissing: true) == .giveUp)
  }

  @Test func `the number of retries is the caller's`() {
    let none = RetryPolicy(retries: 0)
    #expect(none.decide(.deadline, .init(attempts: 1), random: 0.5) == .giveUp)
    let many = RetryPolicy(retries: 100)
    #expect(
      many.decide(.deadline, .init(attempts: 100), random: 0.5)
        == .again(afterNanoseconds: RetryPolicy.longestPause))
  }

  @Test func `pauses are spread by a quarter either way`() {
    #expect(
      policy.decide(.deadline, .init(attempts: 1), random: 0)
        == .again(afterNanoseconds: 375_000_000))
    #expect(
      policy.decide(.deadline, .init(attempts: 1), random: 1)
        == .again(afterNanoseconds: 625_000_000))
  }

  @Test(arguments: [
    (301, Cause.redirected), (302, .redirected), (307, .redirected), (400, .clientError),
    (401, .clientError), (403, .refused), (404, .clientError), (405, .clientError),
    (422, .unprocessable), (429, .limited), (500, .serverError(retryAfter: 5)),
    (503, .serverError(retryAfter: 5)), (204, .badReply), (206, .badReply), (600, .badReply),
  ])
  func `a status is a row of the table`(status: Int, cause: Cause) {
    #expect(Cause(status: status, retryAfter: 5) == cause)
  }
}

@Suite struct RunWatchTests {
  /// Fails requests one after another, each sent when the one before had failed.
  private func oneByOne(_ causes: [Cause?]) -> [RunWatch.Stop?] {
    var watch = RunWatch()
    var sequence: UInt64 = 0
    return causes.map { cause in
      sequence += 1
      guard let cause else {
        watch.succeeded(lastSent: sequence)
        return nil
      }
      return watch.failed(cause, sequence: sequence, lastSent: sequence)
    }
  }

  @Test func `five broken requests in a row stop the run`() {
    let causes: [Cause] = [
      .unreachable, .deadline, .serverError(retryAfter: nil), .unreachable, .deadline,
    ]
    #expect(oneByOne(causes) == [nil, nil, nil, nil, .unreachable(inARow: 5)])
  }

  @Test func `a success breaks the row`() {
    let four = Array(repeating: Cause.unreachable as Cause?, count: 4)
    #expect(oneByOne(four + [nil] + four).allSatisfy { $0 == nil })
  }

  @Test func `requests under way when a connection breaks count once`() {
    var watch = RunWatch()
    for sequence in 1...15 {
      #expect(watch.failed(.unreachable, sequence: UInt64(sequence), lastSent: 15) == nil)
    }
    #expect(watch.broken == 1)
    #expect(watch.failed(.unreachable, sequence: 16, lastSent: 16) == nil)
    #expect(watch.broken == 2)
  }

  @Test func `three foreign replies in a row stop the run`() {
    #expect(
      oneByOne([.redirected, .badReply, .clientError])
        == [nil, nil, .foreignReplies(inARow: 3)])
    #expect(oneByOne([.redirected, .badReply, nil, .badReply, .badReply]).allSatisfy { $0 == nil })
  }

  @Test func `foreign replies count in the order of sending, not of arrival`() {
    var watch = RunWatch()
    // 1 to 12 are under way; the fourth, eighth and twelfth are bad and come back first.
    for sequence: UInt64 in [4, 8, 12] {
      #expect(watch.failed(.badReply, sequence: sequence, lastSent: 12) == nil)
    }
    #expect(watch.failed(.badReply, sequence: 6, lastSent: 12) == nil)
    #expect(watch.failed(.badReply, sequence: 5, lastSent: 12) == .foreignReplies(inARow: 3))
  }

  @Test func `a good reply stands behind all that was sent before it came`() {
    var watch = RunWatch()
    // Twelve are under way; on the way the last three were overtaken by a good one.
    watch.succeeded(lastSent: 12)
    for sequence: UInt64 in [10, 11, 12] {
      #expect(watch.failed(.badReply, sequence: sequence, lastSent: 12) == nil)
    }
    #expect(watch.failed(.badReply, sequence: 13, lastSent: 13) == nil)
    #expect(watch.failed(.badReply, sequence: 14, lastSent: 14) == nil)
    watch.succeeded(lastSent: 14)
    #expect(watch.failed(.badReply, sequence: 15, lastSent: 15) == nil)
    #expect(watch.failed(.badReply, sequence: 16, lastSent: 16) == nil)
    #expect(watch.failed(.badReply, sequence: 17, lastSent: 17) == .foreignReplies(inARow: 3))
  }

  @Test func `a 429 or a timeout between foreign replies is no success`() {
    #expect(
      oneByOne([.badReply, .limited, .badReply, .deadline, .badReply])
        == [nil, nil, nil, nil, .foreignReplies(inARow: 3)])
  }

  @Test(arguments: [Cause.limited, .unprocessable, .missing, .badElement, .cancelled])
  func `other failures never stop a run by repetition`(cause: Cause) {
    #expect(oneByOne(Array(repeating: cause, count: 50)).allSatisfy { $0 == nil })
  }

  @Test func `a long run does not grow the watch's memory`() {
    var watch = RunWatch()
    for sequence: UInt64 in 1...50_000 {
      _ = watch.failed(
        sequence % 2 == 0 ? .badReply : .unreachable, sequence: sequence * 2,
        lastSent: sequence * 2)
    }
    #expect(watch.remembered < 20_000)
  }
}
