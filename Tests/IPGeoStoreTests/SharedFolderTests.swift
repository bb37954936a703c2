import Foundation
import Testing

@testable import IPGeoStore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Files in a folder that others may write to, as the machine's limit file is.
@Suite struct SharedFolderTests {
  let folder: Folder
  private static let stranger: uid_t = 54_321

  init() throws {
    folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder("open"), withIntermediateDirectories: false)
    try #require(chmod(folder("open"), 0o777) == 0)
  }

  private var path: String { folder("open/limit.db") }

  /// Puts a link into the open folder as somebody else would.
  private func plant(_ target: String) throws {
    unlink(path)
    try #require(symlink(target, path) == 0)
    try #require(lchown(path, Self.stranger, Self.stranger) == 0)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a link to somebody else"))
  func `a stranger's link is not followed, wherever it leads`() throws {
    let rubbish = Data((0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) })
    for (name, content) in [("absent", nil), ("aliases.db", rubbish), ("empty", Data())] {
      let target = folder(name)
      try content?.write(to: URL(fileURLWithPath: target))
      try plant(target)
      for isShared in [true, false] {
        #expect {
          try LimitFile(path: path, isShared: isShared)
        } throws: {
          guard case .unusable(let where_, let why)? = $0 as? StoreError else { return false }
          return where_ == path && why == "it is a link that somebody else has put there"
        }
      }
      #expect(FileManager.default.contents(atPath: target) == content)
      let beside = folder.names.filter { $0.hasPrefix(name) }
      #expect(beside == (content == nil ? [] : [name]), "\(beside)")
    }
    // Nor by way of a link of one's own.
    #expect(symlink(path, folder("own.db")) == 0)
    #expect(throws: StoreError.self) { try LimitFile(path: folder("own.db")) }
    #expect(!folder.names.contains("absent"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a link to somebody else"))
  func `a stranger's link in a folder of one's own is followed`() throws {
    try #require(chmod(folder("open"), 0o755) == 0)
    try plant(folder("real.db"))
    _ = try LimitFile(path: path)
    #expect(folder.names.contains("real.db"))
  }

  @Test func `one's own link is followed`() throws {
    #expect(symlink(folder("real.db"), path) == 0)
    _ = try LimitFile(path: path, isShared: true)
    #expect(folder.names.contains("real.db"))
  }

  @Test func `a file that became a link after it was looked at is not opened`() throws {
    var source = DatabaseFile(path: path, identity: LimitTables.identity)
    source.keepsMode = true
    source.patienceMilliseconds = 100
    try Data().write(to: URL(fileURLWithPath: folder("real.db")))
    #expect(symlink(folder("real.db"), path) == 0)
    #expect(throws: StoreError.self) { try source.open() }
    #expect(FileManager.default.contents(atPath: folder("real.db")) == Data())
  }

  @Test func `what was a file and is a link by now is not opened`() throws {
    #expect(symlink(folder("real.db"), path) == 0)
    try Data().write(to: URL(fileURLWithPath: folder("real.db")))
    #expect(throws: DatabaseError.self) {
      let database = try Database(path, followsLinks: false, busyMilliseconds: 10)
      _ = try database.integer("SELECT count(*) FROM sqlite_schema")
    }
    _ = try Database(path, followsLinks: true, busyMilliseconds: 10)
  }

  @Test(
    arguments: [
      (0o777, 0o666), (0o2770, 0o660), (0o1777, 0o666), (0o755, 0o600), (0o700, 0o600),
    ] as [(mode_t, Int)])
  func `a new file is for whoever may make files beside it`(folderMode: mode_t, expected: Int)
    throws
  {
    try #require(chmod(folder("open"), folderMode) == 0)
    // The umask of whoever runs the tests takes something from each of them.
    _ = try LimitFile(path: path, isShared: true)
    #expect(try mode(path) == expected)
    // One user's own is theirs, wherever it is.
    _ = try LimitFile(path: folder("open/own.db"), isShared: false)
    #expect(try mode(folder("open/own.db")) == 0o600)
  }

  @Test func `one that takes a damaged one's place is for all of them, too`() throws {
    let rubbish = Data((0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) })
    try rubbish.write(to: URL(fileURLWithPath: path))
    _ = try LimitFile(path: path, isShared: true)
    #expect(try mode(path) == 0o666)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder("open"))
    #expect(names.contains { $0.hasPrefix("limit.db.corrupt-") })
  }
}
