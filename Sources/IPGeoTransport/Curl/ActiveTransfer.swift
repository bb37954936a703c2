internal import CCurl

/// A transfer that libcurl works on.
///
/// It lives on the loop's thread alone.
final class ActiveTransfer {
  /// Whether a reply may grow to a size now, else it is paused.
  typealias Growth = (OpaquePointer, Int) -> Bool

  let transfer: Transfer
  let easy: OpaquePointer
  private let library: CurlLibrary
  private let settings: CurlSettings
  private let mayGrow: Growth
  private let proxy: ProxySettings?
  private var collector: ReplyCollector
  private var resendRefused = false
  private var headerLines: OpaquePointer?
  private let errorText: UnsafeMutablePointer<CChar>
  private let peers: UnsafeMutablePointer<ccurl_peers>

  /// What libcurl asks of an error buffer.
  private static let errorTextSize = 256

  /// Prepares the exchange; nil when libcurl has no memory for it.
  init?(
    _ transfer: Transfer, library: CurlLibrary, settings: CurlSettings, mayGrow: @escaping Growth
  ) {
    guard let easy = ccurl_easy_init(library.pointer) else { return nil }
    self.transfer = transfer
    self.easy = easy
    self.library = library
    self.settings = settings
    self.mayGrow = mayGrow
    proxy = transfer.request.mayUseProxy ? ProxySettings(for: transfer.url) : nil
    collector = ReplyCollector(bodyLimit: settings.bodyLimit, headLimit: settings.headLimit)
    errorText = .allocate(capacity: Self.errorTextSize)
    errorText.initialize(repeating: 0, count: Self.errorTextSize)
    peers = .allocate(capacity: 1)
    peers.initialize(to: ccurl_peers())
    guard setUp() else { return nil }
  }

  deinit {
    ccurl_easy_cleanup(library.pointer, easy)
    ccurl_list_free(library.pointer, headerLines)
    errorText.deallocate()
    peers.deallocate()
  }

  // MARK: Setting up

  private func setUp() -> Bool {
    setBounds() && setRequest() && setCallbacks()
  }

  private func set(_ option: Int32, _ value: Int) -> Bool {
    ccurl_set_long(library.pointer, easy, option, value) == 0
  }

  private func set(_ option: Int32, _ text: String) -> Bool {
    ccurl_set_text(library.pointer, easy, option, text) == 0
  }

  private func setBounds() -> Bool {
    let left = max(.zero, transfer.deadline - .now)
    let whole = Self.milliseconds(left)
    let connect = min(whole, Self.milliseconds(.nanoseconds(settings.connectTimeoutNanoseconds)))
    // Only some versions know these; the others have the old spelling, or do not need them.
    _ = set(CurlOption.quickExit, 1)
    _ = set(CurlOption.http09Allowed, 0)
    _ = set(CurlOption.tcpKeepAlive, 1)
    // HTTP/1.1: one broken connection costs one request. (2 is libcurl's number for 1.1.)
    return set(CurlOption.noSignal, 1)
      && (set(CurlOption.protocolNames, "http,https") || set(CurlOption.protocols, 3))
      && set(CurlOption.followLocation, 0) && set(CurlOption.httpVersion, 2)
      && set(CurlOption.verifyPeer, 1) && set(CurlOption.verifyHost, 2)
      && set(CurlOption.tcpNoDelay, 1) && set(CurlOption.suppressConnectHeaders, 1)
      && set(CurlOption.timeoutMilliseconds, whole)
      && set(CurlOption.connectTimeoutMilliseconds, connect)
  }

