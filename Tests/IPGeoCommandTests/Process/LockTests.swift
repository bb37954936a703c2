import Foundation
import IPGeoStandIn
import Testing

/// `--lock` and `--lock-wait`: tonight's run while last night's is still there.
struct LockTests {
  /// A run that holds the lock `l` until its input ends, and has it already.
  private func holder(_ scene: Scene) async throws -> CommandRun {
    let run = try scene.startBatch(["--lock", "l", "--no-cache"], input: .open)
    run.write("8.8.8.8\n")
    // A row is written after the lock was taken.
    #expect(await run.hasLines(2))
    return run
  }

  @Test func `while another run holds the lock, exit 75 at once and nothing is touched`()
    async throws
  {
    try await withScene { scene in
      let first = try await holder(scene)
      try scene.write("out.csv", "old\n")
      try scene.write("f.jsonl", "old\n")
      let second = try await scene.batch(
        [
          "--lock", "l", "-o", "out.csv", "--failures", "f.jsonl", "--summary-file", "s.json",
          "--status-file", "status.json", "--metrics", "m.prom",
        ], input: .text("1.1.1.1\n"), deadline: 30)
      #expect(second.end == .exit(75))
      #expect(second.errors.split(separator: "\n").count == 1, "\(second.errors)")
      #expect(second.errors.contains("held by process \(first.process)"), "\(second.errors)")
      #expect(scene.asked == ["8.8.8.8"])
      #expect(try scene.read("out.csv") == "old\n")
      #expect(try scene.read("f.jsonl") == "old\n")
      let metrics = try ExpositionText(try scene.read("m.prom"))
      #expect(metrics.value("ipgeo_last_run_exit_code", ["job": "m"]) == 75)
      #expect(metrics.value("ipgeo_last_success_timestamp_seconds", ["job": "m"]) == nil)
      #expect(scene.names == ["f.jsonl", "l", "m.prom", "out.csv"], "\(scene.names)")
      first.endInput()
      #expect(await first.result().end == .exit(0))
      let third = try await scene.batch(["--lock", "l"], input: .text("1.1.1.1\n"))
      #expect(third.end == .exit(0))
    }
  }

  @Test func `--lock-wait gets it when the first ends`() async throws {
    try await withScene { scene in
      let first = try await holder(scene)
      let second = try scene.startBatch(
        ["--lock", "l", "--lock-wait", "10m"], input: .text("1.1.1.1\n"))
      #expect(await second.complains("waiting up to 10m for it"))
      #expect(scene.asked == ["8.8.8.8"])
      first.endInput()
      #expect(await first.result().end == .exit(0))
      let result = await second.result()
      #expect(result.end == .exit(0), "\(result.errors)")
      #expect(try result.table["ip"] == ["1.1.1.1"])
    }
  }

  @Test func `--lock-wait that is over is exit 75`() async throws {
    try await withScene { scene in
      let first = try await holder(scene)
      let second = try await scene.batch(
        ["--lock", "l", "--lock-wait", "100ms"], input: .text("1.1.1.1\n"))
      #expect(second.end == .exit(75))
      #expect(second.errors.contains("after 100ms"), "\(second.errors)")
      first.endInput()
      #expect(await first.result().end == .exit(0))
    }
  }

  @Test(arguments: [SIGKILL, SIGTERM])
  func `a signal that ends the holder frees the lock`(signal: Int32) async throws {
    try await withScene { scene in
      let first = try await holder(scene)
      first.signal(signal)
      #expect(await first.result().end == .signal(signal))
      let second = try await scene.batch(["--lock", "l"], input: .text("1.1.1.1\n"))
      #expect(second.end == .exit(0), "\(second.errors)")
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends the waiting for a lock`(signal: Int32) async throws {
    try await withScene { scene in
      let first = try await holder(scene)
      let second = try scene.startBatch(
        ["--lock", "l", "--lock-wait", "10m", "-o", "out.csv"], input: .text("1.1.1.1\n"),
        deadline: 30)
      #expect(await second.complains("waiting up to 10m for it"))
      second.signal(signal)
      #expect(await second.result().end == .signal(signal))
      #expect(scene.names == ["l"], "\(scene.names)")
      first.endInput()
      #expect(await first.result().end == .exit(0))
    }
  }

  @Test func `a dry run takes no lock and waits for none`() async throws {
    try await withScene { scene in
      let first = try await holder(scene)
      let plan = try await scene.batch(["--lock", "l", "--dry-run"], input: .text("1.1.1.1\n"))
      #expect(plan.end == .exit(0), "\(plan.errors)")
      first.endInput()
      #expect(await first.result().end == .exit(0))
    }
  }

  @Test func `a lock that cannot be had is exit 73, told in the metrics, too`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        ["--lock", "no/folder/l", "--metrics", "m.prom"], input: .text("1.1.1.1\n"))
      #expect(result.end == .exit(73))
      #expect(result.errors.contains("--lock"), "\(result.errors)")
      #expect(scene.asked.isEmpty)
      let metrics = try ExpositionText(try scene.read("m.prom"))
      #expect(metrics.value("ipgeo_last_run_exit_code", ["job": "m"]) == 73)
    }
  }
}
