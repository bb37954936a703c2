/// Finds the requests in what a connection sends; one thread uses it.
struct RequestReader {
  enum Step {
    case request(HTTPRequest)
    /// What came is no request that can be answered but by this status, and the end.
    case refuse(Int)
    case end
  }

  private enum Body {
    case sized(Int)
    case chunked
  }

  private static let headLimit = 64 << 10
  private static let bodyLimit = 64 << 20
  private let descriptor: Int32
  private var input: [UInt8] = []

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Waits for the next request.
  mutating func next() -> Step {
    guard let headEnd = readHead() else {
      return input.count > Self.headLimit ? .refuse(413) : .end
    }
    guard var request = HTTPRequest(head: input[..<headEnd]) else { return .refuse(400) }
    input.removeFirst(headEnd + 4)
    let lines = request.header[...]
    let coding = HeaderLines.value("Transfer-Encoding", in: lines)?.lowercased() ?? ""
    let text = HeaderLines.value("Content-Length", in: lines)
    let length = text.map { Int($0) ?? -1 } ?? 0
    if length < 0 { return .refuse(400) }
    if length > Self.bodyLimit { return .refuse(413) }
    let isAwaited = coding.contains("chunked") || length > input.count
    if isAwaited, HeaderLines.value("Expect", in: lines)?.lowercased() == "100-continue" {
      _ = Sockets.send(descriptor, Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }
    let body = coding.contains("chunked") ? readChunks() : readSized(length)
    guard let body else { return .end }
    request.body = body
    return .request(request)
  }

  private mutating func readHead() -> Int? {
    var searched = 0
    while true {
      let from = max(0, searched - 3)
      if input.count >= 4 {
        for at in from...max(from, input.count - 4)
        where input[at] == 0x0d && input[at + 1] == 0x0a && input[at + 2] == 0x0d
          && input[at + 3] == 0x0a
        {
          return at
        }
      }
      searched = input.count
      if input.count > Self.headLimit || !readMore() { return nil }
    }
  }

  private mutating func readSized(_ length: Int) -> [UInt8]? {
    while input.count < length {
      if !readMore() { return nil }
    }
    defer { input.removeFirst(length) }
    return Array(input[..<length])
  }

  private mutating func readChunks() -> [UInt8]? {
    var body: [UInt8] = []
    while true {
      guard let line = readLine() else { return nil }
      let digits = line.prefix { RequestTarget.hexDigit($0) != nil }
      guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16),
        size <= Self.bodyLimit - body.count
      else { return nil }
      if size == 0 {
        while let trailer = readLine() {
          if trailer.isEmpty { return body }
        }
        return nil
      }
      guard let part = readSized(size), readLine()?.isEmpty == true else { return nil }
      body.append(contentsOf: part)
    }
  }

  private mutating func readLine() -> [UInt8]? {
    while true {
      if let end = input.firstIndex(of: 0x0a) {
        defer { input.removeFirst(end + 1) }
        return input[..<end].filter { $0 != 0x0d }
      }
      if input.count > Self.headLimit || !readMore() { return nil }
    }
  }

  private mutating func readMore() -> Bool {
    var count = 0
    withUnsafeTemporaryAllocation(byteCount: 32 << 10, alignment: 16) { room in
      count = Sockets.receive(descriptor, room)
      if count > 0 { input.append(contentsOf: room[..<count]) }
    }
    return count > 0
  }
}
