public import IPGeoRateLimit
internal import Synchronization

/// How the limits stood when a provider last looked, for progress; to be read from any thread.
///
/// A provider looks at least whenever it sends and whenever a reply comes. Reading asks nobody: it
/// costs a lock that is held for a moment.
public final class LimitGauge: Sendable {
  /// How one limit stood.
  public struct Reading: Hashable, Sendable {
    /// How its bucket stood.
    public var level: Level
    /// When, in nanoseconds of the provider's clock.
    public var asOf: Int64

    /// Pairs a level with its instant.
    public init(level: Level, asOf: Int64) {
      self.level = level
      self.asOf = asOf
    }

    /// Requests that could have gone out at once; nil without a limit.
    ///
    /// 0 while a hold or the service's own word stands in the way.
    public var requestsLeft: Int? { level.available == .max ? nil : level.available }

    /// The instant at which the next request can go out; nil when one that is out must end first.
    public var nextGrant: Int64? {
      level.nextGrantIn.map { later(asOf, by: $0) }
    }
  }

  private let readings = Mutex(PerEndpoint<Reading?>(nil))

  /// Makes a gauge that has shown nothing yet.
  public init() {}

  /// How an endpoint's limit stood; nil before anybody looked.
  public subscript(endpoint: IPAPIProvider.Endpoint) -> Reading? {
    readings.withLock { $0[endpoint] }
  }

  func note(_ levels: PerEndpoint<Level>, asOf now: Int64) {
    readings.withLock {
      $0 = PerEndpoint(
        batch: Reading(level: levels.batch, asOf: now),
        single: Reading(level: levels.single, asOf: now))
    }
  }
}
