/// One connection, on its own thread.
struct Connection {
  let server: StandInServer
  let descriptor: Int32
  let peer: UInt32
  let ordinal: Int

  /// Answers requests until the peer leaves, the server stops, or a fault ends it.
  mutating func serve() {
    var reader = RequestReader(descriptor: descriptor)
    while true {
      switch reader.next() {
      case .end: return
      case .refuse(let status):
        _ = Sockets.send(descriptor, HTTPReply.empty(status).bytes(closes: true))
        return
      case .request(let request):
        if !answer(request) { return }
      }
    }
  }

  private func answer(_ request: HTTPRequest) -> Bool {
    let configuration = server.configuration
    let target = RequestTarget(request.target)
    let endpoint = Endpoint(path: target.path)
    let (number, endpointNumber, fault) = server.take(endpoint)
    pause(configuration.latencyMilliseconds, number, salt: 1)

    let isLookUp = endpoint == .batch || endpoint == .single
    let refusal = isLookUp ? accessRefusal(target) : nil
    let isPaid = refusal != nil || (configuration.key != nil && target.parameters["key"] != nil)
    let (verdict, arrival) = server.judge(peer: peer, endpoint: endpoint, isPaid: isPaid)
    let responder = Responder(
      configuration, request: request, target: target, endpoint: endpoint, number: number,
      spoiling: fault)
    let delivery: Delivery =
      if verdict.kind == .banned {
        configuration.ban == .silent ? .silence : .whole(.empty(403))
      } else {
        Delivery(refusal ?? reply(responder, verdict), fault: fault)
      }

    server.note(
      LoggedRequest(
        number: number, endpointNumber: endpointNumber, endpoint: endpoint,
        method: request.method, target: request.target, path: target.path, connection: ordinal,
        arrivalNanoseconds: arrival, status: delivery.status, bodySize: delivery.bodySize,
        isOverLimit: verdict.kind == .refused, fault: fault, headerBytes: request.header,
        queryBytes: Self.packed(responder.queries)), peer: peer)
    pause(configuration.replyDelayMilliseconds, number, salt: 2)
    return delivery.send(on: descriptor, closes: request.closes)
  }

  // The free service's TLS port, and a wrong key: both are JSON without a query.
  private func accessRefusal(_ target: RequestTarget) -> HTTPReply? {
    let message: String
    if server.configuration.answersAsTLSPort {
      message =
        "SSL unavailable for this endpoint, order a key at https://members.ip-api.com/"
    } else if let key = server.configuration.key, let given = target.parameters["key"],
      given != key
    {
      message = "invalid/expired key, renew at https://members.ip-api.com/order"
    } else {
      return nil
    }
    var reply = HTTPReply(status: 403)
    reply.body = Array("{\"status\":\"fail\",\"message\":".utf8)
    GoText.append(message.utf8, to: &reply.body)
    reply.body.append(UInt8(ascii: "}"))
    reply.set("Access-Control-Allow-Origin", "*")
    return reply
  }

  private func reply(_ responder: Responder, _ verdict: Verdict) -> HTTPReply {
    let configuration = server.configuration
    var reply: HTTPReply
    if verdict.kind == .refused {
      reply = .empty(429)
      if configuration.body429 == .text {
        reply.contentType = "text/plain; charset=utf-8"
        reply.body = Array("Too many requests. You are over the limit.\n".utf8)
      }
    } else {
      reply = responder.reply()
    }
    guard configuration.rateHeaders, verdict.kind != .unlimited else { return reply }
    let isZero = verdict.kind == .refused && configuration.ttlZeroOn429
    let seconds = isZero ? 0 : configuration.resetRounding.seconds(verdict.reset)
    reply.set("X-Ttl", String(seconds))
    reply.set("X-Rl", String(verdict.remaining))
    return reply
  }

  private func pause(_ range: ClosedRange<Int>, _ number: Int, salt: UInt64) {
    guard range.upperBound > 0 else { return }
    let random = Facts.mix(
      server.configuration.seed &+ salt ^ Facts.mix(UInt64(truncatingIfNeeded: number)))
    let width = UInt64(range.upperBound - range.lowerBound) + 1
    let milliseconds = range.lowerBound + Int(truncatingIfNeeded: random % width)
    Sockets.pause(descriptor, milliseconds: milliseconds)
  }

  private static func packed(_ queries: [[UInt8]]) -> [UInt8] {
    var out: [UInt8] = []
    for query in queries {
      // A line end within a text would make two of it.
      out.append(contentsOf: query.contains(0x0a) ? query.map { $0 == 0x0a ? 0x20 : $0 } : query)
      out.append(0x0a)
    }
    return out
  }
}
