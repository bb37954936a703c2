/// What is known when an exchange has ended, and what follows from it; pure.
struct ExchangeEnd {
  let url: RequestURL
  let deadlineNanoseconds: Int64
  let connectTimeoutNanoseconds: Int64
  /// The proxy in use, if any.
  let proxy: ProxySettings?
  let reply: ReplyCollector
  /// libcurl's result.
  let code: CurlCode
  /// libcurl's words for it, cleaned: only used for TLS and for codes without words of ours.
  let detail: String
  /// The last errno of the connection, 0 where unknown.
  let systemError: Int32
  /// How many sockets were opened, and how many of them towards this machine.
  let attempts: Int
  let localAttempts: Int
  /// Whether the request, or its beginning, was sent.
  let wasSent: Bool
  /// Whether libcurl wanted to send it again on a new connection.
  let resendRefused: Bool
  /// The status of a proxy's reply to CONNECT; 0 without one.
  let connectStatus: Int

  /// The reply, or why there is none.
  func result() -> Result<HTTPReply, TransportError> {
    if let proxy, reply.isHeadComplete, reply.status == 407 {
      return .failure(
        error(.proxy, "the proxy \(proxy.name) wants a user and a password (status 407)"))
    }
    if code == .ok, reply.isHeadComplete {
      return .success(reply.reply(isBodyComplete: true))
    }
    let error = failure()
    // A refusal (403, 429) counts even where its page is cut short, huge or slow.
    if reply.isHeadComplete, !(200..<300).contains(reply.status) {
      return .success(reply.reply(isBodyComplete: false))
    }
    return .failure(error)
  }

  private func failure() -> TransportError {
    switch reply.refusal {
    case .headTooLarge:
      return error(
        .malformed, "the head of the reply is larger than \(Words.size(reply.headLimit))")
    case .bodyTooLarge:
      return error(.bodyTooLarge, "reply larger than \(Words.size(reply.bodyLimit))")
    case nil: break
    }
    if resendRefused {
      return error(.unreachable(.reset), "\(url.hostAndPort) closed the connection\(by)")
    }
    // libcurl keeps 100 KiB of a line of the head, and before 8.6 calls more of it out of memory.
    if !reply.isHeadComplete, wasSent, code == .noMemory || code == .tooLarge {
      return error(.malformed, "a line in the head of the reply is too long\(by)")
    }
    switch code {
    case .timedOut: return timeout()
    case .noHost:
      return error(.unreachable(.resolve), "no DNS answer for \(url.host)")
    case .noProxy:
      return error(.proxy, "no DNS answer for the proxy \(proxy?.host ?? "")")
    case .noConnection: return connectFailure()
    case .proxyHandshake:
      return error(.proxy, "the proxy \(proxy?.name ?? "") does not do its part: \(detail)")
    case .badURL:
      return error(.badURL, "the URL cannot be used: libcurl does not understand it")
    case .weirdReply, .unsupportedProtocol, .badCoding, .tooLarge:
      return error(.malformed, "\(url.hostAndPort) answered something that is not HTTP\(by)")
    case .noMemory:
      return error(.unreachable(.local), "out of memory")
    default:
      return code.isTLS
        ? error(.tls, "no secure connection to \(url.hostAndPort): \(detail)") : cut()
    }
  }

  private func timeout() -> TransportError {
    let whole = Words.duration(deadlineNanoseconds)
    if wasSent {
      let what = reply.headBytes == 0 ? "no reply" : "no complete reply"
      return error(.timeout, "\(what) within \(whole)\(by)")
    }
    let bound = Words.duration(min(deadlineNanoseconds, connectTimeoutNanoseconds))
    if attempts == 0 { return error(.timeout, "no DNS answer for \(target) within \(bound)") }
    return error(.timeout, "cannot connect to \(target) within \(bound)\(filterHint)")
  }

  private func connectFailure() -> TransportError {
    let why = Words.systemError(systemError) ?? "no connection"
    return error(
      proxy == nil ? .unreachable(.connect) : .proxy,
      "cannot connect to \(target): \(why)\(filterHint)")
  }

  /// The connection broke, before or inside the reply.
  private func cut() -> TransportError {
    if connectStatus != 0, !(200..<300).contains(connectStatus), !wasSent {
      let tunnel = "a tunnel to \(url.hostAndPort): status \(connectStatus)"
      return error(.proxy, "the proxy \(proxy?.name ?? "") refused \(tunnel)")
    }
    if reply.headBytes == 0 { return silence() }
    if !reply.isHeadComplete { return error(.truncated, "reply cut short inside its head\(by)") }
    let total = reply.declaredLength.map { " of \($0)" } ?? ""
    return error(.truncated, "reply cut short after \(reply.body.count)\(total) bytes\(by)")
  }

  /// The exchange ended before any byte of a reply.
  private func silence() -> TransportError {
    let server = url.hostAndPort
    if code == .ok || code == .gotNothing {
      return error(.unreachable(.closed), "\(server) closed the connection without a reply\(by)")
    }
    if code.isBrokenConnection {
      return error(.unreachable(.reset), "\(server) broke the connection\(brokenBecause)\(by)")
    }
    return error(.unreachable(.local), "the request to \(server) failed: \(detail)")
  }

  private var brokenBecause: String {
    Words.systemError(systemError).map { ": \($0)" } ?? ""
  }

  /// Who was to be connected to.
  private var target: String { proxy.map { "the proxy \($0.name)" } ?? url.hostAndPort }

  private var by: String { proxy.map { " (through the proxy \($0.name))" } ?? "" }

  /// Names of look-up services are on block lists; such a DNS answers with this machine's address.
  private var filterHint: String {
    guard proxy == nil, attempts > 0, attempts == localAttempts, !url.isLocalOrLiteral else {
      return ""
    }
    return "; the name leads to this machine: blocked by a DNS filter?"
  }

  private func error(_ code: TransportError.Code, _ message: String) -> TransportError {
    TransportError(code: code, message: message, requestMayHaveArrived: wasSent)
  }
}
