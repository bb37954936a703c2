/// How a composed reply goes out; what the faults of the first two kinds make of it.
enum Delivery {
  case whole(HTTPReply)
  case chunked(HTTPReply)
  case cut(HTTPReply, afterBytes: Int)
  case trickle(HTTPReply, bytes: Int, milliseconds: Int)
  case huge(megabytes: Int)
  case raw([UInt8])
  case reset
  case close
  case silence

  /// Applies a fault to the right reply.
  init(_ reply: HTTPReply, fault: Fault?) {
    switch fault {
    case .reset: self = .reset
    case .close: self = .close
    case .neverAnswer: self = .silence
    case .notHTTP: self = .raw(Array("\u{0}\u{1}SSH-2.0-nothing of the kind\r\n".utf8))
    case .chunked: self = .chunked(reply)
    case .cut(let count): self = .cut(reply, afterBytes: count)
    case .trickle(let bytes, let milliseconds):
      self = .trickle(reply, bytes: bytes, milliseconds: milliseconds)
    case .hugeBody(let megabytes): self = .huge(megabytes: megabytes)
    default: self = .whole(Self.replaced(reply, fault))
    }
  }

  /// The status that goes out; 0 for none.
  var status: Int {
    switch self {
    case .whole(let reply), .chunked(let reply), .cut(let reply, _), .trickle(let reply, _, _):
      reply.status
    case .huge: 200
    case .raw, .reset, .close, .silence: 0
    }
  }

  /// The bytes of the body as composed.
  var bodySize: Int {
    switch self {
    case .whole(let reply), .chunked(let reply), .cut(let reply, _), .trickle(let reply, _, _):
      reply.body.count
    case .huge(let megabytes): megabytes << 20
    case .raw(let bytes): bytes.count
    case .reset, .close, .silence: 0
    }
  }

  private static func replaced(_ right: HTTPReply, _ fault: Fault?) -> HTTPReply {
    var reply = right
    switch fault {
    case .emptyBody200:
      reply.status = 200
      reply.body = []
    case .halfJSON: reply.body = Array(reply.body.prefix(reply.body.count / 2))
    case .garbageHeaders:
      reply.set("X-Rl", "abc")
      reply.set("X-Ttl", "-")
    case .html200:
      reply = .page("<!DOCTYPE html>\n<html><body><h1>Welcome to the hotel</h1></body></html>\n")
    case .redirect(let location):
      reply = .page("<html><body>Found</body></html>\n", status: 302)
      reply.set("Location", location)
    case .status(let code, let body, let retryAfter):
      reply = HTTPReply(status: code, contentType: "text/html", body: Array(body.utf8))
      if let retryAfter { reply.set("Retry-After", retryAfter) }
    case .tooManyRequests(let ttl, let retryAfter, let headers, let body):
      reply = HTTPReply(
        status: 429, contentType: body.isEmpty ? nil : "text/plain", body: Array(body.utf8))
      if headers {
        reply.set("X-Rl", "0")
        if let ttl { reply.set("X-Ttl", String(ttl)) }
      }
      if let retryAfter { reply.set("Retry-After", retryAfter) }
    default: break
    }
    return reply
  }

  /// Sends it; `false` when the connection must end.
  func send(on descriptor: Int32, closes: Bool) -> Bool {
    switch self {
    case .whole(let reply):
      return Sockets.send(descriptor, reply.bytes(closes: closes)) && !closes
    case .chunked(let reply):
      return Sockets.send(descriptor, reply.bytes(closes: closes, isChunked: true)) && !closes
    case .cut(let reply, let count):
      let bytes = reply.bytes(closes: closes)
      let missing = max(reply.body.count - count, 1)
      _ = Sockets.send(descriptor, bytes.dropLast(missing))
      return false
    case .trickle(let reply, let count, let milliseconds):
      return trickle(reply.bytes(closes: closes), descriptor, count, milliseconds) && !closes
    case .huge(let megabytes): return sendHuge(descriptor, megabytes)
    case .raw(let bytes):
      _ = Sockets.send(descriptor, bytes)
      return false
    case .reset:
      Sockets.resetOnClose(descriptor)
      return false
    case .close: return false
    case .silence:
      Sockets.pause(descriptor, milliseconds: nil)
      return false
    }
  }

  private func trickle(
    _ bytes: [UInt8], _ descriptor: Int32, _ count: Int, _ milliseconds: Int
  ) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard Sockets.send(descriptor, rest.prefix(max(1, count))) else { return false }
      rest = rest.dropFirst(max(1, count))
      if !rest.isEmpty { Sockets.pause(descriptor, milliseconds: milliseconds) }
    }
    return true
  }

  // Blanks within an array: a client that parses as it reads finds nothing wrong until the end.
  private func sendHuge(_ descriptor: Int32, _ megabytes: Int) -> Bool {
    let megabyte = [UInt8](repeating: 0x20, count: 1 << 20)
    var head = HTTPReply(body: Array("[".utf8))
      .bytes(closes: true, promisedLength: megabytes << 20)
    head.append(contentsOf: megabyte.dropFirst(megabytes > 1 ? 1 : 2))
    guard Sockets.send(descriptor, head) else { return false }
    for index in 1..<max(megabytes, 1) {
      let part = index == megabytes - 1 ? megabyte.dropLast() : megabyte[...]
      guard Sockets.send(descriptor, part) else { return false }
    }
    _ = Sockets.send(descriptor, Array("]".utf8))
    return false
  }
}
