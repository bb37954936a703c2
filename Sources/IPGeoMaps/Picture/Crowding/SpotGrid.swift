/// A grid over the world, as chains of points whose squares share a slot; `Grid` in the page's
/// `clusters.js`.
///
/// Squares that share a slot by chance only cost a look at their distance. Chains are in the page's
/// order, so that sums of fractions come out alike.
struct SpotGrid {
  private static let none = -1

  private let columns: Int
  private let side: Double
  private let mask: UInt32
  private var heads: [Int]
  private var next: [Int]

  /// Makes a grid for so many points, with squares that are `side` wide at least.
  init(side: Double, count: Int) {
    columns = max(1, Int((1 / side).rounded(.down)))
    self.side = 1 / Double(columns)
    var slots = 16
    while slots < count * 2 { slots *= 2 }
    mask = UInt32(truncatingIfNeeded: slots - 1)
    heads = Array(repeating: Self.none, count: slots)
    next = Array(repeating: Self.none, count: count)
  }

  /// Adds a point; what is added last is visited first.
  mutating func add(_ point: Int, x: Double, y: Double) {
    let slot = slot(column: square(x), row: square(y))
    next[point] = heads[slot]
    heads[slot] = point
  }

  /// Visits all points within a square's side, and some beyond, some of them twice.
  func near(x: Double, y: Double, _ visit: (Int) -> Void) {
    let (column, row) = (square(x), square(y))
    for east in -1...1 {
      for south in -1...1 {
        var point = heads[slot(column: column + east, row: row + south)]
        while point != Self.none {
          visit(point)
          point = next[point]
        }
      }
    }
  }

  private func square(_ place: Double) -> Int { Int((place / side).rounded(.down)) }

  private func slot(column: Int, row: Int) -> Int {
    let wrapped = UInt32(truncatingIfNeeded: (column + columns) % columns)
    let mixed =
      wrapped &* 0x9E37_79B1 ^ UInt32(truncatingIfNeeded: row) &* 0x85EB_CA6B
    return Int(mixed >> 7 & mask)
  }
}
