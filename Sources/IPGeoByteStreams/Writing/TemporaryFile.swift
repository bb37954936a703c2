/// A file of a name of its own beside the one that it is to become.
///
/// The process that made it holds a lock on it (flock(2)) for as long as it is open, by which others
/// see that somebody still writes it: a process's number means nothing in another container, and
/// may be another process's by then.
struct TemporaryFile {
  var path: String
  var descriptor: Int32

  /// Makes an empty one for the file at `path`, with the mode and owner of the one it replaces.
  ///
  /// `afterCreating` is called with each that was made, before it is locked: where others may act.
  init(
    for path: String, replaced: FileFacts?, afterCreating: (String) -> Void = { _ in }
  ) throws(SystemError) {
    let parts = PathParts(path)
    do throws(SystemError) {
      while true {
        let name = TemporaryName(
          process: System.processID, mark: UInt64.random(in: 0...UInt64.max))
        // Until it has the mode of the file it replaces, nobody else may look into it.
        let mode: UInt32 = replaced == nil ? 0o666 : 0o600
        if let made = try Self.make(parts.temporary(name), mode: mode, afterCreating) {
          self = made
          break
        }
      }
    } catch {
      throw SystemError(code: error.code, operation: "create", path: path)
    }
    if let replaced { System.adopt(replaced, for: descriptor) }
  }

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  /// `nil` where the name is taken, or was taken away before the lock was ours.
  private static func make(
    _ path: String, mode: UInt32, _ afterCreating: (String) -> Void
  ) throws(SystemError) -> TemporaryFile? {
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try System.create(path, mode: mode)
    } catch  where error.code == System.exists {
      return nil
    }
    afterCreating(path)
    if owns(path, descriptor) { return TemporaryFile(path: path, descriptor: descriptor) }
    System.release(descriptor)
    return nil
  }

  /// Whether the new file is still there once it is locked.
  private static func owns(_ path: String, _ descriptor: Int32) -> Bool {
    switch System.tryLock(descriptor) {
    // Who cleans up came in between, and is about to remove it.
    case .held: return false
    // Then nobody who cleans up gets the lock, either, and the file is left alone.
    case .unavailable: return true
    case .taken: break
    }
    let there = (try? System.facts(notFollowing: path))?.identity
    return there != nil && there == FileIdentity.of(descriptor: descriptor)
  }
}

/// What tells a temporary from others of the same file: who made it, and a random number.
struct TemporaryName: Equatable {
  var process: Int32
  var mark: UInt64

  init(process: Int32, mark: UInt64) {
    self.process = process
    self.mark = mark
  }

  /// Reads it off the end of a name; `nil` where the name does not end exactly as `suffix` would.
  init?(endOf name: String) {
    let parts = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count >= 3, let last = parts.last, let before = parts.dropLast().last,
      let mark = UInt64(String(decoding: last, as: UTF8.self), radix: 36),
      let process = Int32(String(decoding: before, as: UTF8.self)), process > 0
    else { return nil }
    self.init(process: process, mark: mark)
    // Numbers can be read that are not written so: +7, 007, upper case.
    guard name.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) else { return nil }
  }

  var suffix: String { ".tmp-\(process)-\(String(mark, radix: 36))" }
}

extension PathParts {
  /// The path of a temporary beside the file.
  func temporary(_ name: TemporaryName) -> String { sibling(prefix: ".", suffix: name.suffix) }
}
