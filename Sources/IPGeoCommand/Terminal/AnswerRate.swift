internal import IPGeoRecords

/// How fast answers come: so many in so much time.
struct AnswerRate: Hashable, Sendable {
  var addresses: Int
  var nanoseconds: Int64

  /// `26/s`, or `90/min` where it is less than ten a second; nil where nothing comes.
  var text: String? {
    guard addresses > 0, nanoseconds > 0 else { return nil }
    let perSecond = Double(addresses) / Double(nanoseconds) * 1e9
    if perSecond >= 10 { return "\(Self.whole(perSecond).groupedDigits)/s" }
    return "\(max(1, Self.whole(perSecond * 60)).groupedDigits)/min"
  }

  private static func whole(_ number: Double) -> Int64 { Int64(min(number, 1e15).rounded()) }
}

/// Measures the rate of the last minute, from looks at a count that rises.
///
/// A minute, since that is the limit's window: over less, the rate of bursts and waits swings between
/// nothing and ten times what is true. A run younger than that is measured since its first look.
struct RateMeter: Sendable {
  private struct Look {
    var at: Int64
    var count: Int
  }

  private static let span: Int64 = 60_000_000_000
  private static let step: Int64 = 1_000_000_000

  // One for each second of the span at most, the oldest first.
  private var looks: [Look] = []
  private var latest: Look?

  /// Notes that so many had come by `now`, in nanoseconds of a monotonic clock.
  mutating func note(_ count: Int, now: Int64) {
    latest = Look(at: now, count: count)
    if let last = looks.last, now &- last.at < Self.step { return }
    looks.append(Look(at: now, count: count))
    // The last look from before the span stays: the rate is measured from it.
    while looks.count > 1, now &- looks[1].at >= Self.span { looks.removeFirst() }
  }

  /// The rate up to the latest look; nil until there are two, a second apart.
  var rate: AnswerRate? {
    guard let first = looks.first, let latest, latest.at &- first.at >= Self.step else {
      return nil
    }
    let more = latest.count > first.count ? latest.count &- first.count : 0
    return AnswerRate(addresses: more, nanoseconds: latest.at &- first.at)
  }
}
