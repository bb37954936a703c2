internal import IPGeoCore
internal import IPGeoSummaries

/// The order of cells in a page: the busiest first, then by all that tells them apart.
enum PageOrder {
  static func isBefore(_ cell: TallyCell, _ other: TallyCell) -> Bool {
    if cell.hits != other.hits { return cell.hits > other.hits }
    let (key, otherKey) = (cell.key, other.key)
    return isBefore(key.position?.latitude, otherKey.position?.latitude)
      ?? isBefore(key.position?.longitude, otherKey.position?.longitude)
      ?? isBefore(key.countryCode, otherKey.countryCode)
      ?? isBefore(key.country, otherKey.country)
      ?? isBefore(key.region, otherKey.region)
      ?? isBefore(key.city, otherKey.city)
      ?? isBefore(key.asn, otherKey.asn)
      ?? isBefore(key.network, otherKey.network)
      ?? isBefore(key.timezone, otherKey.timezone)
      ?? isBefore(other.addressCount, cell.addressCount)
      ?? cell.addresses.sorted().lexicographicallyPrecedes(other.addresses.sorted())
  }

  /// What is not known comes first; `nil` where both are the same.
  private static func isBefore<Value: Comparable>(_ value: Value?, _ other: Value?) -> Bool? {
    guard value != other else { return nil }
    guard let value else { return true }
    guard let other else { return false }
    return value < other
  }
}
