/// Leave to send one request.
///
/// It must end in `complete` or `giveBack`, or its token stays out for ever.
public struct Permit: Hashable, Sendable {
  let id: UInt64
  /// When it was granted, in nanoseconds of the bucket's clock: the request was sent no earlier.
  public let grantedAt: Int64
}

/// A place in a bucket's line of waiters.
public struct WaiterID: Hashable, Sendable {
  let id: UInt64
}

/// How a bucket stands at one moment.
public struct Level: Hashable, Sendable {
  /// Tokens that would be granted at once; `Int.max` without a limit.
  public var available: Int
  /// Tokens that are in, also while a hold or a reply's word keeps them there.
  ///
  /// A refusal while some are free means that others use the limit, too.
  public var free: Int
  /// Permits that are out.
  public var inFlight: Int
  /// How many wait.
  public var waiters: Int
  /// Nanoseconds until a token can be granted, 0 for now; nil when a request must end first.
  public var nextGrantIn: Int64?

  /// Makes a level.
  public init(available: Int, free: Int, inFlight: Int, waiters: Int, nextGrantIn: Int64?) {
    self.available = available
    self.free = free
    self.inFlight = inFlight
    self.waiters = waiters
    self.nextGrantIn = nextGrantIn
  }
}
