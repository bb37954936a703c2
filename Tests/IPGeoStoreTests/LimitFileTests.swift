import Foundation
import IPGeoRateLimit
import Synchronization
import Testing

@testable import IPGeoStore

/// Clocks that are set by hand.
final class Hands: Sendable {
  private let state: Mutex<(boot: Int64, wall: Int64)>
  private let name: String?

  /// - Parameters: Seconds on either clock.
  init(boot: Int64, wall: Int64 = today, name: String? = "first") {
    state = Mutex((boot * second, wall * second))
    self.name = name
  }

  func set(boot: Int64) { state.withLock { $0.boot = boot * second } }

  func set(wall: Int64) { state.withLock { $0.wall = wall * second } }

  var clocks: LimitClocks {
    LimitClocks(
      boot: { self.state.withLock { $0.boot } }, wall: { self.state.withLock { $0.wall } },
      bootID: name)
  }
}

@Suite struct LimitFileTests {
  let folder: Folder
  let five = RateLimit(requests: 5, window: 5 * second)

  init() throws { folder = try Folder() }

  private func file(_ hands: Hands = Hands(boot: 100)) throws -> LimitFile {
    try LimitFile(path: folder("limit.db"), clocks: hands.clocks)
  }

  private func ledger(
    _ file: LimitFile, host: String = "ip-api.com", _ limit: RateLimit? = nil
  ) -> SharedLedger {
    file.ledger(
      host: host, endpoint: "batch", limit: limit ?? five, requestTimeout: 30 * second)
  }

  /// Takes tokens until there are none.
  private func drain(_ ledger: inout SharedLedger, at now: Int64, from id: UInt64 = 1) -> UInt64 {
    var count: UInt64 = 0
    while count < 50, ledger.take(id + count, now: now) == .granted { count += 1 }
    return count
  }

  @Test func `several files at one path share one limit`() throws {
    var (one, two) = try (ledger(file()), ledger(file()))
    let start = 100 * second
    #expect(one.take(1, now: start) == .granted)
    #expect(two.take(1, now: start) == .granted)
    #expect(drain(&one, at: start + second, from: 2) == 3)
    #expect(two.take(2, now: start + second) != .granted)
    #expect(two.balance(now: start + second).free == 0)
    one.replied(1, limits: .none, now: start + 2 * second)
    #expect(two.take(2, now: start + 7 * second - 1) != .granted)
    #expect(two.take(2, now: start + 7 * second) == .granted)
  }

  @Test func `hosts and endpoints have limits of their own`() throws {
    let file = try file()
    var (one, two) = (ledger(file), ledger(file, host: "127.0.0.1:8080"))
    var single = file.ledger(
      host: "ip-api.com", endpoint: "single", limit: five, requestTimeout: second)
    let now = 100 * second
    #expect(drain(&one, at: now) == 5)
    #expect(drain(&two, at: now) == 5)
    #expect(drain(&single, at: now) == 5)
  }

  @Test func `what one gives back another may take, and looks for soon`() throws {
    var (one, two) = try (ledger(file()), ledger(file()))
    let now = 100 * second
    #expect(drain(&one, at: now) == 5)
    #expect(two.take(1, now: now) == .notBefore(now + SharedTokens.returnCheck))
    one.giveBack(3, now: now)
    #expect(two.take(1, now: now + SharedTokens.returnCheck) == .granted)
    // Once all have ended, the instant is known, and nothing to look for before it.
    for id in [1, 2, 4, 5] as [UInt64] { one.replied(id, limits: .none, now: now + second) }
    two.replied(1, limits: .none, now: now + 2 * second)
    #expect(two.take(2, now: now + 3 * second) == .notBefore(now + 6 * second))
  }

  @Test func `a token that ended twice, or was none, does no harm`() throws {
    var one = try ledger(file())
    let now = 100 * second
    #expect(drain(&one, at: now) == 5)
    one.giveBack(1, now: now)
    one.giveBack(1, now: now)
    one.replied(99, limits: .none, now: now)
    #expect(drain(&one, at: now, from: 10) == 1)
  }

  @Test func `holds and the word of replies are everybody's`() throws {
    var (one, two) = try (ledger(file()), ledger(file()))
    let now = 100 * second
    one.hold(until: now + 9 * second, now: now)
    one.hold(until: now + 3 * second, now: now)
    #expect(two.take(1, now: now + 4 * second) == .notBefore(now + 9 * second))
    #expect(two.take(1, now: now + 9 * second) == .granted)
    two.replied(
      1, limits: ReplyLimits(remaining: 0, resetNanoseconds: 20 * second), now: now + 10 * second)
    #expect(one.take(1, now: now + 16 * second) == .notBefore(now + 30 * second))
    #expect(one.balance(now: now + 16 * second).free == 5)
    #expect(one.take(1, now: now + 30 * second) == .granted)
  }

