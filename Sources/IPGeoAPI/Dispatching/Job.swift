internal import IPGeoCore

extension IPAPIProvider {
  /// The two ways to ask, each with a limit of its own.
  public enum Endpoint: String, Sendable, CaseIterable {
    /// `/batch`: up to 100 addresses.
    case batch
    /// `/json`: one address.
    case single
  }
}

typealias Endpoint = IPAPIProvider.Endpoint

/// One value for each endpoint.
struct PerEndpoint<Value> {
  var batch: Value
  var single: Value

  init(_ value: Value) { (batch, single) = (value, value) }

  init(batch: Value, single: Value) { (self.batch, self.single) = (batch, single) }

  subscript(endpoint: Endpoint) -> Value {
    get { endpoint == .batch ? batch : single }
    set { if endpoint == .batch { batch = newValue } else { single = newValue } }
  }
}

extension PerEndpoint: Sendable where Value: Sendable {}

/// A question on its way, with what has befallen it.
struct Pending: Hashable, Sendable {
  let question: Question
  /// Attempts that counted.
  var attempts = 0
  /// A request held it.
  var isAsked = false
  /// A good reply had nothing about it.
  var wasMissing = false

  init(_ question: Question) { self.question = question }
}

/// Questions that were asked and are to be asked again.
struct PutBack: Hashable, Sendable {
  var pending: [Pending]
  /// Half of what the service called too much: it must not be joined with others.
  var isHalf = false
}

/// One request to make.
struct Job: Hashable, Sendable {
  let endpoint: Endpoint
  /// Its number in the order of sending, from 1.
  let sequence: UInt64
  /// When it was handed out: no later than it is sent.
  let sentAt: Int64
  var pending: [Pending]
  var isHalf = false
}

/// How a request ended.
struct JobResult: Sendable {
  /// What it brought.
  enum Reply: Sendable {
    /// The service answered: by the position of each question; `nil` where it has no answer.
    case answered([ElementOutcome?])
    /// It did not.
    case failed(Cause)
  }

  var reply: Reply
  /// One plain line about a failure.
  var message = ""
  var httpStatus: Int?
  /// What a 429 says.
  var resetNanoseconds: Int64?
  var retryAfterNanoseconds: Int64?
  /// Whether our own account of the limit had tokens when a 429 came.
  var hadTokensLeft = false
  /// Answers that nobody asked for came along.
  var hasExtra = false
}
