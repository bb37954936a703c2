import Foundation
import IPGeoStandIn
import Testing

/// A service of the space station that is down, slow or wrong: one clear line, and the right code.
struct StationFaultTests {
  /// What must hold of a run that got no position.
  private func isToldInOneLine(_ result: RunResult, _ code: Int32, _ line: String) {
    #expect(result.end == .exit(code), "\(result.errors)")
    #expect(result.text.isEmpty, "\(result.text)")
    #expect(result.errors == "ipgeo: \(line)\n")
  }

  static let faults: [(Fault, Int32, String)] = [
    (
      .outOfRange, 65,
      "the position is refused: the reply has a latitude of 95.0000, which is out of range "
        + "(-90 to 90)"
    ),
    (.illTyped, 69, "no position: the reply has a latitude that is no number"),
    (.nullValues, 69, "no position: the reply has no latitude"),
    (.notArray, 69, #"no position: the reply is JSON, but no object: application/json: "[]""#),
    (
      .failed(message: "no fix\u{1B}[2J"), 69,
      #"no position: the reply says "no fix\x1b[2J" where success was expected"#
    ),
    (.emptyBody200, 69, "no position: the reply is empty"),
    (.status(404), 69, "no position: the reply has status 404; is the URL right?"),
    (.status(403, body: "no"), 69, #"no position: the reply has status 403: text/html: "no""#),
    (
      .redirect(location: "http://127.0.0.1:9/login"), 69,
      "no position: the reply (302) redirects to 127.0.0.1:9, which is not followed: a portal or "
        + "proxy answers"
    ),
    (
      .status(503, retryAfter: "9"), 69,
      "no position: the reply has status 503 and wants 9 s without requests; try again later"
    ),
    (.hugeBody(megabytes: 1), 69, "no position: reply larger than 64 KiB"),
  ]

  @Test(arguments: faults)
  func `what is wrong is told in one line`(fault: Fault, code: Int32, line: String) async throws {
    try await withScene {
      $0.faults = [FaultRule(fault, on: .always, endpoint: .iss)]
    } _: { scene in
      isToldInOneLine(try await scene.iss(), code, line)
      // None of these is better at a second try.
      #expect(scene.server?.log.count == 1)
    }
  }

  @Test(arguments: [Fault.html200, .halfJSON, .notHTTP])
  func `what is no reply at all is a service that is not there`(fault: Fault) async throws {
    try await withScene {
      $0.faults = [FaultRule(fault, on: .always, endpoint: .iss)]
    } _: { scene in
      let result = try await scene.iss()
      #expect(result.end == .exit(69) && result.text.isEmpty)
      #expect(result.errors.hasPrefix("ipgeo: no position: "))
      #expect(result.errors.split(separator: "\n").count == 1 && result.errors.utf8.count < 240)
    }
  }

  @Test(arguments: [Fault.neverAnswer, .trickle(bytes: 1, everyMilliseconds: 100_000)])
  func `a service that is slow is given up when the time is over`(fault: Fault) async throws {
    try await withScene {
      $0.faults = [FaultRule(fault, on: .always, endpoint: .iss)]
    } _: { scene in
      let result = try await scene.iss(["--timeout", "400ms"])
      #expect(result.end == .exit(69) && result.text.isEmpty)
      #expect(result.errors.hasPrefix("ipgeo: no position: no "))
      #expect(result.errors.contains("within 400 ms") && result.errors.contains("try again later"))
    }
  }

  @Test func `a service that is down is told with its place`() async throws {
    try await ScriptedService.withDeadPort { port in
      try await withBareScene { scene in
        // No time for another try.
        let result = try await scene.iss([
          "--url", "http://127.0.0.1:\(port)", "--timeout", "900ms",
        ])
        isToldInOneLine(
          result, 69,
          "no position: cannot connect to 127.0.0.1:\(port): connection refused; try again later")
      }
    }
  }

  @Test func `a broken connection is tried again, and -v says so`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.reset, on: .numbers([1]), endpoint: .iss)]
    } _: { scene in
      let result = try await scene.iss(["-v"])
      #expect(result.end == .exit(0) && result.text.hasPrefix("{"))
      #expect(result.errors.contains("trying again") && scene.server?.log.count == 2)
    }
  }

  @Test func `a redirect's target is never asked`() async throws {
    let target = try ScriptedService { _ in ScriptedService.Reply(body: "{}") }
    defer { target.stop() }
    try await withScene {
      $0.faults = [FaultRule(.redirect(location: target.url), on: .always, endpoint: .iss)]
    } _: { scene in
      let result = try await scene.iss()
      #expect(result.end == .exit(69))
      #expect(target.requests.isEmpty)
    }
  }

  @Test func `the lower-case proxy is obeyed, and no_proxy too`() async throws {
    let proxy = try ScriptedService { _ in
      ScriptedService.Reply(
        body: #"{"timestamp":1,"iss_position":{"latitude":1,"longitude":2}}"#)
    }
    defer { proxy.stop() }
    try await withScene { scene in
      let away = try await scene.start(
        ["iss"], variables: ["http_proxy": proxy.url, "HTTP_PROXY": "http://127.0.0.1:1"]
      ).result()
      #expect(away.text.hasPrefix(#"{"latitude":1,"longitude":2,"timestamp":1,"#))
      #expect(proxy.requests.map(\.target) == ["http://api.open-notify.org/iss-now.json"])
      let local = try await scene.iss(
        variables: ["http_proxy": proxy.url, "no_proxy": "127.0.0.1"])
      #expect(local.end == .exit(0) && proxy.requests.count == 1)
    }
  }

  @Test func `the environment names the URL`() async throws {
    try await withScene { scene in
      let url = try #require(scene.server?.baseURL) + "/iss-now/"
      let result = try await scene.start(["iss"], variables: ["IPGEO_ISS_URL": url]).result()
      #expect(result.end == .exit(0))
      #expect(scene.server?.log.map(\.target) == ["/iss-now/"])
      let head = scene.server?.log.first
      #expect(head?.method == "GET")
    }
  }
}
