import Foundation
import IPGeoStandIn
import Testing

/// Proxies, https, keys, and an odd HOME: entries 47, 48, 66 and 67 of the inputs.
struct SurroundingsTests {
  static let name = "http://service.test"

  private func echo() throws -> ScriptedService {
    try ScriptedService(answering: { StandInServer.answerJSON(for: $0) })
  }

  @Test(arguments: 10...20)
  func `with few descriptors it ends and says why`(count: Int) async throws {
    try await withScene { scene in
      try scene.write("in", list(publicAddresses(300)))
      let words = scene.batchArguments(["in", "--retries", "0", "--batch-rate", "1000/1s"])
      let run = try scene.start(
        program: "/bin/sh",
        ["-c", "ulimit -n \(count); exec \"$@\"", "sh", Scene.command] + words, deadline: 30)
      let result = await run.result()
      #expect(result.end != .hung, "\(result.errors)")
      // The loader has words of its own where not even the libraries can be opened.
      #expect(!result.errors.isEmpty)
    }
  }

  @Test func `46: the cause of a failed look-up stands on stderr`() async throws {
    try await ScriptedService.withDeadPort { port in
      try await withBareScene { scene in
        let result = try await scene.batch(
          ["--api-url", "http://127.0.0.1:\(port)", "--retries", "0"], input: .text("8.8.8.8\n"))
        #expect(result.end == .exit(2))
        let cause = "cannot connect to 127.0.0.1:\(port): connection refused"
        #expect(result.errors.contains("ipgeo: look-ups failed (unreachable): \(cause)\n"))
      }
    }
  }

  @Test func `47: http_proxy gets the requests, whole`() async throws {
    let proxy = try ScriptedService { request in
      let queries = request.queries.map { StandInServer.answerJSON(for: $0) }
      return ScriptedService.Reply(body: "[" + queries.joined(separator: ",") + "]")
    }
    defer { proxy.stop() }
    try await withBareScene { scene in
      _ = try await scene.batch(
        ["--api-url", Self.name, "--retries", "0"], input: .text(list(publicAddresses(100))),
        variables: ["http_proxy": proxy.url])
      let target = proxy.requests.first?.target ?? ""
      #expect(target.hasPrefix("http://service.test/batch"), "\(target)")
    }
  }

  @Test func `47: HTTP_PROXY is no proxy for http, and no_proxy is honoured`() async throws {
    try await ScriptedService.withDeadPort { port in
      let dead = "http://127.0.0.1:\(port)"
      try await withScene { scene in
        for variables in [
          ["HTTP_PROXY": dead], ["http_proxy": dead, "no_proxy": "127.0.0.1"],
          ["http_proxy": dead, "no_proxy": "*"],
        ] {
          let result = try await scene.batch(input: .text("8.8.8.8\n"), variables: variables)
          #expect(result.end == .exit(0), "\(variables)")
        }
      }
    }
  }

  @Test func `47: a key that goes to this machine in plain http goes past http_proxy`() async throws
  {
    let proxy = try echo()
    defer { proxy.stop() }
    try await withScene {
      $0.key = Self.key
    } _: { scene in
      let result = try await scene.batch(
        input: .text("8.8.8.8\n"),
        variables: ["http_proxy": proxy.url, "IPGEO_API_KEY": Self.key])
      #expect(result.end == .exit(0))
      #expect(try result.table["status"] == ["located"])
      #expect(proxy.requests.isEmpty)
    }
  }

  @Test func `47: a proxy that refuses is named, without its password`() async throws {
    let proxy = try ScriptedService { _ in
      ScriptedService.Reply(status: "407 Proxy Authentication Required", body: "no")
    }
    defer { proxy.stop() }
    try await ScriptedService.withDeadPort { dead in
      for port in [proxy.port, dead] {
        try await withBareScene { scene in
          let result = try await scene.batch(
            ["--api-url", Self.name, "--retries", "0", "-v", "--failures", "f"],
            input: .text("8.8.8.8\n"),
            variables: ["http_proxy": "http://user:hunter2@127.0.0.1:\(port)"])
          #expect(try result.table["status"] == ["failed"])
          #expect(result.end == .exit(2))
          let told = result.errors + (try scene.read("f"))
          #expect(told.contains("127.0.0.1:\(port)"), "\(told)")
          #expect(!told.contains("hunter2") && !result.text.contains("hunter2"))
        }
      }
    }
  }

