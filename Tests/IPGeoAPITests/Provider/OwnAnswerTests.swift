import IPGeoAddresses
import IPGeoCore
import IPGeoTransport
import Testing

@testable import IPGeoAPI

/// The look-up without a query, which is about whoever asks.
@Suite struct OwnAnswerTests {
  private struct Asked {
    var own: OwnAnswer
    var requests: [SeenRequest]
  }

  private func ask(
    _ change: (inout IPAPIProvider.Configuration) -> Void = { _ in },
    _ script: @escaping ScriptedTransport.Script
  ) async throws -> Asked {
    var configuration = openConfiguration()
    change(&configuration)
    let transport = ScriptedTransport(script)
    let provider = IPAPIProvider(
      configuration, transport: transport, surroundings: hastySurroundings())
    let own = await provider.ownAnswer()
    return Asked(own: own, requests: transport.requests)
  }

  @Test func `it is one request without a query, and the reply names the address`() async throws {
    let asked = try await ask({ $0.language = .de }) { _ in ok(element("93.184.216.34", "Here")) }
    #expect(asked.own.address == ip("93.184.216.34"))
    guard case .located(let location) = asked.own.outcome else {
      Issue.record("\(asked.own)")
      return
    }
    #expect(location.city == "Here")
    #expect(asked.own.askedAt == 1_700_000_000)
    #expect(asked.own.end == .finished)
    #expect(asked.requests.count == 1)
    #expect(asked.requests.first?.endpoint == .single)
    let url = try #require(asked.requests.first?.url)
    #expect(url.hasPrefix("http://127.0.0.1:1/json/?fields="), "\(url)")
    #expect(url.hasSuffix("&lang=de"), "\(url)")
  }

  @Test func `other look-ups ask about their address all the same`() async throws {
    let transport = ScriptedTransport { request in
      request.url.contains("/json/?") ? ok(element("9.9.9.9")) : request.goodReply
    }
    let provider = IPAPIProvider(
      openConfiguration(), transport: transport, surroundings: hastySurroundings())
    #expect(await provider.ownAnswer().address == ip("9.9.9.9"))
    for try await (_, outcome) in provider.answers(for: [ip("8.8.8.8")]) {
      #expect(outcome.status == .located)
    }
    #expect(transport.requests.map { $0.url.contains("/json/8.8.8.8?") } == [false, true])
  }

  @Test func `a special address is special, whatever is said of it`() async throws {
    let asked = try await ask { _ in ok(element("192.168.1.7")) }
    #expect(asked.own.address == ip("192.168.1.7"))
    guard case .special(let block) = asked.own.outcome else {
      Issue.record("\(asked.own)")
      return
    }
    #expect(block.name == "private-use")
  }

  @Test(arguments: ["", #","query":"dns.google""#, #","query":7"#, #","query":null"#])
  func `who names no address gave no answer, and is asked once more`(query: String) async throws {
    let asked = try await ask { _ in ok(#"{"status":"success","city":"X"\#(query)}"#) }
    #expect(asked.own.address == nil)
    guard case .failed(let failure) = asked.own.outcome else {
      Issue.record("\(asked.own)")
      return
    }
    #expect(failure.reason == .noAnswer)
    #expect(asked.requests.count == 2)
  }

  @Test func `what is wrong in the answer is a failure without an address`() async throws {
    let reply = element("9.9.9.9").replacing("39.03", with: "95")
    let asked = try await ask { _ in ok(reply) }
    #expect(asked.own.address == nil)
    #expect(asked.own.outcome.status == .failed)
    #expect(asked.requests.count == 1)
  }

  @Test func `a service that is away is tried again, and then said to be`() async throws {
    let asked = try await ask({ $0.retries = 2 }) { _ throws(TransportError) in
      throw ScriptedTransport.reset
    }
    guard case .failed(let failure) = asked.own.outcome else {
      Issue.record("\(asked.own)")
      return
    }
    #expect(failure.reason == .unreachable)
    #expect(asked.requests.count == 3)
    #expect(asked.own.end == .finished)
  }

  @Test func `a refusal ends the asking`() async throws {
    let asked = try await ask { _ in status(403, "banned") }
    guard case .stopped(let failure) = asked.own.end else {
      Issue.record("\(asked.own)")
      return
    }
    #expect(failure.reason == .refused)
    #expect(asked.requests.count == 1)
  }

  @Test func `cancelling ends it`() async throws {
    let transport = ScriptedTransport { _ throws(TransportError) in
      try await ScriptedTransport.neverAnswers()
    }
    let provider = IPAPIProvider(
      openConfiguration(), transport: transport, surroundings: hastySurroundings())
    let task = Task { await provider.ownAnswer() }
    while transport.requests.isEmpty { await Task.yield() }
    task.cancel()
    guard case .failed(let failure) = await task.value.outcome else {
      Issue.record("it was answered")
      return
    }
    #expect(failure.reason == .interrupted)
  }
}
