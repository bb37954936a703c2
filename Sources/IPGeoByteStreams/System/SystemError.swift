/// A system call that failed: which, on what, and why.
public struct SystemError: Error, Hashable, Sendable {
  /// The `errno` of the call.
  public var code: Int32
  /// What was tried, as the end of "cannot …": `open`, `read`, `write`, `replace`.
  public var operation: String
  /// What it was tried on; a path, or the name of a stream.
  public var path: String?

  /// Makes an error from its parts.
  public init(code: Int32, operation: String, path: String?) {
    self.code = code
    self.operation = operation
    self.path = path
  }

  /// The system's words for the code, as `no space left on device`.
  public var message: String { System.message(for: code) }

  /// Whether the other end of a pipe or socket is gone (EPIPE).
  public var isBrokenPipe: Bool { code == System.brokenPipe }
}

extension SystemError: CustomStringConvertible {
  /// One line for a person: `cannot open a.txt: no such file or directory`.
  public var description: String {
    guard let path else { return "cannot \(operation): \(message)" }
    return "cannot \(operation) \(path): \(message)"
  }
}
