/// The five shades of countries, by their share of all hits.
enum ShareClass: Int, CaseIterable {
  case least = 1
  case little, some, much, most

  /// Makes the shade of a country with hits.
  init(hits: UInt64, of total: UInt64) {
    self =
      switch Double(hits) / Double(max(1, total)) {
      case 0.2...: .most
      case 0.1...: .much
      case 0.05...: .some
      case 0.01...: .little
      default: .least
      }
  }

  /// What the legend calls it.
  var words: String {
    switch self {
    case .least: "below 1 %"
    case .little: "from 1 %"
    case .some: "from 5 %"
    case .much: "from 10 %"
    case .most: "from 20 %"
    }
  }
}
