/// Someone who carries out HTTP exchanges: libcurl, or a script in a test.
public protocol HTTPTransport: Sendable {
  /// Sends a request, once at most on the wire, and waits for its reply.
  ///
  /// - Throws: `TransportError`. Cancelling the surrounding task ends the exchange at once with
  ///   `.cancelled`.
  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPReply
}
