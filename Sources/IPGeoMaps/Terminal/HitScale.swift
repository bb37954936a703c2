/// The sizes of the marks of a terminal map: up to four, each for some four times as many hits as
/// the one below, as areas of circles would show them.
struct HitScale: Hashable {
  /// How many sizes there are at most.
  static let sizes = 4
  /// The fewest hits of each size in use, smallest first: 1, and so on; empty without hits.
  let bounds: [UInt64]

  /// Makes the scale of a map whose busiest cell has `most` hits.
  init(most: UInt64) {
    guard most > 0 else {
      bounds = []
      return
    }
    let larger = [most / 64, most / 16, most / 4].map(\.roundedDown).filter { $0 > 1 }
    bounds = [1] + Set(larger).sorted()
  }

  /// The size of a number of hits from 0, the smallest, up; the busiest cell has the largest always.
  func size(of hits: UInt64) -> Int {
    let reached = bounds.lastIndex { $0 <= hits } ?? 0
    return Self.sizes - bounds.count + reached
  }
}
