#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The system calls of this module, each retried after EINTR.
///
/// What differs between platforms, and all of libc's names and macros, stays in this file.
enum System {
  static let brokenPipe = EPIPE
  static let wouldBlock = EAGAIN
  static let isDirectory = EISDIR
  static let notFound = ENOENT
  static let exists = EEXIST
  static let badDescriptor = EBADF
  static let tooManyLinks = ELOOP
  static let illegalBytes = EILSEQ
  static let inputOutput = EIO
  static let noSpace = ENOSPC
  static let overQuota = EDQUOT

  static var processID: Int32 { getpid() }
  static var userID: UInt32 { geteuid() }

  static func message(for code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    let words = String(cString: text)
    // "No such file" reads on after a colon; "RPC struct is bad" stays.
    guard let first = words.utf8.first, let second = words.utf8.dropFirst().first,
      (65...90).contains(first), !(65...90).contains(second)
    else { return words }
    return words.prefix(1).lowercased() + words.dropFirst()
  }

  /// Calls until the result is not EINTR; the value it throws is the code.
  private static func retrying<Result: FixedWidthInteger>(
    _ operation: String, _ path: String?, _ call: () -> Result
  ) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { throw SystemError(code: code, operation: operation, path: path) }
    }
  }

  /// A path with a NUL in it would be cut there by libc, and lead to another file.
  static func check(_ path: String, _ operation: String) throws(SystemError) {
    if path.utf8.contains(0) {
      throw SystemError(code: EINVAL, operation: operation, path: path)
    }
  }
}

// MARK: Clocks

extension System {
  static func boottimeNanoseconds() -> Int64 {
    #if canImport(Darwin)
      // Darwin's monotonic clock goes on during sleep; Linux has a clock of its own for that.
      nanoseconds(of: CLOCK_MONOTONIC)
    #else
      nanoseconds(of: CLOCK_BOOTTIME)
    #endif
  }

  static func wallSeconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec)
  }

  private static func nanoseconds(of clock: clockid_t) -> Int64 {
    var now = timespec()
    clock_gettime(clock, &now)
    return Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec)
  }
}

// MARK: What a file is

/// What `stat(2)` says of a file, as far as it is needed here.
struct FileFacts {
  enum Kind { case regular, directory, pipe, socket, other }
  var kind: Kind
  var identity: FileIdentity
  var mode: UInt32
  var owner: UInt32
  var group: UInt32
  var size: Int64
  /// When its bytes last changed, in seconds since 1970.
  var changedAt: Int64
  /// What was over of that second.
  var changedNanoseconds: Int64
}

extension System {
  static func facts(path: String) throws(SystemError) -> FileFacts {
    try check(path, "open")
    var info = stat()
    _ = try retrying("open", path) { stat(path, &info) }
    return facts(info)
  }

  /// What stands at `path` itself, a link not followed.
  static func facts(notFollowing path: String) throws(SystemError) -> FileFacts {
    try check(path, "open")
    var info = stat()
    _ = try retrying("open", path) { lstat(path, &info) }
    return facts(info)
  }

  static func facts(descriptor: Int32, name: String) throws(SystemError) -> FileFacts {
    var info = stat()
    _ = try retrying("open", name) { fstat(descriptor, &info) }
    return facts(info)
  }

  private static func facts(_ info: stat) -> FileFacts {
    let kind: FileFacts.Kind =
      switch info.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .other
      }
    return FileFacts(
      kind: kind,
      identity: FileIdentity(
        device: UInt64(truncatingIfNeeded: info.st_dev),
        inode: UInt64(truncatingIfNeeded: info.st_ino)),
      mode: UInt32(info.st_mode) & 0o7777, owner: info.st_uid, group: info.st_gid,
      size: Int64(info.st_size), changedAt: Int64(modified(info).tv_sec),
      changedNanoseconds: Int64(modified(info).tv_nsec))
  }

  private static func modified(_ info: stat) -> timespec {
    #if canImport(Darwin)
      info.st_mtimespec
    #else
      info.st_mtim
    #endif
  }

  /// Where a symbolic link points; `nil` when `path` is no link, or nothing.
  static func linkTarget(_ path: String) throws(SystemError) -> String? {
    try check(path, "open")
    var bytes = [UInt8](repeating: 0, count: 4097)
    let length = bytes.withUnsafeMutableBytes { room -> Int in
      guard let start = room.baseAddress else { return -1 }
      return readlink(path, start.assumingMemoryBound(to: CChar.self), room.count)
    }
    if length < 0 { return nil }
    guard let target = String(validating: bytes.prefix(length), as: UTF8.self) else {
      throw SystemError(code: illegalBytes, operation: "follow the link", path: path)
    }
    return target
  }

  /// Whether this process may write to the file at `path`, by its effective user.
  static func checkWritable(_ path: String) throws(SystemError) {
    _ = try retrying("write", path) { faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) }
  }

  static func isOpen(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF
  }
}

// MARK: Opening and closing

