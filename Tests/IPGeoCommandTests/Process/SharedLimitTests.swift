import Foundation
import IPGeoStandIn
import IPGeoStore
import Testing

/// One limit for all jobs, and a refusal that all obey: entry 50 of the inputs.
struct SharedLimitTests {
  /// What the jobs of one user have in common besides the limit.
  enum Stores: CaseIterable {
    case shared, none, separate

    func arguments(_ job: Int) -> [String] {
      switch self {
      case .shared: []
      case .none: ["--no-cache"]
      case .separate: ["--cache", "answers-\(job).db"]
      }
    }
  }

  @Test(arguments: Stores.allCases)
  func `50: three jobs at once keep one limit`(stores: Stores) async throws {
    let limit = SmallLimit()
    try await withScene {
      limit.configure(&$0)
    } _: { scene in
      let addresses = publicAddresses(1500)
      var runs: [(CommandRun, ArraySlice<String>)] = []
      for job in 0..<3 {
        let part = addresses[(job * 500)..<(job * 500 + 500)]
        let run = try scene.startBatch(
          limit.arguments + stores.arguments(job), input: .text(list(Array(part))))
        runs.append((run, part))
      }
      for (run, part) in runs {
        let result = await run.result()
        #expect(result.end == .exit(0), "\(result.errors)")
        let table = try result.table
        #expect(table["ip"] == Array(part))
        #expect(table["status"].allSatisfy { $0 == "located" })
      }
      #expect(scene.refusals == 0)
      #expect(limit.most(.batch, in: scene.server?.log ?? []) <= limit.batches)
      #expect(scene.asked.sorted() == addresses.sorted())
    }
  }

  @Test func `50: a job after one that used the window up waits for the rest of it`() async throws {
    let limit = SmallLimit(milliseconds: 1500)
    try await withScene {
      limit.configure(&$0)
    } _: { scene in
      let addresses = publicAddresses(600)
      let first = try await scene.batch(
        limit.arguments, input: .text(list(Array(addresses[..<500]))))
      let second = try await scene.batch(
        limit.arguments + ["--no-cache"], input: .text(list(Array(addresses[500...]))))
      #expect(first.end == .exit(0) && second.end == .exit(0))
      #expect(scene.refusals == 0)
      #expect(scene.asked.sorted() == addresses.sorted())
    }
  }

  enum Grant { case given, awaited }

  /// Whether a run of a hundred addresses that nobody knows gets a batch for them, or has to wait.
  private func batch(
    _ scene: Scene, _ part: Int, _ arguments: [String] = [], variables: [String: String?] = [:]
  ) async throws -> Grant {
    let addresses = publicAddresses(part * 100 + 100).suffix(100)
    let run = try scene.startBatch(
      Scene.once + arguments, input: .text(list(Array(addresses))), variables: variables)
    let hasToWait = await run.complains("the service's limit is used up")
    run.signal(SIGINT)
    let result = await run.result()
    #expect(result.end == (hasToWait ? .signal(SIGINT) : .exit(0)), "\(result.errors)")
    let located = try result.table["status"].count { $0 == "located" }
    // One is asked for alone, where the other bucket has a token.
    #expect(hasToWait ? located <= 1 : located == 100)
    return hasToWait ? .awaited : .given
  }

  @Test func `50: hosts are kept apart`() async throws {
    let other = try StandInServer(configuration: StandInServer.Configuration())
    defer { other.stop() }
    try await withScene { scene in
      let first = try await batch(scene, 0)
      #expect(first == .given)
      #expect(try await batch(scene, 1) == .awaited)
      #expect(try await batch(scene, 2, ["--api-url", other.baseURL]) == .given)
    }
  }

  @Test func `--limit-file comes before IPGEO_LIMIT_FILE, which comes before the usual place`()
    async throws
  {
    try await withScene { scene in
      let named = ["IPGEO_LIMIT_FILE": "named.db"]
      let first = try await batch(scene, 0)
      #expect(first == .given)
      #expect(scene.names.isEmpty)
      #expect(try await batch(scene, 1, variables: named) == .given)
      #expect(scene.exists("named.db") && !scene.exists("given.db"))
      #expect(try await batch(scene, 2, ["--limit-file", "given.db"]) == .given)
      let given = ["--limit-file", "given.db"]
      #expect(try await batch(scene, 3, given, variables: named) == .awaited)
      #expect(try await batch(scene, 4, variables: named) == .awaited)
    }
  }

  @Test(
    arguments: [
      (["--limit-file", "."], [:]),
      ([], ["XDG_STATE_HOME": nil, "HOME": "/dev/null"]),
      ([], ["XDG_STATE_HOME": "/dev/null/x"]),
    ] as [([String], [String: String?])])
  func `50: without a limit file one line says so, and the run keeps a limit of its own`(
    arguments: [String], variables: [String: String?]
  ) async throws {
    let limit = SmallLimit(batches: 1)
    try await withScene {
      limit.configure(&$0)
    } _: { scene in
      let addresses = publicAddresses(250)
      let result = try await scene.batch(
        limit.arguments + arguments, input: .text(list(addresses)), variables: variables)
      #expect(result.end == .exit(0))
      #expect(try result.table["status"].allSatisfy { $0 == "located" })
      let lines = result.errors.split(separator: "\n").filter { $0.contains("limit file") }
      #expect(lines.count == 1, "\(result.errors)")
      #expect(lines.first?.contains("keeps a limit of its own") == true)
      #expect(scene.refusals == 0)
      #expect(scene.names.isEmpty, "\(scene.names)")
    }
  }

