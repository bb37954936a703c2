internal import IPGeoByteStreams
internal import IPGeoEnrichment

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Where a command writes what it has made as a whole: a file that is replaced, or standard output.
struct WholeOutput: ~Copyable {
  private let path: String?
  private let file: ReplacedFile?
  private let watch: SignalWatch?

  /// Opens it before anything is read, so that it is found out then where that cannot be done.
  /// - Throws: Where it cannot be made, or is one of the inputs.
  init(_ path: String?, inputs: [InputSource]) throws(CommandFault) {
    self.path = path
    if let path, let input = inputs.first(where: { Self.isSame(path, $0) }) {
      let name = input == .standardInput ? "standard input" : "the input \(input.name)"
      throw CommandFault(
        .usage, "--output \(path) and \(name) are the same file: name another one")
    }
    do throws(SystemError) {
      file = try path.map { (path) throws(SystemError) in try ReplacedFile(path: path) }
    } catch {
      throw CommandFault(.cannotCreate, error.description)
    }
    // A temporary must not stay behind.
    watch = file.map { file in
      SignalWatch { signal, _ in
        ProcessEnd.now(by: signal) { file.abandon(leavingPartial: false) }
      }
    }
  }

  private static func isSame(_ path: String, _ input: InputSource) -> Bool {
    guard let output = FileIdentity.ofRegularFile(path: path) else { return false }
    return switch input {
    case .standardInput: FileIdentity.ofRegularFile(descriptor: 0) == output
    case .file(let file): FileIdentity.ofRegularFile(path: file) == output
    }
  }

  /// Writes everything, and gives a file its name.
  /// - Returns: How the process is to end; what went wrong has been said.
  borrowing func write(_ content: borrowing ByteBuffer, _ diagnostics: Diagnostics) -> RunEnding {
    let sink = ByteSink(
      descriptor: file?.descriptor ?? 1, name: path ?? "standard output", closeOnEnd: false)
    do throws(SystemError) {
      try sink.append(content)
      try sink.flush()
      try file?.commit()
      return .code(.done)
    } catch {
      if error.isBrokenPipe { return .signal(SIGPIPE) }
      diagnostics.error(error.description)
      return .code(.writeFailed)
    }
  }

  /// Forgets a file that was not written.
  borrowing func close() {
    file?.discard()
    watch?.cancel()
  }
}
