public import IPGeoRateLimit

/// How many requests some addresses need, and how long the limits make them take.
///
/// Pure arithmetic, as the provider sends: full batches, the last one part-filled; single look-ups
/// while no batch may go, and for the last few. A request itself takes no time here, and none
/// fails; so a real run takes a little longer for each window.
public struct Schedule: Hashable, Sendable {
  /// How a limit stands when the schedule begins.
  public struct Standing: Hashable, Sendable {
    /// Requests that may go at once; more than the limit means all of it.
    public var left: Int
    /// When the others may go, in nanoseconds from now, one of them at each instant, soonest first.
    ///
    /// Where there are more others than instants, the rest go at the last of them; after a whole
    /// window where there is none.
    public var returns: [Int64]

    /// Nothing of the limit is used.
    public static let full = Standing(left: .max)

    /// Makes a standing.
    public init(left: Int, returns: [Int64] = []) {
      self.left = left
      self.returns = returns
    }

    /// The standing that a ledger's balance of the instant `now` comes to.
    public init(_ balance: TokenBalance, now: Int64) {
      let next = balance.nextGrant.flatMap { $0 > now ? duration(from: now, to: $0) : nil }
      self.init(left: balance.grantable, returns: next.map { [$0] } ?? [])
    }

    /// The standing that a gauge's reading comes to at a later instant.
    ///
    /// Where the next request could have gone out by now, all could: they come back together.
    public init(_ reading: LimitGauge.Reading, now: Int64) {
      let next = reading.nextGrant
      if reading.level.available == 0, let next, next <= now {
        self = .full
      } else {
        self.init(
          TokenBalance(
            free: reading.level.free, grantable: reading.level.available,
            inFlight: reading.level.inFlight, nextGrant: next), now: now)
      }
    }
  }

  /// What some addresses need.
  public struct Plan: Hashable, Sendable {
    /// Requests to `/batch`.
    public var batches = 0
    /// Single look-ups.
    public var singles = 0
    /// When the last request goes out, in nanoseconds from now.
    public var nanoseconds: Int64 = 0

    /// Requests of both kinds.
    public var requests: Int { batches + singles }
  }

  /// The most addresses in one batch.
  public static let batchSize = 100
  /// So few addresses, when nothing else may join them, are not worth a batch.
  static let few = 3

  /// Batches that a run may send; nil for no limit.
  public let batchLimit: RateLimit?
  /// Single look-ups that a run may send: what is left to others is off already; nil for no limit.
  public let singleLimit: RateLimit?
  /// Whether batches are sent at all.
  public let usesBatches: Bool

  /// The schedule of a provider that is made with this configuration.
  public init(_ configuration: IPAPIProvider.Configuration) {
    self.init(Settings(configuration))
  }

  init(_ settings: Settings) {
    self.init(
      batchLimit: settings.batchLimit, singleLimit: settings.singleShare,
      usesBatches: settings.usesBatches)
  }

  /// Makes a schedule of limits as they are kept.
  public init(batchLimit: RateLimit?, singleLimit: RateLimit?, usesBatches: Bool = true) {
    self.batchLimit = batchLimit
    self.singleLimit = singleLimit
    self.usesBatches = usesBatches
  }

  /// How many requests so many addresses need when nothing of the limits is used.
  public func requests(for addresses: Int) -> Int { plan(for: addresses).requests }

  /// What so many addresses need, all of which wait now.
  /// - Parameters:
  ///   - addresses: How many; fewer than 1 need nothing.
  ///   - batch: How the limit of batches stands.
  ///   - single: How that of single look-ups does, as far as a run may use it.
  /// - Returns: Requests, and when the last of them goes out.
  public func plan(
    for addresses: Int, batch: Standing = .full, single: Standing = .full
  ) -> Plan {
    var plan = Plan()
    var waiting = max(0, addresses)
    var batches = Tokens(batchLimit, batch)
    var singles = Tokens(singleLimit, single)
    var now: Int64 = 0
    while waiting > 0 {
      batches.advance(to: now)
      singles.advance(to: now)
      let isFew = waiting <= Self.few
      if usesBatches, batches.free > 0, !(isFew && singles.free > 0) {
        // The last one, which is part-filled, is looked at by itself: it may be few.
        let count = min(batches.free, max(1, waiting / Self.batchSize))
        batches.take(count, now: now)
        waiting -= min(waiting, count * Self.batchSize)
        plan.batches += count
      } else if singles.free > 0 {
        let count = min(singles.free, waiting)
        singles.take(count, now: now)
        waiting -= count
        plan.singles += count
      } else {
        let next = usesBatches ? min(batches.next, singles.next) : singles.next
        now = max(now, next)
      }
    }
    plan.nanoseconds = now
    return plan
  }
}

/// The tokens of one limit in a schedule, those that come back together counted together.
private struct Tokens {
  private let window: Int64
  private let isLimited: Bool
  private(set) var free: Int
  /// By rising instants.
  private var returning: [(at: Int64, count: Int)] = []

  init(_ limit: RateLimit?, _ standing: Schedule.Standing) {
    // A window of nothing limits nothing.
    guard let limit, limit.window > 0 else {
      (window, isLimited, free) = (0, false, .max)
      // Only a hold can be in the way.
      if standing.left <= 0, let held = standing.returns.first, held > 0 {
        free = 0
        returning = [(held, .max)]
      }
      return
    }
    (window, isLimited) = (limit.window, true)
    free = min(max(0, standing.left), limit.requests)
    var missing = limit.requests - free
    for instant in standing.returns.sorted() where missing > 0 {
      returning.append((max(0, instant), 1))
      missing -= 1
    }
    if missing > 0 { returning.append((returning.last?.at ?? limit.window, missing)) }
  }

  /// When more are there than now; the end of time where that is never.
  var next: Int64 { returning.first?.at ?? .max }

  mutating func advance(to now: Int64) {
    let back = returning.prefix { $0.at <= now }
    if back.isEmpty { return }
    for group in back { free = isLimited ? free + group.count : .max }
    returning.removeFirst(back.count)
  }

  mutating func take(_ count: Int, now: Int64) {
    if !isLimited { return }
    free -= count
    let instant = later(now, by: window)
    // None returns later than who goes now.
    if returning.last?.at == instant {
      returning[returning.count - 1].count += count
    } else {
      let place = returning.firstIndex { $0.at > instant } ?? returning.endIndex
      returning.insert((instant, count), at: place)
    }
  }
}
