import Foundation
import IPGeoByteStreams
import Synchronization
import Testing

@testable import IPGeoCommand

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

private let second: Int64 = 1_000_000_000

private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

/// A pseudo-terminal of this process, whose text is collected.
private final class Window: Sendable {
  let descriptor: Int32
  private let ours: Int32
  private let collector: Collector
  private let deadline = Date(timeIntervalSinceNow: 240)

  init(columns: Int) throws {
    let ends = try makeTerminal()
    descriptor = ends.theirs
    ours = ends.ours
    collector = Collector(fcntl(ours, F_DUPFD_CLOEXEC, 0))
    resize(columns)
  }

  func resize(_ columns: Int) {
    var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    #expect(ioctl(ours, UInt(TIOCSWINSZ), &size) == 0)
  }

  func shows(_ text: String) async -> Bool {
    await onThread { [self] in
      collector.wait(until: deadline) { $0.firstRange(of: Array(text.utf8)) != nil }
    }
  }

  /// Everything that came; the window is gone then.
  func close() async -> String {
    closeDescriptor(descriptor)
    return await onThread { [self] in
      _ = collector.waitForEnd(until: deadline)
      closeDescriptor(ours)
      return String(decoding: collector.soFar, as: UTF8.self)
    }
  }
}

@Suite struct ProgressDriverTests {
  /// A clock that is a second on at each look, so that each look is due.
  private func clock() -> @Sendable () -> Int64 {
    let looks = Box(0)
    return { looks.value.add(1, ordering: .relaxed).newValue * second }
  }

  private final class Box: Sendable {
    let value: Atomic<Int64>
    init(_ value: Int64) { self.value = Atomic(value) }
  }

  @Test func `the line moves, follows the window's width, and is gone at the end`() async throws {
    let window = try Window(columns: 60)
    let diagnostics = Diagnostics(descriptor: window.descriptor)
    let count = Box(100)
    let driver = ProgressDriver(
      .moving, on: diagnostics, descriptor: window.descriptor, clock: clock(),
      state: {
        let answered = Int(count.value.add(1, ordering: .relaxed).newValue)
        return ProgressState(answered: answered, known: 999, inputHasEnded: true, requestsLeft: 7)
      })
    #expect(await window.shows("of 999 addresses, 60/min, 7 requests left\r\u{1B}[K"))
    diagnostics.note("a message")
    #expect(await window.shows("\r\u{1B}[Kipgeo: a message\r\n"))
    // The old line takes three rows of fifteen columns, or of whichever it was drawn for.
    window.resize(15)
    #expect(await window.shows("A\r\u{1B}[J"))
    #expect(await window.shows("/999\r\u{1B}[K"))
    driver.stop()
    diagnostics.note("the end")
    let text = await window.close()
    #expect(
      text.hasSuffix("\u{1B}[Kipgeo: the end\r\n") || text.hasSuffix("\u{1B}[Jipgeo: the end\r\n"))
  }

  @Test func `plain lines stay, and have nothing that moves`() async throws {
    let window = try Window(columns: 80)
    let looks = clock()
    let driver = ProgressDriver(
      .plain, on: Diagnostics(descriptor: window.descriptor), descriptor: window.descriptor,
      clock: { looks() * 60 }, state: { ProgressState(answered: 1, known: 2) })
    #expect(await window.shows("ipgeo: 1 of 2+ addresses\r\nipgeo: 1 of 2+ addresses\r\n"))
    driver.stop()
    let text = await window.close()
    #expect(!text.contains("\u{1B}") && !text.contains("\r\r"))
  }

  @Test func `where none is wanted nothing is started`() async throws {
    let window = try Window(columns: 80)
    let driver = ProgressDriver(
      .none, on: Diagnostics(descriptor: window.descriptor), descriptor: window.descriptor,
      clock: clock(),
      state: {
        Issue.record("nobody wants to know")
        return ProgressState()
      })
    driver.stop()
    #expect(await window.close() == "")
  }
}

/// The built command on a terminal and without one.
@Suite struct ProgressProcessTests {
  @Test func `at a terminal the line appears, and is gone at the end`() async throws {
    try await withScene { scene in
      let run = try scene.startBatch(["--color", "never"], input: .open, errors: .terminal)
      run.write("8.8.8.8\n")
      #expect(await run.complains("\r\u{1B}[K1 of 1+ addresses"))
      run.endInput()
      let result = await run.result()
      #expect(result.end == .exit(0))
      let last = result.errors.components(separatedBy: "\u{1B}[K").last ?? ""
      #expect(last.hasPrefix("ipgeo: 1 record: "), "\(result.errors)")
    }
  }

  @Test(arguments: [["-v"], ["--progress", "always"]])
  func `without a terminal there are plain lines`(options: [String]) async throws {
    try await withScene { scene in
      let run = try scene.startBatch(options, input: .open)
      run.write("8.8.8.8\n")
      #expect(await run.complains("ipgeo: 1 of 1+ addresses"))
      run.endInput()
      let result = await run.result()
      #expect(result.end == .exit(0))
      #expect(!result.errors.contains("\r") && !result.errors.contains("\u{1B}"))
    }
  }
}