  // MARK: Refusals

  @Test func `a refusal is obeyed by later runs, which serve what is known`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.status(403, body: "banned"), on: .numbers([2]))]
    } _: { scene in
      let known = publicAddresses(2)
      let all = publicAddresses(150)
      #expect(try await scene.batch(["-j", "1"], input: .text(list([known[0]]))).end == .exit(0))
      let refused = try await scene.batch(["-j", "1"], input: .text(list(all)))
      #expect(refused.end == .exit(69))
      #expect(scene.server?.log.count == 2)
      #expect(refused.errors.contains("left alone for 1 h"), "\(refused.errors)")
      let later = try await scene.batch(["-j", "1"], input: .text(list(all)))
      #expect(later.end == .exit(69))
      #expect(scene.server?.log.count == 2, "something was asked")
      let verdicts = try later.table.verdicts
      #expect(verdicts.first == "located" && verdicts.count == 150)
      #expect(verdicts.dropFirst().allSatisfy { $0 == "failed/refused" })
      let told = later.errors.contains("another 1 h") || later.errors.contains("another 59 min")
      #expect(told, "\(later.errors)")
      // Nothing to ask: nothing to be refused.
      let served = try await scene.batch(input: .text(list([known[0]])))
      #expect(served.end == .exit(0))
      #expect(scene.server?.log.count == 2)
    }
  }

  @Test func `with a key a refusal is not kept`() async throws {
    try await withScene {
      $0.key = "the-right-one"
    } _: { scene in
      let address = publicAddresses(1)
      let wrong = try await scene.batch(
        input: .text(list(address)), variables: ["IPGEO_API_KEY": "a-wrong-one"])
      #expect(wrong.end == .exit(69))
      #expect(!wrong.errors.contains("left alone"))
      for key in ["the-right-one", nil] {
        let after = try await scene.batch(
          ["--no-cache"], input: .text(list(address)), variables: ["IPGEO_API_KEY": key])
        #expect(after.end == .exit(0), "\(after.errors)")
      }
    }
  }

  /// Has the limit file hold a refusal of an hour that was met so many seconds ago.
  private func refuse(_ scene: Scene, secondsAgo seconds: Int64) throws {
    let now = LimitClocks.system
    let earlier = LimitClocks(
      boot: { now.boot() - seconds * 1_000_000_000 },
      wall: { now.wall() - seconds * 1_000_000_000 }, bootID: now.bootID)
    let file = try LimitFile(path: scene.path("limit.db"), clocks: earlier)
    let host = "127.0.0.1:\(scene.server?.port ?? 0)"
    #expect(file.refuse(host: host).length == 3_600_000_000_000)
  }

  @Test func `a refusal that is over is asked about again, and the next holds twice as long`()
    async throws
  {
    try await withScene {
      $0.faults = [FaultRule(.status(403), on: .numbers([1]))]
    } _: { scene in
      let file = ["--limit-file", "limit.db", "-j", "1"]
      try refuse(scene, secondsAgo: 3601)
      let again = try await scene.batch(file, input: .text("8.8.8.8\n"))
      #expect(again.end == .exit(69))
      #expect(scene.server?.log.count == 1)
      #expect(again.errors.contains("left alone for 2 h"), "\(again.errors)")
      let held = try await scene.batch(file, input: .text("8.8.8.8\n"))
      #expect(held.end == .exit(69) && scene.server?.log.count == 1)
    }
  }

  @Test func `a plan says for how long the service is left alone`() async throws {
    try await withScene { scene in
      let file = ["--limit-file", "limit.db", "--dry-run"]
      try refuse(scene, secondsAgo: 60)
      let plan = try await scene.batch(file + ["--format", "jsonl"], input: .text("8.8.8.8\n"))
      #expect(plan.end == .exit(0))
      #expect(plan.text.contains("\"asking\":\"held\""), "\(plan.text)")
      #expect(scene.server?.log.isEmpty == true)
    }
  }

  @Test func `after a good answer a refusal that is over is forgotten`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.status(403), on: .numbers([2]))]
    } _: { scene in
      let file = ["--limit-file", "limit.db", "-j", "1"]
      try refuse(scene, secondsAgo: 3601)
      #expect(try await scene.batch(file, input: .text("8.8.8.8\n")).end == .exit(0))
      let next = try await scene.batch(file, input: .text("1.1.1.1\n"))
      #expect(next.end == .exit(69))
      #expect(next.errors.contains("left alone for 1 h"), "\(next.errors)")
    }
  }
}
