import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The descriptors that a run needs on both sides.
struct Ends {
  /// Ours to write to; -1: none.
  var input: Int32 = -1
  /// Begin to read what comes from descriptor 1 or 2; called once the process is there.
  var outputs: [Int: () -> Collector] = [:]
  /// Theirs, to be closed here once they are inherited.
  var theirs: [Int32] = []
  /// Reading ends that stay open and unread.
  var kept: [Int32] = []
  /// The name of the terminal, if there is one.
  private(set) var terminal: String?
  private var ours: Int32 = -1

  // The signal would end the tests when a command stops reading its input.
  private static let ignoresPipeSignal: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  init() { Self.ignoresPipeSignal }

  mutating func plan(_ wanted: RunInput) throws -> DescriptorPlan {
    switch wanted {
    case .bytes, .open:
      let ends = try makePipe()
      input = ends.writing
      theirs.append(ends.reading)
      return .copy(ends.reading)
    case .null: return .open(path: "/dev/null", flags: O_RDONLY)
    case .closed: return .closed
    case .file(let path): return .open(path: path, flags: O_RDONLY)
    case .terminal:
      let plan = try planTerminal()
      input = fcntl(ours, F_DUPFD_CLOEXEC, 0)
      return plan
    }
  }

  mutating func plan(_ wanted: RunOutput, number: Int) throws -> DescriptorPlan {
    switch wanted {
    case .collected:
      let ends = try makePipe()
      theirs.append(ends.writing)
      outputs[number] = { Collector(ends.reading) }
      return .copy(ends.writing)
    case .head(let lines):
      let ends = try makePipe()
      theirs.append(ends.writing)
      if lines > 0 {
        outputs[number] = { Collector(ends.reading, closingAfter: lines) }
      } else {
        close(ends.reading)
      }
      return .copy(ends.writing)
    case .stalled:
      let ends = try makePipe()
      theirs.append(ends.writing)
      kept.append(ends.reading)
      return .copy(ends.writing)
    case .closed: return .closed
    case .file(let path):
      return .open(path: path, flags: O_WRONLY | O_CREAT | O_TRUNC)
    case .append(let path):
      return .open(path: path, flags: O_WRONLY | O_CREAT | O_APPEND)
    case .terminal:
      let plan = try planTerminal()
      let copy = fcntl(ours, F_DUPFD_CLOEXEC, 0)
      outputs[number] = { Collector(copy) }
      return plan
    }
  }

  private mutating func planTerminal() throws -> DescriptorPlan {
    if let terminal { return .open(path: terminal, flags: O_RDWR) }
    let made = try makeTerminal()
    terminal = made.name
    ours = made.ours
    theirs += [made.ours, made.theirs]
    return .open(path: made.name, flags: O_RDWR)
  }
}
