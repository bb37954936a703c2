#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The space station's service.
struct Station {
  let manners: StandInServer.StationManners
  /// A fault of the third kind: those about values are known here.
  var spoiling: Fault?

  /// The reply at a moment; `order` (0...2) is the order of the keys, which varies.
  func reply(method: String, path: String, seconds: Int64, order: Int) -> HTTPReply {
    var reply: HTTPReply
    switch path {
    case "/iss-now.json", "/iss-now", "/iss-now/", "/iss-now/v1/":
      if method == "GET" {
        reply = HTTPReply(contentType: "application/json", body: body(seconds, order))
      } else {
        reply = .empty(405, contentType: "application/json; charset=UTF-8")
      }
    case "/iss-pass.json":
      reply = .page(Self.notFound, status: 404)
      reply.contentType = "text/html"
    default: reply = .empty(404, contentType: "application/json; charset=UTF-8")
    }
    reply.set("Server", "nginx/1.10.3")
    reply.set("access-control-allow-origin", "*")
    return reply
  }

  private func body(_ now: Int64, _ order: Int) -> [UInt8] {
    let seconds = manners.frozenTimestamp ?? now
    let (latitude, longitude) = Self.position(seconds)
    if case .failed(let message) = spoiling { return Self.failure(message) }
    if spoiling == .notArray || spoiling == .emptyArray { return Array("[]".utf8) }
    let isNumber = spoiling == .stringNumbers ? false : manners.numbers
    let quote = isNumber ? "" : "\""
    let lat = "\"latitude\": " + self.latitude(latitude, quote)
    let lon = "\"longitude\": \(quote)\(Self.fourDecimals(longitude))\(quote)"
    let message = "\"message\": \"success\""
    let time = "\"timestamp\": \(seconds)"
    func position(_ first: String, _ second: String) -> String {
      "\"iss_position\": {\(first), \(second)}"
    }
    let members: [String]
    switch manners.fixedOrder ? 0 : order {
    case 0: members = [message, time, position(lat, lon)]
    case 1: members = [position(lon, lat), message, time]
    default: members = [time, position(lon, lat), message]
    }
    return Array("{\(members.joined(separator: ", "))}".utf8)
  }

  private func latitude(_ value: Double, _ quote: String) -> String {
    switch spoiling {
    case .outOfRange: "\(quote)95.0000\(quote)"
    case .illTyped: "\"abc\""
    case .nullValues: "null"
    default: "\(quote)\(Self.fourDecimals(value))\(quote)"
    }
  }

  private static func failure(_ message: String) -> [UInt8] {
    var body = Array("{\"message\": \"failure\", \"reason\": ".utf8)
    GoText.append(message.utf8, to: &body)
    return body + Array("}".utf8)
  }

  /// A circle of 51.64 degrees inclination and 92.9 minutes over a turning Earth: the right kind of
  /// track, not the station's own.
  static func position(_ seconds: Int64) -> (latitude: Double, longitude: Double) {
    let turn = Double(seconds % 5_574) / 5_574 * 2 * .pi
    let inclination = 51.64 * .pi / 180
    let latitude = asin(sin(inclination) * sin(turn))
    let along = atan2(cos(inclination) * sin(turn), cos(turn))
    let earth = Double(seconds % 86_164) / 86_164 * 2 * .pi
    let longitude = ((along - earth) * 180 / .pi + 540).truncatingRemainder(dividingBy: 360)
    let wrapped = (longitude < 0 ? longitude + 360 : longitude) - 180
    return (latitude * 180 / .pi, wrapped)
  }

  private static func fourDecimals(_ value: Double) -> String {
    let scaled = Int((abs(value) * 10_000).rounded())
    let fraction = String(scaled % 10_000)
    let zeros = String(repeating: "0", count: 4 - fraction.count)
    return "\(value < 0 && scaled > 0 ? "-" : "")\(scaled / 10_000).\(zeros)\(fraction)"
  }

  private static let notFound = """
    <html>\r
    <head><title>404 Not Found</title></head>\r
    <body bgcolor="white">\r
    <center><h1>404 Not Found</h1></center>\r
    <hr><center>nginx/1.10.3</center>\r
    </body>\r
    </html>\r

    """
}

/// The page that every unknown path of the look-up service gives.
enum HomePage {
  /// More than 10 kB, as the service's own.
  static let text: String = {
    let paragraph = "<p>This is a stand-in's home page. What asked for it meant another path.</p>\n"
    return "<!DOCTYPE html>\n<html><head><title>IP Geolocation API</title></head><body>\n"
      + String(repeating: paragraph, count: 160) + "</body></html>\n"
  }()
}
