extension Tallied {
  /// The cells of each address that several of `cellsOfAll` have, by their places there.
  ///
  /// Whoever adds up addresses of cells counts such an address once. Cells and addresses are in no
  /// certain order.
  public var sharedOfAll: [[Int]] {
    var places: [Int?] = []
    var count = 0
    for cell in counted {
      places.append(cell.isPlaced ? count : nil)
      if cell.isPlaced { count += 1 }
    }
    // What has no place is one cell, the last.
    return shared.map { cells in Array(Set(cells.map { places[Int($0)] ?? count })) }
      .filter { $0.count > 1 }
  }

  /// How often addresses are in several statuses that have no place, beyond once each.
  var repeatsOfOther: Int {
    shared.reduce(0) { sum, cells in
      let statuses = Set(cells.map { counted[Int($0)] }.filter { !$0.isPlaced }.map(\.key.status))
      return sum + max(0, statuses.count - 1)
    }
  }
}