  @Test func `a remaining that our own requests explain holds nobody`() throws {
    var (one, two) = try (ledger(file()), ledger(file()))
    let now = 100 * second
    #expect(one.take(1, now: now) == .granted)
    #expect(two.take(1, now: now) == .granted)
    one.replied(
      1, limits: ReplyLimits(remaining: 3, resetNanoseconds: 60 * second), now: now + second)
    two.replied(
      1, limits: ReplyLimits(remaining: 2, resetNanoseconds: 20 * second), now: now + second)
    // The second tells of a stranger: two more, then a wait for the reset.
    #expect(drain(&one, at: now + 7 * second, from: 2) == 2)
    #expect(one.take(9, now: now + 7 * second) == .notBefore(now + 21 * second))
  }

  @Test func `halving is one run's own`() throws {
    var (one, two) = try (ledger(file()), ledger(file()))
    let now = 100 * second
    one.halve(now: now)
    #expect(drain(&one, at: now) == 2)
    #expect(drain(&two, at: now + second) == 3)
  }

  @Test func `without a limit only holds count`() throws {
    let file = try file()
    var free = file.ledger(host: "pro", endpoint: "batch", limit: nil, requestTimeout: second)
    let now = 100 * second
    #expect(drain(&free, at: now) == 50)
    free.hold(until: now + second, now: now)
    #expect(free.take(99, now: now) == .notBefore(now + second))
  }

  // MARK: Clocks

  /// What an earlier start of the machine has left, after the wall clock moved by `wallStep`.
  private func instantAfterRestart(wallStep: Int64, name: String?) throws -> Int64 {
    let path = folder("\(UUID().uuidString).db")
    do {
      let file = try LimitFile(
        path: path, clocks: Hands(boot: 5000, name: name == nil ? nil : "first").clocks)
      var ledger = file.ledger(
        host: "h", endpoint: "batch", limit: five, requestTimeout: 30 * second)
      #expect(drain(&ledger, at: 5000 * second) == 5)
      for id in 1...5 as ClosedRange<UInt64> {
        ledger.replied(id, limits: .none, now: 5000 * second)
      }
    }
    let hands = Hands(boot: 10, wall: today + wallStep, name: name)
    let file = try LimitFile(path: path, clocks: hands.clocks)
    var ledger = file.ledger(
      host: "h", endpoint: "batch", limit: five, requestTimeout: 30 * second)
    for tenth in 0...200 as ClosedRange<Int64> {
      let now = 10 * second + tenth * second / 10
      if ledger.take(1, now: now) == .granted { return tenth }
    }
    return .max
  }

  @Test(arguments: ["second", nil])
  func `after a restart the wall clock counts, and never more than a window`(
    name: String?
  ) throws {
    #expect(try instantAfterRestart(wallStep: 2, name: name) == 30)
    #expect(try instantAfterRestart(wallStep: 86_400, name: name) == 0)
    #expect(try instantAfterRestart(wallStep: -86_400, name: name) == 50)
  }

  @Test func `a clock that steps back, and a file that lies, stall nobody for long`() throws {
    let path = folder("limit.db")
    let file = try file()
    var one = ledger(file)
    #expect(drain(&one, at: 90_000 * second) == 5)
    one.hold(until: 90_010 * second, now: 90_000 * second)
    for id in 1...5 as ClosedRange<UInt64> {
      one.replied(id, limits: .none, now: 90_000 * second)
    }
    let raw = try DatabaseFile(path: path, identity: LimitTables.identity).open().database
    try raw.execute("UPDATE spends SET back_at = 9223372036854775807 WHERE id = 1")
    var two = try ledger(self.file())
    var granted: Int64 = .max
    for tenth in 0...200 as ClosedRange<Int64> {
      if two.take(1, now: 100 * second + tenth * second / 10) == .granted {
        granted = tenth
        break
      }
    }
    #expect(granted <= 101)
  }

  // MARK: Refusals

