/// Reads and replaces files of a few lines, whole.
public enum SmallFile {
  /// Reads the regular file at `path`; never waits, whatever stands there.
  /// - Returns: Its bytes; `nil` where it is no regular file, or holds more than `limit`.
  /// - Throws: The reasons of `open(2)` and `read(2)`.
  public static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8]? {
    // A FIFO that is opened to be read would have a reader for a moment, and whoever writes to it
    // would believe so.
    guard try System.facts(path: path).kind == .regular else { return nil }
    let descriptor = try System.openWithoutWaiting(path)
    defer { System.release(descriptor) }
    guard try System.facts(descriptor: descriptor, name: path).kind == .regular else { return nil }
    // One byte more shows that there is more.
    var bytes = [UInt8](repeating: 0, count: max(0, limit) &+ 1)
    var count = 0
    while count < bytes.count {
      let (got, failure) = bytes.withUnsafeMutableBytes { room -> (Int, SystemError?) in
        do throws(SystemError) {
          let rest = UnsafeMutableRawBufferPointer(rebasing: room[count...])
          return (try System.receive(descriptor, into: rest, name: path) ?? 0, nil)
        } catch {
          return (0, error)
        }
      }
      if let failure { throw failure }
      if got == 0 { return Array(bytes.prefix(count)) }
      count &+= got
    }
    return nil
  }

  /// Puts a file that holds `content` at `path`, at once: whoever reads it finds the old or the new.
  ///
  /// As with `ReplacedFile`, links are followed, and mode and owner of a replaced file are kept; but
  /// it does not wait for the disk, so that a power cut may bring the old one back, or an empty one.
  /// FIFOs, devices and descriptors are written straight, and never waited for longer than a second:
  /// a FIFO without a reader is an error (ENXIO).
  /// - Parameters:
  ///   - path: The file.
  ///   - content: All that it is to hold; for pipes at most 4096 bytes are sure not to block.
  ///   - mode: Its mode, whatever the umask and the replaced file; `nil` leaves it to them.
  ///   - isFirst: Whether to look for what killed processes left beside it.
  /// - Throws: The reasons of `open(2)`, `write(2)` and `rename(2)`; EAGAIN where nothing was taken
  ///   for a second.
  public static func replace(
    _ path: String, with content: borrowing ByteBuffer, mode: UInt32? = nil, isFirst: Bool = true
  ) throws(SystemError) {
    switch try OutputPlace(following: path) {
    case .descriptor(let number):
      try writeAll(content.bytes, closing: try System.duplicate(number, name: path), path)
    case .device:
      try writeAll(content.bytes, closing: try System.openForWriting(path, blocking: false), path)
    case .file(let target, let replaced):
      if isFirst { StaleTemporaries.remove(for: target) }
      let made = try TemporaryFile(for: target, replaced: replaced)
      do throws(SystemError) {
        if let mode { try System.setMode(mode, of: made.descriptor, name: target) }
        try write(content.bytes, to: made.descriptor, path)
        try System.rename(made.path, to: target)
      } catch {
        System.remove(made.path)
        System.release(made.descriptor)
        throw error
      }
      try close(made.descriptor, path)
    }
  }

  private static func writeAll(
    _ bytes: UnsafeRawBufferPointer, closing descriptor: Int32, _ path: String
  ) throws(SystemError) {
    do throws(SystemError) {
      try write(bytes, to: descriptor, path)
    } catch {
      System.release(descriptor)
      throw error
    }
    try close(descriptor, path)
  }

  private static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String
  ) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let events = try System.wait(
        descriptor, for: .output, wake: -1, milliseconds: 1000, name: path)
      guard events.isReady, let count = try System.send(descriptor, rest, name: path) else {
        throw SystemError(code: System.wouldBlock, operation: "write", path: path)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
  }

  private static func close(_ descriptor: Int32, _ path: String) throws(SystemError) {
    let code = System.release(descriptor)
    if code != 0 { throw SystemError(code: code, operation: "write", path: path) }
  }
}
