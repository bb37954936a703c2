/// How a wait for bytes ended.
public enum Readiness: Hashable, Sendable {
  /// A read returns at once: with bytes, the end, or an error.
  case ready
  /// The time is over.
  case timedOut
  /// The wake handle was signalled; this comes before `ready`.
  case woken
}

/// A descriptor to read bytes from: a file of ours, or a stream that the caller lent.
public final class ByteSource: Sendable {
  /// What to call it in messages: the path, or a name like `standard input`.
  public let name: String
  /// Whether it is a file with an end; then nothing is ever waited for.
  public let isRegularFile: Bool
  /// The descriptor.
  public let descriptor: Int32
  private let isOwned: Bool
  /// A FIFO opened before its first writer has no end yet, but a read would say so.
  private let waitsForWriter: Bool

  /// Opens the file at `path`; a FIFO waits for its writer at the first read.
  /// - Throws: The reason of `open(2)`; EISDIR for a directory.
  public init(path: String) throws(SystemError) {
    let opened = try System.openForReading(path)
    let facts: FileFacts
    do throws(SystemError) {
      facts = try System.facts(descriptor: opened, name: path)
      if facts.kind == .directory {
        throw SystemError(code: System.isDirectory, operation: "read", path: path)
      }
    } catch {
      System.release(opened)
      throw error
    }
    name = path
    descriptor = opened
    isOwned = true
    isRegularFile = facts.kind == .regular
    waitsForWriter = facts.kind == .pipe
  }

  /// Reads from a descriptor of the caller's, who keeps it open as long as this lives.
  public init(descriptor: Int32, name: String) {
    self.name = name
    self.descriptor = descriptor
    isOwned = false
    isRegularFile = (try? System.facts(descriptor: descriptor, name: name))?.kind == .regular
    waitsForWriter = false
  }

  /// Reads from the end of a pipe, and closes it when this goes.
  init(owning descriptor: Int32, name: String) {
    self.name = name
    self.descriptor = descriptor
    isOwned = true
    isRegularFile = false
    waitsForWriter = false
  }

  deinit {
    if isOwned { System.release(descriptor) }
  }

  /// Reads what is there, at least one byte, and at most what fits; waits while there is nothing.
  /// - Returns: How many bytes were read; 0 at the end, and for empty `room`.
  public func read(into room: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    if room.isEmpty { return 0 }
    if waitsForWriter { _ = try waitReadable(milliseconds: -1, orWake: nil) }
    while true {
      if let count = try System.receive(descriptor, into: room, name: name) { return count }
      _ = try waitReadable(milliseconds: -1, orWake: nil)
    }
  }

  /// Where the next read starts, in bytes from the start of the file; `nil` for what is no file.
  public var position: Int64? { isRegularFile ? System.position(descriptor) : nil }

  /// Reads from a place of a regular file; where the next ordinary read starts does not change.
  /// - Returns: How many bytes were read: as many as fit, or up to the end.
  public func read(
    at offset: Int64, into room: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    var done = 0
    while done < room.count {
      let count = try System.receive(
        descriptor, at: offset + Int64(done),
        into: UnsafeMutableRawBufferPointer(rebasing: room[done...]), name: name)
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Waits until a read returns at once, the time is over, or `wake` is signalled.
  ///
  /// A regular file is always ready. A negative time is no limit.
  public func waitReadable(
    milliseconds: Int32, orWake wake: WakeHandle?
  ) throws(SystemError) -> Readiness {
    if isRegularFile {
      if let wake, wake.isSignalled { return .woken }
      return .ready
    }
    let events = try System.wait(
      descriptor, for: .input, wake: wake?.descriptor ?? -1, milliseconds: milliseconds, name: name)
    if events.isWoken { return .woken }
    return events.isReady ? .ready : .timedOut
  }
}
