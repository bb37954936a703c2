internal import Synchronization

/// A file that is written beside its place and takes it at once when it is whole.
///
/// Links are followed: the link stays, and what it points to is replaced, or made where it points.
/// Mode and, where the system lets us, owner of the replaced file are kept. Two of them on one path
/// do not disturb each other: the last commit wins whole. FIFOs, devices and descriptors
/// (`/dev/stdout`) have no place to take; they are written straight, and the rest does nothing.
/// What a killed process left beside the same file is removed before a new one is made.
///
/// Write through `descriptor`, flush, then `commit()`, `leavePartial()` or `discard()`; the first of
/// them that succeeds ends it and closes the descriptor. Letting go of it without any discards.
public final class ReplacedFile: Sendable {
  /// The file that is replaced, links followed; for a device the path as given.
  public let path: String
  /// Where to write; open until the end.
  public let descriptor: Int32
  /// Whether bytes go straight to a FIFO, device or descriptor.
  public let isDirect: Bool

  private let temporary: String
  private let isEnded = Mutex(false)

  /// Prepares to write the file at `path`; the file itself is not touched yet.
  /// - Throws: EISDIR for a directory, EACCES where the file is not ours to write, and the reasons
  ///   of `open(2)` where no file can be made in its folder.
  public init(path: String) throws(SystemError) {
    switch try OutputPlace(following: path) {
    case .descriptor(let number):
      descriptor = try System.duplicate(number, name: path)
      (self.path, temporary, isDirect) = (path, "", true)
    case .device:
      descriptor = try System.openForWriting(path)
      (self.path, temporary, isDirect) = (path, "", true)
    case .file(let target, let replaced):
      StaleTemporaries.remove(for: target)
      let made = try TemporaryFile(for: target, replaced: replaced)
      (temporary, descriptor) = (made.path, made.descriptor)
      (self.path, isDirect) = (target, false)
    }
  }

  deinit { discard() }

  /// Where `leavePartial()` puts an unfinished file: `NAME.partial` beside the file, links followed.
  public static func partialPath(for path: String) -> String {
    if case .file(let target, _) = try? OutputPlace(following: path) { return partial(of: target) }
    return partial(of: path)
  }

  /// Puts the file in its place, safe on the disk, and removes a partial one of an earlier run.
  ///
  /// After an error it is not ended: the other two can still be called.
  public func commit() throws(SystemError) {
    try end { () throws(SystemError) in
      try System.synchronise(descriptor, name: path)
      try System.rename(temporary, to: path)
      System.remove(Self.partial(of: path))
      try? System.synchroniseFolder(PathParts(path).openableFolder)
    }
  }

  /// Leaves what was written as `NAME.partial`; the file in its place stays as it was.
  public func leavePartial() throws(SystemError) {
    try end { () throws(SystemError) in
      try System.rename(temporary, to: Self.partial(of: path))
    }
  }

  /// Forgets what was written.
  public func discard() {
    try? end { () throws(SystemError) in System.remove(temporary) }
  }

  /// Leaves what was written as `NAME.partial`, or nothing, in a process that ends at once.
  ///
  /// It neither waits nor closes: another thread may be writing, or be busy with another end.
  public func abandon(leavingPartial: Bool) {
    _ = isEnded.withLockIfAvailable { isEnded in
      if isEnded || isDirect { return }
      isEnded = true
      if leavingPartial, (try? System.rename(temporary, to: Self.partial(of: path))) != nil {
        return
      }
      System.remove(temporary)
    }
  }

  private func end(_ place: () throws(SystemError) -> Void) throws(SystemError) {
    let failure = isEnded.withLock { isEnded -> SystemError? in
      if isEnded { return nil }
      do throws(SystemError) {
        if !isDirect { try place() }
        isEnded = true
        System.release(descriptor)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  private static func partial(of path: String) -> String {
    PathParts(path).sibling(suffix: ".partial")
  }
}
