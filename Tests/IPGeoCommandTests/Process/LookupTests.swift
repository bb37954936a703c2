import Foundation
import IPGeoStandIn
import Testing

extension Scene {
  /// Starts `ipgeo lookup` against the scene's service.
  func startLookup(
    _ arguments: [String], input: RunInput = .null, output: RunOutput = .collected,
    errors: RunOutput = .collected, variables: [String: String?] = [:], deadline: Double = 60
  ) throws -> CommandRun {
    try start(
      lookupArguments(arguments), input: input, output: output, errors: errors,
      variables: variables, deadline: deadline)
  }

  /// The arguments of a look-up that asks the scene's service.
  func lookupArguments(_ arguments: [String]) -> [String] {
    ["lookup"] + (server.map { ["--api-url", $0.baseURL] } ?? []) + arguments
  }

  /// Runs `ipgeo lookup` against the scene's service to its end.
  func lookup(
    _ arguments: [String], input: RunInput = .null, output: RunOutput = .collected,
    errors: RunOutput = .collected, variables: [String: String?] = [:], deadline: Double = 60
  ) async throws -> RunResult {
    try await startLookup(
      arguments, input: input, output: output, errors: errors, variables: variables,
      deadline: deadline
    ).result()
  }

  /// How many requests of each kind the service saw.
  var requests: (batches: Int, singles: Int) {
    let log = server?.log ?? []
    return (log.count { $0.endpoint == .batch }, log.count { $0.endpoint == .single })
  }
}

/// `ipgeo lookup`: what it sends, writes and ends with.
struct LookupTests {
  @Test func `an address costs one single look-up, no batch, and then nothing`() async throws {
    try await withScene { scene in
      for _ in 0..<2 {
        let result = try await scene.lookup(["8.8.8.8"])
        #expect(result.end == .exit(0) && result.errors.isEmpty, "\(result.errors)")
        let object = try #require(try result.objects.first)
        #expect(object["city"] as? String == "Ashburn" && object["ip"] as? String == "8.8.8.8")
        #expect(scene.requests == (0, 1))
      }
    }
  }

  @Test(arguments: [(5, 0, 5), (6, 1, 0)])
  func `up to five are single look-ups, more go as a batch`(
    count: Int, batches: Int, singles: Int
  ) async throws {
    try await withScene { scene in
      let addresses = publicAddresses(count)
      let result = try await scene.lookup(addresses + addresses.prefix(2))
      #expect(result.end == .exit(0))
      #expect(try result.objects.map { $0["ip"] as? String } == addresses + addresses.prefix(2))
      #expect(scene.requests == (batches, singles))
      #expect(scene.asked.sorted() == addresses.sorted())
    }
  }

  @Test(arguments: [[], [""], [" "], ["8.8.8.8", ""]])
  func `nothing given, or nothing in it, is 64, and nothing is sent`(words: [String]) async throws {
    try await withScene { scene in
      let result = try await scene.lookup(words)
      #expect(result.end == .exit(64) && result.output.isEmpty)
      #expect(result.errors.contains("--self for your own"), "\(result.errors)")
      #expect(scene.server?.log.isEmpty == true)
    }
  }

  @Test(arguments: [
    "192.168.1.1", "127.0.0.1", "::1", "fd00::1", "203.0.113.5", "dns.google", "24",
  ])
  func `what is private, special or no address is not sent`(word: String) async throws {
    try await withScene { scene in
      let result = try await scene.lookup([word])
      let status = try #require(try result.objects.first?["status"] as? String)
      #expect(result.end == .exit(status == "special" ? 0 : 65))
      #expect(["special", "invalid"].contains(status))
      #expect(scene.server?.log.isEmpty == true)
      // Neither the store nor the limit was needed.
      #expect(!FileManager.default.fileExists(atPath: scene.store))
    }
  }

