import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A server on 127.0.0.1 that does what a test's closure says with each connection.
final class SocketServer: Sendable {
  struct Counts {
    var connections = 0
    var requests = 0
    var bytesSent = 0
    /// Connections whose peer has gone.
    var ended = 0
  }

  let port: UInt16
  private let listener: Int32
  private let counts = Mutex(Counts())
  private let open = Mutex<Set<Int32>>([])

  init(_ serve: @escaping @Sendable (SocketConnection) -> Void) {
    for name in ["http_proxy", "all_proxy", "ALL_PROXY", "https_proxy", "HTTPS_PROXY"]
    where getenv(name) != nil && getenv("IPGEO_TEST_KEEPS_PROXY") == nil {
      unsetenv(name)
    }
    let (listener, port) = Self.listen()
    self.listener = listener
    self.port = port
    Thread { [self] in accept(serve) }.start()
  }

  var url: String { "http://127.0.0.1:\(port)" }
  var connections: Int { counts.withLock(\.connections) }
  var requests: Int { counts.withLock(\.requests) }
  var bytesSent: Int { counts.withLock(\.bytesSent) }

  /// A port that nobody listens on: bound, so that nobody else gets it, but not listening.
  static func deadPort() -> UInt16 { bound().1 }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    open.withLock { for descriptor in $0 { shutdown(descriptor, Int32(SHUT_RDWR)) } }
  }

  fileprivate func count(_ change: (inout Counts) -> Void) { counts.withLock { change(&$0) } }

  private func accept(_ serve: @escaping @Sendable (SocketConnection) -> Void) {
    while true {
      let descriptor = Self.acceptOne(listener)
      if descriptor < 0 { break }
      var on: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
      open.withLock { _ = $0.insert(descriptor) }
      count { $0.connections += 1 }
      Thread { [self] in
        serve(SocketConnection(descriptor, of: self))
        // Out of the set first: a closed number may be another connection's at once.
        open.withLock { _ = $0.remove(descriptor) }
        close(descriptor)
      }.start()
    }
    close(listener)
  }

  private static func acceptOne(_ listener: Int32) -> Int32 {
    while true {
      let descriptor = accept4OrAccept(listener)
      if descriptor >= 0 || errno != EINTR && errno != ECONNABORTED { return descriptor }
    }
  }

  private static func accept4OrAccept(_ listener: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.accept(listener, nil, nil)
    #else
      Glibc.accept(listener, nil, nil)
    #endif
  }

  private static func bound() -> (Int32, UInt16) {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | 0o2000000, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        precondition(bind(descriptor, pointer, size) == 0)
        precondition(getsockname(descriptor, pointer, &size) == 0)
      }
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  private static func listen() -> (Int32, UInt16) {
    let (descriptor, port) = bound()
    #if canImport(Darwin)
      precondition(Darwin.listen(descriptor, 1024) == 0)
    #else
      precondition(Glibc.listen(descriptor, 1024) == 0)
    #endif
    return (descriptor, port)
  }
}

/// One connection to a `SocketServer`; its thread blocks.
final class SocketConnection {
  private let descriptor: Int32
  private let server: SocketServer
  private var pending: [UInt8] = []

  init(_ descriptor: Int32, of server: SocketServer) {
    self.descriptor = descriptor
    self.server = server
  }

  /// Reads one request with its body; nil when the peer has gone.
  func request() -> String? {
    while true {
      if let request = takeRequest() {
        server.count { $0.requests += 1 }
        return request
      }
      if !readMore() { return nil }
    }
  }

  private func takeRequest() -> String? {
    let text = String(decoding: pending, as: UTF8.self)
    guard let head = text.range(of: "\r\n\r\n") else { return nil }
    let lines = text[..<head.lowerBound].split(separator: "\r\n")
    let length = lines.first { $0.lowercased().hasPrefix("content-length:") }
      .flatMap { Int($0.drop { $0 != ":" }.dropFirst().trimmingCharacters(in: .whitespaces)) }
    let size = text[..<head.upperBound].utf8.count + (length ?? 0)
    if pending.count < size { return nil }
    defer { pending.removeFirst(size) }
    return String(decoding: pending.prefix(size), as: UTF8.self)
  }

  private func readMore() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count <= 0 { return false }
    pending.append(contentsOf: buffer[..<count])
    return true
  }

  /// Sends everything; false when the peer does not take it.
  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { rest in
        #if canImport(Darwin)
          Darwin.send(descriptor, rest.baseAddress, rest.count, 0)
        #else
          Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      if count <= 0 { return false }
      sent += count
      server.count { $0.bytesSent += count }
    }
    return true
  }

  /// Sends a whole reply.
  @discardableResult
  func reply(_ body: String, status: String = "200 OK", headers: [String] = []) -> Bool {
    let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + headers
    return send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
  }

  /// Waits until the peer has gone.
  func waitForEnd() { while readMore() {} }

  /// Whether the peer has gone within that many milliseconds.
  func hasEnded(within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) > 0 && !readMore()
  }

  /// Makes the coming close a reset.
  func resetAtClose() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
  }
}
