#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A lock on bytes of a file, as SQLite takes them (fcntl), held by this process.
///
/// Whoever opens and closes the file here gives the lock up (POSIX): so nothing else may.
final class DatabaseLock: Sendable {
  private let descriptor: Int32

  /// Locks what nobody can pass who wants to read or write a database.
  static func ofDatabase(_ path: String) -> DatabaseLock? {
    // The lock-byte page, whatever the size of the file (SQLite file format, 1.4).
    DatabaseLock(path, start: 0x4000_0000, count: 512)
  }

  private init?(_ path: String, start: Int, count: Int) {
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(start)
    lock.l_len = off_t(count)
    guard descriptor >= 0, fcntl(descriptor, F_SETLK, &lock) == 0 else {
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
  }

  func release() { close(descriptor) }
}
