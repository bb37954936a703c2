import Foundation
import IPGeoByteStreams
import Testing

@testable import IPGeoCommand

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A clock that only sleeping moves.
private final class SleepClock {
  var now: Int64 = 1_000
  var sleeps: [Int64] = []
  /// Called at each sleep with how many there have been.
  var onSleep: (Int) -> Void = { _ in }

  func sleep(_ nanoseconds: Int64) {
    now += nanoseconds
    sleeps.append(nanoseconds)
    onSleep(sleeps.count)
  }
}

@Suite struct RunLockTests {
  private let folder: TemporaryFolder
  private let clock = SleepClock()

  init() throws { folder = try TemporaryFolder() }

  private func take(
    _ name: String = "lock", wait: Int64 = 0, onWait: (String) -> Void = { _ in }
  ) async throws(CommandFault) -> RunLock {
    try await RunLock.take(
      path: name.hasPrefix("/") ? name : folder.path(name), waitNanoseconds: wait,
      clock: { clock.now }, sleep: { clock.sleep($0) }, onWait: onWait)
  }

  private func fault(_ name: String = "lock", wait: Int64 = 0) async -> CommandFault? {
    do throws(CommandFault) {
      try await take(name, wait: wait).release()
      return nil
    } catch {
      return error
    }
  }