  @Test func `a refusal holds for an hour, doubles up to a day, and is forgotten by a success`()
    throws
  {
    let hands = Hands(boot: 100)
    let (one, two) = try (file(hands), file(hands))
    let hour = 3600 * second
    #expect(two.refusal(host: "h") == nil)
    #expect(one.refuse(host: "h").length == hour)
    // A second one at the same time is of a request that was under way.
    #expect(two.refuse(host: "h").length == hour)
    #expect(two.refusal(host: "h")?.remaining == hour)
    #expect(two.refusal(host: "other") == nil)
    two.succeeded(host: "h")
    #expect(two.refusal(host: "h") != nil)
    var now: Int64 = 100
    for (hours, next) in [(1, 2), (2, 4), (4, 8), (8, 16), (16, 24), (24, 24)] as [(Int64, Int64)] {
      now += hours * 3600
      hands.set(boot: now)
      #expect(one.refusal(host: "h") == nil)
      #expect(one.refuse(host: "h").length == next * hour)
    }
    hands.set(boot: now + 24 * 3600)
    one.succeeded(host: "h")
    #expect(two.refuse(host: "h").length == hour)
  }

  @Test(arguments: [(1800, 1800), (90_000, 0), (-90_000, 3600)] as [(Int64, Int64)])
  func `a refusal outlives a restart`(wallStep: Int64, left: Int64) throws {
    try file(Hands(boot: 50_000)).refuse(host: "h")
    let later = try file(Hands(boot: 10, wall: today + wallStep, name: "second"))
    #expect(later.refusal(host: "h")?.remaining ?? 0 == left * second)
  }

  // MARK: Trouble

  @Test func `where another file takes its place, nothing goes out for a window`() throws {
    let notices = Notices()
    let path = folder("limit.db")
    let file = try LimitFile(path: path, clocks: Hands(boot: 100).clocks) { notices.take($0) }
    var one = ledger(file)
    let now = 100 * second
    #expect(drain(&one, at: now) == 5)
    // What it knew of the window is lost.
    for name in folder.names { try FileManager.default.removeItem(atPath: folder(name)) }
    #expect(drain(&one, at: now + second, from: 10) == 0)
    #expect(drain(&one, at: now + second, from: 10) == 0)
    #expect(drain(&one, at: now + 5 * second, from: 10) == 0)
    #expect(drain(&one, at: now + 7 * second, from: 10) == 5)
    #expect(notices.all.isEmpty)
  }

  @Test func `a damaged file is set aside and replaced`() throws {
    let path = folder("limit.db")
    try Data(repeating: 7, count: 5000).write(to: URL(fileURLWithPath: path))
    let notices = Notices()
    let file = try LimitFile(path: path, clocks: Hands(boot: 100).clocks) { notices.take($0) }
    #expect(notices.all.count == 1)
    var one = ledger(file)
    #expect(drain(&one, at: 100 * second) == 5)
  }

  @Test func `a refusal is kept although others hold the lock at first`() throws {
    let path = folder("limit.db")
    let looks = Mutex(Int.min)
    let other = try DatabaseFile(path: path, identity: LimitTables.identity).open().database
    // Only the one thread of this test calls the clock.
    nonisolated(unsafe) let holder = other
    let clocks = LimitClocks(
      boot: {
        let count = looks.withLock { count in
          count += 1
          return count
        }
        // The first look is before the first try, the second when it has met the lock.
        if count == 2 { try? holder.execute("COMMIT") }
        return 100 * second
      }, wall: { today * second }, bootID: "first")
    let file = try LimitFile(path: path, clocks: clocks)
    try other.execute("BEGIN IMMEDIATE")
    looks.withLock { $0 = 0 }
    #expect(file.refuse(host: "h").length == 3600 * second)
    #expect(try self.file().refusal(host: "h")?.remaining == 3600 * second)
  }

  @Test func `a file that others hold locked is given up in the end`() throws {
    let notices = Notices()
    let hands = Hands(boot: 100)
    let path = folder("limit.db")
    let file = try LimitFile(path: path, clocks: hands.clocks) { notices.take($0) }
    var one = ledger(file)
    #expect(one.take(1, now: 100 * second) == .granted)
    let other = try DatabaseFile(path: path, identity: LimitTables.identity).open()
    try other.database.execute("BEGIN IMMEDIATE")
    one.replied(1, limits: .none, now: 101 * second)
    hands.set(boot: 106)
    #expect(one.take(2, now: 106 * second) != .granted)
    #expect(notices.all.isEmpty)
    hands.set(boot: 112)
    #expect(one.take(2, now: 112 * second) == .notBefore(117 * second))
    #expect(notices.all == [.abandoned(.locked(path: path))])
    #expect(drain(&one, at: 117 * second, from: 3) == 5)
    try other.database.execute("ROLLBACK")
  }
}
