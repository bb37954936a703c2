#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file that one process at a time can hold (flock(2)), opened and tried for, never waited for.
struct LockFile: Sendable {
  /// How a try ended.
  enum Attempt: Hashable, Sendable {
    case taken
    /// Another holds it; the process that the file names, where one is named and runs here.
    case held(by: Int32?)
    /// The file was removed or replaced meanwhile, so that a lock on it keeps nobody away.
    case replaced
    /// The `errno` of what went wrong.
    case failed(Int32)
  }

  /// Why a file cannot be used.
  enum OpeningFault: Error, Hashable {
    /// The `errno` of `open(2)`.
    case system(Int32)
    /// It is a FIFO, a device or a socket.
    case notAFile
  }

  let path: String
  let descriptor: Int32

  /// Opens the file, or makes an empty one with the mode that the umask leaves.
  init(opening path: String) throws(OpeningFault) {
    if path.isEmpty || path.utf8.contains(0) { throw .system(path.isEmpty ? ENOENT : EINVAL) }
    // First without making it: systems that guard shared folders refuse to make what is there.
    let flags = O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    var descriptor = Self.retrying { open(path, flags) }
    if descriptor < 0, errno == ENOENT {
      descriptor = Self.retrying { open(path, flags | O_CREAT, 0o666) }
    }
    if descriptor < 0 { throw .system(errno) }
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      Self.close(descriptor)
      throw .notAFile
    }
    self.path = path
    self.descriptor = descriptor
  }

  /// Tries for the lock; when it is taken, the file names this process.
  func attempt() -> Attempt {
    if Self.retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) != 0 {
      let code = errno
      return code == EWOULDBLOCK ? .held(by: namedProcess) : .failed(code)
    }
    var ours = stat()
    var there = stat()
    guard fstat(descriptor, &ours) == 0, stat(path, &there) == 0, ours.st_dev == there.st_dev,
      ours.st_ino == there.st_ino
    else {
      _ = flock(descriptor, LOCK_UN)
      return .replaced
    }
    nameThisProcess()
    return .taken
  }

  /// Gives the lock up, where it is ours, and closes the file.
  func close() {
    // Closing alone would not: a process that is just being started has a copy for a moment.
    _ = flock(descriptor, LOCK_UN)
    Self.close(descriptor)
  }

  private static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
  }

  /// For people, so it may fail; a file with anything else in it is somebody's, and stays as it is.
  private func nameThisProcess() {
    guard let old = content, old.allSatisfy({ $0 == 0x0A || (0x30...0x39).contains($0) }) else {
      return
    }
    let line = Array("\(getpid())\n".utf8)
    guard ftruncate(descriptor, 0) == 0 else { return }
    _ = pwrite(descriptor, line, line.count, 0)
  }

  /// A number that an earlier holder left would name the wrong process: it must run here.
  private var namedProcess: Int32? {
    guard let content, let line = content.split(separator: 0x0A).first,
      let number = Int32(String(decoding: line, as: UTF8.self)), number > 0,
      kill(number, 0) == 0 || errno == EPERM
    else { return nil }
    return number
  }

  /// What is in the file; `nil` for more than a process's number.
  private var content: ArraySlice<UInt8>? {
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = Self.retrying { pread(descriptor, &bytes, bytes.count, 0) }
    return (0..<bytes.count).contains(count) ? bytes[..<count] : nil
  }

  private static func retrying<Result: FixedWidthInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}
