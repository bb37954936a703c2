internal import IPGeoCore

/// How many requests a run may send.
struct RequestBudget: Hashable, Sendable {
  private let requests: UInt64
  private let message: String

  /// - Parameters:
  ///   - requests: The most; less than 0 is as good as 0.
  ///   - message: What is said of an address that is not asked; nil for plain words.
  init(requests: Int, message: String?) {
    self.requests = UInt64(max(0, requests))
    self.message = message ?? Self.message(max(0, requests))
  }

  private static func message(_ requests: Int) -> String {
    switch requests {
    case 0: "the run's budget allows no request"
    case 1: "the run's budget of 1 request is used up"
    default: "the run's budget of \(requests) requests is used up"
    }
  }

  /// Why nothing more is sent, after so many requests.
  func failure(sent: UInt64) -> Failure? {
    sent < requests ? nil : Failure(.budget, message: message)
  }

  /// Whether a look-up of one address leaves enough for what waits besides: where requests are what
  /// is short, none goes on a single address that a batch could take.
  func affordsSingle(sent: UInt64, waiting: Int, batchSize: Int) -> Bool {
    guard sent < requests, waiting > 0, batchSize > 0 else { return false }
    let others = waiting - 1
    let batches = UInt64(others / batchSize + (others % batchSize > 0 ? 1 : 0))
    return requests - sent - 1 >= batches
  }
}
