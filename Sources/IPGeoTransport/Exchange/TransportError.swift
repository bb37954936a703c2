/// Why an exchange gave no reply.
public struct TransportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure, a closed set.
  public enum Code: Hashable, Sendable {
    /// The surrounding task was cancelled, or the transport shut down.
    case cancelled
    /// The deadline passed, or the connect timeout.
    case timeout
    /// No connection, or one that broke before any whole reply head.
    case unreachable(Unreachable)
    /// The body is larger than the limit.
    case bodyTooLarge
    /// The connection ended inside the reply.
    case truncated
    /// libcurl is missing, or too old.
    case libraryMissing
    /// The URL or a header line cannot be sent.
    case badURL
    /// What came is not an HTTP reply, or its head is too large.
    case malformed
    /// The TLS handshake failed, or the certificate is not trusted.
    case tls
    /// The proxy cannot be reached or refuses.
    case proxy
  }

  /// How far it went.
  public enum Unreachable: Hashable, Sendable {
    /// The name has no address.
    case resolve
    /// No connection.
    case connect
    /// The connection was reset.
    case reset
    /// The connection was closed without a byte of reply.
    case closed
    /// The machine could not even try: descriptors, memory.
    case local
  }

  /// The kind.
  public var code: Code
  /// One plain line: no query, no key, no password; a proxy is named by host and port.
  public var message: String
  /// Whether the server may have seen the request: then it counts against a limit.
  public var requestMayHaveArrived: Bool

  /// Makes an error, also for scripted transports in tests.
  public init(code: Code, message: String, requestMayHaveArrived: Bool = false) {
    self.code = code
    self.message = message
    self.requestMayHaveArrived = requestMayHaveArrived
  }

  /// The message.
  public var description: String { message }

  static func cancelled(requestMayHaveArrived: Bool) -> TransportError {
    TransportError(
      code: .cancelled, message: "the request was cancelled",
      requestMayHaveArrived: requestMayHaveArrived)
  }
}
