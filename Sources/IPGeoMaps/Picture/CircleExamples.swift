/// The numbers of hits that a legend tells the sizes of circles by, as the page's does (`aids.js`).
enum CircleExamples {
  /// About a fortieth and a quarter of the busiest circle's hits, where there are such numbers, and
  /// else those of the busiest circle.
  static func of(most: UInt64) -> [UInt64] {
    if most == 0 { return [] }
    let smaller = [most / 40, most / 4].map(\.roundedDown).filter { $0 > 0 }
    return smaller.isEmpty ? [most] : smaller
  }
}
