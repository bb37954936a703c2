/// When a fetch is tried again, and when it is given up; pure.
struct RetryPause: Hashable, Sendable {
  private static let pauses: [Int64] = [500_000_000, 1_500_000_000]

  /// How many tries have failed.
  private var failures = 0
  private let mayRetry: Bool

  /// - Parameter mayRetry: Whether there is a second try at all.
  init(mayRetry: Bool) { self.mayRetry = mayRetry }

  /// Takes a failure.
  /// - Parameters:
  ///   - fault: Why the try failed.
  ///   - left: What is left of the time for the whole, in nanoseconds.
  /// - Returns: How long to wait before the next try, in nanoseconds; nil: give up.
  mutating func next(after fault: StationFault, left: Int64) -> Int64? {
    guard mayRetry, fault.isPassing, failures < Self.pauses.count else { return nil }
    let pause = Self.pauses[failures]
    failures &+= 1
    // A try that has less time than the pause before it is not worth the wait.
    return left > pause &* 2 ? pause : nil
  }
}
