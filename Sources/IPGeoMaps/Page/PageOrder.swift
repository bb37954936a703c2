internal import IPGeoCore
internal import IPGeoSummaries

/// The order of cells in a page: the busiest first, then by all that tells them apart.
enum PageOrder {
  /// The places of cells with hits, in order.
  static func of(_ cells: [TallyCell]) -> [Int] {
    cells.indices.filter { cells[$0].hits > 0 }.sorted { isBefore(cells[$0], cells[$1]) }
  }

  static func isBefore(_ cell: TallyCell, _ other: TallyCell) -> Bool {
    if cell.hits != other.hits { return cell.hits > other.hits }
    let (key, otherKey) = (cell.key, other.key)
    return isBefore(key.position?.latitude, otherKey.position?.latitude)
      ?? isBefore(key.position?.longitude, otherKey.position?.longitude)
      ?? precedes(key.countryCode, otherKey.countryCode)
      ?? precedes(key.country, otherKey.country)
      ?? precedes(key.region, otherKey.region)
      ?? precedes(key.city, otherKey.city)
      ?? isBefore(key.asn, otherKey.asn)
      ?? precedes(key.network, otherKey.network)
      ?? precedes(key.timezone, otherKey.timezone)
      ?? isBefore(cell.status?.rawValue, other.status?.rawValue)
      ?? precedes(cell.reason, other.reason)
      ?? isBefore(other.addressCount, cell.addressCount)
      ?? cell.addresses.sorted().lexicographicallyPrecedes(other.addresses.sorted())
  }

  private static func precedes(_ text: String?, _ other: String?) -> Bool? {
    isBefore(text.map(Spelling.init), other.map(Spelling.init))
  }

  /// What is not known comes first; `nil` where both are the same.
  private static func isBefore<Value: Comparable>(_ value: Value?, _ other: Value?) -> Bool? {
    guard value != other else { return nil }
    guard let value else { return true }
    guard let other else { return false }
    return value < other
  }
}
