import IPGeoAddresses
import IPGeoCore
import IPGeoTransport
import Synchronization
import Testing

@testable import IPGeoAPI

/// The faults that were seen in the wild (ip-api.md, section 4), against a scripted service.
@Suite struct FaultTests {
  @Test func `a healthy service answers all, in full batches`() async throws {
    let run = try await ask(250) { $0.goodReply }
    #expect(run.isWhole)
    #expect(run.located == 250)
    #expect(run.end == .finished)
    #expect(run.requests.map(\.addresses.count).sorted() == [50, 100, 100])
    #expect(run.sink.all.allSatisfy { $0.askedAt == 1_700_000_000 })
    let sent = run.sink.events.filter { if case .requestSent = $0 { true } else { false } }
    #expect(sent.count == 3)
  }

  /// One fault of every fourth request, by its number.
  static let passing: [(String, @Sendable (SeenRequest) throws(TransportError) -> HTTPReply)] = [
    ("reset", { _ throws(TransportError) in throw ScriptedTransport.reset }),
    ("cut short", { _ throws(TransportError) in throw ScriptedTransport.truncated }),
    ("late", { _ throws(TransportError) in throw ScriptedTransport.timeout }),
    ("empty", { _ in ok("") }),
    (
      "half",
      { request in
        var reply = request.goodReply
        reply.body.removeLast(reply.body.count / 2)
        return reply
      }
    ),
    ("502", { _ in status(502, "<html>Bad Gateway</html>") }),
    ("503 later", { _ in status(503, headers: [("Retry-After", "2")]) }),
    ("429", { _ in status(429, headers: [("X-Rl", "0"), ("X-Ttl", "0")]) }),
    ("429 bare", { _ in status(429, "Too many requests") }),
    (
      "429 junk",
      { _ in status(429, headers: [("X-Ttl", "-"), ("X-Rl", "abc"), ("Retry-After", "x")]) }
    ),
    ("html", { _ in ok("<html><body>Sign in</body></html>", headers: []) }),
    ("object", { _ in ok("{}") }),
    (
      "junk limits",
      { request in
        var reply = request.goodReply
        reply.headerLines += [.init(name: "X-Rl", value: "abc"), .init(name: "X-Ttl", value: "-")]
        return reply
      }
    ),
    ("reversed", { $0.endpoint == .batch ? batchReply($0.addresses.reversed()) : $0.goodReply }),
    ("one short", { $0.endpoint == .batch ? batchReply($0.addresses.dropLast()) : ok("{}") }),
    (
      "null",
      { request in
        request.endpoint == .single
          ? ok("{}")
          : ok(
            "[null,"
              + request.addresses.dropFirst().map { element($0.description) }
              .joined(separator: ",") + "]")
      }
    ),
    ("204", { _ in status(204) }),
    (
      "too large",
      { _ throws(TransportError) in
        throw TransportError(code: .bodyTooLarge, message: "the body is larger than 4 MiB")
      }
    ),
  ]

  @Test(arguments: passing.indices)
  func `a fault of every fourth request costs no address`(index: Int) async throws {
    let (name, fault) = Self.passing[index]
    let hit = HitOnce()
    let run = try await ask(1200) { request throws(TransportError) in
      let isFault = request.number % 4 == 0 && hit.takes(request.addresses)
      return isFault ? try fault(request) : request.goodReply
    }
    #expect(run.isWhole, "\(name)")
    #expect(run.located == 1200, "\(name)")
    #expect(run.end == .finished, "\(name)")
  }

  @Test func `all faults in turn cost no address`() async throws {
    let hit = HitOnce()
    let run = try await ask(5000) { request throws(TransportError) in
      let isFault = request.number % 4 == 0 && hit.takes(request.addresses)
      let (_, fault) = Self.passing[request.number / 4 % Self.passing.count]
      return isFault ? try fault(request) : request.goodReply
    }
    #expect(run.isWhole)
    #expect(run.located == 5000)
  }

