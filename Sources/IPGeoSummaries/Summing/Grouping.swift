/// Puts cells into the groups of a subject.
struct Grouping {
  /// What the cells of one group share: texts by their numbers.
  private struct Key: Hashable {
    var first: UInt32 = 0
    var second: UInt32 = 0
    var third: UInt32 = 0
    /// An autonomous system's number plus one; 0 where there is none.
    var number: UInt64 = 0
  }

  /// A group; texts by their numbers.
  private struct Sums {
    var key: Key
    /// What most of its hits call it.
    var name: UInt32 = 0
    /// The hits that have that name, as long as all that have one have this one.
    var nameHits: UInt64 = 0
    var hits: UInt64 = 0
    var addresses = 0
  }

  private let subject: Summary.Subject
  private let tallied: Tallied
  private var sums: [Sums] = []
  /// The group of each cell; -1 for cells that are in none.
  private var numbers: [Int32] = []
  /// The code of each country's name that is the name of one code only; 0 for other names.
  private let codes: [UInt32: UInt32]
  /// The one that stands for each code, as some write theirs in small letters.
  private let sameCodes: [UInt32: UInt32]
  /// The hits of each name, of the few groups that have several.
  private var names: [Int: [UInt32: UInt64]] = [:]

  init(_ tallied: Tallied, by subject: Summary.Subject) {
    self.subject = subject
    self.tallied = tallied
    let hasCountries = subject == .countries || subject == .cities
    let sameCodes = hasCountries ? Self.sameCodes(tallied) : [:]
    self.sameCodes = sameCodes
    codes = hasCountries ? Self.codes(tallied, sameCodes) : [:]
    numbers.reserveCapacity(tallied.counted.count)
    var table = NumberTable()
    let seed = HashSeed()
    for cell in tallied.counted {
      guard cell.isPlaced else {
        numbers.append(-1)
        continue
      }
      let key = key(of: cell.key)
      let number = self.number(of: key, &table, seed)
      numbers.append(Int32(truncatingIfNeeded: number))
      add(cell, name: Self.name(in: cell.key, subject), to: number)
    }
    for (number, count) in repeats(numbers) { sums[Int(number)].addresses -= count }
    for (number, hits) in names {
      let most = hits.max {
        $0.value != $1.value ? $0.value < $1.value : tallied.texts.isBefore($1.key, $0.key)
      }
      sums[number].name = most?.key ?? 0
    }
  }

  /// The number of the group with that key.
  private mutating func number(of key: Key, _ table: inout NumberTable, _ seed: HashSeed) -> Int {
    var hash = seed.mixed(key.number, UInt64(key.first) << 32 | UInt64(key.second))
    hash = seed.finished(seed.mixed(hash, UInt64(key.third)))
    var slot = table.start(hash)
    while let number = table.candidate(hash, &slot) {
      if sums[number].key == key { return number }
    }
    // There are no more groups than cells, which have a table of their own.
    guard let number = table.insert(hash, at: slot) else { return 0 }
    sums.append(Sums(key: key))
    return number
  }

  private mutating func add(_ cell: CellTable.Cell, name: UInt32, to number: Int) {
    sums[number].hits.addUpTo(cell.hits)
    sums[number].addresses += Int(cell.addresses)
    if name == 0 { return }
    if names[number] == nil {
      let first = sums[number].name
      // Most groups have one name only.
      if first == 0 || first == name {
        sums[number].name = name
        sums[number].nameHits.addUpTo(cell.hits)
        return
      }
      names[number] = [first: sums[number].nameHits]
    }
    names[number]?[name, default: 0].addUpTo(cell.hits)
  }

  /// How often addresses that several cells have were counted too often, by the cells' groups.
  private func repeats(_ groups: [Int32]) -> [Int32: Int] {
    var repeats: [Int32: Int] = [:]
    for cells in tallied.shared {
      var seen: Set<Int32> = []
      for cell in cells {
        let group = groups[Int(cell)]
        if group >= 0, !seen.insert(group).inserted { repeats[group, default: 0] += 1 }
      }
    }
    return repeats
  }

  private func key(of cell: CellTable.Key) -> Key {
    switch subject {
    case .countries:
      let code = code(of: cell)
      return Key(first: code, second: code == 0 ? cell.country : 0)
    case .cities:
      if cell.city == 0 { return Key() }
      let code = code(of: cell)
      return Key(
        first: cell.city, second: cell.region, third: code == 0 ? cell.country : code)
    case .networks:
      return cell.hasASN ? Key(number: UInt64(cell.asn) + 1) : Key(first: cell.network)
    case .timezones: return Key(first: cell.timezone)
    }
  }

  /// The code of a cell's country: that of its name, where rows leave the code out.
  private func code(of cell: CellTable.Key) -> UInt32 {
    cell.countryCode == 0
      ? codes[cell.country] ?? 0 : sameCodes[cell.countryCode] ?? cell.countryCode
  }

