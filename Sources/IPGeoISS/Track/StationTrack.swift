public import IPGeoCore

/// The way that the station has gone since somebody began to look.
///
/// It grows with each new position up to a number of them. Then every second one goes, and new ones
/// are taken half as often, until they are a minute apart; from then on the oldest go.
public struct StationTrack: Hashable, Sendable {
  /// A gap longer than this, in seconds, is not drawn over: the station is 40° further by then.
  static let longestStep: Int64 = 600
  /// Positions are kept no further apart than this, in seconds, for the sake of room.
  static let widestSpacing: Int64 = 60

  private let limit: Int
  private var fixes: [StationFix] = []
  /// The least time between two kept positions, in seconds; the last one is always kept.
  private var spacing: Int64 = 1

  /// Starts a track that keeps at most `limit` positions (at least 4).
  public init(limit: Int = 4_000) { self.limit = max(4, limit) }

  /// How many positions are kept.
  public var count: Int { fixes.count }

  /// The last position.
  public var last: StationFix? { fixes.last }

  /// Takes a position; one that is no newer than the last, as of a frozen service, adds nothing.
  /// - Returns: Whether it was new.
  @discardableResult
  public mutating func append(_ fix: StationFix) -> Bool {
    guard let last = fixes.last else {
      fixes.append(fix)
      return true
    }
    guard fix.timestamp > last.timestamp else { return false }
    // A last one that stands closer than what is kept gives way.
    if fixes.count >= 2, last.timestamp &- fixes[fixes.count &- 2].timestamp < spacing {
      fixes.removeLast()
    }
    fixes.append(fix)
    while fixes.count > limit, spacing < Self.widestSpacing { thin() }
    if fixes.count > limit { fixes.removeFirst(fixes.count &- limit) }
    return true
  }

  private mutating func thin() {
    spacing = min(spacing &* 2, Self.widestSpacing)
    var kept: [StationFix] = []
    for fix in fixes.dropLast() {
      if let last = kept.last, fix.timestamp &- last.timestamp < spacing { continue }
      kept.append(fix)
    }
    if let last = fixes.last { kept.append(last) }
    fixes = kept
  }

  /// The ways to draw, each from its oldest position to its newest; a gap begins a new one.
  public var ways: [[Position]] {
    var ways: [[Position]] = []
    var before: StationFix?
    for fix in fixes {
      if let before, fix.timestamp &- before.timestamp <= Self.longestStep, !ways.isEmpty {
        ways[ways.count &- 1].append(fix.position)
      } else {
        ways.append([fix.position])
      }
      before = fix
    }
    return ways
  }
}
