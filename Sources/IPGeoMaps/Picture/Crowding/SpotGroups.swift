internal import IPGeoCore

/// The positions of a picture, grouped where their circles would crowd, as the page groups them on
/// a map of the same width: `clustersAt` in `clusters.js`.
///
/// Positions are gathered by nearness, and then groups whose circles would hide one another, which
/// makes greater circles, and so once more. Weights are floating-point numbers, as the page's are, so
/// that both fall alike.
struct SpotGroups {
  /// Positions that share a circle.
  struct Group {
    /// The middle of its hits, as `MillerProjection` has it.
    let x: Double
    let y: Double
    /// How many hits it has.
    let hits: UInt64
    let radius: Double
    /// Its positions, by their places in `PictureSums.spots`; the busiest is the first.
    let spots: [Int]
  }

  /// Places nearer than this to a busier one join it.
  private static let crowd = 24.0
  /// Circles nearer than this part of their radii's sum become one.
  static let overlap = 0.75
  private static let rounds = 3

  /// Most hits first, so that smaller circles lie on top.
  let groups: [Group]
  /// What the circles are sized by.
  let scale: CircleScale

  /// Groups spots on a map that is `width` wide, in the units of radii.
  init(_ spots: [MapSpot], width: Double) {
    let points = Points(
      x: spots.map { MillerProjection.x($0.position.longitude) },
      y: spots.map { MillerProjection.y($0.position.latitude) },
      weight: spots.map { Double($0.hits) })
    let reach = Self.crowd / width
    // Spots are in the order of their weights.
    var gathered = Gathered(points, order: Array(spots.indices), side: reach) { _, _ in reach }
    var owners = gathered.owners
    for _ in 0..<Self.rounds {
      let merged = Self.merged(gathered.points, width: width)
      if merged.points.x.count == gathered.points.x.count { break }
      owners = owners.map { merged.owners[$0] }
      gathered = merged
    }
    var members = [[Int]](repeating: [], count: gathered.points.x.count)
    for (spot, owner) in owners.enumerated() { members[owner].append(spot) }
    let final = gathered.points
    let scale = CircleScale(most: final.weight.max() ?? 0)
    groups = final.order.map { number in
      Group(
        x: final.x[number], y: final.y[number],
        hits: members[number].reduce(0) { $0.addingUpTo(spots[$1].hits) },
        radius: scale.radius(final.weight[number]), spots: members[number])
    }
    self.scale = scale
  }

  /// How many hits the busiest circle has.
  var most: UInt64 { groups.first?.hits ?? 0 }

  private static func merged(_ points: Points, width: Double) -> Gathered {
    let scale = CircleScale(most: points.weight.max() ?? 0)
    let radii = points.weight.map { scale.radius($0) / width }
    return Gathered(points, order: points.order, side: 2 * CircleScale.greatest / width) {
      overlap * (radii[$0] + radii[$1])
    }
  }
}

extension SpotGroups {
  /// What is gathered: positions, and then groups of them.
  fileprivate struct Points {
    var x: [Double] = []
    var y: [Double] = []
    var weight: [Double] = []

    /// The points by falling weight.
    var order: [Int] {
      weight.indices.sorted {
        weight[$0] != weight[$1] ? weight[$0] > weight[$1] : $0 < $1
      }
    }
  }

  /// Points that were given to the first one of an order that reaches them.
  fileprivate struct Gathered {
    /// The group of each point.
    private(set) var owners: [Int]
    private(set) var points = Points()

    /// Gathers points; `reach` says how far two may be apart for that, at most `side`.
    init(_ all: Points, order: [Int], side: Double, reach: (Int, Int) -> Double) {
      var grid = SpotGrid(side: side, count: all.x.count)
      for point in order.reversed() { grid.add(point, x: all.x[point], y: all.y[point]) }
      owners = Array(repeating: -1, count: all.x.count)
      for seed in order where owners[seed] < 0 { addGroup(all, grid, seed, reach) }
    }

    private mutating func addGroup(
      _ all: Points, _ grid: SpotGrid, _ seed: Int, _ reach: (Int, Int) -> Double
    ) {
      let (x, y) = (all.x[seed], all.y[seed])
      let group = points.x.count
      var (weight, sumX, sumY) = (0.0, 0.0, 0.0)
      grid.near(x: x, y: y) { point in
        if owners[point] >= 0 { return }
        let east = MillerProjection.shorter(all.x[point] - x)
        let south = all.y[point] - y
        let limit = reach(seed, point)
        if east * east + south * south > limit * limit { return }
        owners[point] = group
        weight += all.weight[point]
        sumX += east * all.weight[point]
        sumY += south * all.weight[point]
      }
      points.x.append(MillerProjection.wrapped(x + sumX / weight))
      points.y.append(y + sumY / weight)
      points.weight.append(weight)
    }
  }
}
