/// Something that goes wrong with one request.
///
/// Three kinds: the reply is not sent as it should be, another reply is sent in its place, or the
/// elements of a right reply are spoilt. The third kind touches only a 200 with answers; a request
/// over the limit then still gets its 429.
public enum Fault: Hashable, Sendable {
  // MARK: The reply is not sent as it should be

  /// The connection is reset (RST) and nothing is sent.
  case reset
  /// The connection is closed (FIN) and nothing is sent.
  case close
  /// The head promises the whole body, the connection closes after so many bytes of it.
  case cut(afterBytes: Int)
  /// A few bytes go out at a time.
  case trickle(bytes: Int, everyMilliseconds: Int)
  /// Nothing is sent and the connection stays open.
  case neverAnswer
  /// Bytes that are no HTTP reply.
  case notHTTP
  /// The right reply in chunked coding, without Content-Length.
  case chunked

  // MARK: Another reply in its place

  /// A 200 of the right type without a body.
  case emptyBody200
  /// The first half of the right body, with a Content-Length to match.
  case halfJSON
  /// A status with a body of any text.
  case status(Int, body: String = "", retryAfter: String? = nil)
  /// A 429 that does not come from the window; the headers show `X-Rl: 0` and `ttl`.
  case tooManyRequests(
    ttl: Int? = nil, retryAfter: String? = nil, headers: Bool = true, body: String = "")
  /// A 200 with a web page, as a portal gives it.
  case html200
  /// A 302.
  case redirect(location: String)
  /// A 200 with a body of so many megabytes.
  case hugeBody(megabytes: Int)
  /// The right body with `X-Rl: abc` and `X-Ttl: -`.
  case garbageHeaders

  // MARK: Spoilt elements

  /// The elements come in another order.
  case shuffled
  /// The last element is missing; a single look-up is `{}`.
  case oneShort
  /// The first element is null.
  case nullElement
  /// The last element is replaced by a second copy of the first.
  case duplicateElement
  /// One element more, about an address that nobody asked for.
  case extraElement
  /// The first element has no `query`.
  case withoutQuery
  /// The first element has the text `abc` as its latitude, and so has the station.
  case illTyped
  /// The first element has a latitude of 123, the station one of 95.
  case outOfRange
  /// The first element has null as latitude, city, isp and mobile; the station as its latitude.
  case nullValues
  /// The first element's `as` begins with a number of more than 32 bits.
  case oddNetwork
  /// The first element is a failure with this message, whatever was asked; so is the position.
  case failed(message: String)
  /// Every element has its coordinates as texts, as the service once sent them.
  case stringNumbers
  /// `{}` in place of the array; a single look-up is `[]`.
  case notArray
  /// `[]`.
  case emptyArray
}

extension Fault {
  /// How the faulty answers are broken, where this is about values.
  var tweak: AnswerTweak? {
    switch self {
    case .withoutQuery: .withoutQuery
    case .illTyped: .illTyped
    case .outOfRange: .outOfRange
    case .stringNumbers: .stringNumbers
    case .nullValues: .nullValues
    case .oddNetwork: .oddNetwork
    default: nil
    }
  }
}

/// The part of the services that a request is for.
public enum Endpoint: String, Hashable, Sendable, CaseIterable {
  /// `/batch`.
  case batch
  /// `/json`, `/csv`, `/line`, `/xml`, `/php`.
  case single
  /// The space station's `/iss-now.json`, and what else ends in `.json`.
  case iss
  /// Any other path.
  case other
}

/// Which requests meet which fault.
public struct FaultRule: Hashable, Sendable {
  /// The requests that a rule is about, counted from 1.
  public enum Requests: Hashable, Sendable {
    /// Those with these numbers.
    case numbers(Set<Int>)
    /// Every so many, those whose remainder is that of the offset: `(4, offset: 1)` is 1, 5, 9…
    case every(Int, offset: Int = 0)
    /// All.
    case always
  }

  /// Only requests for this endpoint, counted among themselves; `nil`: all requests.
  public var endpoint: Endpoint?
  /// The requests.
  public var requests: Requests
  /// The rule is used up after so many requests; `nil`: never.
  public var times: Int?
  /// The faults, in turn: the first request meets the first.
  public var faults: [Fault]

  /// Makes a rule with one fault.
  public init(
    _ fault: Fault, on requests: Requests, endpoint: Endpoint? = nil, times: Int? = nil
  ) {
    self.init(rotating: [fault], on: requests, endpoint: endpoint, times: times)
  }

  /// Makes a rule with several faults in turn; without one it does nothing.
  public init(
    rotating faults: [Fault], on requests: Requests, endpoint: Endpoint? = nil,
    times: Int? = nil
  ) {
    self.faults = faults
    self.requests = requests
    self.endpoint = endpoint
    self.times = times
  }
}

/// The rules with their use so far; pure.
struct FaultPlan {
  private let rules: [FaultRule]
  private var uses: [Int]

  init(_ rules: [FaultRule]) {
    self.rules = rules
    uses = Array(repeating: 0, count: rules.count)
  }

  /// The fault of a request by the first rule that is about it.
  mutating func fault(number: Int, endpoint: Endpoint, endpointNumber: Int) -> Fault? {
    for (index, rule) in rules.enumerated() where !rule.faults.isEmpty {
      if let wanted = rule.endpoint, wanted != endpoint { continue }
      if let times = rule.times, uses[index] >= times { continue }
      let its = rule.endpoint == nil ? number : endpointNumber
      guard rule.requests.contains(its) else { continue }
      defer { uses[index] += 1 }
      return rule.faults[uses[index] % rule.faults.count]
    }
    return nil
  }
}

extension FaultRule.Requests {
  func contains(_ number: Int) -> Bool {
    switch self {
    case .numbers(let numbers): numbers.contains(number)
    case .every(let step, let offset): step > 0 && number % step == abs(offset % step)
    case .always: true
    }
  }
}
