import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A service on 127.0.0.1 whose every reply is the test's own.
final class ScriptedService: Sendable {
  struct Request: Sendable {
    var method: String
    var target: String
    var head: String
    var body: String

    var isBatch: Bool { target.hasPrefix("/batch") }

    /// The addresses asked for.
    var queries: [String] {
      if isBatch {
        let elements = try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [Any]
        return (elements ?? []).map { element in
          element as? String ?? (element as? [String: Any])?["query"] as? String ?? ""
        }
      }
      let path = target.split(separator: "?", omittingEmptySubsequences: false).first ?? ""
      return [String(path.dropFirst("/json/".count)).removingPercentEncoding ?? ""]
    }
  }

  struct Reply: Sendable {
    var status = "200 OK"
    var headers = ["Content-Type: application/json; charset=utf-8"]
    var body = ""
  }

  let port: UInt16
  private let listener: Int32
  private let state = Mutex<(requests: [Request], open: Set<Int32>)>(([], []))
  private let script: @Sendable (Request) -> Reply?

  var url: String { "http://127.0.0.1:\(port)" }
  var requests: [Request] { state.withLock { $0.requests } }

  /// Starts it; a script that gives `nil` closes the connection instead.
  init(_ script: @escaping @Sendable (Request) -> Reply?) throws {
    self.script = script
    (listener, port) = try Self.listen(backlog: 64)
    Thread { [self] in accept() }.start()
  }

  /// Answers each address with the object that `element` makes of it.
  convenience init(answering element: @escaping @Sendable (String) -> String) throws {
    try self.init { request in
      let elements = request.queries.map(element).joined(separator: ",")
      return Reply(body: request.isBatch ? "[\(elements)]" : elements)
    }
  }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    state.withLock { for descriptor in $0.open { shutdown(descriptor, Int32(SHUT_RDWR)) } }
  }

  /// A port that nobody listens on, kept from others until the closure ends.
  static func withDeadPort(_ steps: (UInt16) async throws -> Void) async throws {
    let (descriptor, port) = try listen(backlog: nil)
    defer { close(descriptor) }
    try await steps(port)
  }

  private static func listen(backlog: Int32?) throws -> (Int32, UInt16) {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      let descriptor = socket(AF_INET, kind, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, size) == 0 && getsockname(descriptor, pointer, &size) == 0
      }
    }
    guard descriptor >= 0, isBound else { throw SpawnError(step: "bind", code: errno) }
    if let backlog {
      #if canImport(Darwin)
        let code = Darwin.listen(descriptor, backlog)
      #else
        let code = Glibc.listen(descriptor, backlog)
      #endif
      guard code == 0 else { throw SpawnError(step: "listen", code: errno) }
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  private static func acceptOne(_ listener: Int32) -> Int32 {
    #if canImport(Darwin)
      let descriptor = Darwin.accept(listener, nil, nil)
    #else
      let descriptor = Glibc.accept(listener, nil, nil)
    #endif
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return descriptor
  }

  private func accept() {
    while true {
      var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      _ = poll(&entry, 1, -1)
      let descriptor = descriptorLock.withLock { Self.acceptOne(listener) }
      if descriptor < 0 {
        if errno == EINTR || errno == ECONNABORTED { continue }
        break
      }
      state.withLock { _ = $0.open.insert(descriptor) }
      Thread { [self] in
        serve(descriptor)
        state.withLock { _ = $0.open.remove(descriptor) }
        close(descriptor)
      }.start()
    }
    close(listener)
  }

  private func serve(_ descriptor: Int32) {
    var pending: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      while let request = Self.take(&pending) {
        state.withLock { $0.requests.append(request) }
        guard let reply = script(request) else { return }
        var lines = ["HTTP/1.1 \(reply.status)", "Content-Length: \(reply.body.utf8.count)"]
        lines += reply.headers
        let bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + reply.body).utf8)
        #if canImport(Darwin)
          let sent = send(descriptor, bytes, bytes.count, 0)
        #else
          let sent = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        #endif
        if sent < bytes.count { return }
      }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count <= 0 { return }
      pending += buffer[..<count]
    }
  }

  private static func take(_ pending: inout [UInt8]) -> Request? {
    guard let mark = pending.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: pending[..<mark.lowerBound], as: UTF8.self)
    let lines = head.components(separatedBy: "\r\n")
    let length =
      lines.first { $0.lowercased().hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
    guard pending.count - mark.upperBound >= length else { return nil }
    let body = String(decoding: pending[mark.upperBound..<mark.upperBound + length], as: UTF8.self)
    pending.removeFirst(mark.upperBound + length)
    let words = (lines.first ?? "").split(separator: " ").map(String.init)
    guard words.count >= 2 else { return nil }
    return Request(method: words[0], target: words[1], head: head, body: body)
  }
}