  @Test func `48: an https base is taken as given, without a downgrade`() async throws {
    try await withScene { scene in
      let port = scene.server?.port ?? 0
      let result = try await scene.batch(
        ["--api-url", "https://127.0.0.1:\(port)", "--retries", "0", "--timeout", "1s"],
        input: .text("8.8.8.8\n"))
      #expect(try result.table["status"] == ["failed"])
      #expect(result.end == .exit(2))
      #expect(scene.server?.log.isEmpty == true)
    }
  }

  @Test func `48: the help says that free use is not encrypted`() async throws {
    try await withBareScene { scene in
      let run = try scene.start(["batch", "--help"])
      let text = await run.result().text.lowercased()
      #expect(text.contains("unencrypted") || text.contains("plain http"))
    }
  }

  @Test func `IPGEO_API_URL stands in for the option, which comes first`() async throws {
    try await withScene { scene in
      let variables = ["IPGEO_API_URL": scene.server?.baseURL]
      let run = try scene.start(["batch"], input: .text("8.8.8.8\n"), variables: variables)
      #expect(await run.result().end == .exit(0))
      let other = try await scene.batch(
        input: .text("1.1.1.1\n"), variables: ["IPGEO_API_URL": "http://127.0.0.1:1"])
      #expect(other.end == .exit(0))
      #expect(scene.asked == ["8.8.8.8", "1.1.1.1"])
    }
  }

  static let key = "sekret-K3y-0123456789"

  @Test(arguments: [false, true])
  func `a key lifts the limit and shows nowhere`(inFile: Bool) async throws {
    try await withScene {
      $0.batchLimit = 1
      $0.singleLimit = 1
      $0.key = Self.key
    } _: { scene in
      let file = try scene.write("key", Self.key + "\n")
      let result = try await scene.batch(
        ["-v", "--failures", "f", "--summary-file", "s"],
        input: .text(list(publicAddresses(1800)) + "x\n"),
        variables: inFile ? ["IPGEO_API_KEY_FILE": file] : ["IPGEO_API_KEY": Self.key])
      #expect(result.end == .exit(0))
      #expect(scene.server?.counters.total429 == 0)
      #expect(scene.server?.log.allSatisfy { $0.target.contains(Self.key) } == true)
      let told = result.text + result.errors + (try scene.read("f")) + (try scene.read("s"))
      #expect(!told.contains(Self.key))
    }
  }

  @Test(arguments: [
    Fault.status(403, body: "invalid key sekret-K3y-0123456789"), .reset, .neverAnswer,
    .status(500, body: "sekret-K3y-0123456789"), .redirect(location: "/?key=sekret-K3y-0123456789"),
    .status(200, body: "sekret-K3y-0123456789 is bad"),
  ])
  func `a key shows in no message, whatever goes wrong`(fault: Fault) async throws {
    try await withScene {
      $0.faults = [FaultRule(fault, on: .always)]
    } _: { scene in
      let result = try await scene.batch(
        ["-v", "--retries", "0", "--timeout", "1s", "--failures", "f", "--summary-file", "s"],
        input: .text("8.8.8.8\n"), variables: ["IPGEO_API_KEY": Self.key])
      #expect(try result.table["status"] == ["failed"])
      let told = result.text + result.errors + (try scene.read("f")) + (try scene.read("s"))
      #expect(!told.contains(Self.key), "\(told)")
    }
  }

  @Test func `a wrong key is refused and stops the run`() async throws {
    try await withScene {
      $0.key = "another"
    } _: { scene in
      let result = try await scene.batch(
        input: .text("8.8.8.8\n"), variables: ["IPGEO_API_KEY": Self.key])
      #expect(result.end == .exit(69))
      #expect(try result.table.verdicts == ["failed/refused"])
    }
  }

  @Test func `a key is not sent to a plain http address elsewhere`() async throws {
    let proxy = try echo()
    defer { proxy.stop() }
    try await withBareScene { scene in
      _ = try await scene.batch(
        ["--api-url", Self.name, "--retries", "0"], input: .text("8.8.8.8\n"),
        variables: ["http_proxy": proxy.url, "IPGEO_API_KEY": Self.key])
      #expect(
        !proxy.requests.contains { $0.target.contains(Self.key) || $0.head.contains(Self.key) })
    }
  }
}