extension System {
  /// Opens for reading; a FIFO that nobody writes to yet does not block where that can be had.
  ///
  /// Linux reports such a FIFO as neither readable nor ended until a writer has come, so that
  /// `poll(2)`, which can be woken, does the waiting. Elsewhere the open itself waits.
  static func openForReading(_ path: String) throws(SystemError) -> Int32 {
    try check(path, "open")
    var flags = O_RDONLY | O_CLOEXEC | O_NOCTTY
    #if os(Linux)
      if try facts(path: path).kind == .pipe { flags |= O_NONBLOCK }
    #endif
    let mode = flags
    return try retrying("open", path) { open(path, mode) }
  }

  /// Opens what exists for writing, without cutting it.
  ///
  /// Without `blocking` a FIFO that nobody reads is an error (ENXIO), and a full one takes nothing.
  static func openForWriting(_ path: String, blocking: Bool = true) throws(SystemError) -> Int32 {
    try check(path, "open")
    let flags = O_WRONLY | O_CLOEXEC | O_NOCTTY | (blocking ? 0 : O_NONBLOCK)
    return try retrying("open", path) { open(path, flags) }
  }

  /// Opens for reading what may be anything, without waiting for it; links are followed.
  static func openWithoutWaiting(_ path: String) throws(SystemError) -> Int32 {
    try check(path, "open")
    return try retrying("open", path) { open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
  }

  /// Opens a file to try for its lock, without following a link or waiting.
  ///
  /// For writing, too: NFS grants a lock of one's own on nothing else.
  static func openForLocking(_ path: String) throws(SystemError) -> Int32 {
    try check(path, "open")
    let flags = O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW
    return try retrying("open", path) { open(path, flags) }
  }

  /// Makes a file that must not exist yet; the umask is taken off `mode`.
  static func create(_ path: String, mode: UInt32) throws(SystemError) -> Int32 {
    try check(path, "create")
    return try retrying("create", path) {
      open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(truncatingIfNeeded: mode))
    }
  }

  static func openNull() throws(SystemError) -> Int32 {
    try retrying("open", "/dev/null") { open("/dev/null", O_RDONLY) }
  }

  static func duplicate(_ descriptor: Int32, name: String) throws(SystemError) -> Int32 {
    try retrying("open", name) { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }
  }

  static func duplicate(_ descriptor: Int32, as number: Int32) { dup2(descriptor, number) }

  /// Closes and returns the code; after EINTR the descriptor is gone all the same: never tried again.
  @discardableResult
  static func release(_ descriptor: Int32) -> Int32 {
    if close(descriptor) == 0 || errno == EINTR { return 0 }
    return errno
  }
}

// MARK: Transfer

extension System {
  /// Reads at most what fits; `nil` when a non-blocking descriptor has nothing now.
  static func receive(
    _ descriptor: Int32, into room: UnsafeMutableRawBufferPointer, name: String
  ) throws(SystemError) -> Int? {
    do throws(SystemError) {
      return try retrying("read", name) { read(descriptor, room.baseAddress, room.count) }
    } catch  where error.code == EAGAIN || error.code == EWOULDBLOCK {
      return nil
    }
  }

  /// Reads from a place of a file, and leaves the descriptor's own place alone.
  static func receive(
    _ descriptor: Int32, at offset: Int64, into room: UnsafeMutableRawBufferPointer, name: String
  ) throws(SystemError) -> Int {
    try retrying("read", name) { pread(descriptor, room.baseAddress, room.count, off_t(offset)) }
  }

  /// Where the next read of a descriptor starts; `nil` where it has no such place.
  static func position(_ descriptor: Int32) -> Int64? {
    let offset = lseek(descriptor, 0, SEEK_CUR)
    return offset < 0 ? nil : Int64(offset)
  }

  /// Writes some of the bytes; `nil` when a non-blocking descriptor takes nothing now.
  static func send(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, name: String
  ) throws(SystemError) -> Int? {
    do throws(SystemError) {
      return try retrying("write", name) { write(descriptor, bytes.baseAddress, bytes.count) }
    } catch  where error.code == EAGAIN || error.code == EWOULDBLOCK {
      return nil
    }
  }

  /// What a descriptor is waited for; that its other end goes away always counts.
  enum Interest {
    case input, output, nothing
  }

  /// What `wait` saw.
  struct Events {
    /// The call on the descriptor would not block: bytes, room, an end or an error.
    var isReady = false
    /// The other end is gone, or in trouble.
    var isGone = false
    /// The wake descriptor was signalled.
    var isWoken = false
  }

  /// Waits for either of two descriptors; a negative one is left out, a negative time is no limit.
  static func wait(
    _ descriptor: Int32, for interest: Interest, wake: Int32, milliseconds: Int32, name: String
  ) throws(SystemError) -> Events {
    let wanted: Int32 =
      switch interest {
      case .input: POLLIN
      case .output: POLLOUT
      case .nothing: 0
      }
    let deadline = boottimeNanoseconds() &+ Int64(milliseconds) &* 1_000_000
    var rest = milliseconds
    while true {
      var entries = (
        pollfd(fd: descriptor, events: Int16(wanted), revents: 0),
        pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
      )
      let count = withUnsafeMutableBytes(of: &entries) {
        poll($0.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, rest)
      }
      if count >= 0 {
        let seen = Int32(entries.0.revents)
        return Events(
          isReady: seen != 0, isGone: seen & (POLLERR | POLLHUP) != 0,
          isWoken: entries.1.revents != 0)
      }
      if errno != EINTR { throw SystemError(code: errno, operation: "wait for", path: name) }
      if milliseconds >= 0 {
        // Rounded up, so that a wait does not end early and then spin.
        let left = max(0, deadline &- boottimeNanoseconds())
        rest = Int32(clamping: (left &+ 999_999) / 1_000_000)
      }
    }
  }
}

