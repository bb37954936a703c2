/// Puts cells into the groups of a subject.
struct Grouping {
  /// What cells of one group share.
  private struct Key: Hashable {
    var first: String?
    var second: String?
    var third: String?
    var number: UInt32?
  }

  /// A group, with all the names that its cells give it.
  fileprivate struct Sums {
    var group: Summary.Group
    /// The hits that have the group's name, as long as all that have one have this one.
    var nameHits: UInt64 = 0
    /// The hits of each name, where there are several.
    var names: [String: UInt64] = [:]
  }

  private let subject: Summary.Subject
  private var sums: [Sums] = []
  /// The group of each cell.
  private var numbers: [Int] = []
  private let shared: [[Int]]

  init(_ tallied: Tallied, by subject: Summary.Subject) {
    self.subject = subject
    shared = tallied.shared
    numbers.reserveCapacity(tallied.cells.count)
    var places: [Key: Int] = [:]
    for cell in tallied.cells {
      let key = Self.key(of: cell.key, subject)
      let number = places[key] ?? sums.count
      if number == sums.count {
        places[key] = number
        sums.append(Sums(group: Self.group(of: cell.key, subject)))
      }
      numbers.append(number)
      sums[number].add(cell, name: Self.name(in: cell.key, subject))
    }
    for (number, count) in repeats(numbers) { sums[number].group.addresses -= count }
    for number in sums.indices { sums[number].settle() }
  }

  /// How often addresses that several cells have were counted too often, by the cells' groups.
  private func repeats(_ groups: [Int]) -> [Int: Int] {
    var repeats: [Int: Int] = [:]
    for cells in shared {
      var seen: Set<Int> = []
      for cell in cells where !seen.insert(groups[cell]).inserted {
        repeats[groups[cell], default: 0] += 1
      }
    }
    return repeats
  }

  /// The first groups, and what the others come to.
  func table(by measure: Summary.Measure, top: Int) -> Summary.Table {
    let order = sums.indices.sorted { Self.isBefore(sums[$0].group, sums[$1].group, measure) }
    let shown = top > 0 ? min(top, order.count) : order.count
    let groups = order[..<shown].map { sums[$0].group }
    if shown == order.count { return Summary.Table(subject: subject, groups: groups, rest: nil) }
    var rest = Summary.Rest(groups: order.count - shown, hits: 0, addresses: 0)
    // In the rest all groups are one.
    var merged = Array(sums.indices)
    for number in order[shown...] {
      rest.hits.addUpTo(sums[number].group.hits)
      rest.addresses += sums[number].group.addresses
      merged[number] = -1
    }
    let all = repeats(numbers.map { merged[$0] })[-1] ?? 0
    let within = repeats(numbers).reduce(0) { merged[$1.key] == -1 ? $0 + $1.value : $0 }
    rest.addresses -= all - within
    return Summary.Table(subject: subject, groups: groups, rest: rest)
  }

  private static func isBefore(
    _ one: Summary.Group, _ other: Summary.Group, _ measure: Summary.Measure
  ) -> Bool {
    let (hits, otherHits) = (one.hits, other.hits)
    let (addresses, otherAddresses) = (one.addresses, other.addresses)
    switch measure {
    case .hits:
      if hits != otherHits { return hits > otherHits }
      if addresses != otherAddresses { return addresses > otherAddresses }
    case .addresses:
      if addresses != otherAddresses { return addresses > otherAddresses }
      if hits != otherHits { return hits > otherHits }
    }
    if one.isUnknown != other.isUnknown { return other.isUnknown }
    let parts = [one.name, one.region, one.countryCode].map { $0 ?? "" }
    let otherParts = [other.name, other.region, other.countryCode].map { $0 ?? "" }
    if parts != otherParts { return parts.lexicographicallyPrecedes(otherParts) }
    return (one.asn ?? 0) < (other.asn ?? 0)
  }

  private static func key(of cell: TallyCell.Key, _ subject: Summary.Subject) -> Key {
    switch subject {
    case .countries:
      return Key(first: cell.countryCode, second: cell.countryCode == nil ? cell.country : nil)
    case .cities:
      guard let city = cell.city else { return Key() }
      return Key(first: city, second: cell.region, third: cell.countryCode ?? cell.country)
    case .networks:
      return Key(first: cell.asn == nil ? cell.network : nil, number: cell.asn)
    case .timezones: return Key(first: cell.timezone)
    }
  }

  private static func group(of cell: TallyCell.Key, _ subject: Summary.Subject) -> Summary.Group {
    var group = Summary.Group(hits: 0, addresses: 0)
    switch subject {
    case .countries: group.countryCode = cell.countryCode
    case .cities:
      if cell.city != nil {
        (group.region, group.countryCode) = (cell.region, cell.countryCode ?? cell.country)
      }
    case .networks: group.asn = cell.asn
    case .timezones: break
    }
    return group
  }

  private static func name(in cell: TallyCell.Key, _ subject: Summary.Subject) -> String? {
    switch subject {
    case .countries: cell.country
    case .cities: cell.city
    case .networks: cell.network
    case .timezones: cell.timezone
    }
  }
}

extension Grouping.Sums {
  fileprivate mutating func add(_ cell: TallyCell, name: String?) {
    group.hits.addUpTo(cell.hits)
    let (sum, isTooLarge) = group.addresses.addingReportingOverflow(cell.addressCount)
    group.addresses = isTooLarge ? .max : sum
    guard let name else { return }
    if names.isEmpty {
      // Most groups have one name only.
      if group.name == nil || group.name == name {
        group.name = name
        nameHits.addUpTo(cell.hits)
        return
      }
      if let first = group.name { names[first] = nameHits }
    }
    names[name, default: 0].addUpTo(cell.hits)
  }

  /// Takes the name that most hits have.
  fileprivate mutating func settle() {
    guard let most = names.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return }
    group.name = most.key
    names = [:]
  }
}
