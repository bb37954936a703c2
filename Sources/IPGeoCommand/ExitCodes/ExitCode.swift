/// How the program ends, as its exit code says it (the numbers of sysexits.h where it has one).
enum ExitCode: Int32, Hashable, Sendable, CaseIterable {
  case done = 0
  case unexpected = 1
  case failures = 2
  case budget = 3
  case usage = 64
  case badInput = 65
  case unreadableInput = 66
  case unavailable = 69
  case wrongSums = 70
  case cannotCreate = 73
  case writeFailed = 74
  case locked = 75

  /// What help and the manual say of it.
  var meaning: String {
    switch self {
    case .done: "done"
    case .unexpected: "unexpected error"
    case .failures:
      "finished, but more look-ups failed than --fail-above allows, or --strict and a record is "
        + "invalid"
    case .budget: "stopped by a budget: --max-requests, --max-time or --until"
    case .usage: "wrong use: an option, a value, the environment"
    case .badInput:
      "input is not text or of no known format, or none of its records held an address; a database "
        + "is none, or damaged"
    case .unreadableInput: "an input cannot be read (the others are done), or a database"
    case .unavailable: "the service refused or could not be reached, and the run stopped asking"
    case .wrongSums: "the sums do not hold: a bug"
    case .cannotCreate: "an output cannot be made"
    case .writeFailed: "a write failed, as on a full disk"
    case .locked: "another run holds the lock of --lock"
    }
  }
}

/// How a run ends: by a code, or as a signal ends a process.
enum RunEnding: Hashable, Sendable {
  case code(ExitCode)
  case signal(Int32)

  /// What a shell shows: the code, or 128 and the signal's number.
  var shellStatus: Int32 {
    switch self {
    case .code(let code): code.rawValue
    case .signal(let signal): 128 &+ signal
    }
  }

  /// Ends the process where a signal is to; else returns the code to exit with.
  func conclude() -> Int32 {
    switch self {
    case .code(let code): code.rawValue
    case .signal(let signal): SignalWatch.dieOf(signal)
    }
  }
}

extension ExitCode {
  /// The ending that counts of those that apply: of 70, 74, a signal, 69, 3, 66, 65, 2, 0 the first.
  ///
  /// Of several signals the first one given counts. 64, 73, 75 and 1 end a run before there is
  /// anything to weigh, so they come before all others where they are given after all. With nothing
  /// given the run is done.
  static func first(of endings: some Sequence<RunEnding>) -> RunEnding {
    var best = RunEnding.code(.done)
    for ending in endings where rank(ending) < rank(best) { best = ending }
    return best
  }

  private static func rank(_ ending: RunEnding) -> Int {
    guard case .code(let code) = ending else { return 6 }
    return switch code {
    case .usage: 0
    case .cannotCreate: 1
    case .locked: 2
    case .unexpected: 3
    case .wrongSums: 4
    case .writeFailed: 5
    case .unavailable: 7
    case .budget: 8
    case .unreadableInput: 9
    case .badInput: 10
    case .failures: 11
    case .done: 12
    }
  }
}
