import IPGeoRateLimit

/// One client, alone with one server: what it wants when, and how its requests travel.
struct Schedule {
  /// What becomes of a request.
  enum Fate { case answered, requestLost, replyLost, notSent }

  struct Request {
    var demand: Int64
    var wayThere: Int64
    var wayBack: Int64
    var fate: Fate
  }

  var limit: Int
  var window: Int64
  var server: SimulatedServer
  var requests: [Request]
  /// How long after its grant a request without a reply is given up.
  var deadline: Int64

  static let millisecond: Int64 = 1_000_000

  /// A schedule that depends on `seed` alone.
  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    limit = Int.random(in: 1...45, using: &random)
    window = Int64.random(in: 1...60, using: &random) * 1000 * Self.millisecond
    server = SimulatedServer(
      kind: SimulatedServer.Kind.allCases.randomElement(using: &random) ?? .opened,
      rounding: SimulatedServer.Rounding.allCases.randomElement(using: &random) ?? .up,
      limit: limit, window: window, phase: Int64.random(in: 0..<window, using: &random))
    deadline = 1000 * Self.millisecond
    requests = []
    let count = Int.random(in: 1...(3 * limit + 5), using: &random)
    // All at once, a trickle slower or faster than the limit, or bursts with pauses between.
    let pace = Int64.random(in: 0...2, using: &random) * window / Int64(limit)
    let pauseEvery = Bool.random(using: &random) ? Int.random(in: 1...20, using: &random) : .max
    let slowest = Int64.random(in: 0...200, using: &random) * Self.millisecond
    let losses = Bool.random(using: &random) ? 0.0 : 0.1
    var now = Self.start
    for index in 0..<count {
      if pace > 0 { now += Int64.random(in: 0...pace, using: &random) }
      if index % pauseEvery == pauseEvery - 1 {
        now += Int64.random(in: 0...window, using: &random)
      }
      let isLost = Double.random(in: 0..<1, using: &random) < losses
      requests.append(
        Request(
          demand: now, wayThere: Int64.random(in: 0...slowest, using: &random),
          wayBack: Int64.random(in: 0...slowest, using: &random),
          fate: isLost
            ? [.requestLost, .replyLost, .notSent].randomElement(using: &random) ?? .replyLost
            : .answered))
    }
  }

  /// When the clocks of all simulations begin.
  static let start: Int64 = 5_000_000_000_000
}

/// What came of a schedule.
struct Outcome {
  /// When each request was granted; nil when it never was.
  var grants: [Int64?]
  var server: SimulatedServer
  /// The order of the grants.
  var order: [Int]
}

extension Schedule {
  private enum Event {
    case demand(Int), arrival(Int), end(Int, ReplyLimits), giveBack(Int), tick
  }

  /// Plays the schedule against a bucket's state.
  ///
  /// - Parameter sleep: How late each tick comes, as when the machine sleeps; nothing by default.
  /// - Returns: The grants, and the server's account.
  func play(sleep: () -> Int64 = { 0 }) -> Outcome {
    var state = TokenBucketState(limit: RateLimit(requests: limit, window: window))
    var outcome = Outcome(grants: requests.map { _ in nil }, server: server, order: [])
    var agenda = Agenda<Event>()
    for index in requests.indices { agenda.add(.demand(index), at: requests[index].demand) }
    var armed: Int64?
    while let (now, event) = agenda.next() {
      let effects: TokenBucketState.Effects
      switch event {
      case .demand(let index):
        effects = state.acquire(waiter: UInt64(index), now: now)
      case .arrival(let index):
        let request = requests[index]
        let word = outcome.server.receive(at: now)
        if request.fate == .answered {
          agenda.add(.end(index, word ?? .none), at: now + request.wayBack)
        }
        continue
      case .end(let index, let limits):
        effects = state.replied(waiter: UInt64(index), limits: limits, now: now)
      case .giveBack(let index):
        effects = state.giveBack(waiter: UInt64(index), now: now)
      case .tick:
        armed = nil
        effects = state.tick(now: now)
      }
      for waiter in effects.granted {
        outcome.grants[Int(waiter)] = now
        outcome.order.append(Int(waiter))
        send(Int(waiter), at: now, into: &agenda)
      }
      if let next = effects.nextTick, next != armed {
        agenda.add(.tick, at: next + sleep())
        armed = next
      }
    }
    return outcome
  }

  private func send(_ index: Int, at now: Int64, into agenda: inout Agenda<Event>) {
    let request = requests[index]
    switch request.fate {
    case .answered:
      agenda.add(.arrival(index), at: now + request.wayThere)
    case .replyLost:
      agenda.add(.arrival(index), at: now + request.wayThere)
      agenda.add(.end(index, .none), at: now + deadline)
    case .requestLost:
      agenda.add(.end(index, .none), at: now + deadline)
    case .notSent:
      agenda.add(.giveBack(index), at: now + request.wayThere)
    }
  }

  /// The latest that each request may be granted.
  ///
  /// Let request k be granted at g(k), its demand come at d(k), and its token be free to return
  /// after r(k): there and back, or the deadline. Ideally k waits for three things: its demand, its
  /// turn, and a token. The token is in when of the requests before it all but limit - 1 have ended
  /// a window ago, which is so at the latest a window after the first k - limit + 1 have ended:
  ///
  ///     ideal(k) = max(d(k), g(k-1), window + max over j <= k - limit of (g(j) + r(j)))
  ///
  /// A reply's word adds to this only so much. It says "n more until the reset"; the reset is told
  /// at the server's time and counted from the reply's, which is at most the slowest way back
  /// later, and rounding adds what it adds. If the n are used up before the true reset, then all of
  /// the limit's tokens are with requests that arrived in the reset's window (limit - n before the
  /// reply, n after it), and return after the reset: no token is in. So a word delays a grant for
  /// which a token is in only between the true reset and the told one, by at most
  /// way back + rounding, once for every return of a token:
  ///
  ///     latest(k) = max(d(k), latest(k-1),
  ///                     window + way back + rounding + max over j <= k - limit (latest(j) + r(j)))
  func latestGrants(addedByRounding: Int64) -> [Int64] {
    let isSilent = server.rounding == .silent
    let slowestWayBack = isSilent ? 0 : requests.map(\.wayBack).max() ?? 0
    var latest: [Int64] = []
    var lastEnd = Int64.min
    for (index, request) in requests.enumerated() {
      var instant = max(request.demand, latest.last ?? .min)
      if index >= limit {
        let earlier = requests[index - limit]
        let trip: Int64 =
          switch earlier.fate {
          case .answered: earlier.wayThere + earlier.wayBack
          case .replyLost, .requestLost: deadline
          case .notSent: earlier.wayThere
          }
        lastEnd = max(lastEnd, latest[index - limit] + trip)
        instant = max(instant, lastEnd + window + slowestWayBack + addedByRounding)
      }
      latest.append(instant)
    }
    return latest
  }
}