  /// Of codes that differ in capital letters alone, the one that came first; of others they
  /// themselves.
  private static func sameCodes(_ tallied: Tallied) -> [UInt32: UInt32] {
    var first: [String: UInt32] = [:]
    var same: [UInt32: UInt32] = [:]
    for cell in tallied.counted {
      let code = cell.key.countryCode
      guard code != 0, same[code] == nil, let text = tallied.texts.text(code) else { continue }
      let capitals = text.uppercased()
      same[code] = first[capitals, default: code]
      first[capitals] = same[code]
    }
    return same
  }

  private static func codes(
    _ tallied: Tallied, _ sameCodes: [UInt32: UInt32]
  ) -> [UInt32: UInt32] {
    let cells = tallied.counted.lazy.filter { $0.isPlaced && $0.key.country != 0 }
    guard cells.contains(where: { $0.key.countryCode == 0 }) else { return [:] }
    var codes: [UInt32: UInt32] = [:]
    for cell in cells where cell.key.countryCode != 0 {
      let own = sameCodes[cell.key.countryCode] ?? cell.key.countryCode
      let code = codes[cell.key.country] ?? own
      codes[cell.key.country] = code == own ? code : 0
    }
    return codes
  }

  private static func name(in cell: CellTable.Key, _ subject: Summary.Subject) -> UInt32 {
    switch subject {
    case .countries: cell.country
    case .cities: cell.city
    case .networks: cell.network
    case .timezones: cell.timezone
    }
  }
}

// MARK: Tables

extension Grouping {
  /// The first groups, and what the others come to.
  func table(by measure: Summary.Measure, top: Int) -> Summary.Table {
    let order = first(top > 0 ? top : .max, by: measure)
    let groups = order.map(group)
    if order.count == sums.count {
      return Summary.Table(subject: subject, groups: groups, rest: nil)
    }
    var isShown = [Bool](repeating: false, count: sums.count)
    for number in order { isShown[number] = true }
    var rest = Summary.Rest(groups: sums.count - order.count, hits: 0, addresses: 0)
    for number in sums.indices where !isShown[number] {
      rest.hits.addUpTo(sums[number].hits)
      rest.addresses += sums[number].addresses
      rest.hasUnknown = rest.hasUnknown || isUnknown(sums[number])
    }
    // In the rest all groups are one.
    let one = Int32(truncatingIfNeeded: sums.count)
    let merged = numbers.map { $0 < 0 || isShown[Int($0)] ? -1 : one }
    let within = repeats(numbers).reduce(0) { isShown[Int($1.key)] ? $0 : $0 + $1.value }
    rest.addresses -= (repeats(merged)[one] ?? 0) - within
    return Summary.Table(subject: subject, groups: groups, rest: rest)
  }

  /// Up to so many first ones are kept in order one by one; of more, sorting all is cheaper.
  private static let mostInserted = 1000

  /// The numbers of the first groups, in order.
  private func first(_ count: Int, by measure: Summary.Measure) -> [Int] {
    if count >= sums.count || count > Self.mostInserted {
      return Array(sums.indices.sorted { isBefore($0, $1, measure) }.prefix(count))
    }
    var order: [Int] = []
    for number in sums.indices {
      if order.count == count, let last = order.last, !isBefore(number, last, measure) { continue }
      var (low, high) = (0, order.count)
      while low < high {
        let middle = (low + high) / 2
        if isBefore(order[middle], number, measure) { low = middle + 1 } else { high = middle }
      }
      order.insert(number, at: low)
      if order.count > count { order.removeLast() }
    }
    return order
  }

  private func isBefore(_ one: Int, _ other: Int, _ measure: Summary.Measure) -> Bool {
    let (one, other) = (sums[one], sums[other])
    switch measure {
    case .hits:
      if one.hits != other.hits { return one.hits > other.hits }
      if one.addresses != other.addresses { return one.addresses > other.addresses }
    case .addresses:
      if one.addresses != other.addresses { return one.addresses > other.addresses }
      if one.hits != other.hits { return one.hits > other.hits }
    }
    if isUnknown(one) != isUnknown(other) { return isUnknown(other) }
    let texts = tallied.texts
    for (text, otherText) in [
      (one.name, other.name), (one.key.second, other.key.second), (one.key.third, other.key.third),
      (one.key.first, other.key.first),
    ] where text != otherText {
      return texts.isBefore(text, otherText)
    }
    return one.key.number < other.key.number
  }

  private func isUnknown(_ sums: Sums) -> Bool { sums.key == Key() && sums.name == 0 }

  /// A code as ISO 3166-1 has it; a country's name, which stands for one, as it is.
  private func code(_ text: UInt32) -> String? {
    let code = tallied.texts.text(text)
    return sameCodes[text] == nil ? code : code?.uppercased()
  }

  /// A group with texts of its own.
  private func group(_ number: Int) -> Summary.Group {
    let sum = sums[number]
    var group = Summary.Group(hits: sum.hits, addresses: sum.addresses)
    group.name = tallied.texts.text(sum.name)
    switch subject {
    case .countries: group.countryCode = code(sum.key.first)
    case .cities:
      group.region = tallied.texts.text(sum.key.second)
      group.countryCode = code(sum.key.third)
    case .networks:
      if sum.key.number > 0 { group.asn = UInt32(exactly: sum.key.number - 1) }
    case .timezones: break
    }
    return group
  }
}
