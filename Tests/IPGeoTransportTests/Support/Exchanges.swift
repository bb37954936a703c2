import Testing

@testable import IPGeoTransport

extension HTTPRequest {
  /// A GET with plenty of time, on a machine that others keep busy, too.
  static func get(_ url: String, headers: [(String, String)] = []) -> HTTPRequest {
    HTTPRequest(url: url, headers: headers, deadlineNanoseconds: 600_000_000_000)
  }

  /// A POST with plenty of time.
  static func post(
    _ url: String, _ body: String, headers: [(String, String)] = []
  ) -> HTTPRequest {
    HTTPRequest(
      method: .post(body: Array(body.utf8)), url: url, headers: headers,
      deadlineNanoseconds: 600_000_000_000)
  }

  /// The same with another deadline.
  func within(milliseconds: Int64) -> HTTPRequest {
    var request = self
    request.deadlineNanoseconds = milliseconds * 1_000_000
    return request
  }
}

extension HTTPReply {
  var text: String { String(decoding: body, as: UTF8.self) }
}

/// The error of an exchange that must fail.
func failure(
  of request: HTTPRequest, by transport: some HTTPTransport,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> TransportError {
  do {
    let reply = try await transport.send(request)
    Issue.record("a reply: \(reply.status)", sourceLocation: sourceLocation)
    throw CancellationError()
  } catch let error as TransportError {
    return error
  }
}
