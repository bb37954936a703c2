import Foundation
import IPGeoRateLimit
import Testing

@testable import IPGeoStore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Looks into a limit file that leave no trace.
@Suite struct LimitGlanceTests {
  let folder: Folder
  private let five = RateLimit(requests: 5, window: 5 * second)

  init() throws { folder = try Folder() }

  private func spend(_ count: UInt64, in file: LimitFile, ended: Bool) -> SharedLedger {
    var ledger = file.ledger(
      host: "h", endpoint: "batch", limit: five, requestTimeout: 30 * second)
    for id in 1...count {
      #expect(ledger.take(id, now: 100 * second) == .granted)
    }
    for id in 1...count where ended { ledger.replied(id, limits: .none, now: 101 * second) }
    return ledger
  }

  /// Everything in the folder, byte for byte, with its times.
  private func state() throws -> [String: String] {
    var found: [String: String] = [:]
    for name in folder.names {
      // The system notes when it writes mapped pages out, whoever changed them when.
      if name.hasSuffix("-shm") {
        found[name] = ""
        continue
      }
      var status = stat()
      stat(folder(name), &status)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder(name)))
      found[name] = "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \(bytes.hashValue)"
    }
    return found
  }

  private func look(boot: Int64 = 102, wall: Int64 = today, name: String = "first") -> LimitGlance?
  {
    LimitGlance(
      path: folder("limit.db"), clocks: Hands(boot: boot, wall: wall, name: name).clocks)
  }

  @Test func `where there is no file there is none afterwards`() {
    #expect(look() == nil)
    #expect(LimitGlance(path: folder("a/b.db")) == nil)
    #expect(LimitGlance(path: folder.path) == nil)
    #expect(folder.names.isEmpty)
  }

  @Test func `a file that nobody uses says what is left, and stays as it is`() throws {
    do {
      let file = try LimitFile(path: folder("limit.db"), clocks: Hands(boot: 100).clocks)
      _ = spend(3, in: file, ended: true)
      file.refuse(host: "h")
    }
    let before = try state()
    #expect(before.count == 1)
    let glance = try #require(look())
    #expect(
      glance.balance(host: "h", endpoint: "batch", limit: five)
        == TokenBalance(free: 2, grantable: 2, inFlight: 0, nextGrant: 102 * second))
    #expect(
      glance.returns(host: "h", endpoint: "batch", limit: five) == [4, 4, 4].map { $0 * second })
    let less = glance.balance(
      host: "h", endpoint: "batch", limit: RateLimit(requests: 3, window: 5 * second))
    #expect(less == TokenBalance(free: 0, grantable: 0, inFlight: 0, nextGrant: 106 * second))
    // What it knows nothing of is full.
    #expect(glance.balance(host: "h", endpoint: "single", limit: five).grantable == 5)
    #expect(glance.balance(host: "h", endpoint: "single", limit: nil).grantable == .max)
    #expect(glance.refusal(host: "h")?.remaining == 3598 * second)
    #expect(glance.refusal(host: "other") == nil)
    #expect(look(boot: 3800)?.refusal(host: "h") == nil)
    #expect(try state() == before)
  }

  @Test func `each token that is not granted has an instant`() throws {
    let three = RateLimit(requests: 3, window: 5 * second)
    let file = try LimitFile(path: folder("limit.db"), clocks: Hands(boot: 100).clocks)
    var ledger = file.ledger(
      host: "h", endpoint: "batch", limit: five, requestTimeout: 30 * second)
    for id in 1...4 as ClosedRange<UInt64> {
      #expect(ledger.take(id, now: 100 * second) == .granted)
    }
    for id in 1...4 as ClosedRange<UInt64> {
      ledger.replied(id, limits: .none, now: (100 + Int64(id)) * second)
    }
    let returns = { (limit: RateLimit?) in
      LimitGlance(path: self.folder("limit.db"), clocks: Hands(boot: 104).clocks)?
        .returns(host: "h", endpoint: "batch", limit: limit).map { $0 / second }
    }
    #expect(returns(five) == [2, 3, 4, 5])
    // Of four that are out one must be back before this limit has any.
    #expect(returns(three) == [3, 4, 5])
    #expect(returns(nil) == [])
    ledger.hold(until: 108 * second, now: 104 * second)
    #expect(returns(five) == [4, 4, 4, 4, 5])
    #expect(returns(nil) == [4])
    let other = LimitGlance(path: folder("limit.db"), clocks: Hands(boot: 104).clocks)
    #expect(other?.returns(host: "x", endpoint: "batch", limit: five) == [])
  }

  @Test func `a file that another process uses is read with its log`() async throws {
    let path = folder("limit.db")
    let file = try LimitFile(path: path, clocks: Hands(boot: 100).clocks)
    let ledger = spend(4, in: file, ended: false)
    #expect(folder.names == ["limit.db", "limit.db-shm", "limit.db-wal"])
    let before = try state()
    await #expect(processExitsWith: .success) { [path = path as String] in
      let glance = try #require(LimitGlance(path: path, clocks: Hands(boot: 102).clocks))
      let limit = RateLimit(requests: 5, window: 5 * second)
      #expect(glance.balance(host: "h", endpoint: "batch", limit: limit).grantable == 1)
      #expect(glance.returns(host: "h", endpoint: "batch", limit: limit).count == 4)
    }
    // And from within the process itself.
    #expect(look()?.balance(host: "h", endpoint: "batch", limit: five).grantable == 1)
    #expect(try state() == before)
    _ = ledger
  }

  @Test func `what a process that was killed left is read with its log`() async throws {
    let path = folder("limit.db")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let file = try LimitFile(path: path, clocks: Hands(boot: 100).clocks)
      var ledger = file.ledger(
        host: "h", endpoint: "batch", limit: RateLimit(requests: 5, window: 5 * second),
        requestTimeout: 30 * second)
      guard ledger.take(1, now: 100 * second) == .granted else { return }
      kill(getpid(), SIGKILL)
    }
    let before = try state()
    #expect(before.count == 3)
    let glance = try #require(look())
    #expect(glance.balance(host: "h", endpoint: "batch", limit: five).grantable == 4)
    #expect(try state() == before)
  }

  @Test func `an earlier start of the machine counts by the wall clock`() throws {
    do {
      let file = try LimitFile(path: folder("limit.db"), clocks: Hands(boot: 100).clocks)
      _ = spend(5, in: file, ended: true)
    }
    let soon = look(boot: 10, wall: today + 3, name: "second")
    #expect(
      soon?.balance(host: "h", endpoint: "batch", limit: five).nextGrant == 13 * second)
    let later = look(boot: 10, wall: today + 60, name: "second")
    #expect(later?.balance(host: "h", endpoint: "batch", limit: five).grantable == 5)
  }

  @Test func `what is no limit file is nothing, and left alone`() throws {
    let path = folder("limit.db")
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(look() == nil)
    try Data(repeating: 7, count: 5000).write(to: URL(fileURLWithPath: path))
    #expect(look() == nil)
    try FileManager.default.removeItem(atPath: path)
    do {
      let other = DatabaseFile(
        path: path,
        identity: .init(application: 77, version: 1, schema: "CREATE TABLE x(y)", mark: "x"))
      _ = try other.open()
    }
    let before = try state()
    #expect(look() == nil)
    #expect(try state() == before)
  }

  @Test func `a name may hold anything that a URI gives a meaning`() throws {
    let path = folder("a b?c#d%41.db")
    do {
      let file = try LimitFile(path: path, clocks: Hands(boot: 100).clocks)
      _ = spend(2, in: file, ended: true)
    }
    let glance = LimitGlance(path: path, clocks: Hands(boot: 102).clocks)
    #expect(glance?.balance(host: "h", endpoint: "batch", limit: five).grantable == 3)
    #expect(folder.names == ["a b?c#d%41.db"])
  }
}