  @Test func `lines of standard input stand where the dash does`() async throws {
    try await withScene { scene in
      let result = try await scene.lookup(
        ["1.1.1.1", "-", "--format", "csv"], input: .text("8.8.8.8\r\n\n  \nnope\n10.0.0.1"))
      #expect(result.end == .exit(65))
      let table = try result.table
      #expect(table["ip"] == ["1.1.1.1", "8.8.8.8", "nope", "10.0.0.1"])
      #expect(
        table.verdicts == ["located", "located", "invalid/not-an-address", "special/private-use"])
      #expect(
        result.messages == [
          "ipgeo: standard input:4: 'nope' is not an IP address; write it as 192.0.2.1 or 2001:db8::1"
        ])
    }
  }

  @Test func `an input without addresses is one line, and an empty list`() async throws {
    try await withScene { scene in
      let result = try await scene.lookup(["-", "--format", "json"], input: .text("\n \n"))
      #expect(result.end == .exit(0) && result.text == "[]\n")
      #expect(result.errors == "ipgeo: no addresses in the input: nothing to do\n")
    }
  }

  @Test func `a thousand lines go in batches`() async throws {
    try await withScene { scene in
      let addresses = publicAddresses(1000)
      let result = try await scene.lookup(
        ["-", "--format", "value", "-f", "ip,status"], input: .text(list(addresses)))
      #expect(result.end == .exit(0))
      #expect(result.text == addresses.map { "\($0)\tlocated\n" }.joined())
      #expect(scene.requests.batches == 10)
    }
  }

  @Test func `json is one object for one address, and a list for more`() async throws {
    try await withScene { scene in
      let one = try await scene.lookup(["8.8.8.8", "--format", "json"])
      #expect(try JSONSerialization.jsonObject(with: Data(one.output)) is [String: Any])
      let two = try await scene.lookup(["8.8.8.8", "1.1.1.1", "--format", "json"])
      let list = try JSONSerialization.jsonObject(with: Data(two.output)) as? [[String: Any]]
      #expect(list?.count == 2)
    }
  }

  @Test func `a bare value is for a shell's variable`() async throws {
    try await withScene { scene in
      let result = try await scene.lookup(["8.8.8.8", "--format", "value", "-f", "country_code"])
      #expect(result.text == "US\n" && result.errors.isEmpty)
      let special = try await scene.lookup(["10.0.0.1", "--format=value", "-f", "country_code"])
      #expect(special.end == .exit(0) && special.text == "\n")
      #expect(special.errors == "ipgeo: 10.0.0.1: private address: nothing to look up\n")
    }
  }

  @Test func `one's own address is the one case of an empty query, and it says so`() async throws {
    try await withScene { scene in
      let result = try await scene.lookup(["--self"])
      let url = try #require(scene.server?.baseURL)
      #expect(result.end == .exit(0))
      #expect(result.errors == "ipgeo: asking \(url) which address it sees you by\n")
      #expect(try result.objects.first?["ip"] as? String == "93.184.216.34")
      #expect(scene.server?.log.map(\.path) == ["/json/"])
      // Kept under the address that it is about, and asked anew each time.
      let later = try await scene.lookup(["93.184.216.34", "--cache-only"])
      #expect(try later.objects.first?["status"] as? String == "located")
      _ = try await scene.lookup(["--self", "-q"])
      #expect(scene.server?.log.map(\.path) == ["/json/", "/json/"])
    }
  }

  @Test func `oneself and others go together, oneself first`() async throws {
    try await withScene { scene in
      let result = try await scene.lookup(["8.8.8.8", "--self"])
      #expect(try result.objects.map { $0["ip"] as? String } == ["93.184.216.34", "8.8.8.8"])
      #expect(scene.requests == (0, 2))
    }
  }

  @Test func `a name is resolved here, and never sent`() async throws {
    try await withScene { scene in
      let result = try await scene.lookup(["--resolve", "localhost", "-f", "+record"])
      #expect(result.end == .exit(0), "\(result.errors)")
      let object = try #require(try result.objects.first)
      #expect(verdict(object) == "special/loopback" && object["record"] as? String == "localhost")
      let without = try await scene.lookup(["localhost"])
      #expect(without.end == .exit(65) && without.errors.contains("add --resolve"))
      #expect(scene.server?.log.isEmpty == true)
    }
  }

  @Test func `of many like each other three are told of one by one`() async throws {
    try await withBareScene { scene in
      let lines = (0..<7).map { "x\($0)\n" }.joined()
      let result = try await scene.lookup(["-"], input: .text(lines))
      #expect(result.end == .exit(65))
      #expect(result.messages.count == 4, "\(result.errors)")
      #expect(result.messages.last == "ipgeo: not-an-address: and 4 more like it")
      let special = try await scene.lookup(
        ["10.0.0.1", "--format", "value", "-f", "ip", "-q"])
      #expect(special.errors.isEmpty && special.text == "10.0.0.1\n")
    }
  }

  @Test func `a standard input that cannot be read is 66`() async throws {
    try await withBareScene { scene in
      let result = try await scene.lookup(["-"], input: .file(scene.folder.path))
      #expect(result.end == .exit(66) && result.output.isEmpty)
    }
  }

  @Test func `a signal ends it while nobody takes its rows`() async throws {
    try await withScene { scene in
      let addresses = publicAddresses(3000)
      let run = try scene.startLookup(["-"], input: .text(list(addresses)), output: .stalled)
      #expect(await waits { scene.requests.batches >= 30 })
      run.signal(SIGTERM)
      #expect(await run.result().end == .signal(SIGTERM))
    }
  }

  // MARK: Endings

  @Test func `a service that cannot be reached is 2, in one line`() async throws {
    try await ScriptedService.withDeadPort { port in
      try await withBareScene { scene in
        let result = try await scene.lookup(
          ["--api-url", "http://127.0.0.1:\(port)", "--retries", "0", "8.8.8.8", "10.0.0.1"])
        #expect(result.end == .exit(2))
        #expect(try result.objects.map(verdict) == ["failed/unreachable", "special/private-use"])
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 1, "\(result.errors)")
        #expect(result.errors.hasPrefix("ipgeo: 8.8.8.8: the service cannot be reached: "))
      }
    }
  }

  @Test func `the worst of several decides: 69, then 65, then 2`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.status(404), on: .numbers([1]))]
    } _: { scene in
      let failed = try await scene.lookup(["8.8.8.8", "1.1.1.1"])
      #expect(failed.end == .exit(2))
      #expect(try failed.objects.map(verdict) == ["failed/http-status", "located"])
    }
    try await withScene {
      $0.faults = [FaultRule(.status(404), on: .always)]
    } _: { scene in
      let invalid = try await scene.lookup(["8.8.8.8", "x"])
      #expect(invalid.end == .exit(65))
    }
    try await withScene {
      $0.faults = [FaultRule(.status(403, body: "banned"), on: .always)]
    } _: { scene in
      for arguments in [["8.8.8.8", "x"], ["--self", "8.8.8.8", "x"]] {
        let result = try await scene.lookup(arguments)
        #expect(result.end == .exit(69))
        #expect(result.errors.contains(": the service refuses"), "\(result.errors)")
        #expect(result.errors.hasSuffix("stopped asking; run it again later\n"))
      }
      // The refusal is kept for everybody.
      #expect(scene.server?.log.count == 1)
    }
  }

  @Test func `a refusal of batch's is obeyed, and known answers are given`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.status(403, body: "banned"), on: .numbers([2]))]
    } _: { scene in
      #expect(try await scene.lookup(["8.8.8.8"]).end == .exit(0))
      #expect(try await scene.batch(input: .text("1.1.1.1\n")).end == .exit(69))
      let later = try await scene.lookup(["8.8.8.8", "9.9.9.9"])
      #expect(later.end == .exit(69))
      #expect(try later.objects.map(verdict) == ["located", "failed/refused"])
      #expect(scene.server?.log.count == 2)
    }
  }

  @Test func `nothing is asked offline, and old answers stand in where that is wanted`()
    async throws
  {
    try await withScene { scene in
      try scene.put([try answer("8.8.8.8", daysAgo: 50)])
      let none = try await scene.lookup(["8.8.8.8", "--offline"])
      #expect(none.end == .exit(2))
      #expect(none.errors.contains("8.8.8.8: no answer is kept: "), "\(none.errors)")
      let old = try await scene.lookup(["8.8.8.8", "--offline", "--stale-ok", "90d"])
      #expect(old.end == .exit(0))
      #expect(try old.objects.first?["city"] as? String == "Old Town")
      #expect(scene.server?.log.isEmpty == true)
      let new = try await scene.lookup(["8.8.8.8"])
      #expect(try new.objects.first?["city"] as? String == "Ashburn")
      let refreshed = try await scene.lookup(["8.8.8.8", "--refresh", "--lang", "de"])
      #expect(try refreshed.objects.first?["country"] as? String == "USA")
      #expect(scene.requests == (0, 2))
    }
  }

  @Test func `a closed pipe and a full disk end it as they end batch`() async throws {
    try await withScene { scene in
      #expect(try await scene.lookup(["8.8.8.8"], output: .head(0)).end == .signal(SIGPIPE))
      #expect(try await scene.lookup(["8.8.8.8"], output: .closed).end == .exit(74))
      guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
      let full = try await scene.lookup(["8.8.8.8"], output: .file("/dev/full"))
      #expect(full.end == .exit(74) && full.errors.contains("no space"))
    }
  }

  // MARK: The limit

  @Test func `five of 45 stay free for it while batch takes the rest`() async throws {
    try await withScene {
      $0.batchLimit = 1
      $0.singleLimit = 9
      $0.windowMilliseconds = 3_600_000
    } _: { scene in
      // Nine in an hour: a ninth is one.
      let limit = ["--batch-rate", "1/1h", "--single-rate", "9/1h"]
      let addresses = publicAddresses(150)
      let batch = try scene.startBatch(limit, input: .text(list(addresses)))
      #expect(await batch.complains("the service's limit is used up"))
      #expect(await batch.hasLines(101))
      #expect(await waits { scene.requests == (1, 8) }, "\(scene.requests)")
      let given = try await scene.lookup(limit + ["8.8.8.8"])
      #expect(given.end == .exit(0))
      #expect(scene.requests == (1, 9))
      // Now all are used up: it waits, and says for how long.
      let waiting = try scene.startLookup(limit + ["1.1.1.1"])
      #expect(
        await waiting.complains("the service's limit is used up, the next request goes out in "))
      waiting.signal(SIGINT)
      #expect(await waiting.result().end == .signal(SIGINT))
      #expect(scene.requests == (1, 9))
      batch.signal(SIGINT)
      _ = await batch.result()
      #expect(scene.refusals == 0)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends it at once, and nothing is written`(signal: Int32) async throws {
    let watch = RequestWatch()
    try await withScene {
      $0.faults = [FaultRule(.neverAnswer, on: .always)]
      $0.onRequest = { watch.note($0) }
    } _: { scene in
      let run = try scene.startLookup(["8.8.8.8", "--map", "m.html"])
      #expect(await watch.hasSeen(1))
      run.signal(signal)
      let result = await run.result()
      #expect(result.end == .signal(signal) && result.output.isEmpty)
      #expect(scene.names.isEmpty, "\(scene.names)")
    }
  }
}
