import Testing

@testable import IPGeoRateLimit

private let second: Int64 = 1_000_000_000

/// A ledger, with instants in seconds for short.
private final class Book {
  var ledger: MemoryLedger
  init(_ requests: Int?, per window: Int64 = 60) {
    ledger = MemoryLedger(limit: requests.map { RateLimit(requests: $0, window: window * second) })
  }
  func take(_ id: UInt64, at now: Int64) -> TokenAnswer {
    ledger.take(id, now: now * second)
  }
  /// Takes as many as it gives, up to 100.
  func takeAll(from id: UInt64, at now: Int64) -> Int {
    (0..<100).first { take(id + UInt64($0), at: now) != .granted } ?? 100
  }
  func balance(at now: Int64) -> TokenBalance {
    ledger.balance(now: now * second)
  }
  func reply(_ id: UInt64, at now: Int64, remaining: Int? = nil, reset: Int64? = nil) {
    let limits = ReplyLimits(remaining: remaining, resetNanoseconds: reset.map { $0 * second })
    ledger.replied(id, limits: limits, now: now * second)
  }
}

@Suite struct MemoryLedgerTests {
  @Test func `a token is back exactly one window after its reply`() {
    let book = Book(1)
    #expect(book.take(1, at: 0) == .granted)
    #expect(book.take(2, at: 6) == .afterReply)
    book.reply(1, at: 7)
    #expect(book.take(2, at: 8) == .notBefore(67 * second))
    let early = book.ledger.take(2, now: 67 * second - 1)
    #expect(early == .notBefore(67 * second))
    #expect(book.take(2, at: 67) == .granted)
  }

  @Test func `a token given back is in at once, and once only`() {
    let book = Book(2)
    #expect(book.takeAll(from: 1, at: 0) == 2)
    book.ledger.giveBack(1, now: 0)
    book.ledger.giveBack(1, now: 0)
    book.ledger.giveBack(77, now: 0)
    #expect(book.takeAll(from: 10, at: 0) == 1)
  }

  @Test func `a second end of the same request is ignored`() {
    let book = Book(2)
    #expect(book.takeAll(from: 1, at: 0) == 2)
    book.reply(1, at: 1)
    book.reply(1, at: 2, remaining: 0, reset: 600)
    book.ledger.giveBack(1, now: 3 * second)
    #expect(book.takeAll(from: 10, at: 3) == 0)
    #expect(book.take(20, at: 60) == .notBefore(61 * second))
    #expect(book.takeAll(from: 10, at: 61) == 1)
  }

  @Test func `after a long sleep no more than the limit is granted`() {
    let book = Book(15)
    #expect(book.takeAll(from: 0, at: 0) == 15)
    for id in 0..<10 { book.reply(UInt64(id), at: 1) }
    #expect(book.takeAll(from: 100, at: 36_000) == 10)
    for id in 10..<15 { book.reply(UInt64(id), at: 36_000) }
    #expect(book.takeAll(from: 200, at: 36_001) == 0)
  }

  @Test func `an earlier instant than the last is read as the last`() {
    let book = Book(1)
    #expect(book.take(1, at: 100) == .granted)
    book.reply(1, at: 40)
    #expect(book.take(2, at: 50) == .notBefore(160 * second))
    #expect(book.take(2, at: 160) == .granted)
  }

  @Test func `a hold lasts to its end and is never shortened`() {
    let book = Book(5)
    book.ledger.hold(until: 30 * second, now: 0)
    book.ledger.hold(until: 10 * second, now: 0)
    #expect(book.take(1, at: 29) == .notBefore(30 * second))
    #expect(book.balance(at: 29).free == 5)
    #expect(book.balance(at: 29).grantable == 0)
    #expect(book.takeAll(from: 1, at: 30) == 5)
  }

  @Test func `without a limit everything is granted, but for holds and the word of replies`() {
    let book = Book(nil)
    #expect(book.takeAll(from: 1, at: 0) == 100)
    book.reply(1, at: 0)
    #expect(book.takeAll(from: 200, at: 0) == 100)
    book.ledger.halve(now: 0)
    book.ledger.hold(until: 5 * second, now: 0)
    #expect(book.take(500, at: 1) == .notBefore(5 * second))
    #expect(book.takeAll(from: 500, at: 5) == 100)
    book.reply(2, at: 5, remaining: 0, reset: 7)
    #expect(book.take(700, at: 6) == .notBefore(12 * second))
    #expect(book.take(700, at: 12) == .granted)
  }

