import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Odd surroundings and private files: entries 66 and 67 of the inputs.
struct CacheFileModeTests {
  // MARK: Who may read

  @Test(arguments: ["000", "022", "077"])
  func `67: store and limit are their owner's alone, whatever the umask`(
    mask: String
  ) async throws {
    try await withScene { scene in
      // Both files are in use while the input is open, so that SQLite's side files stand there.
      let run = try scene.startBatch(after: "umask \(mask)", noWait, input: .open)
      run.write("8.8.8.8\n")
      #expect(await run.hasLines(2))
      let folders = [scene.place("XDG_CACHE_HOME"), scene.place("XDG_STATE_HOME")]
      for folder in folders.map({ $0 + "/ipgeo" }) { #expect(mode(folder) == 0o700) }
      let limit = folders[1] + "/ipgeo/limit.db"
      for path in [scene.store, limit] {
        for suffix in ["", "-wal", "-shm"] { #expect(mode(path + suffix) == 0o600, "\(suffix)") }
      }
      run.endInput()
      #expect(await run.result().end == .exit(0))
      #expect(mode(scene.store) == 0o600 && mode(limit) == 0o600)
    }
  }

  @Test func `67: folders that are made on the way are private, those there stay`() async throws {
    try await withScene { scene in
      mkdir(scene.path("a"), 0o755)
      chmod(scene.path("a"), 0o755)
      let run = try scene.startBatch(
        after: "umask 000", ["--cache", "a/b/c/d.db"], input: .text("8.8.8.8\n"))
      #expect(await run.result().end == .exit(0))
      #expect(mode(scene.path("a")) == 0o755)
      #expect(mode(scene.path("a/b")) == 0o700 && mode(scene.path("a/b/c")) == 0o700)
      #expect(mode(scene.path("a/b/c/d.db")) == 0o600)
    }
  }

  @Test(arguments: [0o644, 0o666, 0o640])
  func `67: an old store that others may read is made private`(old: mode_t) async throws {
    try await withScene { scene in
      try scene.put([answer("8.8.8.8", daysAgo: 1)])
      chmod(scene.store, old)
      let run = try scene.startBatch(after: "umask 000", noWait, input: .open)
      run.write("8.8.8.8\n1.1.1.1\n")
      #expect(await run.hasLines(3))
      for suffix in ["", "-wal", "-shm"] { #expect(mode(scene.store + suffix) == 0o600) }
      run.endInput()
      #expect(await run.result().end == .exit(0))
      #expect(mode(scene.store) == 0o600)
    }
  }

  @Test func `67: outputs follow the umask, and the store does not`() async throws {
    try await withScene { scene in
      let run = try scene.startBatch(
        after: "umask 022",
        ["--cache", "a.db", "-o", "out.csv", "--failures", "f", "--summary-file", "s"],
        input: .text("8.8.8.8\n"))
      #expect(await run.result().end == .exit(0))
      for name in ["out.csv", "f", "s"] { #expect(mode(scene.path(name)) == 0o644, "\(name)") }
      #expect(mode(scene.path("a.db")) == 0o600)
    }
  }

  // MARK: Odd surroundings

  private static let noFolders: [String: String?] = [
    "XDG_CACHE_HOME": nil, "XDG_STATE_HOME": nil,
  ]

  /// Expects rows, at most a line each of store and limit, and nothing made in the command's folder.
  private func expectRows(
    _ scene: Scene, _ variables: [String: String?], after words: String = "true"
  ) async throws -> RunResult {
    try scene.write("in", "8.8.8.8\n")
    let run = try scene.startBatch(after: words, noWait + ["in"], variables: variables)
    let result = await run.result()
    #expect(result.end == .exit(0), "\(result.errors)")
    #expect(try result.table["city"] == ["Ashburn"])
    let stores = result.messages.filter { $0.contains("answers") }
    let limits = result.messages.filter { $0.contains("limit") }
    #expect(stores.count <= 1 && limits.count <= 1)
    #expect(result.messages.count <= 2, "\(result.messages)")
    #expect(scene.names == ["in"], "\(scene.names)")
    return result
  }

  @Test func `66: without XDG folders both files are below HOME`() async throws {
    try await withScene { scene in
      let result = try await expectRows(scene, Self.noFolders)
      #expect(result.messages.isEmpty)
      let home = scene.place("HOME")
      #expect(mode(home + "/.cache/ipgeo/answers.db") == 0o600)
      #expect(mode(home + "/.local/state/ipgeo/limit.db") == 0o600)
    }
  }

  @Test(arguments: ["relative", "", "./x", "~/x", "../x"])
  func `66: a relative XDG folder is passed over`(folder: String) async throws {
    try await withScene { scene in
      let variables = ["XDG_CACHE_HOME": folder, "XDG_STATE_HOME": folder]
      let result = try await expectRows(scene, variables)
      #expect(result.messages.isEmpty)
      #expect(mode(scene.place("HOME") + "/.cache/ipgeo/answers.db") == 0o600)
    }
  }

  @Test(arguments: ["/proc/nonexistent", "/dev/null"])
  func `66: a HOME where nothing can be made costs a line each`(home: String) async throws {
    try await withScene { scene in
      var variables = Self.noFolders
      variables["HOME"] = home
      let result = try await expectRows(scene, variables)
      #expect(result.messages.count == 2, "\(result.messages)")
      let again = try await expectRows(scene, variables)
      #expect(again.messages.count == 2)
      #expect(scene.asked == ["8.8.8.8", "8.8.8.8"])
    }
  }

  @Test(arguments: [nil, "", "relative"])
  func `66: without a HOME the account's is taken, or none`(home: String?) async throws {
    // Nothing is written here: the account's folder is that of whoever runs the tests.
    try await withBareScene { scene in
      var variables = Self.noFolders
      variables["HOME"] = .some(home)
      let path = try await scene.cache(["path"], variables: variables)
      let entry = getpwuid(geteuid()).flatMap { String(validatingCString: $0.pointee.pw_dir) }
      if let entry, entry.hasPrefix("/"), entry != "/" {
        #expect(path.text == "\(entry)/.cache/ipgeo/answers.db\n")
      }
      let local = try await scene.batch(input: .text("10.0.0.1\n"), variables: variables)
      #expect(local.end == .exit(0) && local.messages.isEmpty)
      #expect(scene.names.isEmpty)
    }
  }

  /// Whether a command can be run as a user that no account is of.
  private static let canBeNobody =
    geteuid() == 0
    && system(
      "setpriv --reuid=54321 --regid=54321 --clear-groups test -x '\(Scene.command)' 2>/dev/null")
      == 0

  @Test(
    .enabled(if: canBeNobody, "only root can become somebody without an account"),
    arguments: [nil, "", "relative"])
  func `66: without HOME and account it goes on with a line each`(home: String?) async throws {
    try await withScene { scene in
      var variables = Self.noFolders
      variables["HOME"] = .some(home)
      let words = "set -- setpriv --reuid=54321 --regid=54321 --clear-groups \"$@\""
      let result = try await expectRows(scene, variables, after: words)
      #expect(result.messages.count == 2, "\(result.messages)")
      #expect(result.errors.contains("no place for answers"))
      #expect(result.errors.contains("no place for the limit file"))
    }
  }

  @Test func `66: an empty environment is enough with both files named`() async throws {
    try await withScene { scene in
      try scene.write("in", "8.8.8.8\n")
      let limit = scene.place("XDG_STATE_HOME") + "/l.db"
      let words = ["in", "--cache", scene.store, "--limit-file", limit]
      let run = try scene.start(
        program: "/usr/bin/env", ["-i", Scene.command] + scene.batchArguments(words))
      let result = await run.result()
      #expect(result.end == .exit(0) && result.messages.isEmpty)
      #expect(try await scene.answers() == 1)
      #expect(scene.names == ["in"])
    }
  }
}