  @Test func `a 403 stops the asking at once and is quoted`() async throws {
    let body = #"{"status":"fail","message":"SSL unavailable for this endpoint"}"#
    var configuration = openConfiguration()
    configuration.jobs = 1
    let run = try await ask(500, configuration) { _ in status(403, body) }
    #expect(run.isWhole)
    #expect(run.requests.count == 1)
    #expect(run.stop?.reason == .refused)
    #expect(run.stop?.httpStatus == 403)
    #expect(run.stop?.message.contains("SSL unavailable") == true)
    #expect(run.reasons == [.refused])
    #expect(run.sink.failures.count { $0.wasAsked } == 100)
    #expect(run.sink.failures.count { !$0.wasAsked && $0.attempts == 0 } == 400)
  }

  @Test func `a redirect is not followed, names its host, and three stop the run`() async throws {
    var configuration = openConfiguration()
    configuration.jobs = 1
    let run = try await ask(1000, configuration) { _ in
      status(302, headers: [("Location", "http://login.example/portal?token=1")])
    }
    #expect(run.isWhole)
    #expect(run.requests.count == 3)
    #expect(run.stop?.reason == .redirected)
    #expect(run.reasons == [.redirected])
    #expect(run.sink.failures.allSatisfy { $0.message.contains("login.example") })
    #expect(run.stop?.message.contains("portal or proxy") == true)
  }

  @Test func `redirects of requests sent together stop the run, too`() async throws {
    let run = try await ask(1000) { _ in status(307, headers: [("Location", "/login")]) }
    #expect(run.isWhole)
    #expect(run.stop?.reason == .redirected)
  }

  @Test func `pages instead of answers stop the run, and are quoted in one line`() async throws {
    let run = try await ask(100) { _ in
      status(200, "<html>\r\n<b>\u{1b}[31mSign in", headers: [("Content-Type", "text/html")])
    }
    #expect(run.isWhole)
    #expect(run.stop?.reason == .badResponse)
    #expect(run.requests.count == 3)
    let message = try #require(run.sink.failures.first?.message)
    #expect(message.contains(#"text/html: "<html>\r\n<b>\x1b[31mSign in""#), "\(message)")
    #expect(!message.contains("\n"))
  }

  @Test func `other refusals of the request are not asked again`() async throws {
    let run = try await ask(100) { _ in status(404, "nothing here") }
    #expect(run.isWhole)
    #expect(run.requests.count == 1)
    #expect(run.end == .finished)
    #expect(run.sink.failures.allSatisfy { $0.reason == .httpStatus && $0.httpStatus == 404 })
  }

  @Test func `a 422 is halved once`() async throws {
    let run = try await ask(100) { request in
      request.addresses.count > 50 ? status(422) : request.goodReply
    }
    #expect(run.isWhole)
    #expect(run.located == 100)
    #expect(run.requests.map(\.addresses.count).sorted() == [50, 50, 100])
    let stubborn = try await ask(100) { _ in status(422) }
    #expect(stubborn.isWhole)
    #expect(stubborn.requests.count == 3)
    #expect(stubborn.end == .finished)
    #expect(stubborn.sink.failures.allSatisfy { $0.reason == .httpStatus && $0.attempts == 2 })
  }

  @Test func `what stays missing is no answer, after two requests`() async throws {
    let absent = publicAddresses(100)[7]
    let run = try await ask(100) { request in
      let others = request.addresses.filter { $0 != absent }
      return request.endpoint == .batch
        ? batchReply(others) : request.addresses == [absent] ? ok("{}") : request.goodReply
    }
    #expect(run.isWhole)
    #expect(run.located == 99)
    #expect(run.requests.count == 2)
    #expect(run.requests.last?.endpoint == .single)
    #expect(run.sink.failures.map(\.reason) == [.noAnswer])
    #expect(run.sink.failures.map(\.attempts) == [2])
  }

  @Test func `an empty array is no success`() async throws {
    let run = try await ask(100) { _ in ok("[]") }
    #expect(run.isWhole)
    #expect(run.reasons == [.noAnswer])
    #expect(run.requests.count == 2)
    #expect(run.end == .finished)
  }

  @Test func `one bad element fails alone, and at once`() async throws {
    let bad = publicAddresses(100)[3]
    let run = try await ask(100) { request in
      var text = String(decoding: request.goodReply.body, as: UTF8.self)
      let good = element(bad.description)
      text = text.replacing(good, with: good.replacing("39.03", with: "123"))
      return ok(text)
    }
    #expect(run.isWhole)
    #expect(run.requests.count == 1)
    #expect(run.located == 99)
    let failure = try #require(run.sink.failures.first)
    #expect(failure.reason == .badResponse)
    #expect(failure.message.contains("lat is out of range"))
    #expect(failure.attempts == 1)
  }

