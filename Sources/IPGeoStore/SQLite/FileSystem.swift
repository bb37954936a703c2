internal import CSQLite

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What the files beside and below a database need of the system.
enum FileSystem {
  /// Which file a path names: device and inode.
  struct Identity: Hashable {
    var device: UInt64
    var inode: UInt64
  }

  /// What a path names.
  struct Facts {
    var identity: Identity
    var isRegular: Bool
    var isFolder: Bool
    var size: Int64
    var mode: mode_t
    var owner: uid_t
  }

  /// What `path` names, links followed; nil when that is nothing.
  static func facts(_ path: String) -> Facts? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let kind = status.st_mode & S_IFMT
    return Facts(
      identity: Identity(
        device: UInt64(truncatingIfNeeded: status.st_dev),
        inode: UInt64(truncatingIfNeeded: status.st_ino)),
      isRegular: kind == S_IFREG, isFolder: kind == S_IFDIR, size: Int64(status.st_size),
      mode: status.st_mode & 0o7777, owner: status.st_uid)
  }

  /// Whether `path`, links followed, names nothing for certain.
  static func isAbsent(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 && errno == ENOENT
  }

  /// The folder that a path's last part stands in.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    let folder = path[..<slash]
    return folder.isEmpty ? "/" : String(folder)
  }

  /// A path that SQLite cannot take for anything but a path.
  static func plain(_ path: String) -> String {
    path.hasPrefix("/") || path.hasPrefix("./") ? path : "./" + path
  }

  /// Makes a folder and those above it, for the user alone; folders that exist stay as they are.
  /// - Returns: nil when it is there now, else the system's error number.
  static func makeFolder(_ path: String) -> Int32? {
    if let facts = facts(path) { return facts.isFolder ? nil : ENOTDIR }
    let above = folder(of: path)
    if above != path, above != ".", let code = makeFolder(above) { return code }
    if mkdir(path, 0o700) == 0 { return nil }
    let code = errno
    // Somebody else may have made it just now.
    return code == EEXIST && facts(path)?.isFolder == true ? nil : code
  }

  /// Makes an empty file that all may read and write who may make files beside it, unless there is
  /// one; whatever the umask.
  /// - Returns: nil when it is there now, else the system's error number.
  static func makeSharedFile(_ path: String) -> Int32? {
    let mode = (facts(folder(of: path))?.mode ?? 0o600) & 0o666
    let descriptor = open(path, O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor < 0 { return errno == EEXIST ? nil : errno }
    // Not by the path: it could be another one by now.
    fchmod(descriptor, mode)
    close(descriptor)
    return nil
  }

  /// Makes an empty file for the user alone, unless there is one.
  ///
  /// It is not opened where that can be avoided: closing any descriptor of a file drops all locks
  /// that the process has on it (POSIX), SQLite's, too.
  /// - Returns: nil when it is there now, else the system's error number.
  static func makeFile(_ path: String) -> Int32? {
    #if canImport(Darwin)
      let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
      let code = descriptor < 0 ? errno : 0
      if descriptor >= 0 { close(descriptor) }
    #else
      let code = mknod(path, S_IFREG | 0o600, 0) == 0 ? 0 : errno
    #endif
    return code == 0 || code == EEXIST ? nil : code
  }

  /// Takes from everybody but the owner what `path` and the files beside it allow.
  static func makePrivate(_ path: String) {
    for name in [path, path + "-wal", path + "-shm", path + "-journal"] {
      guard let facts = facts(name), facts.isRegular, facts.owner == geteuid(),
        facts.mode & 0o077 != 0
      else { continue }
      chmod(name, facts.mode & 0o700)
    }
  }

  /// Up to `count` bytes from the start of a file that SQLite does not take for one of its own.
  static func head(_ path: String, _ count: Int) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let got = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    return Array(bytes.prefix(max(got, 0)))
  }

  /// Runs `body` while nobody else does for the same folder; without the lock where there is none.
  static func withFolderLock<Result>(_ folder: String, _ body: () -> Result) -> Result {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // Closing gives the lock up.
    defer { if descriptor >= 0 { close(descriptor) } }
    var tries = 0
    while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, tries < 100 {
      usleep(10_000)
      tries += 1
    }
    return body()
  }

  /// Whether `path` is on a file system that other machines may use, too, where SQLite's
  /// write-ahead log does not work.
  static func isShared(_ path: String) -> Bool {
    #if canImport(Darwin)
      return ipgeo_file_system(path) != 0
    #else
      // statfs(2): NFS, SMB, CIFS, SMB2, AFS (two), Coda, 9P, Ceph, FUSE (sshfs), GFS2, OCFS2,
      // Lustre, BeeGFS.
      let shared: Set<UInt32> = [
        0x6969, 0x517b, 0xff53_4d42, 0xfe53_4d42, 0x5346_414f, 0x6b41_4653, 0x7375_7245,
        0x0102_1997, 0x00c3_6400, 0x6573_5546, 0x0116_1970, 0x7461_636f, 0x0bd0_0bd0,
        0x1983_0326,
      ]
      return shared.contains(ipgeo_file_system(path))
    #endif
  }

  /// The path without links; where it names nothing yet, where a file of that name would be made.
  /// - Returns: nil where a link on the way is a stranger's, who could have it lead anywhere.
  static func resolved(_ path: String) -> String? {
    var end = path
    // As many links as the kernel follows.
    for _ in 0..<40 {
      guard let target = linkTarget(end) else { return inRealFolder(end) }
      if isStrangersLink(end) { return nil }
      end = target.hasPrefix("/") ? target : folder(of: end) + "/" + target
    }
    return path
  }

  /// The path with the links of its folders followed, where they are all there.
  private static func inRealFolder(_ path: String) -> String {
    // A folder's own path is an error later.
    if path.hasSuffix("/") { return path }
    guard let real = realpath(folder(of: path), nil) else { return path }
    defer { free(real) }
    let folder = String(cString: real)
    let name = path.split(separator: "/", omittingEmptySubsequences: true).last ?? ""
    if name.isEmpty || name == "." || name == ".." { return path }
    return folder == "/" ? "/" + name : folder + "/" + name
  }

  /// Whether a link is neither the user's own nor root's, and stands where others may put one: as
  /// the kernel has it for folders with a sticky bit (`protected_symlinks`, proc_sys_fs(5)).
  private static func isStrangersLink(_ path: String) -> Bool {
    guard isWritableByOthers(folder(of: path)) else { return false }
    var status = stat()
    return lstat(path, &status) == 0 && status.st_uid != geteuid() && status.st_uid != 0
  }

  /// Whether others than its owner may make and remove what is in a folder.
  static func isWritableByOthers(_ folder: String) -> Bool {
    facts(folder).map { $0.mode & 0o022 != 0 } ?? false
  }

  private static func linkTarget(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0, count < bytes.count else { return nil }
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The system's words for an error number.
  static func message(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }

  /// Sleeps for that long.
  static func sleep(milliseconds: UInt32) { usleep(milliseconds &* 1000) }

  /// Seconds since 1970, by the wall clock.
  static func wallSeconds() -> Int64 { Int64(time(nil)) }
}
