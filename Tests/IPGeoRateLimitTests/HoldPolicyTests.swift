import IPGeoRateLimit
import Testing

private let second: Int64 = 1_000_000_000

private func refusal(
  reset: Int64? = nil, retryAfter: Int64? = nil, sentAt: Int64, left: Bool = false
) -> HoldPolicy.Refusal {
  HoldPolicy.Refusal(
    resetNanoseconds: reset.map { $0 * second },
    retryAfterNanoseconds: retryAfter.map { $0 * second },
    sentAt: sentAt * second, hadTokensLeft: left)
}

/// One run's policy, shared by reference.
private final class Run {
  private var policy: HoldPolicy
  init(window: Int64) { policy = HoldPolicy(window: window) }
  func succeeded() { policy.succeeded() }
  func refused(_ refusal: HoldPolicy.Refusal, now: Int64) -> HoldPolicy.Decision {
    policy.refused(refusal, now: now)
  }
}

@Suite struct HoldPolicyTests {
  @Test(
    arguments: [
      (12, nil, 12), (nil, 5, 5), (12, 5, 12), (5, 12, 12), (0, 9, 9), (9, 0, 9),
      (0, 0, 1), (0, nil, 1), (nil, 0, 1), (nil, nil, 60), (-1, nil, 60), (-7, 3, 3), (90, nil, 90),
    ] as [(Int64?, Int64?, Int64)])
  func `how long a refusal holds`(reset: Int64?, retryAfter: Int64?, seconds: Int64) {
    let policy = Run(window: 60 * second)
    let decision = policy.refused(
      refusal(reset: reset, retryAfter: retryAfter, sentAt: 99), now: 100 * second)
    #expect(decision.holdNanoseconds == seconds * second)
    #expect(decision.isNewHold)
    #expect(!decision.halvesLimit)
    #expect(decision.stop == nil)
  }

  @Test func `zero waits double up to a window, the sixth hold in a row stops`() {
    let policy = Run(window: 6 * second)
    var now: Int64 = 100
    for expected: Int64 in [1, 2, 4, 6, 6] {
      let decision = policy.refused(refusal(reset: 0, sentAt: now), now: now * second)
      #expect(decision.holdNanoseconds == expected * second)
      #expect(decision.stop == nil)
      now += expected
    }
    let last = policy.refused(refusal(reset: 0, sentAt: now), now: now * second)
    #expect(last.stop == .heldInARow(6))
  }

  @Test func `a success breaks the row`() {
    let policy = Run(window: 60 * second)
    for round: Int64 in 0..<20 {
      if round % 5 == 0 { policy.succeeded() }
      let decision = policy.refused(
        refusal(retryAfter: 1, sentAt: round * 10), now: round * 10 * second)
      #expect(decision.stop == nil)
    }
    policy.succeeded()
    let zero = policy.refused(refusal(reset: 0, sentAt: 500), now: 500 * second)
    #expect(zero.holdNanoseconds == second)
  }

  @Test func `requests that were under way count once with their hold`() {
    let policy = Run(window: 60 * second)
    #expect(policy.refused(refusal(reset: 10, sentAt: 100), now: 101 * second).isNewHold)
    for _ in 0..<14 {
      let decision = policy.refused(refusal(reset: 12, sentAt: 100), now: 101 * second)
      #expect(!decision.isNewHold)
      #expect(decision.holdNanoseconds == 12 * second)
      #expect(decision.stop == nil)
    }
    // Late, but sent before the hold.
    #expect(!policy.refused(refusal(reset: 0, sentAt: 100), now: 130 * second).isNewHold)
    #expect(policy.refused(refusal(reset: 0, sentAt: 131), now: 132 * second).isNewHold)
  }

  @Test func `zero waits do not double for requests that were under way`() {
    let policy = Run(window: 60 * second)
    for _ in 0..<15 {
      let decision = policy.refused(refusal(reset: 0, sentAt: 100), now: 100 * second)
      #expect(decision.holdNanoseconds == second)
    }
  }

