/// Puts a reply together from libcurl's callbacks, and says when it is too much.
///
/// Pure: lines and bytes go in, a verdict comes out.
struct ReplyCollector {
  /// Why the collector wants no more.
  enum Refusal: Hashable, Sendable {
    case bodyTooLarge
    case headTooLarge
  }

  let bodyLimit: Int
  let headLimit: Int
  /// The latest status line's code; 0 before the first.
  private(set) var status = 0
  private(set) var lines: [HTTPReply.HeaderLine] = []
  private(set) var body: [UInt8] = []
  private(set) var headBytes = 0
  /// Whether the head of the final reply, not of an interim one, has ended.
  private(set) var isHeadComplete = false
  private(set) var refusal: Refusal?

  init(bodyLimit: Int, headLimit: Int) {
    self.bodyLimit = bodyLimit
    self.headLimit = headLimit
  }

  /// What `Content-Length` says, unless the body is sent in another coding.
  var declaredLength: Int? {
    if lines.contains(where: { $0.isNamed("Transfer-Encoding") }) { return nil }
    guard let text = lines.last(where: { $0.isNamed("Content-Length") })?.value,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    // More digits than an Int has is more than any limit.
    return text.isEmpty ? nil : Int(text) ?? Int.max
  }

  /// Takes one header line with its line end; false ends the exchange.
  mutating func takeLine(_ line: UnsafeRawBufferPointer) -> Bool {
    headBytes &+= line.count
    if headBytes > headLimit {
      refusal = .headTooLarge
      return false
    }
    // Lines after the final head are a chunked body's trailer.
    if isHeadComplete { return true }
    let content = Self.trimmed(line[...])
    if line.starts(with: "HTTP/".utf8) {
      status = Self.statusCode(content)
      lines.removeAll(keepingCapacity: true)
    } else if content.isEmpty {
      return endHead()
    } else if line.first == 0x20 || line.first == 0x09 {
      // The obsolete folding of RFC 9112 section 5.2: the line goes on.
      guard let last = lines.indices.last else { return true }
      lines[last].value += " " + String(decoding: content, as: UTF8.self)
    } else if let colon = content.firstIndex(of: 0x3a) {
      lines.append(
        HTTPReply.HeaderLine(
          name: String(decoding: Self.trimmed(content[..<colon]), as: UTF8.self),
          value: String(
            decoding: Self.trimmed(content[content.index(after: colon)...]), as: UTF8.self)))
    }
    return true
  }

  private mutating func endHead() -> Bool {
    // 1xx announces another head; 101 is never asked for.
    isHeadComplete = status >= 200
    guard isHeadComplete, let length = declaredLength else { return true }
    if length > bodyLimit {
      refusal = .bodyTooLarge
      return false
    }
    // A large claim is believed only as the bytes come.
    body.reserveCapacity(min(length, Self.reservation))
    return true
  }

  private static let reservation = 256 << 10

  /// Takes a piece of the body; false ends the exchange.
  mutating func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= bodyLimit - body.count else {
      refusal = .bodyTooLarge
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  /// The reply as far as it came.
  func reply(isBodyComplete: Bool) -> HTTPReply {
    HTTPReply(status: status, headerLines: lines, body: body, isBodyComplete: isBodyComplete)
  }

  private static func statusCode(_ line: Slice<UnsafeRawBufferPointer>) -> Int {
    guard let blank = line.firstIndex(of: 0x20) else { return 0 }
    let digits = line[blank...].drop { $0 == 0x20 }.prefix { (0x30...0x39).contains($0) }
    guard digits.count == 3 else { return 0 }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func trimmed(
    _ bytes: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer> {
    var rest = bytes.drop { isBlank($0) }
    while let last = rest.last, isBlank(last) { rest = rest.dropLast() }
    return rest
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a
  }
}