  @Test func `halving leaves half of the limit, at least one, also while tokens are out`() {
    let book = Book(15)
    #expect(book.takeAll(from: 0, at: 0) == 15)
    book.ledger.halve(now: 0)
    for id in 0..<15 { book.reply(UInt64(id), at: Int64(id)) }
    // 15 are returning; the 9th return leaves 6 out, one less than the halved limit.
    #expect(book.take(100, at: 20) == .notBefore(68 * second))
    #expect(book.takeAll(from: 100, at: 68) == 1)
    #expect(book.takeAll(from: 200, at: 80) == 6)
    for _ in 0..<5 { book.ledger.halve(now: 80 * second) }
    for id in 200..<206 { book.reply(UInt64(id), at: 80) }
    book.ledger.giveBack(100, now: 80 * second)
    #expect(book.takeAll(from: 300, at: 140) == 1)
  }

  @Test func `the balance tells when the next token comes`() {
    let book = Book(2)
    #expect(
      book.balance(at: 0) == TokenBalance(free: 2, grantable: 2, inFlight: 0, nextGrant: 0))
    _ = book.takeAll(from: 1, at: 0)
    #expect(book.balance(at: 0).nextGrant == nil)
    book.reply(2, at: 4, remaining: 0, reset: 3)
    #expect(
      book.balance(at: 5)
        == TokenBalance(free: 0, grantable: 0, inFlight: 1, nextGrant: 64 * second))
  }
}

/// `X-Rl` and `X-Ttl`: they can only make a bucket stricter.
@Suite struct ReplyWordTests {
  @Test func `remaining 0 holds for the reset`() {
    let book = Book(15, per: 20)
    #expect(book.take(1, at: 0) == .granted)
    book.reply(1, at: 1, remaining: 0, reset: 37)
    #expect(book.takeAll(from: 10, at: 2) == 0)
    #expect(book.take(10, at: 37) == .notBefore(38 * second))
    #expect(book.takeAll(from: 10, at: 38) == 15)
  }

  @Test func `a neighbour's use shows in the remaining, and caps the grants until the reset`() {
    let book = Book(15, per: 20)
    #expect(book.take(1, at: 0) == .granted)
    book.reply(1, at: 1, remaining: 3, reset: 30)
    #expect(book.balance(at: 1).grantable == 3)
    #expect(book.balance(at: 1).free == 14)
    #expect(book.takeAll(from: 10, at: 2) == 3)
    #expect(book.take(20, at: 3) == .notBefore(31 * second))
    #expect(book.takeAll(from: 20, at: 31) == 12)
  }

