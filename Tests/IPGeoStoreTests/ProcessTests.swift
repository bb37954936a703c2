import Foundation
import IPGeoAddresses
import IPGeoCore
import IPGeoRateLimit
import Testing

@testable import IPGeoStore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What only another process can show: sudden death, another user, a full disk.
@Suite(.serialized) struct ProcessTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  @Test func `a process that is killed leaves whole batches, and no lock`() async throws {
    for round in 0..<12 as Range<UInt32> {
      let path = folder("answers.db")
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, round = round as UInt32] in
        let store = try AnswerStore(path: path)
        // Some rounds die while the first answers are written, some later.
        Thread.detachNewThread {
          usleep(500 + round * 3000)
          kill(getpid(), SIGKILL)
        }
        for batch in 0...(UInt32.max / 1000) {
          let first = 0x0800_0000 &+ round &* 0x10_0000 &+ batch &* 100
          store.keep(
            (0..<100).map {
              StoredAnswer(
                address: IPAddress(ipv4: first &+ $0), outcome: .located(somewhere("\($0)")),
                askedAt: today)
            }, kind: english, now: today)
        }
      }
      let notices = Notices()
      let store = try AnswerStore(path: path) { notices.take($0) }
      #expect(try store.statistics().answers % 100 == 0)
      #expect(notices.all.isEmpty)
      store.close(now: today)
    }
    #expect(try AnswerStore(path: folder("answers.db")).statistics().answers > 0)
  }

  @Test func `twelve processes open one new store and one new limit at once`() async throws {
    for round in 0..<3 {
      let path = folder("\(round)")
      await withDiscardingTaskGroup { group in
        for number in 0..<12 as Range<UInt32> {
          group.addTask {
            await #expect(processExitsWith: .success) {
              [path = path as String, number = number as UInt32] in
              let notices = Notices()
              let file = try LimitFile(path: path + "/limit.db") { notices.take($0) }
              var ledger = file.ledger(
                host: "h", endpoint: "batch", limit: RateLimit(requests: 6, window: 900 * second),
                requestTimeout: second)
              let now = file.clocks.boot()
              var hasToken = ledger.take(1, now: now) == .granted
              if hasToken { ledger.replied(1, limits: .none, now: now) }
              let store = try AnswerStore(path: path + "/answers.db") { notices.take($0) }
              // Another process may have held the lock, or have been before it in line.
              for _ in 0..<40 where !hasToken {
                usleep(25_000)
                hasToken = ledger.take(1, now: file.clocks.boot()) == .granted
                if hasToken { ledger.replied(1, limits: .none, now: file.clocks.boot()) }
              }
              let answer: Outcome = hasToken ? .located(somewhere()) : .unknown(.noData)
              store.keep(answer, for: IPAddress(ipv4: 0x0800_0000 + number))
              store.close(waitingMilliseconds: 10_000, now: today)
              #expect(notices.all.isEmpty)
            }
          }
        }
      }
      let store = try AnswerStore(path: path + "/answers.db")
      let known = store.known((0..<12).map { IPAddress(ipv4: 0x0800_0000 + $0) })
      #expect(known.count == 12)
      #expect(known.values.count { $0.status == .located } == 6)
    }
  }

  @Test(.enabled(if: geteuid() == 0)) func `what only can be read is read`() async throws {
    let path = folder("d/answers.db")
    do {
      let store = try AnswerStore(path: path)
      store.keep(.unknown(.noData), for: IPAddress(ipv4: 0x0808_0808))
      store.close(now: today)
    }
    chmod(folder("d"), 0o555)
    chmod(path, 0o644)
    await #expect(processExitsWith: .success) { [path = path as String] in
      #expect(setgid(65_534) == 0 && setuid(65_534) == 0)
      let notices = Notices()
      let store = try AnswerStore(path: path) { notices.take($0) }
      let address = IPAddress(ipv4: 0x0808_0808)
      #expect(store.known([address]) == [0: .unknown(.noData)])
      store.keep(.unknown(.noData), for: address)
      #expect(throws: StoreError.self) { try store.prune(before: today) }
      store.close(now: today)
      #expect(notices.all == [.readOnly(path: path)])
      // A limit that cannot be written is none.
      #expect(throws: StoreError.self) { try LimitFile(path: path + "-limit") }
      // Nor can a new store be made here, or one that is empty be filled.
      #expect(throws: StoreError.self) { try AnswerStore(path: path + "-other") }
    }
    #expect(try mode(path) == 0o644)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder("d"))
    #expect(names == ["answers.db"])
  }

  #if !canImport(Darwin)
    @Test(.enabled(if: geteuid() == 0)) func `a full disk ends the keeping, not the run`() throws {
      let disk = folder("disk")
      mkdir(disk, 0o700)
      // Where mounting is not allowed, there is nothing to try it on.
      guard mount("tmpfs", disk, "tmpfs", 0, "size=400k") == 0 else { return }
      defer { umount2(disk, Int32(MNT_DETACH)) }
      let notices = Notices()
      let store = try AnswerStore(path: disk + "/answers.db") { notices.take($0) }
      var kept: UInt32 = 0
      for batch in 0..<200 as Range<UInt32> where notices.all.isEmpty {
        store.keep(
          (0..<100).map {
            StoredAnswer(
              address: IPAddress(ipv4: 0x0800_0000 + batch * 100 + $0),
              outcome: .located(somewhere("\(batch) \($0)")), askedAt: today)
          }, kind: english, now: today)
        if notices.all.isEmpty { kept = batch }
      }
      #expect(notices.all == [.notKept(.full(path: disk + "/answers.db"))])
      #expect(store.known([IPAddress(ipv4: 0x0800_0000 + kept * 100)]).count == 1)
      store.keep(.unknown(.noData), for: IPAddress(ipv4: 1))
      store.close(now: today)
      #expect(notices.all.count == 1)
      // And one that is full from the start.
      let filler = open(disk + "/filler", O_CREAT | O_WRONLY, 0o600)
      let block = [UInt8](repeating: 1, count: 4096)
      while write(filler, block, block.count) > 0 {}
      close(filler)
      #expect(throws: StoreError.self) { try AnswerStore(path: disk + "/new.db") }
      #expect(throws: StoreError.self) { try LimitFile(path: disk + "/limit.db") }
    }
  #endif

  @Test func `the token of a process that was killed is back after timeout and window`()
    async throws
  {
    let path = folder("limit.db")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let file = try LimitFile(path: path, clocks: Hands(boot: 100).clocks)
      var ledger = file.ledger(
        host: "h", endpoint: "batch", limit: RateLimit(requests: 2, window: 5 * second),
        requestTimeout: 3 * second)
      guard ledger.take(1, now: 100 * second) == .granted else { return }
      kill(getpid(), SIGKILL)
    }
    let hands = Hands(boot: 100)
    let file = try LimitFile(path: path, clocks: hands.clocks)
    var ledger = file.ledger(
      host: "h", endpoint: "batch", limit: RateLimit(requests: 1, window: 5 * second),
      requestTimeout: 3 * second)
    #expect(ledger.take(1, now: 101 * second) != .granted)
    #expect(ledger.take(1, now: 108 * second - 1) != .granted)
    #expect(ledger.take(1, now: 108 * second) == .granted)
  }

  @Test func `one that is killed while it waits blocks nobody`() async throws {
    let path = folder("limit.db")
    let limit = RateLimit(requests: 1, window: 5 * second)
    let file = try LimitFile(path: path, clocks: Hands(boot: 100).clocks)
    var ledger = file.ledger(host: "h", endpoint: "batch", limit: limit, requestTimeout: second)
    #expect(ledger.take(1, now: 100 * second) == .granted)
    ledger.replied(1, limits: .none, now: 100 * second)
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let file = try LimitFile(path: path, clocks: Hands(boot: 100).clocks)
      var ledger = file.ledger(
        host: "h", endpoint: "batch", limit: RateLimit(requests: 1, window: 5 * second),
        requestTimeout: second)
      // It has had nothing yet, and would be next.
      guard ledger.take(1, now: 104 * second) == .notBefore(105 * second) else { return }
      kill(getpid(), SIGKILL)
    }
    #expect(ledger.take(2, now: 105 * second) == .granted)
  }
}
