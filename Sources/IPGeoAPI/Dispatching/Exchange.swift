internal import IPGeoCore
internal import IPGeoRateLimit
internal import IPGeoTransport

/// Makes one request and reads its reply.
struct Exchange: Sendable {
  let transport: any HTTPTransport
  let writing: RequestWriting
  let reading: ReplyReading
  let deadline: Int64
  /// Where the address is noted that the service sees us by, in the place of which asks about one.
  var own: SeenAddress?

  private static let headers = [("Accept", "application/json")]

  /// How a request ended.
  struct Ended: Sendable {
    var outcome: Result<HTTPReply, TransportError>
    /// What the reply says of the limit; `nil`: the service has not seen the request.
    var limits: ReplyLimits?
  }

  /// Sends a job's questions and waits for the reply, which is not looked into yet.
  func send(_ job: Job) async -> Ended {
    do throws(TransportError) {
      let reply = try await transport.send(try request(job))
      let limits = ReplyLimits.parse(
        remaining: reply.header("X-Rl"), reset: reply.header("X-Ttl"))
      return Ended(outcome: .success(reply), limits: limits)
    } catch {
      return Ended(
        outcome: .failure(error), limits: error.requestMayHaveArrived ? ReplyLimits.none : nil)
    }
  }

  /// What a reply, or its absence, means for a job's questions.
  func read(_ ended: Ended, _ job: Job) -> JobResult {
    switch ended.outcome {
    case .success(let reply): read(reply, job, ended.limits ?? .none)
    case .failure(let error):
      JobResult(reply: .failed(Self.cause(error)), message: error.message)
    }
  }

  private func request(_ job: Job) throws(TransportError) -> HTTPRequest {
    guard let first = job.pending.first else {
      throw TransportError(code: .badURL, message: "there is nothing to ask")
    }
    if job.endpoint == .single {
      return writing.sealed(
        HTTPRequest(
          method: .get, url: own == nil ? writing.single(first.question.address) : writing.own,
          headers: Self.headers, deadlineNanoseconds: deadline))
    }
    let body = RequestWriting.body(job.pending.map(\.question.address))
    return writing.sealed(
      HTTPRequest(
        method: .post(body: body), url: writing.batch,
        headers: Self.headers + [("Content-Type", "application/json")],
        deadlineNanoseconds: deadline))
  }

  private static func cause(_ error: TransportError) -> Cause {
    switch error.code {
    case .cancelled: .cancelled
    case .timeout: .deadline
    case .unreachable, .truncated, .tls, .proxy: .unreachable
    case .bodyTooLarge, .malformed: .badReply
    case .libraryMissing, .badURL: .unable
    }
  }

  private func read(_ reply: HTTPReply, _ job: Job, _ limits: ReplyLimits) -> JobResult {
    let retryAfter = RetryAfter.nanoseconds(
      reply.header("Retry-After"), date: reply.header("Date"))
    guard reply.status == 200 else {
      let cause = Cause(status: reply.status, retryAfter: retryAfter)
      return JobResult(
        reply: .failed(cause), message: message(cause, reply), httpStatus: reply.status,
        resetNanoseconds: limits.resetNanoseconds, retryAfterNanoseconds: retryAfter)
    }
    do throws(BadBody) {
      let answers: ReplyReading.Answers
      if let own {
        answers = try reading.own(reply.body, into: own)
      } else if job.endpoint == .single, let first = job.pending.first {
        answers = try reading.single(reply.body, asked: first.question.address)
      } else {
        answers = try reading.batch(reply.body, asked: job.pending.map(\.question.address))
      }
      return JobResult(
        reply: .answered(answers.outcomes), httpStatus: 200, hasExtra: answers.hasExtra)
    } catch {
      let message = "the reply is \(error.what)" + quote(reply)
      return JobResult(reply: .failed(.badReply), message: message, httpStatus: 200)
    }
  }

  private func message(_ cause: Cause, _ reply: HTTPReply) -> String {
    switch cause {
    case .redirected:
      let place = reply.header("Location").flatMap(RedirectTarget.init)
      let host = place.map { reading.wording.excerpt($0.host) } ?? "another place"
      return "the reply (\(reply.status)) redirects to \(host)"
    case .refused: return "the service refuses (403)" + quote(reply)
    case .limited: return "the service refuses for the limit (429)"
    case .badReply: return "the reply has status \(reply.status), which is no answer"
    default: return "the reply has status \(reply.status)" + quote(reply)
    }
  }

  /// What a wrong reply holds, in a few bytes.
  private func quote(_ reply: HTTPReply) -> String {
    if reply.body.isEmpty { return "" }
    let type = reply.header("Content-Type").map { reading.wording.excerpt($0, limit: 40) + ": " }
    return ": \(type ?? "")\"\(reading.wording.excerpt(reply.body))\""
  }
}
