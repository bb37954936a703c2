/// One request that the stand-in took.
public struct LoggedRequest: Sendable {
  /// Its place among all requests, from 1.
  public var number: Int
  /// Its place among the requests for its endpoint, from 1.
  public var endpointNumber: Int
  /// What it was for.
  public var endpoint: Endpoint
  /// The method, as `GET`.
  public var method: String
  /// The request target as sent, with query and, to a proxy, with scheme and host.
  public var target: String
  /// The path alone, percent-decoding undone.
  public var path: String
  /// Which connection it came on, from 1: equal numbers show that one was kept alive.
  public var connection: Int
  /// When the limit saw it, in nanoseconds of a clock that counts sleep; delays included.
  public var arrivalNanoseconds: Int64
  /// The status of the reply; 0 when none was sent.
  public var status: Int
  /// Bytes of the reply's body, as composed: a cut body counts whole.
  public var bodySize: Int
  /// Whether the window was full, whatever was answered then.
  public var isOverLimit: Bool
  /// The fault that it met.
  public var fault: Fault?
  var headerBytes: [UInt8]
  // Asked texts with line ends between: a million addresses stay a few megabytes.
  var queryBytes: [UInt8]

  /// The addresses asked for, as they were spelt; empty for what is no look-up.
  public var queries: [String] {
    queryBytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether it was answered as it should be: 200 and nothing wrong with it.
  public var isAnswered: Bool { status == 200 && (fault == nil || fault == .chunked) }

  /// The value of a request header, by its name in any case.
  public func header(_ name: String) -> String? {
    HeaderLines.value(name, in: headerBytes[...])
  }

  /// The request as one line of JSON, without a line end.
  public var jsonLine: String {
    var out: [UInt8] = []
    func member(_ name: String, _ text: String) {
      out.append(contentsOf: ",\"\(name)\":".utf8)
      GoText.append(text.utf8, to: &out)
    }
    out.append(contentsOf: "{\"number\":\(number)".utf8)
    member("endpoint", endpoint.rawValue)
    out.append(contentsOf: ",\"endpoint_number\":\(endpointNumber)".utf8)
    out.append(contentsOf: ",\"connection\":\(connection)".utf8)
    member("method", method)
    member("target", target)
    out.append(contentsOf: ",\"arrival_ns\":\(arrivalNanoseconds),\"status\":\(status)".utf8)
    out.append(contentsOf: ",\"body_size\":\(bodySize),\"over_limit\":\(isOverLimit)".utf8)
    if let fault { member("fault", "\(fault)") }
    out.append(contentsOf: ",\"queries\":[".utf8)
    for (index, query) in queries.enumerated() {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      GoText.append(query.utf8, to: &out)
    }
    out.append(contentsOf: "]}".utf8)
    return String(decoding: out, as: UTF8.self)
  }
}

/// What a run of the stand-in comes to.
public struct StandInCounters: Sendable, Hashable {
  /// Requests by endpoint; those without a request are absent.
  public var requests: [Endpoint: Int] = [:]
  /// Replies of status 429, from the window and from faults.
  public var total429 = 0
  /// Requests that came while their window was full.
  public var overLimit = 0
  /// Connections accepted.
  public var connections = 0
  /// Texts asked for, each time that it was asked.
  public var asked = 0
  /// Different texts among them.
  public var distinct = 0
  /// Texts asked for again although they had been answered.
  public var askedAgainAfterAnswer = 0

  /// One line of JSON, without a line end.
  public var jsonLine: String {
    let endpoints = Endpoint.allCases.map { "\"\($0.rawValue)\":\(requests[$0] ?? 0)" }
    return "{\"requests\":{\(endpoints.joined(separator: ","))},\"replies_429\":\(total429),"
      + "\"over_limit\":\(overLimit),\"connections\":\(connections),\"asked\":\(asked),"
      + "\"distinct\":\(distinct),\"duplicates\":\(asked - distinct),"
      + "\"asked_again_after_answer\":\(askedAgainAfterAnswer)}"
  }
}
