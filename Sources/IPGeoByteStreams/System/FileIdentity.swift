/// Which file a path or a descriptor leads to: equal values are one and the same file.
///
/// Hard links and symbolic links to a file have its identity. It holds as long as the file exists.
public struct FileIdentity: Hashable, Sendable {
  /// The file system's number (`st_dev`).
  public let device: UInt64
  /// The file's number within it (`st_ino`).
  public let inode: UInt64

  /// The file at `path`, links followed; `nil` where there is none, or it cannot be seen.
  public static func of(path: String) -> FileIdentity? {
    (try? System.facts(path: path))?.identity
  }

  /// The file behind an open descriptor; `nil` for one that is not open.
  public static func of(descriptor: Int32) -> FileIdentity? {
    (try? System.facts(descriptor: descriptor, name: ""))?.identity
  }

  /// The regular file at `path`, links followed; `nil` where there is none.
  ///
  /// Devices, pipes and sockets may be shared; they have no identity here.
  public static func ofRegularFile(path: String) -> FileIdentity? {
    (try? System.facts(path: path)).flatMap { $0.kind == .regular ? $0.identity : nil }
  }

  /// The regular file behind an open descriptor; `nil` for anything else.
  public static func ofRegularFile(descriptor: Int32) -> FileIdentity? {
    (try? System.facts(descriptor: descriptor, name: "")).flatMap {
      $0.kind == .regular ? $0.identity : nil
    }
  }

  init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}
