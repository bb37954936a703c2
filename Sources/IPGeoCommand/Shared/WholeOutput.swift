internal import IPGeoByteStreams
internal import IPGeoEnrichment
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Where a command writes what it has made as a whole: a file that is replaced, or standard output.
final class WholeOutput {
  private let path: String?
  private let file: ReplacedFile?
  private let watch: SignalWatch?

  /// Opens it before anything is read, so that it is found out then where that cannot be done.
  /// - Throws: Where it cannot be made, or is one of the inputs.
  init(_ path: String?, inputs: [InputSource]) throws(CommandFault) {
    self.path = path
    if let path, let fault = SameFileCheck.fault(output: path, inputs: inputs) {
      throw CommandFault(.usage, fault)
    }
    guard let path else {
      (file, watch) = (nil, nil)
      return
    }
    // A temporary must not stay behind, from its very making on.
    let made = MadeFile()
    watch = SignalWatch { signal, _ in
      ProcessEnd.now(by: signal) { made.abandon() }
    }
    do throws(SystemError) {
      file = try made.make(path)
    } catch {
      throw CommandFault(.cannotCreate, error.description)
    }
  }

  /// Writes everything, and gives a file its name.
  /// - Returns: How the process is to end; what went wrong has been said.
  func write(_ content: borrowing ByteBuffer, _ diagnostics: Diagnostics) -> RunEnding {
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
  func close() {
    file?.discard()
    watch?.cancel()
  }
}

/// A file that is being made, or was.
private final class MadeFile: Sendable {
  private let file = Mutex<ReplacedFile?>(nil)

  func make(_ path: String) throws(SystemError) -> ReplacedFile {
    try file.withLock { (file) throws(SystemError) in
      let made = try ReplacedFile(path: path)
      file = made
      return made
    }
  }

  /// Waits for its making, if need be.
  func abandon() {
    file.withLock { $0?.abandon(leavingPartial: false) }
  }
}
