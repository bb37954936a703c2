/// A request as it was read from a connection.
struct HTTPRequest {
  var method: String
  var target: String
  var header: [UInt8]
  var body: [UInt8] = []

  /// Whether the connection ends after the reply.
  var closes: Bool {
    let wish = HeaderLines.value("Connection", in: header[...])?.lowercased() ?? ""
    return wish.contains("close") || (isVersion10 && !wish.contains("keep-alive"))
  }

  var isVersion10 = false

  /// Reads request line and header lines, without the blank line at their end.
  init?(head: ArraySlice<UInt8>) {
    let lineEnd = head.firstIndex(of: 0x0a) ?? head.endIndex
    let words = head[..<lineEnd].split(whereSeparator: { $0 == 0x20 || $0 == 0x0d })
    guard words.count == 3, words[2].starts(with: "HTTP/1.".utf8) else { return nil }
    method = String(decoding: words[0], as: UTF8.self)
    target = String(decoding: words[1], as: UTF8.self)
    isVersion10 = words[2].last == UInt8(ascii: "0")
    header = Array(head[lineEnd...].dropFirst())
  }
}

/// Header lines as they came.
enum HeaderLines {
  /// The value of the first line with this name, in any case.
  static func value(_ name: String, in lines: ArraySlice<UInt8>) -> String? {
    let wanted = Array(name.utf8).map(lower)
    for line in lines.split(separator: 0x0a) where line.count > wanted.count {
      let colon = line.startIndex + wanted.count
      guard line[colon] == UInt8(ascii: ":"), line[..<colon].map(lower) == wanted else {
        continue
      }
      let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
      let text = String(decoding: value, as: UTF8.self)
      return String(text.reversed().drop { $0 == "\r" || $0 == " " || $0 == "\r\n" }.reversed())
    }
    return nil
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

/// A request target taken apart.
struct RequestTarget {
  /// Decoded.
  var path: String
  /// The parameters of the query, decoded; of two with one name the first counts.
  var parameters: [String: String] = [:]

  /// Takes a target apart; of an absolute one (as proxies get it) scheme and host are dropped.
  init(_ target: String) {
    var rest = Substring(target)
    if let scheme = rest.range(of: "://", upTo: 8) {
      rest = rest[scheme...]
      rest = rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
    }
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = Self.decoded(parts.first ?? "", plusIsBlank: false)
    guard parts.count == 2 else { return }
    for pair in parts[1].split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = Self.decoded(halves.first ?? "", plusIsBlank: true)
      guard parameters[name] == nil else { continue }
      parameters[name] = halves.count == 2 ? Self.decoded(halves[1], plusIsBlank: true) : ""
    }
  }

  private static func decoded(_ text: Substring, plusIsBlank: Bool) -> String {
    var out: [UInt8] = []
    let bytes = Array(text.utf8)
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "%"), at + 2 < bytes.count,
        let high = hexDigit(bytes[at + 1]), let low = hexDigit(bytes[at + 2])
      {
        out.append(high << 4 | low)
        at += 3
      } else {
        let isBlank = plusIsBlank && bytes[at] == UInt8(ascii: "+")
        out.append(isBlank ? 0x20 : bytes[at])
        at += 1
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Substring {
  /// The index after `mark`, where it begins within the first `limit` characters.
  fileprivate func range(of mark: String, upTo limit: Int) -> Index? {
    guard let found = prefix(limit + mark.count).firstRange(of: mark) else { return nil }
    return found.upperBound
  }
}
