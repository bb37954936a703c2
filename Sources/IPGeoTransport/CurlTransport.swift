internal import Synchronization

/// HTTP exchanges on the system's libcurl.
///
/// One thread of its own drives all exchanges and keeps connections alive between them. Nothing is
/// loaded or started before the first `send`; the thread ends with the transport and never keeps
/// the process alive.
///
/// Each `send` puts its request on the wire once at most. Redirects are handed back as replies.
/// The lower-case `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` are obeyed as libcurl
/// reads them.
public final class CurlTransport: HTTPTransport {
  private let settings: CurlSettings
  private let load: @Sendable () throws(TransportError) -> CurlLibrary
  private let inbox = Mutex<CurlInbox?>(nil)

  /// Makes a transport.
  /// - Parameters:
  ///   - userAgent: The `User-Agent` of every request, as `ipgeo/1.0`; control characters are
  ///     dropped.
  ///   - bodyLimit: How many bytes a body may have.
  ///   - connectTimeoutNanoseconds: The time for resolution and connection; a request's own
  ///     deadline may be shorter.
  public convenience init(
    userAgent: String, bodyLimit: Int = 4 << 20,
    connectTimeoutNanoseconds: Int64 = 10_000_000_000
  ) {
    self.init(
      userAgent: userAgent, bodyLimit: bodyLimit,
      connectTimeoutNanoseconds: connectTimeoutNanoseconds
    ) { () throws(TransportError) in try CurlLibrary() }
  }

  /// For tests: with another way to find libcurl.
  init(
    userAgent: String, bodyLimit: Int, connectTimeoutNanoseconds: Int64,
    load: @escaping @Sendable () throws(TransportError) -> CurlLibrary
  ) {
    settings = CurlSettings(
      userAgent: String(
        decoding: userAgent.utf8.filter { $0 >= 0x20 && $0 != 0x7f }, as: UTF8.self),
      bodyLimit: max(0, bodyLimit), connectTimeoutNanoseconds: connectTimeoutNanoseconds)
    self.load = load
  }

  deinit { shutDown() }

  /// Ends what is under way as cancelled, closes all connections and ends the thread.
  ///
  /// A later `send` starts anew.
  public func shutDown() {
    let ended = inbox.withLock { inbox in
      defer { inbox = nil }
      return inbox
    }
    ended?.close()
  }

  /// The version of the loaded libcurl, as "7.88.1"; loads it when it is not loaded yet.
  public func libraryVersion() throws(TransportError) -> String { try load().version }

  /// Sends a request, once at most on the wire, and waits for its reply.
  ///
  /// - Throws: `TransportError`; nothing is sent when the URL or a header line is not fit for it.
  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPReply {
    let url = try RequestURL(request.url)
    try Self.check(request.headers)
    if request.deadlineNanoseconds <= 0 {
      throw TransportError(code: .timeout, message: "no time left for a request")
    }
    let transfer = Transfer(request, url: url)
    let outcome = await transfer.outcome(by: try runningInbox())
    // A transport that nobody else holds lives until its last reply.
    return try withExtendedLifetime(self) { () throws(TransportError) in try outcome.get() }
  }

  private func runningInbox() throws(TransportError) -> CurlInbox {
    let result: Result<CurlInbox, TransportError> = inbox.withLock { inbox in
      if let inbox { return .success(inbox) }
      do throws(TransportError) {
        let started = CurlInbox(library: try load(), settings: settings)
        try CurlLoop.start(started)
        inbox = started
        return .success(started)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private static func check(_ headers: [(String, String)]) throws(TransportError) {
    for (name, value) in headers {
      let isToken =
        !name.isEmpty
        && name.utf8.allSatisfy { byte in
          byte > 0x20 && byte < 0x7f && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
        }
      guard isToken, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }) else {
        throw TransportError(
          code: .badURL,
          message: "a header line of the request holds a character that cannot be sent")
      }
    }
  }
}
