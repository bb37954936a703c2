internal import IPGeoISS

/// What a watch knows, and when it asks next: pure.
///
/// Instants are nanoseconds of a clock that does not step.
struct StationWatch: Hashable, Sendable {
  /// Nanoseconds between two requests.
  let every: Int64
  /// The last position that came; it stays where later requests fail.
  private(set) var fix: StationFix?
  /// Why the last request failed; nil where it did not.
  private(set) var fault: StationFault?
  private(set) var track = StationTrack()

  private var nextRequest: Int64 = .min
  private var isAsking = false

  /// Begins a watch that asks at once.
  init(every: Int64) { self.every = every }

  /// Whether to ask now; the caller does, and brings the outcome to `take`.
  mutating func begins(now: Int64) -> Bool {
    guard !isAsking, now >= nextRequest else { return false }
    isAsking = true
    // From one request to the next, whatever the reply takes; after a long sleep not many at once.
    nextRequest = now &+ every
    return true
  }

  /// Takes what a request came to.
  mutating func take(_ outcome: Result<StationFix, StationFault>, now: Int64) {
    isAsking = false
    switch outcome {
    case .success(let new):
      fix = new
      fault = nil
      track.append(new)
    case .failure(let why):
      fault = why
      if let seconds = why.retryAfterSeconds {
        nextRequest = max(nextRequest, now &+ seconds &* 1_000_000_000)
      }
    }
  }

  /// How long nothing is to be asked, in nanoseconds; nil while a request is under way.
  func pause(now: Int64) -> Int64? {
    if isAsking { return nil }
    return now >= nextRequest ? 0 : nextRequest &- now
  }
}
