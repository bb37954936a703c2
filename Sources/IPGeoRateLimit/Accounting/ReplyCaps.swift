/// What replies have said about grants to come: at most so many until then.
///
/// A reply counts what the server saw before it, so a cap counts the grants after it. Requests that
/// were under way when the reply came may or may not be in its count; they are not charged again,
/// or a reply that overtook others would hold a client that is alone. Their own replies, which say
/// less, put that right.
struct ReplyCaps: Sendable {
  private struct Cap {
    var remaining: Int
    var until: Int64
  }

  /// More caps than this at once cannot matter: the laxest go first.
  private static let most = 64

  /// Ends rise along the array, and so do the remaining grants: a cap that another one makes
  /// needless, being stricter for at least as long, is not kept.
  private var caps: [Cap] = []

  var count: Int { caps.count }

  /// The fewest grants that any cap still allows; nil without caps.
  var remaining: Int? { caps.map(\.remaining).min() }

  /// When the last of the caps that allow nothing ends; nil when all allow something.
  var blockedUntil: Int64? { caps.last { $0.remaining == 0 }?.until }

  /// Adds the word of one reply.
  mutating func add(remaining: Int, until: Int64) {
    if caps.contains(where: { $0.remaining <= remaining && $0.until >= until }) { return }
    caps.removeAll { $0.remaining >= remaining && $0.until <= until }
    let place = caps.firstIndex { $0.until > until } ?? caps.endIndex
    caps.insert(Cap(remaining: remaining, until: until), at: place)
    if caps.count > Self.most { caps.removeLast() }
  }

  /// Counts one grant against every cap.
  mutating func countGrant() {
    for index in caps.indices where caps[index].remaining > 0 {
      caps[index].remaining -= 1
    }
    // Of several caps that allow nothing now, the one that ends last says it all.
    if let last = caps.lastIndex(where: { $0.remaining == 0 }), last > 0 {
      caps.removeFirst(last)
    }
  }

  /// Forgets what has run out.
  mutating func expire(now: Int64) {
    if let first = caps.first, first.until <= now { caps.removeAll { $0.until <= now } }
  }
}
