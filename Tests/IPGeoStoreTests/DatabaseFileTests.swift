import Foundation
import IPGeoAddresses
import IPGeoCore
import Testing

@testable import IPGeoStore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct DatabaseFileTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  private func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: folder(name)))
  }

  private var rubbish: [UInt8] { (0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) } }

  @Test func `file and folder are for their owner alone, also one that was not`() throws {
    let old = umask(0)
    defer { umask(old) }
    let address = try address("8.8.8.8")
    do {
      let store = try AnswerStore(path: folder("x/y/answers.db"))
      store.keep(.unknown(.noData), for: address)
      #expect(try mode(folder("x")) == 0o700 && mode(folder("x/y")) == 0o700)
      for name in ["answers.db", "answers.db-wal", "answers.db-shm"] {
        #expect(try mode(folder("x/y/\(name)")) == 0o600, "\(name)")
      }
      store.close(now: today)
    }
    chmod(folder("x/y/answers.db"), 0o644)
    let store = try AnswerStore(path: folder("x/y/answers.db"))
    #expect(try mode(folder("x/y/answers.db")) == 0o600)
    #expect(store.known([address]).count == 1)
  }

  @Test func `a shared limit file keeps its mode`() throws {
    #expect(mknod(folder("limit.db"), S_IFREG | 0o600, 0) == 0)
    chmod(folder("limit.db"), 0o666)
    let file = try LimitFile(path: folder("limit.db"), isShared: true)
    file.refuse(host: "x")
    for name in folder.names { #expect(try mode(folder(name)) == 0o666, "\(name)") }
  }

  @Test(arguments: ["answers.db", "cache"])
  func `a damaged file is set aside and replaced`(name: String) throws {
    let address = try address("8.8.8.8")
    do {
      let store = try AnswerStore(path: folder(name))
      store.keep(.unknown(.noData), for: address)
      store.close(now: today)
    }
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder(name))))
    bytes.replaceSubrange(0..<64, with: rubbish.prefix(64))
    try write(bytes, to: name)
    let notices = Notices()
    let store = try AnswerStore(path: folder(name)) { notices.take($0) }
    store.keep(.unknown(.noData), for: address)
    #expect(store.known([address]).count == 1)
    guard case .replaced(_, let aside)? = notices.all.first, notices.all.count == 1 else {
      Issue.record("\(notices.all)")
      return
    }
    #expect(aside.hasPrefix(folder("\(name).corrupt-2")))
    #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: aside))) == bytes)
  }

  @Test func `nothing but rubbish or zeros under our name is set aside`() throws {
    for (number, bytes) in [rubbish, [UInt8](repeating: 0, count: 8192)].enumerated() {
      try write(bytes, to: "\(number).db")
      let notices = Notices()
      _ = try AnswerStore(path: folder("\(number).db")) { notices.take($0) }
      #expect(notices.all.count == 1)
    }
    #expect(folder.names.count { $0.contains(".corrupt-") } == 2)
  }

  @Test func `damage that shows in the middle of a run is dealt with, once`() throws {
    let addresses = (0..<4000 as Range<UInt32>).map { IPAddress(ipv4: 0x0800_0000 + $0) }
    let answers = addresses.map {
      StoredAnswer(address: $0, outcome: .located(somewhere("\($0)")), askedAt: today)
    }
    let path = folder("answers.db")
    do {
      let store = try AnswerStore(path: path)
      store.keep(answers, kind: english, now: today)
      store.close(now: today)
    }
    let notices = Notices()
    let store = try AnswerStore(path: path) { notices.take($0) }
    let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    for page in 2..<(size / 4096) {
      try handle.seek(toOffset: UInt64(page * 4096))
      try handle.write(contentsOf: Data(rubbish.prefix(4096)))
    }
    try handle.close()
    #expect(store.known(addresses).count < 4000)
    store.keep(answers, kind: english, now: today)
    #expect(store.known(addresses).count == 4000)
    #expect(notices.all.count == 1)
    #expect(folder.names.count { $0.contains(".corrupt-") && !$0.hasSuffix("-wal") } == 1)
  }

  @Test func `a store whose tables are gone is damaged`() throws {
    _ = try AnswerStore(path: folder("answers.db"))
    let file = DatabaseFile(path: folder("answers.db"), identity: AnswerFile.identity)
    try file.open().database.execute("DROP TABLE answers")
    let notices = Notices()
    let store = try AnswerStore(path: folder("answers.db")) { notices.take($0) }
    #expect(notices.all.count == 1)
    #expect(try store.statistics().answers == 0)
  }

  @Test func `a foreign database, list or MaxMind file is left alone`() throws {
    var identity = AnswerFile.identity
    identity.application = 7
    _ = try DatabaseFile(path: folder("foreign.db"), identity: identity).open()
    try write(Array("8.8.8.8\n1.1.1.1\n".utf8), to: "ips.txt")
    try write(rubbish, to: "GeoLite2-City.mmdb")
    try write([0x0A], to: "one-byte.txt")
    for name in ["foreign.db", "ips.txt", "GeoLite2-City.mmdb", "one-byte.txt"] {
      let before = try Data(contentsOf: URL(fileURLWithPath: folder(name)))
      #expect(throws: StoreError.foreign(path: folder(name))) {
        try AnswerStore(path: folder(name))
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder(name))) == before)
    }
    #expect(!folder.names.contains { $0.contains("corrupt") })
    // The store and the limit are not each other's.
    _ = try LimitFile(path: folder("limit.db"))
    #expect(throws: StoreError.foreign(path: folder("limit.db"))) {
      try AnswerStore(path: folder("limit.db"))
    }
  }

  @Test func `a newer store is left alone`() throws {
    var identity = AnswerFile.identity
    identity.version = 2
    _ = try DatabaseFile(path: folder("answers.db"), identity: identity).open()
    #expect(throws: StoreError.newer(path: folder("answers.db"), version: 2)) {
      try AnswerStore(path: folder("answers.db"))
    }
  }

  @Test func `folders, devices and places that cannot be are typed errors`() throws {
    try write([1], to: "file")
    for path in [folder.path, "/dev/null", folder("file/answers.db"), "/proc/no/such.db"] {
      #expect(throws: StoreError.self) { try AnswerStore(path: path) }
    }
  }

  @Test func `names that SQLite gives a meaning are names`() throws {
    for name in ["a?mode=memory", "x%20y.db", ":memory:", "file:z"] {
      let store = try AnswerStore(path: folder(name))
      store.close(now: today)
      #expect(folder.names.contains(name))
    }
  }

  @Test func `a link is followed, and its log stands beside the file itself`() throws {
    _ = try AnswerStore(path: folder("real/answers.db"))
    #expect(symlink(folder("real/answers.db"), folder("link.db")) == 0)
    let store = try AnswerStore(path: folder("link.db"))
    store.keep(.unknown(.noData), for: try address("8.8.8.8"))
    #expect(FileManager.default.fileExists(atPath: folder("real/answers.db-wal")))
  }

  @Test func `a link to nothing yet is where the store is made`() throws {
    try FileManager.default.createDirectory(
      atPath: folder("d"), withIntermediateDirectories: false)
    #expect(symlink("../real/answers.db", folder("d/link.db")) == 0)
    #expect(symlink("d/link.db", folder("first.db")) == 0)
    let eight = try address("8.8.8.8")
    let store = try AnswerStore(path: folder("first.db"))
    store.keep(.unknown(.noData), for: eight)
    store.close(now: today)
    #expect(try mode(folder("real/answers.db")) == 0o600)
    #expect(try AnswerStore(path: folder("real/answers.db")).known([eight]).count == 1)
    #expect(symlink("loop.db", folder("loop.db")) == 0)
    #expect(throws: StoreError.self) { try AnswerStore(path: folder("loop.db")) }
  }

  @Test(arguments: [3, 4, 6] as [Int32])
  func `a write that a quota forbids ends the keeping alone`(detail: Int32) {
    // SQLITE_IOERR_WRITE, _FSYNC and _TRUNCATE, which a quota's EDQUOT becomes.
    #expect(DatabaseError(code: 10 | detail << 8, message: "").kind == .cannotWrite)
    #expect(DatabaseError(code: 10 | 1 << 8, message: "").kind == .other)
  }

  @Test func `on a file system that is not local there is another journal, and a notice`() throws {
    var source = DatabaseFile(path: folder("answers.db"), identity: AnswerFile.identity)
    source.isShared = { _ in true }
    let notices = Notices()
    let store = try AnswerStore(source: source) { notices.take($0) }
    #expect(notices.all == [.otherJournal(path: folder("answers.db"), mode: "delete")])
    store.keep(.unknown(.noData), for: try address("8.8.8.8"))
    #expect(try store.statistics().answers == 1)
    #expect(folder.names == ["answers.db"])
  }

  @Test func `twelve open one new file at once, twenty rounds`() throws {
    for round in 0..<20 {
      let path = folder("\(round)/answers.db")
      let failures = Notices()
      DispatchQueue.concurrentPerform(iterations: 12) { number in
        do throws(StoreError) {
          let store = try AnswerStore(path: path) { failures.take($0) }
          store.keep(.unknown(.noData), for: IPAddress(ipv4: UInt32(number) + 0x0800_0000))
          store.close(waitingMilliseconds: 10_000, now: today)
        } catch {
          failures.take(.abandoned(error))
        }
      }
      #expect(failures.all.isEmpty)
      #expect(try AnswerStore(path: path).statistics().answers == 12)
    }
  }

  @Test func `a file that others took away is made again`() throws {
    let address = try address("8.8.8.8")
    let store = try AnswerStore(path: folder("answers.db"))
    store.keep(.unknown(.noData), for: address)
    for name in folder.names { unlink(folder(name)) }
    store.keep(.unknown(.noData), for: address)
    store.close(now: today)
    #expect(try AnswerStore(path: folder("answers.db")).known([address]).count == 1)
  }

  @Test func `a locked file makes answers wait, and close says when they are lost`() throws {
    let (one, two) = try (address("8.8.8.8"), address("1.1.1.1"))
    let notices = Notices()
    let store = try AnswerStore(path: folder("answers.db")) { notices.take($0) }
    let other = try DatabaseFile(path: folder("answers.db"), identity: AnswerFile.identity).open()
    try other.database.execute("BEGIN IMMEDIATE")
    store.keep(.unknown(.noData), for: one)
    #expect(store.known([one]).isEmpty && notices.all.isEmpty)
    try other.database.execute("COMMIT")
    store.keep(.unknown(.noData), for: two)
    #expect(store.known([one, two]).count == 2 && notices.all.isEmpty)
    try other.database.execute("BEGIN IMMEDIATE")
    store.keep(.unknown(.noData), for: try address("9.9.9.9"))
    store.close(waitingMilliseconds: 10, now: today)
    #expect(notices.all == [.notKept(.locked(path: folder("answers.db")))])
  }
}

extension DatabaseFileTests {
  @Test func `a look-up that meets a lock knows nothing, and says so once`() throws {
    let notices = Notices()
    var source = DatabaseFile(path: folder("answers.db"), identity: AnswerFile.identity)
    // With this journal a writer at its end keeps readers out.
    source.isShared = { _ in true }
    source.busyMilliseconds = 10
    let store = try AnswerStore(source: source) { notices.take($0) }
    let address = try address("8.8.8.8")
    store.keep(.unknown(.noData), for: address)
    let other = try DatabaseFile(path: folder("answers.db"), identity: AnswerFile.identity).open()
    try other.database.execute("PRAGMA locking_mode = EXCLUSIVE")
    try other.database.execute("BEGIN EXCLUSIVE")
    #expect(store.known([address]).isEmpty && store.known([address]).isEmpty)
    #expect(notices.all.dropFirst() == [.notRead(.locked(path: folder("answers.db")))])
    try other.database.execute("COMMIT")
  }
}
