/// One request, and the time that its whole exchange may take.
public struct HTTPRequest: Sendable {
  /// What is done to the URL.
  public enum Method: Hashable, Sendable {
    /// Fetches.
    case get
    /// Sends a body; its `Content-Type` is the caller's to name among the headers.
    case post(body: [UInt8])
  }

  /// What is done to the URL.
  public var method: Method
  /// An absolute `http` or `https` URL in ASCII.
  public var url: String
  /// Header lines, in the order to be sent.
  ///
  /// Names as RFC 9110 tokens, values without line breaks.
  public var headers: [(String, String)]
  /// The time for everything, from the name's resolution to the last byte, in nanoseconds.
  public var deadlineNanoseconds: Int64
  /// Whether the environment's proxy may carry it; a request with a secret in it for this machine
  /// may not.
  public var mayUseProxy = true

  /// Makes a request.
  public init(
    method: Method = .get, url: String, headers: [(String, String)] = [],
    deadlineNanoseconds: Int64
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.deadlineNanoseconds = deadlineNanoseconds
  }

  /// The URL for messages: scheme, host, port and path.
  ///
  /// Whatever may hold a secret (user information, query, fragment) is left out. Text that is no
  /// http URL gives `(unreadable URL)`.
  public var redactedURL: String {
    guard let url = try? RequestURL(url) else { return "(unreadable URL)" }
    return url.redacted
  }
}
