import Foundation
import Synchronization
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a run reads.
enum RunInput: Sendable {
  /// These bytes through a pipe, then its end.
  case bytes([UInt8])
  /// A pipe that the test writes to and ends.
  case open
  /// /dev/null.
  case null
  /// Descriptor 0 is closed.
  case closed
  /// A terminal, whose keyboard is the test.
  case terminal
  /// A file, as `< path` opens it.
  case file(String)

  /// The bytes of a text.
  static func text(_ text: String) -> RunInput { .bytes(Array(text.utf8)) }
}

/// Where a run's stdout or stderr goes.
enum RunOutput: Sendable {
  /// A pipe that is read to its end.
  case collected
  /// A pipe that is closed after so many lines, as `| head` does; 0: before the first byte.
  case head(Int)
  /// A pipe that nobody reads and nobody closes while the process lives.
  case stalled
  /// The descriptor is closed.
  case closed
  /// A file, opened for writing as `> path` does.
  case file(String)
  /// A file, opened as `>> path` does.
  case append(String)
  /// The terminal of the run; collected.
  case terminal
}

/// How a run ended.
enum RunEnd: Hashable, Sendable, CustomStringConvertible {
  case exit(Int32)
  case signal(Int32)
  /// It had to be killed: the deadline had passed.
  case hung

  var description: String {
    switch self {
    case .exit(let code): "exit \(code)"
    case .signal(let number): "signal \(number)"
    case .hung: "hung"
    }
  }
}

/// A run that has ended.
struct RunResult: Sendable {
  var end: RunEnd
  var output: [UInt8]
  var errors: String

  var text: String { String(decoding: output, as: UTF8.self) }
}

/// A running command: reads and writes step by step, signals, waits with a deadline.
final class CommandRun: Sendable {
  let process: pid_t
  private let output: Collector?
  private let errors: Collector?
  private let deadline: Date
  /// On a machine that does much else a run takes so many times as long as it may alone.
  private static let patience = 4.0
  private let state: Mutex<State>
  private let endOfProcess = DispatchGroup()
  // Held while the input is written to or closed: a closed number may be another's at once.
  private let inputLock = NSLock()

  private struct State {
    var end: RunEnd?
    var input: Int32
    var wasKilled = false
    /// The reading ends of stalled pipes.
    var kept: [Int32]
  }

  /// Starts a program; the deadline is in seconds from now.
  init(
    _ program: String, _ arguments: [String], environment: [String: String], folder: String,
    input: RunInput, output: RunOutput, errors: RunOutput, deadline seconds: Double
  ) throws {
    deadline = Date(timeIntervalSinceNow: seconds * Self.patience)
    var ends = Ends()
    let plans = [
      try ends.plan(input), try ends.plan(output, number: 1), try ends.plan(errors, number: 2),
    ]
    defer { for descriptor in ends.theirs { close(descriptor) } }
    process = try spawn(
      program, arguments, environment: environment, folder: folder, descriptors: plans,
      isSessionLeader: ends.terminal != nil)
    self.output = ends.outputs[1]?()
    self.errors = ends.outputs[2]?()
    state = Mutex(State(input: ends.input, kept: ends.kept))
    if case .bytes(let bytes) = input {
      Thread { [self] in
        write(bytes)
        endInput()
      }.start()
    }
    watchForEnd()
  }

  // The process is left unreaped until its end can be noted in the same lock in which signals are
  // sent: its number cannot be another's by then.
  private func watchForEnd() {
    endOfProcess.enter()
    Thread { [self] in
      var info = siginfo_t()
      while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      state.withLock { state in
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let number = status & 0x7f
        state.end =
          state.wasKilled ? .hung : number == 0 ? .exit((status >> 8) & 0xff) : .signal(number)
        for descriptor in state.kept { close(descriptor) }
      }
      endOfProcess.leave()
    }.start()
  }

  /// Sends a signal; nothing happens when the process has ended.
  func signal(_ number: Int32) {
    state.withLock { if $0.end == nil { kill(process, number) } }
  }

  /// Ends a process that should have ended.
  func killNow() {
    state.withLock { state in
      guard state.end == nil else { return }
      state.wasKilled = true
      kill(process, SIGKILL)
    }
  }

  var isRunning: Bool { state.withLock { $0.end == nil } }

  // MARK: Its input

  /// Writes to an open input, blocking while the pipe is full; `false` where nobody reads it.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = inputLock.withLock {
        let descriptor = state.withLock { $0.input }
        let part = rest.prefix(1 << 16)
        return descriptor < 0 ? -1 : part.withUnsafeBytes { writeRestarting(descriptor, $0) }
      }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// Ends an open input; at a terminal it is what hangs up.
  func endInput() {
    inputLock.withLock {
      let descriptor = state.withLock { state in
        defer { state.input = -1 }
        return state.input
      }
      if descriptor >= 0 { close(descriptor) }
    }
  }

  // MARK: What it says

  /// What stdout holds so far.
  var outputSoFar: String { String(decoding: output?.soFar ?? [], as: UTF8.self) }
  var errorsSoFar: String { String(decoding: errors?.soFar ?? [], as: UTF8.self) }

  /// Waits until stdout holds so many lines; `false`: it ended or the deadline came before.
  func hasLines(_ count: Int) async -> Bool {
    await onThread { [self] in
      output?.wait(until: deadline) { bytes in bytes.count { $0 == 0x0A } >= count } ?? false
    }
  }

  /// Waits until stdout holds a text.
  func says(_ text: String) async -> Bool { await Self.wait(output, deadline, text) }

  /// Waits until stderr holds a text.
  func complains(_ text: String) async -> Bool { await Self.wait(errors, deadline, text) }

  private static func wait(_ collector: Collector?, _ deadline: Date, _ text: String) async -> Bool
  {
    let wanted = Array(text.utf8)
    return await onThread {
      collector?.wait(until: deadline) { $0.firstRange(of: wanted) != nil } ?? false
    }
  }

  /// Waits for the end; kills it at the deadline.
  func result() async -> RunResult {
    await onThread { [self] in
      let left = max(0, deadline.timeIntervalSinceNow)
      if endOfProcess.wait(timeout: .now() + left) == .timedOut {
        killNow()
        endOfProcess.wait()
      }
      let grace = Date(timeIntervalSinceNow: 5)
      _ = output?.waitForEnd(until: grace)
      _ = errors?.waitForEnd(until: grace)
      endInput()
      return RunResult(
        end: state.withLock { $0.end } ?? .hung, output: output?.soFar ?? [],
        errors: String(decoding: errors?.soFar ?? [], as: UTF8.self))
    }
  }

  /// The most memory that it has held so far, in bytes; `nil` where the system does not tell.
  ///
  /// Not from `wait4`: its figure begins at the size of the process that started this one.
  var peakMemory: Int? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let number = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) })
    else { return nil }
    return number * 1024
  }
}

private func writeRestarting(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  while true {
    #if canImport(Darwin)
      let count = Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
    if count >= 0 || errno != EINTR { return count }
  }
}