  @Test func `told to wait longer than five minutes, the run stops at once`() {
    let policy = Run(window: 60 * second)
    #expect(policy.refused(refusal(retryAfter: 300, sentAt: 0), now: 0).stop == nil)
    #expect(
      policy.refused(refusal(reset: 3, retryAfter: 301, sentAt: 0), now: 0).stop
        == .toldToWait(nanoseconds: 301 * second))
    #expect(
      policy.refused(refusal(reset: 3600, sentAt: 0), now: 0).stop
        == .toldToWait(nanoseconds: 3600 * second))
    let slow = Run(window: 3600 * second)
    #expect(slow.refused(refusal(reset: 3600, sentAt: 0), now: 0).stop == nil)
  }

  @Test func `a refusal with tokens left means a shared address, once`() {
    let policy = Run(window: 60 * second)
    #expect(!policy.refused(refusal(reset: 1, sentAt: 0), now: 0).halvesLimit)
    #expect(policy.refused(refusal(reset: 1, sentAt: 0, left: true), now: 0).halvesLimit)
    #expect(!policy.refused(refusal(reset: 1, sentAt: 9, left: true), now: 9 * second).halvesLimit)
  }

  @Test func `extreme values do not overflow`() {
    let policy = Run(window: .max)
    for _ in 0..<100 {
      let decision = policy.refused(
        HoldPolicy.Refusal(
          resetNanoseconds: 0, retryAfterNanoseconds: .min, sentAt: .max, hadTokensLeft: true),
        now: .max)
      #expect(decision.holdNanoseconds > 0)
    }
    let none = Run(window: -1)
    #expect(none.refused(refusal(sentAt: 0), now: 0).holdNanoseconds > 0)
  }
}

@Suite struct RetryAfterTests {
  private static let date = "Thu, 01 Jan 2026 00:00:00 GMT"

  @Test(
    arguments: [
      ("0", 0), ("5", 5), (" 120\t", 120), ("86400", 86_400), ("-1", nil), ("abc", nil), ("", nil),
      ("1.5", nil), ("5s", nil), ("+5", nil), ("99999999999999999999999", 2_147_483_648),
      ("Thu, 01 Jan 2026 00:00:30 GMT", 30), ("Thu, 01 Jan 2026 00:00:00 GMT", 0),
      ("Wed, 31 Dec 2025 23:59:59 GMT", nil), ("Fri, 02 Jan 2026 00:00:00 GMT", 86_400),
      ("Thursday, 01-Jan-26 00:01:00 GMT", 60), ("Thu Jan  1 00:02:00 2026", 120),
      ("Fri, 01 Jan 9999 00:00:00 GMT", 2_147_483_648),
      ("Thu, 29 Feb 2026 00:00:30 GMT", nil), ("Thu, 01 Jan 2026 24:00:00 GMT", nil),
      ("Thu, 01 Jan 2026 00:00 GMT", nil), ("Thu, 01 Jan 2026 00:00:30 CET", nil),
      ("Thu, 00 Jan 2026 00:00:30 GMT", nil), ("Thu, 01 Foo 2026 00:00:30 GMT", nil),
      ("Thu 01 Jan 2026 00:00:30 GMT", nil), ("Thursday, 01-Jan-2026 00:01:00 GMT", nil),
      ("Thu, 01 Jan 2026 00:00:30", nil), (",,,,, , , ,", nil), (", - :: GMT", nil),
    ] as [(String, Int64?)])
  func `seconds and the three kinds of date`(text: String, seconds: Int64?) {
    #expect(RetryAfter.parse(text, date: Self.date) == seconds)
  }

  @Test func `a date without the reply's own date is junk, seconds are not`() {
    for date in [nil, "", "yesterday", "5"] {
      #expect(RetryAfter.parse("Thu, 01 Jan 2026 00:00:30 GMT", date: date) == nil)
      #expect(RetryAfter.parse("7", date: date) == 7)
    }
    #expect(RetryAfter.nanoseconds(nil, date: Self.date) == nil)
    #expect(RetryAfter.nanoseconds("7", date: nil) == 7 * second)
    #expect(RetryAfter.nanoseconds("99999999999", date: nil) == 2_147_483_648 * second)
  }

  @Test(
    arguments: [
      ("Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:30 GMT", 7),
      ("Sun Nov  6 08:49:37 1994", "Sunday, 06-Nov-94 08:49:30 GMT", 7),
      ("Mon, 01 Mar 2100 00:00:00 GMT", "Sun, 28 Feb 2100 00:00:00 GMT", 86_400),
      ("Wed, 01 Mar 2000 00:00:00 GMT", "Mon, 28 Feb 2000 00:00:00 GMT", 172_800),
      ("Saturday, 01-Jan-00 00:00:00 GMT", "Fri, 31 Dec 2099 23:59:59 GMT", 1),
    ] as [(String, String, Int64)])
  func `dates far apart, leap years, years of two digits`(text: String, date: String, wait: Int64) {
    #expect(RetryAfter.parse(text, date: date) == wait)
  }
}
