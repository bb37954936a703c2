import Foundation
import IPGeoStandIn
import Testing

/// What a run tells other programs: `--status-file` and `--metrics`.
struct ReportFileTests {
  private func status(_ scene: Scene) throws -> [String: Any] {
    try #require(try jsonLines(try scene.read("status.json")).first)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `the status is valid JSON whenever it is read, and ends with the exit code`()
    async throws
  {
    try await withScene { scene in
      try scene.write("in", list(publicAddresses(250)))
      let run = try scene.startBatch(Scene.once + ["in", "--status-file", "status.json"])
      #expect(await run.complains("the service's limit is used up"))
      // The file is written every two seconds; each time that it is read it is whole.
      let isWaiting = await waits {
        guard let text = try? scene.read("status.json") else { return false }
        guard let object = try? jsonLines(text).first else { return true }
        return object["state"] as? String == "waiting"
      }
      #expect(isWaiting)
      let waiting = try status(scene)
      #expect(waiting["pid"] as? Int == Int(run.process))
      #expect(waiting["wait"] as? String == "limit")
      #expect(waiting["requests_left"] as? Int == 0)
      #expect(waiting["exit_code"] is NSNull)
      #expect(waiting["addresses"] as? Int == 250)
      #expect((waiting["answered"] as? Int ?? 0) >= 100)
      #expect((waiting["next_request_in_seconds"] as? Int ?? 0) > 3000)
      run.signal(SIGTERM)
      #expect(await run.result().end == .signal(SIGTERM))
      let ended = try status(scene)
      #expect(ended["state"] as? String == "done")
      #expect(ended["exit_code"] as? Int == 143)
      #expect(ended["rows"] as? Int == 250)
      #expect(scene.names == ["in", "status.json"], "\(scene.names)")
    }
  }

  @Test(arguments: [(0, "8.8.8.8\n"), (2, "8.8.8.8\nx\n"), (65, "x\n")])
  func `the status of a run that has ended says how`(code: Int, input: String) async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        ["--strict", "--status-file", "status.json"], input: .text(input))
      #expect(result.end == .exit(Int32(code)))
      let object = try status(scene)
      #expect(object["exit_code"] as? Int == code)
      #expect(object["input_at_end"] as? Bool == true)
    }
  }

  /// Runs with the umask of cautious people.
  private func run(
    _ scene: Scene, _ arguments: [String], input: String = "8.8.8.8\n"
  ) throws -> CommandRun {
    let words = scene.batchArguments(arguments + ["--metrics", "ipgeo.prom", "--no-cache"])
    return try scene.start(
      program: "/bin/sh", ["-c", "umask 077; exec \"$@\"", "sh", Scene.command] + words,
      input: .text(input))
  }

  @Test func `metrics are written at every exit, readable for all, the last success kept`()
    async throws
  {
    let job = ["job": "ipgeo"]
    let success = "ipgeo_last_success_timestamp_seconds"
    try await withScene {
      $0.faults = [FaultRule(.status(403), on: .numbers([2]))]
    } _: { scene in
      func metrics(_ code: Int) throws -> ExpositionText {
        #expect(try mode(scene.path("ipgeo.prom")) == 0o644)
        let text = try ExpositionText(try scene.read("ipgeo.prom"))
        #expect(text.value("ipgeo_last_run_exit_code", job) == Double(code))
        return text
      }
      #expect(await (try run(scene, [])).result().end == .exit(0))
      let first = try #require(try metrics(0).value(success, job))
      #expect(
        try metrics(0).value("ipgeo_last_run_records", ["job": "ipgeo", "status": "located"]) == 1)

      #expect(
        await (try run(scene, ["--strict"], input: "8.8\n10.0.0.1\n")).result().end == .exit(2))
      #expect(try metrics(2).value(success, job) == first)

      #expect(await (try run(scene, ["-j", "1"])).result().end == .exit(69))
      #expect(try metrics(69).value(success, job) == first)

      #expect(await (try run(scene, ["-o", "no/folder/out.csv"])).result().end == .exit(73))
      #expect(try metrics(73).value(success, job) == first)

      #expect(
        await (try run(scene, ["--max-requests", "0", "--limit-file", "l"])).result().end
          == .exit(3))
      #expect(try metrics(3).value(success, job) == first)

      let stopped = try run(
        scene, Scene.once + ["--limit-file", "l"], input: list(publicAddresses(300)))
      #expect(await stopped.complains("the service's limit is used up"))
      stopped.signal(SIGINT)
      #expect(await stopped.result().end == .signal(SIGINT))
      #expect(try metrics(130).value(success, job) == first)
      #expect(!scene.names.contains { $0.contains(".tmp-") }, "\(scene.names)")
    }
  }

  @Test func `metrics that cannot be written are a warning, and change no exit`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        ["--metrics", "no/folder/m.prom", "--status-file", "no/folder/s"],
        input: .text("8.8.8.8\n"))
      #expect(result.end == .exit(0))
      #expect(result.errors.contains("--metrics: "), "\(result.errors)")
      #expect(result.errors.components(separatedBy: "--status-file: ").count == 2)
    }
  }
}
