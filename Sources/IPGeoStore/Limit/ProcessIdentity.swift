#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A process, told from an earlier one of the same number by when it started.
struct ProcessIdentity: Hashable, Sendable {
  var number: Int64
  /// When it started, in the kernel's own units; 0 where that cannot be told.
  var start: Int64

  /// How a process is.
  enum Condition: Hashable {
    /// It runs, or could.
    case running
    /// It was stopped by a signal: it will not take what it waits for.
    case stopped
    /// There is no such process; or it is one that only its parent has not noticed to be gone.
    case gone
  }

  /// This process.
  static func current() -> ProcessIdentity {
    let number = Int64(getpid())
    return ProcessIdentity(number: number, start: status(number)?.start ?? 0)
  }

  /// How the process is now.
  var condition: Condition {
    guard let status = Self.status(number) else {
      // Without /proc, and for processes of others where it hides them.
      let exists = kill(pid_t(truncatingIfNeeded: number), 0) == 0 || errno == EPERM
      return exists && number > 0 ? .running : .gone
    }
    if start != 0, status.start != start { return .gone }
    switch status.state {
    case UInt8(ascii: "Z"), UInt8(ascii: "X"), UInt8(ascii: "x"): return .gone
    case UInt8(ascii: "T"), UInt8(ascii: "t"): return .stopped
    default: return .running
    }
  }

  /// State and start of a process (proc(5): fields 3 and 22 of `stat`).
  private static func status(_ number: Int64) -> (state: UInt8, start: Int64)? {
    let bytes = FileSystem.head("/proc/\(number)/stat", 1024)
    // The second field is a name in brackets that may hold anything, brackets, too.
    guard let bracket = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = bytes[(bracket + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 19, let state = fields[0].first,
      let start = Int64(String(decoding: fields[19], as: UTF8.self))
    else { return nil }
    return (state, start)
  }
}
