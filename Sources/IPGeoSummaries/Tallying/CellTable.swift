internal import IPGeoCore

/// Counts what rows that say the same of a place have together.
struct CellTable {
  /// What rows say; texts by their numbers.
  struct Key: Hashable {
    /// The status's number, as `StatusNumber` has it.
    var status: UInt8
    var hasPosition = false
    var hasASN = false
    var latitude: Double = 0
    var longitude: Double = 0
    var countryCode: UInt32 = 0
    var country: UInt32 = 0
    var region: UInt32 = 0
    var city: UInt32 = 0
    var timezone: UInt32 = 0
    var network: UInt32 = 0
    var asn: UInt32 = 0
    /// Of rows that have no place, where the others are 0.
    var reason: UInt32 = 0
  }

  struct Cell {
    var key: Key
    var hits: UInt64 = 0
    var addresses: UInt32 = 0
  }

  private(set) var cells: [Cell] = []
  private var table = NumberTable()
  private let seed: HashSeed

  init(seed: HashSeed) { self.seed = seed }

  /// The number of the cell with that key; `nil` where there is no room for another one.
  @inline(__always)
  mutating func number(of key: Key) -> UInt32? {
    let hash = hash(key)
    var slot = table.start(hash)
    while let number = table.candidate(hash, &slot) {
      if cells[number].key == key { return UInt32(truncatingIfNeeded: number) }
    }
    guard let number = table.insert(hash, at: slot) else { return nil }
    cells.append(Cell(key: key))
    return UInt32(truncatingIfNeeded: number)
  }

  @inline(__always)
  mutating func count(hits: UInt64, in cell: UInt32) {
    cells[Int(cell)].hits.addUpTo(hits)
  }

  @inline(__always)
  mutating func countAddress(in cell: UInt32) { cells[Int(cell)].addresses &+= 1 }

  @inline(__always)
  private func hash(_ key: Key) -> UInt64 {
    let flags =
      UInt64(key.status) << 2 | (key.hasPosition ? 2 : 0) | (key.hasASN ? 1 : 0)
    var hash = seed.mixed(flags, key.latitude.bitPattern)
    hash = seed.mixed(hash, key.longitude.bitPattern)
    hash = seed.mixed(hash, UInt64(key.countryCode) << 32 | UInt64(key.country))
    hash = seed.mixed(hash, UInt64(key.region) << 32 | UInt64(key.city))
    hash = seed.mixed(hash, UInt64(key.timezone) << 32 | UInt64(key.network))
    return seed.finished(seed.mixed(hash, UInt64(key.reason) << 32 | UInt64(key.asn)))
  }
}

/// The numbers of statuses, that of none among them.
enum StatusNumber {
  /// Behind those of all statuses, which are numbered from 0.
  static let none = UInt8(Status.allCases.count)
  static let count = Status.allCases.count + 1

  @inline(__always)
  static func of(_ status: Status?) -> UInt8 { status?.rawValue ?? none }

  /// The status of that number.
  static func status(_ number: UInt8) -> Status? { Status(rawValue: number) }

  /// Whether rows of that status are counted by place.
  @inline(__always)
  static func hasPlace(_ status: Status?) -> Bool { status == nil || status == .located }
}
