import Foundation
import IPGeoStandIn
import Testing

/// Jobs that are killed with -9, and what the next one finds: entries 50, 61 and 63 of the inputs.
struct KillTests {
  @Test func `one that is killed while it waits for the limit blocks nobody`() async throws {
    let limit = SmallLimit(batches: 2, milliseconds: 600)
    try await withScene {
      limit.configure(&$0)
    } _: { scene in
      let addresses = publicAddresses(900)
      let victim = try scene.startBatch(
        limit.arguments, input: .text(list(Array(addresses[..<600]))))
      #expect(await victim.complains("the service's limit is used up"))
      let other = try scene.startBatch(
        limit.arguments, input: .text(list(Array(addresses[600...]))))
      // Both have to wait; so both are in the file.
      #expect(await other.complains("the service's limit is used up"))
      victim.signal(SIGKILL)
      #expect(await victim.result().end == .signal(SIGKILL))
      let result = await other.result()
      #expect(result.end == .exit(0), "\(result.errors)")
      #expect(try result.table["status"].allSatisfy { $0 == "located" })
      #expect(scene.refusals == 0)
    }
  }

  @Test func `after one killed with requests under way no window holds too many`() async throws {
    let limit = SmallLimit(batches: 3, milliseconds: 400)
    let watch = RequestWatch()
    try await withScene {
      limit.configure(&$0)
      $0.faults = [FaultRule(.neverAnswer, on: .numbers([1, 2, 3]), endpoint: .batch)]
      $0.onRequest = { if $0.endpoint == .batch { watch.note($0) } }
    } _: { scene in
      let addresses = publicAddresses(300)
      let arguments = limit.arguments + ["--timeout", "1s", "-j", "8"]
      let victim = try scene.startBatch(arguments, input: .text(list(addresses)))
      #expect(await watch.hasSeen(3))
      victim.signal(SIGKILL)
      #expect(await victim.result().end == .signal(SIGKILL))
      let next = try await scene.batch(arguments, input: .text(list(addresses)))
      #expect(next.end == .exit(0), "\(next.errors)")
      #expect(try next.table["status"].allSatisfy { $0 == "located" })
      #expect(scene.refusals == 0)
      #expect(limit.most(.batch, in: scene.server?.log ?? []) <= limit.batches)
    }
  }

  /// Kills a run after so many of its requests and some microseconds, and runs it again.
  ///
  /// What may be asked twice is what was under way. A worker sends its next request when the answers
  /// of the one before are stored, so at most `--jobs` requests can have been answered by the service
  /// and not be stored.
  private func kill(afterRequests requests: Int, microseconds: UInt32) async throws {
    let jobs = 3
    let watch = RequestWatch()
    try await withScene {
      $0.replyDelayMilliseconds = 0...8
      $0.onRequest = { watch.note($0) }
    } _: { scene in
      let addresses = publicAddresses(2000)
      try scene.write("in", list(addresses))
      let files = ["in", "-o", "out.csv", "--failures", "failures.jsonl"]
      let arguments = Scene.freely + files + ["-j", "\(jobs)"]
      let first = try scene.startBatch(arguments)
      #expect(await watch.hasSeen(requests))
      await onThread { usleep(microseconds) }
      first.signal(SIGKILL)
      let end = await first.result().end
      let before = scene.server?.log.count ?? 0
      // One that had all answers may have been on its way out, its files whole.
      if end == .signal(SIGKILL), Set(scene.asked).count < addresses.count {
        #expect(!scene.exists("out.csv") && !scene.exists("failures.jsonl"), "\(scene.names)")
      }
      let second = try await scene.batch(arguments)
      #expect(second.end == .exit(0), "\(second.errors)")
      let table = try Table(csv: try scene.read("out.csv"))
      #expect(table["ip"] == addresses)
      #expect(table["status"].allSatisfy { $0 == "located" })
      for (address, city) in zip(addresses, table["city"]) {
        #expect(StandInServer.answerJSON(for: address).contains("\"\(city)\""), "\(address)")
      }
      #expect(scene.names == ["failures.jsonl", "in", "out.csv"], "\(scene.names)")
      holdsBound(scene, jobs: jobs, firstRequests: before)
    }
  }

  /// Looks into the log for what the second run asked again.
  private func holdsBound(_ scene: Scene, jobs: Int, firstRequests: Int) {
    let log = scene.server?.log ?? []
    let asked = log.prefix(firstRequests)
    let again = Set(log.dropFirst(firstRequests).flatMap(\.queries))
    let twice = asked.filter { request in request.queries.contains { again.contains($0) } }
    #expect(twice.count <= jobs, "asked twice: \(twice.map(\.number)) of \(asked.count)")
  }

  @Test(arguments: 1...8)
  func `63: killed at any moment, the next run asks for what was in flight alone`(
    seed: UInt64
  ) async throws {
    var numbers = SplitMix(seed: seed)
    let requests = Int.random(in: 1...18, using: &numbers)
    let microseconds = UInt32.random(in: 0...6000, using: &numbers)
    try await kill(afterRequests: requests, microseconds: microseconds)
  }

  @Test func `61: temporaries of a killed run are removed, and none is read`() async throws {
    let watch = RequestWatch()
    try await withScene {
      $0.faults = [FaultRule(.neverAnswer, on: .numbers([2]))]
      $0.onRequest = { watch.note($0) }
    } _: { scene in
      let addresses = publicAddresses(300)
      try scene.write("in", list(addresses))
      let files = [
        "in", "-o", "out.csv", "--failures", "f.jsonl", "--summary-file", "s.json",
        "--status-file", "status.json", "--metrics", "m.prom",
      ]
      let run = try scene.startBatch(files + Scene.freely + ["-j", "1"])
      #expect(await watch.hasSeen(2))
      run.signal(SIGKILL)
      #expect(await run.result().end == .signal(SIGKILL))
      // The status is what another program may read at any time; nothing else has its name yet.
      let left = scene.names.filter { !$0.hasPrefix(".") }
      #expect(Set(left).isSubset(of: ["in", "status.json"]), "\(left)")
      #expect(scene.names.contains { $0.hasPrefix(".out.csv.tmp-") }, "\(scene.names)")
      let again = try await scene.batch(files + Scene.freely)
      #expect(again.end == .exit(0), "\(again.errors)")
      #expect(try Table(csv: try scene.read("out.csv"))["ip"] == addresses)
      #expect(
        scene.names == ["f.jsonl", "in", "m.prom", "out.csv", "s.json", "status.json"],
        "\(scene.names)")
    }
  }
}
