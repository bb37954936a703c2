import Foundation

/// A reply as it came over the wire.
struct RawReply {
  var status: Int
  var head: String
  var body: [UInt8]
  /// Whether all promised bytes came.
  var isWhole: Bool

  var text: String { String(decoding: body, as: UTF8.self) }
  var json: Any? { try? JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed) }
  var object: [String: Any] { json as? [String: Any] ?? [:] }
  var array: [[String: Any]] { json as? [[String: Any]] ?? [] }
  var queries: [String] { array.map { $0["query"] as? String ?? "-" } }

  func header(_ name: String) -> String? {
    for line in head.split(separator: "\r\n").dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2, parts[0].lowercased() == name.lowercased() {
        return parts[1].trimmingCharacters(in: .whitespaces)
      }
    }
    return nil
  }
}

/// A connection that sends what it is told and reads replies; it knows no more HTTP than that.
final class RawClient {
  private let descriptor: Int32
  private var input: [UInt8] = []
  private(set) var wasReset = false

  init?(port: UInt16, receiveTimeout: Double = 20) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if code != 0 { return nil }
    var wait = timeval(
      tv_sec: Int(receiveTimeout),
      tv_usec: Int(receiveTimeout.truncatingRemainder(dividingBy: 1) * 1e6))
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Closes its sending half, as `nc` does.
  func finishSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// The next reply; `nil` when nothing that begins like one came.
  func receive(limit: Int = 64 << 20) -> RawReply? {
    let mark = Array("\r\n\r\n".utf8)
    while input.firstRange(of: mark) == nil {
      if !readMore() { return nil }
    }
    guard let headEnd = input.firstRange(of: mark) else { return nil }
    let head = String(decoding: input[..<headEnd.lowerBound], as: UTF8.self)
    input.removeFirst(headEnd.upperBound)
    var reply = RawReply(
      status: head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0,
      head: head, body: [], isWhole: true)
    if reply.header("Transfer-Encoding") == "chunked" {
      while input.firstRange(of: Array("0\r\n\r\n".utf8)) == nil, readMore() {}
      reply.body = dechunked()
      return reply
    }
    let length = min(reply.header("Content-Length").flatMap { Int($0) } ?? 0, limit)
    while input.count < length, readMore() {}
    reply.isWhole = input.count >= length
    reply.body = Array(input.prefix(length))
    input.removeFirst(min(length, input.count))
    return reply
  }

  /// Everything up to the end of the connection.
  func receiveAll() -> [UInt8] {
    while readMore() {}
    return input
  }

  private func dechunked() -> [UInt8] {
    var body: [UInt8] = []
    while let lineEnd = input.firstRange(of: Array("\r\n".utf8)) {
      let digits = String(decoding: input[..<lineEnd.lowerBound], as: UTF8.self)
      input.removeFirst(lineEnd.upperBound)
      let size = Int(digits, radix: 16) ?? 0
      body += input.prefix(size)
      input.removeFirst(min(size + 2, input.count))
      if size == 0 { break }
    }
    return body
  }

  private func readMore() -> Bool {
    var room = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &room, room.count, 0)
    if count < 0, errno == ECONNRESET { wasReset = true }
    if count <= 0 { return false }
    input += room[..<count]
    return true
  }
}

extension RawClient {
  /// Sends a GET and reads its reply.
  func get(_ target: String, headers: String = "") -> RawReply? {
    send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n")
    return receive()
  }

  /// Sends a POST and reads its reply.
  func post(_ target: String, _ body: String, headers: String = "") -> RawReply? {
    send(
      "POST \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n"
        + "\(headers)\r\n\(body)")
    return receive()
  }
}