  @Test func `is taken once, and names the process that holds it`() async throws {
    let lock = try await take()
    #expect(try folder.text("lock") == "\(getpid())\n")
    let fault = await fault()
    #expect(fault?.code == .locked)
    #expect(
      fault?.message == "the lock \(folder.path("lock")) is held by process \(getpid()): wait for "
        + "it to end, or add --lock-wait 30m")
    #expect(clock.sleeps.isEmpty)
    lock.release()
    try await take().release()
    #expect(folder.names == ["lock"])
  }

  @Test func `is not given up with the value`() async throws {
    _ = try await take()
    #expect(await fault()?.code == .locked)
  }

  @Test func `ends with the process, however that ends`() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]
    ) {
      let path = NSTemporaryDirectory() + "/ipgeo-lock-\(UUID().uuidString)"
      _ = try await RunLock.take(path: path)
      let line = "\n@" + path + "@\n"
      _ = write(1, line, line.utf8.count)
      kill(getpid(), SIGKILL)
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    let path = String(try #require(output.split(separator: "@").first { $0.hasPrefix("/") }))
    defer { unlink(path) }
    // What a killed holder wrote stays until the next one writes.
    #expect(FileManager.default.contents(atPath: path)?.isEmpty == false)
    try await take(path).release()
    #expect(FileManager.default.contents(atPath: path) == Data("\(getpid())\n".utf8))
  }

  @Test func `waits until it is free`() async throws {
    let holder = try await take()
    clock.onSleep = { count in if count == 3 { holder.release() } }
    var told: [String] = []
    let lock = try await take(wait: 60_000_000_000) { told.append($0) }
    lock.release()
    #expect(clock.sleeps == [LockWait.pause, LockWait.pause, LockWait.pause])
    #expect(
      told == [
        "the lock \(folder.path("lock")) is held by process \(getpid()); waiting up to 1m for it"
      ])
  }

  @Test func `ends the wait when its time is over`() async throws {
    let holder = try await take()
    defer { holder.release() }
    let fault = await fault(wait: 60_000_000)
    #expect(fault?.code == .locked)
    #expect(
      fault?.message.hasSuffix(
        " after 60ms: wait for it to end, or give --lock-wait more time") == true)
    #expect(clock.sleeps == [25_000_000, 25_000_000, 10_000_000])
  }

  @Test func `the real pause lets another go on`() async throws {
    let holder = try await take()
    let path = folder.path("lock")
    async let lock = RunLock.take(path: path, waitNanoseconds: 3_600_000_000_000)
    holder.release()
    try await lock.release()
  }

  @Test func `a lock file that was taken away locks nobody out, and nobody in`() async throws {
    let first = try await take()
    defer { first.release() }
    unlink(folder.path("lock"))
    let second = try await take()
    #expect(await fault()?.code == .locked)
    // One that waits at the old file goes on with the new one.
    clock.onSleep = { count in
      if count == 1 {
        unlink(folder.path("lock"))
        second.release()
      }
    }
    try await take(wait: 1_000_000_000).release()
    #expect(try folder.text("lock") == "\(getpid())\n")
    #expect(clock.sleeps.count == 1)
  }

  @Test func `a number of a process that does not run here is not named`() async throws {
    try folder.make("lock", "2000000000\n")
    let other = open(folder.path("lock"), O_RDWR)
    defer { close(other) }
    flock(other, LOCK_EX)
    #expect(await fault()?.message.contains("is held by another process: ") == true)
    for text in ["", "-1\n", "0", "99999999999999999999\n", "x\u{1B}[2J\n", "1 1"] {
      ftruncate(other, 0)
      _ = pwrite(other, text, text.utf8.count, 0)
      #expect(await fault()?.message.contains("is held by another process: ") == true)
    }
  }

  @Test(arguments: ["8.8.8.8\n", String(repeating: "1", count: 100), "12x"])
  func `a file that holds something else keeps it`(text: String) async throws {
    try folder.make("lock", text)
    let lock = try await take()
    #expect(try folder.text("lock") == text)
    #expect(await fault()?.code == .locked)
    lock.release()
  }

  @Test func `a shorter number leaves nothing of the longer one`() async throws {
    try folder.make("lock", "123456789012345\n")
    try await take().release()
    #expect(try folder.text("lock") == "\(getpid())\n")
  }

  @Test func `its mode is what the umask leaves, and children do not inherit it`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      umask(0o027)
      let file = try LockFile(opening: folder.path("lock"))
      var info = stat()
      #expect(stat(folder.path("lock"), &info) == 0 && info.st_mode & 0o7777 == 0o640)
      #expect(fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }
  }

  @Test func `what is no file is refused, without a wait`() async throws {
    mkfifo(folder.path("fifo"), 0o600)
    for path in ["fifo", "/dev/null"] {
      let fault = await fault(path)
      #expect(fault?.code == .cannotCreate)
      #expect(fault?.message.hasSuffix(": name a file, which is made if missing") == true)
    }
    let directory = await fault(folder.path)
    #expect(directory?.code == .cannotCreate)
    #expect(
      directory?.message == "--lock: cannot open \(folder.path): is a directory: name a file that "
        + "can be written, in a folder that exists")
    for path in ["no/lock", "lock/", "a\0b"] {
      #expect(await fault(path)?.code == .cannotCreate)
    }
    #expect(folder.names == ["fifo"])
  }

  @Test func `a read-only file is refused`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      try folder.make("lock")
      chmod(folder.path, 0o777)
      chmod(folder.path("lock"), 0o444)
      if geteuid() == 0 { seteuid(65534) }
      do throws(CommandFault) {
        _ = try await RunLock.take(path: folder.path("lock"))
        Issue.record("taken")
      } catch {
        #expect(error.code == .cannotCreate)
        #expect(error.message.contains("permission denied"))
      }
      seteuid(0)
    }
  }
}

@Suite struct LockWaitTests {
  @Test func `answers at once without a wait`() {
    var wait = LockWait(nanoseconds: 0, now: 5)
    #expect(wait.next(after: .held(by: 7), now: 5) == .held(by: 7))
    #expect(wait.next(after: .failed(ENOLCK), now: 5) == .failed(ENOLCK))
    #expect(wait.next(after: .taken, now: 99) == .done)
  }

  @Test func `opens again at once, but not for ever`() {
    var wait = LockWait(nanoseconds: 0, now: 0)
    for _ in 0..<10 { #expect(wait.next(after: .replaced, now: 0) == .openAgain) }
    #expect(wait.next(after: .replaced, now: 0) == .held(by: nil))
  }

  @Test func `any wait is reckoned without overflow`() {
    var long = LockWait(nanoseconds: .max, now: .max - 1)
    #expect(long.next(after: .held(by: nil), now: .max - 1) == .tryAgain(after: 1))
    var past = LockWait(nanoseconds: -1, now: .min)
    #expect(past.next(after: .held(by: nil), now: .max) == .held(by: nil))
  }
}