  @Test func `a remaining that our own requests explain holds nothing`() {
    // A sliding server of 45 and a run that uses 40 of them: a window after the burst its first
    // reply counts 39 requests that are about to leave, and rounds their reset up to a second.
    let book = Book(40, per: 6)
    for id in 1...40 { #expect(book.take(UInt64(id), at: 0) == .granted) }
    book.reply(1, at: 1, remaining: 44, reset: 6)
    for id in 2...40 { book.reply(UInt64(id), at: 2, remaining: 45 - id, reset: 6) }
    #expect(book.take(41, at: 7) == .granted)
    book.reply(41, at: 7, remaining: 5, reset: 2)
    #expect(book.takeAll(from: 50, at: 8) == 39)
  }

  @Test func `a remaining above our own never grants more`() {
    let book = Book(2)
    #expect(book.take(1, at: 0) == .granted)
    book.reply(1, at: 0, remaining: 1000, reset: 60)
    #expect(book.takeAll(from: 10, at: 0) == 1)
  }

  @Test func `of several words the strictest counts while it lasts`() {
    let book = Book(45, per: 1)
    for id in 1...3 { #expect(book.take(UInt64(id), at: 0) == .granted) }
    book.reply(1, at: 0, remaining: 5, reset: 10)
    book.reply(2, at: 0, remaining: 2, reset: 4)
    book.reply(3, at: 0, remaining: 30, reset: 20)
    #expect(book.takeAll(from: 10, at: 1) == 2)
    #expect(book.take(20, at: 2) == .notBefore(4 * second))
    #expect(book.takeAll(from: 20, at: 4) == 3)
    #expect(book.take(30, at: 5) == .notBefore(10 * second))
    for id in [10, 11, 20, 21, 22] { book.reply(UInt64(id), at: 5) }
    #expect(book.takeAll(from: 30, at: 10) == 25)
    #expect(book.take(60, at: 11) == .notBefore(20 * second))
  }

  @Test func `requests under way are not charged to a reply that overtook them`() {
    let book = Book(15)
    for id in 1...10 { #expect(book.take(UInt64(id), at: 0) == .granted) }
    // Request 10 arrived last and its reply comes first: all ten are in its count.
    book.reply(10, at: 1, remaining: 5, reset: 60)
    #expect(book.takeAll(from: 20, at: 1) == 5)
  }

  @Test func `a reply from a window that is over delays by its rounding at most`() {
    let book = Book(2)
    #expect(book.takeAll(from: 1, at: 0) == 2)
    book.reply(1, at: 1, remaining: 0, reset: 60)
    // The window is reset at 60. The last reply of it was told "0 s and a bit", rounded to 1.
    book.reply(2, at: 61, remaining: 0, reset: 1)
    #expect(book.take(10, at: 61) == .notBefore(62 * second))
    #expect(book.take(10, at: 62) == .granted)
  }

  @Test(
    arguments: [
      ReplyLimits(remaining: 0), ReplyLimits(remaining: 0, resetNanoseconds: 0),
      ReplyLimits(remaining: 0, resetNanoseconds: -5),
      ReplyLimits(remaining: -1, resetNanoseconds: 60_000_000_000),
      ReplyLimits(remaining: 0, resetNanoseconds: .max), ReplyLimits(resetNanoseconds: 60),
      ReplyLimits(remaining: .min, resetNanoseconds: .min), .none,
    ])
  func `a word that makes no sense changes nothing`(limits: ReplyLimits) {
    var ledger = MemoryLedger(limit: RateLimit(requests: 3, window: 60 * second))
    #expect(ledger.take(1, now: 0) == .granted)
    ledger.replied(1, limits: limits, now: 0)
    #expect(ledger.take(2, now: 0) == .granted)
    #expect(ledger.take(3, now: 0) == .granted)
    #expect(ledger.take(4, now: 0) == .notBefore(60 * second))
  }

  @Test func `any number of words takes bounded room`() {
    var caps = ReplyCaps()
    for step in 1...10_000 { caps.add(remaining: step, until: Int64(step)) }
    #expect(caps.count <= 64)
    #expect(caps.remaining == 1)
    for _ in 0..<100 { caps.countGrant() }
    #expect(caps.remaining == 0)
    #expect(caps.count == 1)
  }

  @Test func `extreme instants do not overflow`() {
    var ledger = MemoryLedger(limit: RateLimit(requests: 1, window: .max))
    #expect(ledger.take(1, now: .max - 1) == .granted)
    ledger.replied(1, limits: ReplyLimits(remaining: 0, resetNanoseconds: 5), now: .max - 1)
    #expect(ledger.take(2, now: .max - 1) == .notBefore(.max))
    #expect(RateLimit(requests: -4, window: -9) == RateLimit(requests: 1, window: 0))
  }

  @Test(
    arguments: [
      ("44", "60", 44, 60), (" 0 ", "0", 0, 0), ("0", "37", 0, 37), (nil, "5", nil, 5),
      ("-1", "-1", nil, nil), ("", "", nil, nil), ("1.5", "1e3", nil, nil),
      ("abc", "0x10", nil, nil), ("7", nil, 7, nil), ("1 2", "3,4", nil, nil),
      ("99999999999999999999", "99999999999999999999", nil, nil), ("1", "86400", 1, 86_400),
      ("1", "86401", 1, nil), ("+5", "٣", nil, nil),
    ] as [(String?, String?, Int?, Int64?)])
  func `headers are read strictly`(
    remaining: String?, reset: String?, left: Int?, seconds: Int64?
  ) {
    let limits = ReplyLimits.parse(remaining: remaining, reset: reset)
    #expect(limits.remaining == left)
    #expect(limits.resetNanoseconds == seconds.map { $0 * second })
  }
}
