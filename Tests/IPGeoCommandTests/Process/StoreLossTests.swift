import Foundation
import IPGeoStandIn
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A store that goes bad while a run uses it, or that nobody gets at: entries 64 and 65 of the
/// inputs.
struct StoreLossTests {
  /// What befalls a store in the middle of a run.
  enum Blow: CaseIterable {
    case junk, junkBehindHeader, cut, cutLog, removed, replacedByFolder
  }

  @Test(arguments: Blow.allCases)
  func `65: a store that is damaged in the middle of a run`(blow: Blow) async throws {
    let action = LateAction()
    try await withScene {
      $0.onRequest = { action.run($0) }
    } _: { scene in
      let addresses = publicAddresses(1500)
      try scene.write("old", list(Array(addresses.prefix(500))))
      try scene.write("in", list(addresses))
      #expect(try await scene.batch(["old"] + noWait).end == .exit(0))
      let store = scene.store
      action.set { if $0.number == 9 { Self.strike(store, blow) } }
      let result = try await scene.batch(["in", "--jobs", "1"] + noWait)
      action.set { _ in }
      #expect(result.end == .exit(0), "\(result.errors)")
      #expect(try result.table["ip"] == addresses)
      #expect(try result.table["status"].allSatisfy { $0 == "located" })
      #expect(result.messages.count <= 1, "\(result.errors)")
      // What the blow destroyed is asked again, if need be by two runs, and then all is well.
      if blow == .replacedByFolder { rmdir(store) }
      for _ in 0..<2 {
        #expect(try await scene.batch(["in"] + noWait).end == .exit(0))
      }
      let count = scene.server?.log.count
      let last = try await scene.batch(["in"] + noWait)
      #expect(last.end == .exit(0) && last.messages.isEmpty, "\(last.errors)")
      #expect(scene.server?.log.count == count)
      let fresh = try await scene.batch(["in", "--no-cache", "-f", "-looked_up_at"] + noWait)
      #expect(try await scene.batch(["in", "-f", "-looked_up_at"]).output == fresh.output)
    }
  }

  private static func strike(_ store: String, _ blow: Blow) {
    let size = contents(store).count
    switch blow {
    case .junk: overwrite(store, from: 0, size, with: 0xA5)
    case .junkBehindHeader: overwrite(store, from: 4096, size, with: 0xA5)
    case .cut: truncate(store, 0)
    case .cutLog: truncate(store + "-wal", 0)
    case .removed: for end in ["", "-wal", "-shm"] { unlink(store + end) }
    case .replacedByFolder:
      for end in ["", "-wal", "-shm"] { unlink(store + end) }
      mkdir(store, 0o755)
    }
  }

  @Test(.enabled(if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/bin/mount")))
  func `65: a full disk`() async throws {
    try await withScene { scene in
      #expect(mkdir(scene.path("d"), 0o755) == 0)
      let addresses = publicAddresses(6000)
      try scene.write("in", list(addresses))
      let mount = try scene.start(
        program: "/bin/mount", ["-t", "tmpfs", "-o", "size=200k", "none", scene.path("d")])
      // Only who may mount has a small disk to fill.
      guard await mount.result().end == .exit(0) else { return }
      let words = ["in", "--cache", "d/a.db"] + noWait
      let result = try await scene.batch(words)
      let again = try await scene.batch(words)
      _ = try await scene.start(program: "/bin/umount", ["-l", scene.path("d")]).result()
      for result in [result, again] {
        #expect(result.end == .exit(0), "\(result.errors)")
        #expect(try result.table["ip"] == addresses)
        #expect(try result.table["status"].allSatisfy { $0 == "located" })
        #expect(result.messages.count == 1 && result.errors.contains("no space left"))
      }
    }
  }

  @Test func `64: a store that another process keeps locked for the whole run`() async throws {
    try await withScene { scene in
      try scene.write("in", "8.8.8.8\n1.1.1.1\n")
      _ = try await scene.batch(["in"])
      let lock = try #require(DatabaseLock.ofDatabase(scene.store))
      let result = try await scene.batch(["in"])
      lock.release()
      #expect(result.end == .exit(0), "\(result.errors)")
      #expect(try result.table["status"] == ["located", "located"])
      #expect(result.messages.count == 1 && result.errors.contains("locked"), "\(result.errors)")
      let after = try await scene.batch(["in"])
      #expect(after.end == .exit(0) && after.messages.isEmpty && scene.asked.count == 4)
    }
  }
}
