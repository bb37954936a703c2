import Foundation
import IPGeoStandIn
import Testing

/// Replies of the service that are not as they should be: entries 39 to 41 and 43 of the inputs.
struct ServiceReplyTests {
  static let hundred = publicAddresses(100)

  @Test func `39: a refusal stops the asking at once`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.status(403, body: "You are banned"), on: .always)]
    } _: { scene in
      let result = try await scene.batch(
        ["--jobs", "1", "--failures", "f"], input: .text(list(publicAddresses(500)) + "10.0.0.1\n"))
      #expect(result.end == .exit(69))
      let verdicts = try result.table.verdicts
      #expect(verdicts.count == 501 && verdicts.last == "special/private-use")
      #expect(verdicts.dropLast().allSatisfy { $0 == "failed/refused" })
      #expect(scene.server?.log.count == 1)
      #expect(result.errors.lowercased().contains("refus"), "\(result.errors)")
      let failures = try jsonLines(try scene.read("f"))
      #expect(failures.count == 500)
      #expect(failures.allSatisfy { $0["retryable"] as? Bool == true })
      #expect(failures.first?["http_status"] as? Int == 403)
    }
  }

  @Test func `39: an empty array is no answer for each, asked again once`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.emptyArray, on: .always)]
    } _: { scene in
      let result = try await scene.batch(input: .text(list(Self.hundred)))
      #expect(result.end == .exit(2))
      #expect(try result.table.verdicts.allSatisfy { $0 == "failed/no-answer" })
      #expect(scene.server?.askedCounts.values.allSatisfy { $0 == 2 } == true)
    }
  }

  @Test func `39: an object in place of the array is a bad response`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.notArray, on: .always)]
    } _: { scene in
      let result = try await scene.batch(["--retries", "0"], input: .text(list(Self.hundred)))
      #expect(result.end == .exit(2))
      #expect(try result.table.verdicts.allSatisfy { $0 == "failed/bad-response" })
      #expect(scene.server?.log.count == 1)
    }
  }

  static let orders: [Fault] = [
    .shuffled, .oneShort, .nullElement, .duplicateElement, .extraElement, .withoutQuery,
  ]

  private func holdsRightData(_ table: Table, besides missing: Set<Int> = []) throws {
    for (index, address) in Self.hundred.enumerated() where !missing.contains(index) {
      let answer = try #require(
        try JSONSerialization.jsonObject(
          with: Data(StandInServer.answerJSON(for: address).utf8)) as? [String: Any])
      #expect(table["city"][index] == answer["city"] as? String, "\(address)")
      #expect(table["isp"][index] == answer["isp"] as? String, "\(address)")
    }
  }

  @Test(arguments: orders)
  func `40: a reply that is spoilt once is made good, every row has its own data`(
    fault: Fault
  ) async throws {
    try await withScene {
      $0.faults = [FaultRule(fault, on: .always, endpoint: .batch, times: 1)]
    } _: { scene in
      let result = try await scene.batch(input: .text(list(Self.hundred)))
      #expect(result.end == .exit(0))
      let table = try result.table
      #expect(table["ip"] == Self.hundred)
      #expect(table["status"].allSatisfy { $0 == "located" })
      try holdsRightData(table)
    }
  }

  @Test(arguments: [
    (Fault.oneShort, 99), (.nullElement, 0), (.duplicateElement, 99), (.withoutQuery, 0),
  ])
  func `40: what is always missing is no answer, and only that`(
    fault: Fault, missing: Int
  ) async throws {
    try await withScene {
      // Asked again, one address goes as a single look-up: `{}` holds no answer either.
      $0.faults = [
        FaultRule(fault, on: .always, endpoint: .batch),
        FaultRule(fault == .duplicateElement ? fault : .oneShort, on: .always),
      ]
    } _: { scene in
      let result = try await scene.batch(input: .text(list(Self.hundred)))
      let table = try result.table
      // A duplicate of one element is that element: asked alone, it is answered.
      let isAnswered = fault == .duplicateElement
      #expect(result.end == .exit(isAnswered ? 0 : 2))
      #expect(table.verdicts[missing] == (isAnswered ? "located" : "failed/no-answer"))
      #expect(table["status"].count { $0 == "located" } == (isAnswered ? 100 : 99))
      try holdsRightData(table, besides: [missing])
      #expect(scene.server?.askedCounts[Self.hundred[missing]] == 2)
    }
  }

  @Test(arguments: [Fault.illTyped, .outOfRange])
  func `an element of a wrong type or out of range is a bad response, asked once`(
    fault: Fault
  ) async throws {
    try await withScene {
      $0.faults = [FaultRule(fault, on: .always)]
    } _: { scene in
      let result = try await scene.batch(input: .text(list(Self.hundred)))
      #expect(result.end == .exit(2))
      let table = try result.table
      #expect(table.verdicts[0] == "failed/bad-response")
      #expect(table["status"].dropFirst().allSatisfy { $0 == "located" })
      #expect(scene.server?.askedCounts.values.max() == 1)
    }
  }

  static let bodies = [
    ("<html><body>Sign in</body></html>", "Sign in"),
    (#"warn[{"status":"success","query":"5.0.0.0"}]"#, "warn[{"), ("", ""),
  ]

  @Test(arguments: bodies)
  func `41: text with status 200 is a bad response that is quoted`(
    body: String, quoted: String
  ) async throws {
    let service = try ScriptedService { _ in
      ScriptedService.Reply(headers: ["Content-Type: text/html"], body: body)
    }
    defer { service.stop() }
    try await withBareScene { scene in
      let result = try await scene.batch(
        ["--api-url", service.url, "--retries", "0", "--failures", "f"],
        input: .text(list(Self.hundred)))
      #expect(result.end == .exit(2))
      #expect(try result.table.verdicts.allSatisfy { $0 == "failed/bad-response" })
      let message = try jsonLines(try scene.read("f")).first?["message"] as? String ?? ""
      #expect(!message.isEmpty)
      if !body.isEmpty {
        #expect(message.contains(quoted) && message.contains("text/html"), "\(message)")
      }
    }
  }

  @Test func `41: control characters of such a text are escaped on stderr`() async throws {
    let service = try ScriptedService { _ in
      ScriptedService.Reply(headers: ["Content-Type: text/plain"], body: "\u{1B}[2Jgone\r\u{7}")
    }
    defer { service.stop() }
    try await withBareScene { scene in
      let result = try await scene.batch(
        ["--api-url", service.url, "--retries", "0", "-v", "--failures", "f"],
        input: .text("8.8.8.8\n"))
      let everything = result.errors + result.text + (try scene.read("f"))
      #expect(!everything.utf8.contains { $0 == 0x1B || $0 == 0x07 || $0 == 0x0D })
    }
  }

  @Test func `41: after three such replies in a row the run stops and suspects a portal`()
    async throws
  {
    try await withScene {
      $0.faults = [FaultRule(.html200, on: .always)]
    } _: { scene in
      let result = try await scene.batch(
        ["--jobs", "1", "--batch-rate", "1000/1s"], input: .text(list(publicAddresses(900))))
      #expect(result.end == .exit(69))
      #expect(try result.table.verdicts.allSatisfy { $0 == "failed/bad-response" })
      #expect(scene.server?.log.count == 3)
      #expect(result.errors.contains("portal"), "\(result.errors)")
    }
  }

  @Test(arguments: ["302 Found", "307 Temporary Redirect", "301 Moved Permanently"])
  func `43: a redirect is not followed, to no other host`(status: String) async throws {
    let other = try ScriptedService { _ in ScriptedService.Reply(body: "[]") }
    defer { other.stop() }
    let service = try ScriptedService { _ in
      ScriptedService.Reply(
        status: status, headers: ["Location: http://localhost:\(other.port)/login"])
    }
    defer { service.stop() }
    try await withBareScene { scene in
      let result = try await scene.batch(
        ["--api-url", service.url, "--failures", "f"], input: .text(list(Self.hundred)))
      #expect(result.end == .exit(2))
      #expect(try result.table.verdicts.allSatisfy { $0 == "failed/redirected" })
      #expect(service.requests.count == 1 && other.requests.isEmpty)
      let message = try jsonLines(try scene.read("f")).first?["message"] as? String ?? ""
      #expect(message.contains("localhost"), "\(message)")
    }
  }

  @Test func `43: three redirects in a row stop the run`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.redirect(location: "/login"), on: .always)]
    } _: { scene in
      let result = try await scene.batch(
        ["--jobs", "1", "--batch-rate", "1000/1s"], input: .text(list(publicAddresses(900))))
      #expect(result.end == .exit(69))
      #expect(scene.server?.log.count == 3)
      #expect(try result.table.verdicts.allSatisfy { $0 == "failed/redirected" })
    }
  }

  @Test func `replies may be chunked, and their coordinates texts or whole numbers`() async throws {
    for fault in [Fault.chunked, .garbageHeaders] {
      try await withScene {
        $0.faults = [FaultRule(fault, on: .always)]
      } _: { scene in
        let result = try await scene.batch(input: .text(list(Self.hundred)))
        #expect(result.end == .exit(0))
        try holdsRightData(try result.table)
      }
    }
  }
}
