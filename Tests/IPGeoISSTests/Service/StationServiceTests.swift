import IPGeoCore
import IPGeoISS
import IPGeoTransport
import Synchronization
import Testing

private let second: Int64 = 1_000_000_000

@Suite struct StationServiceTests {
  private func fault(
    _ script: [Result<HTTPReply, TransportError>], cost: Int64 = 0
  ) async -> (StationFault?, ScriptedTransport) {
    let transport = ScriptedTransport(script, cost: cost)
    do throws(StationFault) {
      _ = try await transport.service().fix()
      return (nil, transport)
    } catch {
      return (error, transport)
    }
  }

  @Test func `one request to the URL gives the position`() async throws {
    let transport = ScriptedTransport([.success(reply(good))])
    let fix = try await transport.service(url: "http://h/x?y").fix()
    #expect(fix.position == Position(latitude: -12.5, longitude: 170.1234))
    let request = try #require(transport.requests.first)
    #expect(
      transport.requests.count == 1 && request.method == .get && request.url == "http://h/x?y")
    #expect(request.deadlineNanoseconds == 8 * second)
  }

  @Test func `a refused connection is tried again, and that is told`() async throws {
    let transport = ScriptedTransport([.failure(refused), .failure(refused), .success(reply(good))])
    let told = Mutex(0)
    let fix = try await transport.service().fix(onRetry: { _ in told.withLock { $0 += 1 } })
    #expect(fix.timestamp == 1_700_000_000)
    #expect(transport.pauses == [second / 2, second * 3 / 2] && told.withLock { $0 } == 2)
    #expect(
      transport.requests.map(\.deadlineNanoseconds) == [8 * second, 15 * second / 2, 6 * second])
  }

  @Test func `three times is enough`() async {
    let (fault, transport) = await fault(Array(repeating: .failure(refused), count: 9))
    #expect(fault?.kind == .unreachable && fault?.message == refused.message)
    #expect(transport.requests.count == 3)
  }

  @Test func `who may not try again does not`() async {
    let transport = ScriptedTransport([.failure(refused), .success(reply(good))])
    await #expect(throws: StationFault.self) {
      try await transport.service().fix(mayRetry: false)
    }
    #expect(transport.requests.count == 1)
  }

  @Test(arguments: [1, 2, 3, 5, 7])
  func `whatever each try takes, all of them take eight seconds at most`(cost: Int64) async {
    let (_, transport) = await fault(
      Array(repeating: .failure(refused), count: 9), cost: cost * second)
    let spent = transport.requests.map(\.deadlineNanoseconds)
    #expect(spent.allSatisfy { $0 > 0 && $0 <= 8 * second })
    // No try begins that could not end in time.
    let begun = transport.state.withLock { $0.now } - cost * second
    #expect(begun < 8 * second)
  }

  @Test func `more time than eight seconds is not to be had`() async throws {
    let transport = ScriptedTransport([.success(reply(good))])
    _ = try await transport.service().fix(withinNanoseconds: .max)
    #expect(transport.requests.first?.deadlineNanoseconds == 8 * second)
    let short = ScriptedTransport([.success(reply(good))])
    _ = try await short.service().fix(withinNanoseconds: second)
    #expect(short.requests.first?.deadlineNanoseconds == second)
  }

  static let once: [(HTTPReply, StationFault.Kind, String)] = [
    (reply(""), .reply(.empty), "the reply is empty"),
    (
      reply("<html>\u{1B}[2J", ["Content-Type": "text/html"]), .reply(.notJSON),
      #"the reply is no JSON: text/html: "<html>\x1b[2J""#
    ),
    (
      reply(good.replacing("-12.5000", with: "95")), .reply(.outOfRange(.latitude, "95")),
      "the reply has a latitude of 95, which is out of range (-90 to 90)"
    ),
    (
      reply("", status: 302, ["Location": "http://u:p@portal.example:80/login?x"]), .redirected,
      "the reply (302) redirects to portal.example:80, which is not followed: a portal or proxy "
        + "answers"
    ),
    (
      reply("", status: 301, ["Location": "/login"]), .redirected,
      "the reply (301) redirects to another place, which is not followed: a portal or proxy answers"
    ),
    (
      reply("", status: 307, ["Location": "//h"]), .redirected,
      "the reply (307) redirects to h, which is not followed: a portal or proxy answers"
    ),
    (
      reply("", status: 302, ["Location": "/x?u=http://h/"]), .redirected,
      "the reply (302) redirects to another place, which is not followed: a portal or proxy answers"
    ),
    (reply("", status: 404), .status(404), "the reply has status 404"),
    (reply("no", status: 429), .status(429), #"the reply has status 429: "no""#),
    (reply(good, status: 206), .status(206), ""),
    (
      reply("", status: 503, ["Retry-After": "120"]), .status(503),
      "the reply has status 503 and wants 120 s without requests"
    ),
    (
      reply("", status: 503, ["Retry-After": "86400"]), .status(503),
      "the reply has status 503 and wants 86400 s without requests"
    ),
    (
      reply("", status: 429, ["Retry-After": "99999999"]), .status(429),
      "the reply has status 429 and wants more than a day without requests"
    ),
    // There is no other place in it.
    (reply("", status: 304), .status(304), "the reply has status 304"),
  ]

  @Test(arguments: once)
  func `what another try cannot help is one fault`(
    reply: HTTPReply, kind: StationFault.Kind, line: String
  ) async {
    let (fault, transport) = await fault([.success(reply), .success(reply)])
    #expect(fault?.kind == kind && transport.requests.count == 1)
    if !line.isEmpty { #expect(fault?.message == line) }
    #expect(fault?.isOutOfRange == (kind == .reply(.outOfRange(.latitude, "95"))))
  }

  @Test func `a failing server is asked again, and how long it wants peace is told`() async {
    let (fault, transport) = await fault([
      .success(reply("", status: 502)),
      .success(reply("<h1>", status: 503, ["Retry-After": "99999999999999999999"])),
      .success(reply(good)),
    ])
    #expect(fault?.kind == .status(503) && fault?.retryAfterSeconds == 86_400)
    #expect(transport.requests.count == 2)
  }

  @Test func `each failure of the transport has its kind`() async {
    let kinds: [(TransportError.Code, StationFault.Kind, Int)] = [
      (.cancelled, .cancelled, 1), (.timeout, .timeout, 1),
      (.unreachable(.resolve), .unreachable, 3),
      (.bodyTooLarge, .notUnderstood, 1), (.truncated, .unreachable, 3),
      (.libraryMissing, .unable, 1), (.badURL, .unable, 1), (.malformed, .notUnderstood, 1),
      (.tls, .unreachable, 3), (.proxy, .unreachable, 3),
    ]
    for (code, kind, tries) in kinds {
      let error = TransportError(code: code, message: "why")
      let (fault, transport) = await fault(Array(repeating: .failure(error), count: 4))
      #expect(fault?.kind == kind && fault?.message == "why")
      #expect(transport.requests.count == tries, "\(code)")
    }
  }

  @Test func `cancelled in a pause it ends there`() async {
    let transport = ScriptedTransport([.failure(refused), .success(reply(good))])
    let service = StationService(
      transport: transport, clock: { 0 },
      pause: { _ in withUnsafeCurrentTask { $0?.cancel() } })
    let fault = await Task {
      do throws(StationFault) {
        _ = try await service.fix()
        return StationFault?.none
      } catch {
        return error
      }
    }.value
    #expect(fault?.kind == .cancelled && transport.requests.count == 1)
  }
}