// MARK: Waking

extension System {
  /// Makes the two ends of a wake-up: what is waited on, and what is written to.
  static func makeWakeEnds() throws(SystemError) -> (waited: Int32, signalled: Int32) {
    var ends = (Int32(-1), Int32(-1))
    _ = try retrying("create", "a pipe") {
      withUnsafeMutableBytes(of: &ends) { pipe($0.assumingMemoryBound(to: Int32.self).baseAddress) }
    }
    for end in [ends.0, ends.1] {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return ends
  }

  /// Leaves a mark in a wake-up; a full one is signalled already.
  static func signalWake(_ descriptor: Int32) {
    var mark: UInt8 = 1
    while write(descriptor, &mark, 1) < 0, errno == EINTR {}
  }

  /// Takes all marks off a wake-up.
  static func clearWake(_ descriptor: Int32) {
    var marks: UInt64 = 0
    while true {
      let taken = read(descriptor, &marks, 8)
      if taken <= 0, taken == 0 || errno != EINTR { return }
    }
  }
}

// MARK: Replacing a file

extension System {
  /// Gives an open file owner and mode; an owner that may not be given is left, as is its mode.
  static func adopt(_ facts: FileFacts, for descriptor: Int32) {
    var mode = facts.mode
    if fchown(descriptor, facts.owner, facts.group) != 0 {
      // Set-user-id bits must not end up on a file of another owner.
      mode &= 0o777
      _ = fchown(descriptor, uid_t.max, facts.group)
    }
    _ = fchmod(descriptor, mode_t(truncatingIfNeeded: mode))
  }

  /// Waits until the file's bytes are on the disk; file systems without that are content.
  static func synchronise(_ descriptor: Int32, name: String) throws(SystemError) {
    do throws(SystemError) {
      _ = try retrying("write", name) { fsync(descriptor) }
    } catch  where [EINVAL, ENOTSUP, EROFS].contains(error.code) {
      return
    }
  }

  /// Waits until the names in a folder are on the disk, where the folder can be opened.
  static func synchroniseFolder(_ path: String) throws(SystemError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 { return }
    defer { release(descriptor) }
    try synchronise(descriptor, name: path)
  }

  static func rename(_ path: String, to target: String) throws(SystemError) {
    _ = try retrying("replace", target) { renameFile(path, target) }
  }

  static func remove(_ path: String) { unlink(path) }

  static func setMode(_ mode: UInt32, of descriptor: Int32, name: String) throws(SystemError) {
    _ = try retrying("write", name) { fchmod(descriptor, mode_t(truncatingIfNeeded: mode)) }
  }
}

// MARK: Other processes

extension System {
  /// How a lock on a whole file was tried for (flock(2)).
  enum LockOutcome {
    case taken, held
    /// This file system has no such locks, or has none left.
    case unavailable
  }

  /// Tries for the lock on an open file; it goes with the last copy of the descriptor.
  static func tryLock(_ descriptor: Int32) -> LockOutcome {
    do throws(SystemError) {
      _ = try retrying("lock", nil) { flock(descriptor, LOCK_EX | LOCK_NB) }
      return .taken
    } catch {
      return error.code == EWOULDBLOCK ? .held : .unavailable
    }
  }

  /// Whether there is a process of that number here; one of another user counts.
  static func processExists(_ number: Int32) -> Bool {
    kill(number, 0) == 0 || errno != ESRCH
  }

  /// Ticks of the clock that the kernel dates processes by, in a second.
  static var ticksPerSecond: Int64 { max(1, Int64(sysconf(Int32(_SC_CLK_TCK)))) }

  /// Calls `body` with each name in a folder that begins with a full stop and is UTF-8.
  ///
  /// A folder that cannot be read has none; in a large one, the others cost next to nothing.
  static func forEachHiddenName(inFolder path: String, _ body: (String) -> Void) {
    guard !path.utf8.contains(0), let folder = opendir(path) else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      // The name may run past the room that the structure declares for it.
      let name = UnsafeRawPointer(entry).advanced(by: nameOffset)
      if name.load(as: UInt8.self) != UInt8(ascii: ".") { continue }
      let length = strlen(name.assumingMemoryBound(to: CChar.self))
      let bytes = UnsafeRawBufferPointer(start: name, count: length)
      if let text = String(validating: bytes, as: UTF8.self) { body(text) }
    }
  }

  private static let nameOffset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
}

private func renameFile(_ path: String, _ target: String) -> Int32 { rename(path, target) }