  @Test func `extra answers are ignored, and said once`() async throws {
    let run = try await ask(300) { request in
      batchReply(request.addresses + [ip("203.0.113.9"), request.addresses[0]])
    }
    #expect(run.isWhole)
    #expect(run.located == 300)
    #expect(run.sink.notices.count == 1)
  }

  @Test func `a service that is gone is left after five in a row`() async throws {
    let run = try await ask(1000) { _ throws(TransportError) in throw ScriptedTransport.reset }
    #expect(run.isWhole)
    #expect(run.stop?.reason == .unreachable)
    #expect(run.reasons == [.unreachable])
    #expect(run.requests.count <= 14)
  }

  @Test func `one address that cannot be had ends after three retries`() async throws {
    let run = try await ask(1) { _ throws(TransportError) in throw ScriptedTransport.timeout }
    #expect(run.isWhole)
    #expect(run.requests.count == 4)
    #expect(run.end == .finished)
    #expect(run.sink.failures.map(\.attempts) == [4])
    #expect(run.reasons == [.timeout])
  }

  @Test func `a missing libcurl is said once and asked no more`() async throws {
    let missing = TransportError(code: .libraryMissing, message: "libcurl is missing")
    let run = try await ask(300) { _ throws(TransportError) in throw missing }
    #expect(run.isWhole)
    #expect(run.stop?.message == "libcurl is missing")
    #expect(run.stop?.reason == .unreachable)
  }

  @Test func `a Retry-After above five minutes stops the run`() async throws {
    for code in [429, 503] {
      let run = try await ask(300) { _ in status(code, headers: [("Retry-After", "301")]) }
      #expect(run.isWhole)
      #expect(run.stop?.reason == (code == 429 ? .rateLimited : .httpStatus))
    }
  }

  @Test func `endless 429s stop the run after six holds`() async throws {
    var configuration = openConfiguration()
    configuration.jobs = 1
    let run = try await ask(300, configuration) { _ in status(429, headers: [("X-Ttl", "0")]) }
    #expect(run.isWhole)
    #expect(run.stop?.reason == .rateLimited)
    #expect(run.requests.count == 6)
    #expect(run.sink.failures.allSatisfy { $0.attempts == 0 })
    #expect(run.sink.notices.count == 1)
  }

  @Test func `the service's own word for an address is kept apart`() async throws {
    let run = try await ask(2) { request in
      ok(#"{"status":"fail","message":"reserved range","query":"\#(request.addresses[0])"}"#)
    }
    #expect(run.sink.all.allSatisfy { $0.outcome == .unknown(.serviceReserved) })
  }

  @Test func `requests fail at random and every question is answered once`() async throws {
    for seed in 1...12 as ClosedRange<UInt64> {
      var configuration = openConfiguration()
      configuration.jobs = Int(seed)
      configuration.wantsReverse = seed % 5 == 0
      let run = try await ask(configuration.wantsReverse ? 300 : 3000, configuration) {
        request throws(TransportError) in
        var random = SplitMix(seed: seed &* 1_000_003 &+ UInt64(request.number))
        for _ in 0..<Int.random(in: 0...3, using: &random) { await Task.yield() }
        guard Int.random(in: 0..<3, using: &random) == 0 else { return request.goodReply }
        let index = Int.random(in: 0..<Self.passing.count, using: &random)
        return try Self.passing[index].1(request)
      }
      #expect(run.isWhole, "\(seed)")
    }
  }
}

/// Which addresses a fault has hit: which request gets which number depends on the machine, and an
/// address that meets faults again and again has failed rightly.
private final class HitOnce: Sendable {
  private let hit = Mutex<Set<IPAddress>>([])

  /// Whether none of the addresses was hit before; now they are.
  func takes(_ addresses: [IPAddress]) -> Bool {
    hit.withLock { hit in
      if !hit.isDisjoint(with: addresses) { return false }
      hit.formUnion(addresses)
      return true
    }
  }
}
