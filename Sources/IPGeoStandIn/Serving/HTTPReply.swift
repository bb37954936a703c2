internal import IPGeoByteStreams

/// A reply before it is bytes.
struct HTTPReply {
  var status = 200
  var contentType: String? = "application/json; charset=utf-8"
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  /// A reply without a body.
  static func empty(_ status: Int, contentType: String? = nil) -> HTTPReply {
    HTTPReply(status: status, contentType: contentType)
  }

  /// A web page.
  static func page(_ text: String, status: Int = 200) -> HTTPReply {
    HTTPReply(status: status, contentType: "text/html; charset=utf-8", body: Array(text.utf8))
  }

  mutating func set(_ name: String, _ value: String) {
    headers.removeAll { $0.name == name }
    headers.append((name, value))
  }

  /// Head and body as they go out, the length promised being the body's unless told otherwise.
  func bytes(closes: Bool, isChunked: Bool = false, promisedLength: Int? = nil) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \(Self.reason(status))\r\n"
    head += "Date: \(HTTPDate.text(Clock.wallSeconds()))\r\n"
    if let contentType { head += "Content-Type: \(contentType)\r\n" }
    if isChunked {
      head += "Transfer-Encoding: chunked\r\n"
    } else {
      head += "Content-Length: \(promisedLength ?? body.count)\r\n"
    }
    for header in headers { head += "\(header.name): \(header.value)\r\n" }
    if closes { head += "Connection: close\r\n" }
    head += "\r\n"
    var out: [UInt8] = []
    out.reserveCapacity(head.utf8.count + body.count + 64)
    out.append(contentsOf: head.utf8)
    if isChunked {
      Self.appendChunks(body, to: &out)
    } else {
      out.append(contentsOf: body)
    }
    return out
  }

  // Two chunks, cut in the middle of the body, so that no element ends with its chunk.
  private static func appendChunks(_ body: [UInt8], to out: inout [UInt8]) {
    let middle = body.count / 2
    for part in [body[..<middle], body[middle...]] where !part.isEmpty {
      out.append(contentsOf: "\(String(part.count, radix: 16))\r\n".utf8)
      out.append(contentsOf: part)
      out.append(contentsOf: "\r\n".utf8)
    }
    out.append(contentsOf: "0\r\n\r\n".utf8)
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 302: "Found"
    case 400: "Bad Request"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 413: "Content Too Large"
    case 422: "Unprocessable Entity"
    case 429: "Too Many Requests"
    case 500: "Internal Server Error"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    default: "Status"
    }
  }
}

/// Dates of HTTP heads (RFC 9110 section 5.6.7).
enum HTTPDate {
  /// `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func text(_ seconds: Int64) -> String {
    let days = seconds / 86_400
    let rest = Int(seconds % 86_400)
    // Civil date from a day count, in eras of 400 years that begin on 1 March.
    let shifted = Int(days) + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    let clock = [rest / 3600, rest / 60 % 60, rest % 60].map(twoDigits)
    return "\(weekdays[Int((days + 4) % 7)]), \(twoDigits(day)) \(months[month - 1]) \(year) "
      + clock.joined(separator: ":") + " GMT"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