  /// At least 1, because 0 is libcurl's "no limit"; rounded up; at most what it takes.
  private static func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    guard seconds < 2_000_000 else { return 2_000_000_000 }
    let fraction = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return max(1, Int(seconds) * 1000 + Int(fraction))
  }

  private func setRequest() -> Bool {
    var lines = transfer.request.headers.map { name, value in
      // libcurl drops a header without value unless it ends with a semicolon.
      value.isEmpty ? "\(name);" : "\(name): \(value)"
    }
    if case .post(let body) = transfer.request.method {
      // No waiting for 100 Continue, and no form's content type by default.
      lines.append("Expect:")
      if !transfer.request.headers.contains(where: { $0.0.lowercased() == "content-type" }) {
        lines.append("Content-Type:")
      }
      let isCopied = body.withUnsafeBytes { bytes in
        set(CurlOption.bodySize, bytes.count)
          && ccurl_set_pointer(
            library.pointer, easy, CurlOption.copyBody,
            UnsafeMutableRawPointer(mutating: bytes.baseAddress ?? UnsafeRawPointer(peers))) == 0
      }
      guard isCopied, set(CurlOption.post, 1) else { return false }
    }
    for line in lines {
      guard let longer = ccurl_list_append(library.pointer, headerLines, line) else { return false }
      headerLines = longer
    }
    // The empty name is libcurl's "none, whatever the environment says".
    let isDirect = transfer.request.mayUseProxy || set(CurlOption.proxy, "")
    return isDirect && set(CurlOption.url, transfer.request.url)
      && set(CurlOption.userAgent, settings.userAgent)
      && ccurl_set_list(library.pointer, easy, CurlOption.headerLines, headerLines) == 0
  }

  private func setCallbacks() -> Bool {
    let context = Unmanaged.passUnretained(self).toOpaque()
    let receiveBody: ccurl_receive = { bytes, size, count, context in
      guard let transfer = ActiveTransfer.of(context) else { return 0 }
      return transfer.takeBody(UnsafeRawBufferPointer(start: bytes, count: size &* count))
    }
    let receiveLine: ccurl_receive = { bytes, size, count, context in
      guard let transfer = ActiveTransfer.of(context) else { return 0 }
      let line = UnsafeRawBufferPointer(start: bytes, count: size &* count)
      return transfer.collector.takeLine(line) ? line.count : 0
    }
    return setPointer(CurlOption.writeData, context) && setPointer(CurlOption.headerData, context)
      && ccurl_set_receive(library.pointer, easy, CurlOption.writeFunction, receiveBody) == 0
      && ccurl_set_receive(library.pointer, easy, CurlOption.headerFunction, receiveLine) == 0
      && setPointer(CurlOption.errorBuffer, errorText)
      && ccurl_watch_peers(library.pointer, easy, peers) == 0
      && setBeforeRequest(context)
  }

  private func setPointer(_ option: Int32, _ pointer: UnsafeMutableRawPointer) -> Bool {
    ccurl_set_pointer(library.pointer, easy, option, pointer) == 0
  }

  /// libcurl repeats a request by itself when a kept connection breaks before the reply.
  ///
  /// The server may have counted the first one, so the repetition is refused.
  private func setBeforeRequest(_ context: UnsafeMutableRawPointer) -> Bool {
    guard library.asksBeforeRequest else {
      // Older versions do not ask; they repeat only on a reused connection, so none is.
      _ = transfer.permitSending()
      return set(CurlOption.forbidReuse, 1)
    }
    let ask: ccurl_before_request = { context, _, _, _, _ in
      guard let transfer = ActiveTransfer.of(context) else { return 1 }
      return transfer.beforeRequest() ? 0 : 1
    }
    return setPointer(CurlOption.beforeRequestData, context)
      && ccurl_set_before_request(library.pointer, easy, CurlOption.beforeRequestFunction, ask) == 0
  }

  // MARK: libcurl's callbacks

  /// The loop keeps the object alive as long as libcurl has the handle.
  private static func of(_ context: UnsafeMutableRawPointer?) -> ActiveTransfer? {
    context.map { Unmanaged<ActiveTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    if !mayGrow(easy, collector.body.count + bytes.count) { return Self.pause }
    return collector.takeBody(bytes) ? bytes.count : 0
  }

  private static let pause = 0x1000_0001

  private func beforeRequest() -> Bool {
    if transfer.permitSending() { return true }
    resendRefused = true
    return false
  }

  // MARK: The end

  /// What became of it, once libcurl is done with it.
  func outcome(_ code: Int32) -> Transfer.Outcome {
    let cause = String(cString: errorText)
    let detail = cause.isEmpty ? String(cString: ccurl_code_text(library.pointer, code)) : cause
    let connectStatus = ccurl_get_long(library.pointer, easy, CurlInfo.connectStatus)
    let isProxied = peers.pointee.attempts == 0 || peers.pointee.port == Int32(proxy?.port ?? 0)
    return ExchangeEnd(
      url: transfer.url, deadlineNanoseconds: transfer.request.deadlineNanoseconds,
      connectTimeoutNanoseconds: settings.connectTimeoutNanoseconds,
      proxy: isProxied ? proxy : nil, reply: collector, code: CurlCode(rawValue: code),
      detail: Words.cleaned(detail),
      systemError: Int32(
        truncatingIfNeeded: ccurl_get_long(library.pointer, easy, CurlInfo.systemError)),
      attempts: Int(peers.pointee.attempts), localAttempts: Int(peers.pointee.local),
      wasSent: wasSent(connectStatus: connectStatus), resendRefused: resendRefused,
      connectStatus: connectStatus
    ).result()
  }

  private func wasSent(connectStatus: Int) -> Bool {
    if library.asksBeforeRequest { return transfer.wasSent }
    // Older versions count bytes, also those of a CONNECT, which is not the request.
    let isRefusedTunnel = connectStatus != 0 && !(200..<300).contains(connectStatus)
    return ccurl_get_long(library.pointer, easy, CurlInfo.requestSize) > 0 && !isRefusedTunnel
  }
}
