import CSQLite
import Foundation
import IPGeoStandIn
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A store that cannot be used as it should be: entries 64 and 65 of the inputs.
///
/// Whatever it is, one line says so, and rows and exit code are those of a run without a store.
struct StoreFaultTests {
  /// What a run without a store writes of `in`, but for the time.
  private static let words = noWait + ["-f", "+country,-looked_up_at", "in"]

  /// Runs over `in`; expects one line of the store, with `text` in it, and the rows of any other run.
  private func expectOneLine(
    _ scene: Scene, _ text: String, store: String? = nil, variables: [String: String?] = [:],
    file: SourceLocation = #_sourceLocation
  ) async throws {
    try scene.write("in", list(publicAddresses(130) + ["8.8.8.8", "10.0.0.1"]))
    let plain = try await scene.batch(["--no-cache"] + Self.words)
    #expect(plain.end == .exit(0), sourceLocation: file)
    let options = store.map { ["--cache", $0] } ?? []
    let result = try await scene.batch(options + Self.words, variables: variables)
    #expect(result.end == .exit(0), sourceLocation: file)
    #expect(result.output == plain.output, sourceLocation: file)
    #expect(result.messages.count == 1, "\(result.messages)", sourceLocation: file)
    let line = result.messages.first ?? ""
    #expect(
      line.hasPrefix("ipgeo: the store of answers: ") && line.contains(text), "\(line)",
      sourceLocation: file)
    let quiet = try await scene.batch(options + ["-q"] + Self.words, variables: variables)
    #expect(quiet.end == .exit(0) && quiet.errors.isEmpty, sourceLocation: file)
  }

  @Test(arguments: 1...2)
  func `64: twelve runs may make one new store at once`(round: Int) async throws {
    try await withScene { scene in
      let addresses = publicAddresses(40 * round)
      try scene.write("in", list(addresses))
      let runs = try (1...12).map { _ in try scene.startBatch(noWait + ["in"]) }
      for run in runs {
        let result = await run.result()
        #expect(result.end == .exit(0), "\(result.errors)")
        #expect(result.messages.isEmpty, "\(result.messages)")
        #expect(try result.table["status"].allSatisfy { $0 == "located" })
        #expect(try result.table["ip"] == addresses)
      }
      #expect(try await scene.answers() == addresses.count)
    }
  }

  // MARK: Places

  @Test(arguments: [
    ("d", "it is a folder"), ("d/", "it is a folder"), ("in/answers.db", "Not a directory"),
    ("/dev/full", "it is no regular file"), ("/dev/null", "it is no regular file"),
    ("pipe", "it is no regular file"), ("loop", "it cannot be looked at"),
    ("/dev/null/a.db", "Not a directory"),
  ])
  func `65: a place where no store can be`(path: String, why: String) async throws {
    try await withScene { scene in
      try FileManager.default.createDirectory(
        atPath: scene.path("d"), withIntermediateDirectories: false)
      mkfifo(scene.path("pipe"), 0o600)
      symlink("loop", scene.path("loop"))
      try await expectOneLine(scene, why, store: path)
      #expect(scene.names == ["d", "in", "loop", "pipe"])
    }
  }

  #if os(Linux)
    @Test func `65: a place where nobody may make files`() async throws {
      try await withScene { scene in
        for path in ["/proc/answers.db", "/proc/ipgeo/answers.db", "/sys/answers.db"] {
          try await expectOneLine(scene, "cannot be used", store: path)
        }
      }
    }
  #endif

  /// What runs a command so that modes count for it, though it be root; nil where that cannot be.
  private static let bound: String? = {
    if geteuid() != 0 { return "true" }
    let words = "setpriv --bounding-set=-dac_override,-dac_read_search"
    return system("\(words) true >/dev/null 2>&1") == 0 ? "set -- \(words) \"$@\"" : nil
  }()

  @Test(.enabled(if: bound != nil, "root may write everything"), arguments: [false, true])
  func `65: a read-only store is read, and one line says so`(withFolder: Bool) async throws {
    try await withScene { scene in
      try scene.put([answer("8.8.8.8", daysAgo: 1)], in: scene.path("d/a.db"))
      let bytes = contents(scene.path("d/a.db"))
      chmod(scene.path("d/a.db"), 0o400)
      if withFolder { chmod(scene.path("d"), 0o500) }
      defer { chmod(scene.path("d"), 0o700) }
      let run = try scene.startBatch(
        after: Self.bound ?? "true", ["--cache", "d/a.db"], input: .text("8.8.8.8\n1.1.1.1\n"))
      let result = await run.result()
      #expect(result.end == .exit(0))
      #expect(try result.table["city"] == ["Old Town", "South Brisbane"])
      #expect(scene.asked == ["1.1.1.1"])
      #expect(result.messages.count == 1, "\(result.messages)")
      #expect(result.errors.contains("d/a.db is read-only: new answers are not kept"))
      #expect(contents(scene.path("d/a.db")) == bytes)
    }
  }

  @Test(.enabled(if: bound != nil, "root may write everything"))
  func `65: no store can be made in a read-only folder`() async throws {
    try await withScene { scene in
      mkdir(scene.path("d"), 0o500)
      for path in ["d/a.db", "d/e/a.db"] {
        let run = try scene.startBatch(
          after: Self.bound ?? "true", ["--cache", path], input: .text("8.8.8.8\n"))
        let result = await run.result()
        #expect(result.end == .exit(0))
        #expect(try result.table["city"] == ["Ashburn"])
        #expect(result.messages.count == 1, "\(result.messages)")
        #expect(result.errors.contains("Permission denied"))
      }
    }
  }

  // MARK: A full disk

  @Test(arguments: [0, 4, 20, 48, 100])
  func `65: files that may not grow are one line each`(kibibytes: Int) async throws {
    try await withScene { scene in
      let addresses = publicAddresses(2000)
      try scene.write("in", list(addresses))
      let run = try scene.startBatch(
        after: "ulimit -f \(kibibytes)", noWait + ["--single-rate", "1000/1s", "in"])
      let result = await run.result()
      #expect(result.end == .exit(0), "\(result.errors)")
      #expect(try result.table["ip"] == addresses)
      #expect(try result.table["status"].allSatisfy { $0 == "located" })
      let stores = result.messages.filter { $0.hasPrefix("ipgeo: the store of answers: ") }
      let limits = result.messages.filter { $0.hasPrefix("ipgeo: the limit file: ") }
      #expect(stores.count == 1 && limits.count <= 1, "\(result.messages)")
      // A run that loses the limit file on its way waits once, and says so.
      let waits = result.messages.filter { $0.contains("the next request goes out in") }
      #expect(
        result.messages.count == stores.count + limits.count + waits.count, "\(result.messages)")
      // What could be kept is whole: a run with room goes on from there.
      let after = try await scene.batch(noWait + ["in"])
      #expect(after.end == .exit(0) && after.messages.isEmpty, "\(after.messages)")
      #expect(try after.table["status"].allSatisfy { $0 == "located" })
    }
  }

  // MARK: Damage

  /// What may become of a store's bytes.
  enum Damage: String, CaseIterable {
    case garbageAfterHeader, garbageInPages, zeros, halved, firstPageOnly, hundredBytes, tenBytes
    case text

    func spoil(_ data: Data) -> Data {
      var bytes = Array(data)
      var random = SplitMix(seed: 7)
      func garble(from start: Int) {
        for index in bytes.indices.dropFirst(start) {
          bytes[index] = UInt8(truncatingIfNeeded: random.next())
        }
      }
      switch self {
      case .garbageAfterHeader: garble(from: 100)
      case .garbageInPages: garble(from: 8192)
      case .zeros: bytes = [UInt8](repeating: 0, count: bytes.count)
      case .halved: bytes.removeLast(bytes.count / 2)
      case .firstPageOnly: bytes.removeLast(bytes.count - 4096)
      case .hundredBytes: bytes.removeLast(bytes.count - 100)
      case .tenBytes: bytes.removeLast(bytes.count - 10)
      case .text: bytes = Array("8.8.8.8\n".utf8)
      }
      return Data(bytes)
    }
  }

  @Test(arguments: Damage.allCases)
  func `65: a damaged store is set aside and replaced`(damage: Damage) async throws {
    try await withScene { scene in
      try scene.put(publicAddresses(3000).map { try answer($0, daysAgo: 90) })
      let bytes = damage.spoil(contents(scene.store))
      try bytes.write(to: URL(fileURLWithPath: scene.store))
      chmod(scene.store, 0o644)
      try await expectOneLine(scene, "answers.db was damaged: it is now ")
      let folder = (scene.store as NSString).deletingLastPathComponent
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        .filter { !$0.hasSuffix("-wal") }
      try #require(names.count == 2, "\(names)")
      #expect(names[0] == "answers.db" && names[1].hasPrefix("answers.db.corrupt-"))
      for name in names { #expect(mode(folder + "/" + name) == 0o600, "\(name)") }
      #expect(contents(folder + "/" + names[1]) == bytes || damage == .garbageInPages)
      #expect(try await scene.answers() == 131)
      let after = try await scene.batch(["in"])
      #expect(after.messages.isEmpty)
    }
  }

  @Test func `65: an empty file becomes a store without a word`() async throws {
    try await withScene { scene in
      try scene.write("a.db", "")
      let result = try await scene.batch(["--cache", "a.db"], input: .text("8.8.8.8\n"))
      #expect(result.end == .exit(0) && result.messages.isEmpty)
      #expect(try await scene.answers(["--cache", "a.db"]) == 1)
    }
  }

  // MARK: Somebody else's

  private func database(_ path: String, _ sql: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
  }

  @Test(arguments: [
    "CREATE TABLE t(a); INSERT INTO t VALUES(1)",
    "PRAGMA journal_mode = wal; CREATE TABLE answers(a); INSERT INTO answers VALUES(1)",
    "PRAGMA user_version = 7; CREATE TABLE t(a)", "PRAGMA application_id = 12; CREATE TABLE t(a)",
  ])
  func `65: somebody else's database is left alone, byte for byte`(sql: String) async throws {
    try await withScene { scene in
      try database(scene.path("a.db"), sql)
      chmod(scene.path("a.db"), 0o664)
      let bytes = contents(scene.path("a.db"))
      try await expectOneLine(scene, "a.db is not ipgeo's: it is left alone", store: "a.db")
      #expect(contents(scene.path("a.db")) == bytes)
      #expect(mode(scene.path("a.db")) == 0o664)
      #expect(scene.names == ["a.db", "in"])
    }
  }

  @Test func `65: a newer version's store is left alone, byte for byte`() async throws {
    try await withScene { scene in
      try scene.put([answer("8.8.8.8", daysAgo: 1)], in: scene.path("a.db"))
      try database(scene.path("a.db"), "PRAGMA user_version = 99")
      let bytes = contents(scene.path("a.db"))
      try await expectOneLine(scene, "was made by a newer ipgeo (form 99)", store: "a.db")
      #expect(contents(scene.path("a.db")) == bytes)
      #expect(scene.names == ["a.db", "in"])
    }
  }

  @Test(arguments: ["8.8.8.8\n", "ip,city\n8.8.8.8,Ashburn\n"])
  func `65: a list that was named by mistake is left alone`(text: String) async throws {
    try await withScene { scene in
      try scene.write("list.txt", text)
      chmod(scene.path("list.txt"), 0o644)
      try await expectOneLine(
        scene, "list.txt is not ipgeo's: it is left alone", store: "list.txt")
      #expect(try scene.read("list.txt") == text)
      #expect(mode(scene.path("list.txt")) == 0o644)
      #expect(scene.names == ["in", "list.txt"])
    }
  }

  // MARK: Locked

  @Test func `65: a store that stays locked is read, and one line says what is not kept`()
    async throws
  {
    try await withScene { scene in
      try scene.put([answer("8.8.8.8", daysAgo: 1)])
      var handle: OpaquePointer?
      defer { sqlite3_close_v2(handle) }
      try #require(sqlite3_open(scene.store, &handle) == SQLITE_OK)
      try #require(sqlite3_exec(handle, "BEGIN EXCLUSIVE", nil, nil, nil) == SQLITE_OK)
      try scene.write("in", list(publicAddresses(250) + ["8.8.8.8"]))
      let result = try await scene.batch(noWait + ["in"])
      #expect(result.end == .exit(0))
      #expect(try result.table["status"].allSatisfy { $0 == "located" })
      #expect(try result.table["city"].last == "Old Town")
      #expect(result.messages.count == 1, "\(result.messages)")
      #expect(
        result.errors.contains(
          "the store of answers: new answers are not kept: \(scene.store) is locked"))
      try #require(sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) == SQLITE_OK)
      #expect(try await scene.answers() == 1)
    }
  }
}
