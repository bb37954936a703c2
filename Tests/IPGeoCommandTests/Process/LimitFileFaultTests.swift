import Foundation
import IPGeoStandIn
import IPGeoStore
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Limit files that are not as they should be, and what stands in one: entry 50 of the inputs.
struct LimitFileFaultTests {
  enum Harm: CaseIterable { case junk, cut, foreign, newer }

  @Test(arguments: Harm.allCases)
  func `50: a limit file that is damaged or not ours is told in one line`(
    harm: Harm
  ) async throws {
    try await withScene { scene in
      try scene.write("in", list(publicAddresses(150)))
      let path = scene.path("l.db")
      // Of another kind, but made by the same program.
      if harm == .foreign {
        let store = try AnswerStore(path: path)
        store.close(now: 0)
      } else {
        _ = try LimitFile(path: path)
      }
      try #require(contents(path).count > 8192)
      switch harm {
      case .junk: overwrite(path, from: 0, contents(path).count, with: 0x58)
      case .cut: truncate(path, 5000)
      case .foreign: break
      // The user version in the header (SQLite file format, 1.3).
      case .newer: overwrite(path, from: 60, 4, with: 9)
      }
      let before = contents(path)
      let words = ["in", "--limit-file", path] + noWait
      let result = try await scene.batch(words)
      #expect(result.end == .exit(0) && result.messages.count == 1, "\(result.errors)")
      #expect(scene.asked.count == 150)
      let isLeftAlone = harm == .foreign || harm == .newer
      #expect((contents(path) == before) == isLeftAlone)
      let second = try await scene.batch(words + ["--refresh"])
      #expect(second.end == .exit(0) && second.messages.isEmpty == !isLeftAlone)
    }
  }

  @Test func `50: a limit file that another process keeps locked is told and left`() async throws {
    try await withScene { scene in
      try scene.write("in", list(publicAddresses(150)))
      _ = try await scene.batch(["in", "--no-cache"] + noWait)
      let lock = try #require(
        DatabaseLock.ofDatabase((scene.place("XDG_STATE_HOME") + "/ipgeo/limit.db")))
      let result = try await scene.batch(["in", "--no-cache"] + noWait)
      lock.release()
      #expect(result.end == .exit(0) && result.messages.count == 1, "\(result.errors)")
      #expect(scene.asked.count == 300)
    }
  }

  @Test func `50: no address stands in the limit file`() async throws {
    try await withScene { scene in
      let run = try scene.startBatch(input: .open)
      run.write("198.51.99.77\n2001:4860:4860::8888\n")
      #expect(await run.hasLines(3))
      var bytes: [UInt8] = []
      for end in ["", "-wal"] {
        bytes += contents((scene.place("XDG_STATE_HOME") + "/ipgeo/limit.db") + end)
      }
      #expect(!bytes.isEmpty)
      for needle in [
        Array("198.51.99.77".utf8), [198, 51, 99, 77], Array("2001:4860".utf8),
        [0x20, 0x01, 0x48, 0x60, 0x48, 0x60],
      ] {
        #expect(bytes.firstRange(of: needle) == nil)
      }
      run.endInput()
      #expect(await run.result().end == .exit(0))
    }
  }
}
