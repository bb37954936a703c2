/// Removes what killed processes left of a file that they were writing.
enum StaleTemporaries {
  /// Removes the temporaries of the file at `path` that nobody writes any more.
  ///
  /// Nothing but regular files of our own user (or, for root, of anybody) that bear exactly the name
  /// of a temporary of this file. What cannot be told, or cannot be removed, stays; a folder that
  /// cannot be listed is left as it is.
  static func remove(for path: String) {
    let parts = PathParts(path)
    System.forEachHiddenName(inFolder: parts.openableFolder) { name in
      guard let found = TemporaryName(endOf: name) else { return }
      let candidate = parts.temporary(found)
      // Byte by byte: to strings, names that file systems tell apart can be equal.
      if candidate.utf8.elementsEqual((parts.folder + name).utf8) { consider(candidate, found) }
    }
  }

  private static func consider(_ path: String, _ name: TemporaryName) {
    guard let listed = try? System.facts(notFollowing: path), isRemovable(listed),
      !ProcessAge.mayHaveWritten(name.process, at: listed.changedAt),
      let descriptor = try? System.openForLocking(path)
    else { return }
    // The lock goes with it, after the file.
    defer { System.release(descriptor) }
    guard let opened = try? System.facts(descriptor: descriptor, name: path), isRemovable(opened),
      System.tryLock(descriptor) == .taken,
      (try? System.facts(notFollowing: path))?.identity == opened.identity
    else { return }
    System.remove(path)
  }

  private static func isRemovable(_ facts: FileFacts) -> Bool {
    facts.kind == .regular && (facts.owner == System.userID || System.userID == 0)
  }
}

/// Whether a process that a file names is the one that made it.
///
/// Only a second look beside the lock, for file systems that grant a lock to one and not to
/// another.
enum ProcessAge {
  /// Whether the process `number` runs here and was there when a file last changed.
  ///
  /// Our own number never counts: in a container each run may have the number 1, and what this
  /// process writes itself is locked.
  static func mayHaveWritten(_ number: Int32, at changed: Int64) -> Bool {
    if number == System.processID || !System.processExists(number) { return false }
    guard let facts = processFacts(number) else { return true }
    // Only its parent has not noticed yet.
    if facts.isDead { return false }
    let age = System.boottimeNanoseconds() / 1_000_000_000 &- facts.startedAfterBoot
    // Two seconds for what the divisions drop.
    return System.wallSeconds() &- age <= changed &+ 2
  }

  /// State and start of a process, in seconds after the machine's (proc(5): fields 3 and 22).
  static func processFacts(_ number: Int32) -> (isDead: Bool, startedAfterBoot: Int64)? {
    guard let bytes = try? SmallFile.read("/proc/\(number)/stat", limit: 4096) else { return nil }
    // The second field is a name in brackets that may hold anything, brackets, too.
    guard let bracket = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = bytes[bracket...].dropFirst().split(separator: UInt8(ascii: " "))
    guard fields.count > 19, let state = fields[0].first,
      let ticks = Int64(String(decoding: fields[19], as: UTF8.self))
    else { return nil }
    let isDead = "ZXx".utf8.contains(state)
    return (isDead, ticks / System.ticksPerSecond)
  }
}
