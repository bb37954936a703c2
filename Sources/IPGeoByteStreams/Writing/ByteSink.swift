/// How a sink's wait ended.
public enum SinkWait: Hashable, Sendable {
  /// The wake handle was signalled; this comes before `readerGone`.
  case woken
  /// The time is over.
  case timedOut
  /// Nobody reads any more: a write would fail with EPIPE.
  case readerGone
}

/// A buffered `write(2)`: takes bytes in order and writes them in large pieces.
///
/// Whoever owns it calls `close()` at the end and looks at the error: a full disk may show only
/// there. After an error nothing more is written, since bytes would be missing in between, and each
/// further call throws the same error. One thread at a time uses a sink. SIGPIPE must be ignored in
/// the process, or a closed pipe ends it before EPIPE is seen.
public final class ByteSink {
  /// What to call it in messages.
  public let name: String
  /// The descriptor that is written to.
  public let descriptor: Int32
  /// How many bytes the system has taken.
  public private(set) var bytesWritten: Int64 = 0
  /// Why nothing more is written.
  public private(set) var failure: SystemError?

  private var buffer: ByteBuffer
  private let limit: Int
  private let closesOnEnd: Bool
  private let canLoseReader: Bool
  private var isClosed = false

  /// Makes a sink on an open descriptor.
  /// - Parameters:
  ///   - descriptor: Where bytes go; blocking or not.
  ///   - name: What to call it in messages.
  ///   - closeOnEnd: Whether `close()` closes the descriptor.
  ///   - capacity: How many bytes collect before they are written; at least 1.
  public init(descriptor: Int32, name: String, closeOnEnd: Bool, capacity: Int = 256 * 1024) {
    self.descriptor = descriptor
    self.name = name
    closesOnEnd = closeOnEnd
    limit = max(1, capacity)
    buffer = ByteBuffer(capacity: limit)
    let kind = (try? System.facts(descriptor: descriptor, name: name))?.kind
    canLoseReader = kind == .pipe || kind == .socket
  }

  deinit {
    if closesOnEnd, !isClosed { System.release(descriptor) }
  }

  /// How many bytes wait to be written.
  public var bytesWaiting: Int { buffer.count }

  /// Takes a copy of `bytes`; writes when the buffer is full.
  public func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try checkUsable()
    if bytes.count > limit - buffer.count { try flush() }
    if bytes.count >= limit { return try write(bytes) }
    buffer.append(bytes)
  }

  /// Takes a copy of what `source` holds.
  public func append(_ source: borrowing ByteBuffer) throws(SystemError) {
    try append(source.bytes)
  }

  /// Writes all that waits.
  /// - Throws: The reason of `write(2)`: EPIPE, ENOSPC, EBADF, …
  public func flush() throws(SystemError) {
    try checkUsable()
    try write(buffer.bytes)
    buffer.removeAll()
  }

  /// Writes all that waits and closes the descriptor if that was asked for.
  ///
  /// A second call does nothing. The descriptor is closed even if the write fails.
  public func close() throws(SystemError) {
    if isClosed { return }
    defer { isClosed = true }
    var thrown: SystemError?
    do throws(SystemError) { try flush() } catch { thrown = error }
    if closesOnEnd {
      let code = System.release(descriptor)
      if code != 0, thrown == nil {
        thrown = SystemError(code: code, operation: "write", path: name)
        failure = thrown
      }
    }
    if let thrown { throw thrown }
  }

  private func checkUsable() throws(SystemError) {
    if let failure { throw failure }
    if isClosed {
      throw SystemError(code: System.badDescriptor, operation: "write", path: name)
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes
    do throws(SystemError) {
      while !rest.isEmpty {
        guard let count = try System.send(descriptor, rest, name: name) else {
          _ = try System.wait(descriptor, for: .output, wake: -1, milliseconds: -1, name: name)
          continue
        }
        bytesWritten &+= Int64(count)
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
    } catch {
      failure = error
      buffer.removeAll()
      throw error
    }
  }
}

extension ByteSink {
  /// Whether the reader of a pipe or socket is gone; always false for files and devices.
  public func isReaderGone() -> Bool {
    guard canLoseReader else { return false }
    let events = try? System.wait(
      descriptor, for: .nothing, wake: -1, milliseconds: 0, name: name)
    return events?.isGone ?? false
  }

  /// Waits until `wake` is signalled, the reader is gone, or the time is over.
  ///
  /// A negative time is no limit. What waits in the buffer stays there.
  public func wait(_ wake: WakeHandle, milliseconds: Int32) -> SinkWait {
    let watched = canLoseReader ? descriptor : -1
    let events = try? System.wait(
      watched, for: .nothing, wake: wake.descriptor, milliseconds: milliseconds, name: name)
    guard let events else { return .timedOut }
    if events.isWoken { return .woken }
    return events.isGone ? .readerGone : .timedOut
  }
}
