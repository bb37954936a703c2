public import IPGeoCore
public import IPGeoRecords

/// Countries, cities, networks and time zones of rows, the busiest first.
public struct Summary: Sendable {
  /// What groups are compared by.
  public enum Measure: String, CaseIterable, Sendable {
    /// Records.
    case hits
    /// Distinct addresses.
    case addresses
  }

  /// What a table tells of.
  public enum Subject: String, CaseIterable, Sendable {
    /// By country code, else by name; a name that rows have with one code only stands for it.
    case countries
    /// By name, region and country.
    case cities
    /// By the number of the autonomous system, else by name.
    case networks
    /// By name.
    case timezones
  }

  /// Rows that share a country, a city, a network or a time zone.
  public struct Group: Hashable, Sendable {
    /// Its name, as most of its hits have it; `nil` where they have none.
    public var name: String?
    /// Its country's code: of countries and cities.
    public var countryCode: String?
    /// Its region: of cities.
    public var region: String?
    /// Its autonomous system's number: of networks.
    public var asn: UInt32?
    /// How many records it has.
    public var hits: UInt64
    /// How many distinct addresses it has.
    public var addresses: Int

    /// Whether nothing is known that tells it from others.
    public var isUnknown: Bool { name == nil && countryCode == nil && asn == nil }
  }

  /// What a table leaves out.
  public struct Rest: Hashable, Sendable {
    /// How many groups.
    public var groups: Int
    /// How many records those have.
    public var hits: UInt64
    /// How many distinct addresses those have together.
    public var addresses: Int
    /// Whether one of them is that of which nothing is known.
    public var hasUnknown = false
  }

  /// The groups of a subject.
  public struct Table: Sendable {
    /// What it tells of.
    public let subject: Subject
    /// The first ones; of equal ones, in the order of their names, unknown ones last.
    public let groups: [Group]
    /// The others; `nil` where there are none.
    public let rest: Rest?

    /// How many groups there are.
    public var count: Int { groups.count + (rest?.groups ?? 0) }

    /// How many of them something is known of.
    public var knownCount: Int {
      let unknown = groups.contains { $0.isUnknown } || rest?.hasUnknown == true
      return count - (unknown ? 1 : 0)
    }
  }

  /// What groups are compared by.
  public let measure: Measure
  /// All subjects, each with its groups.
  public let tables: [Table]
  /// All rows; each address counts once.
  public let total: TallySums
  /// The rows that are in the tables: those that are located, or say of no status.
  public let placed: TallySums
  /// Hits that have no position, of whatever status.
  public let unplaced: UInt64
  /// Whether it is known how many addresses there are; else their numbers say nothing.
  public let knowsAddresses: Bool
  private let statuses: [TallySums]

  /// Sums up rows.
  /// - Parameters:
  ///   - tallied: The rows.
  ///   - measure: What groups are compared by.
  ///   - top: How many groups a table shows; 0 is all.
  public init(_ tallied: Tallied, by measure: Measure = .hits, top: Int = 10) {
    self.measure = measure
    total = tallied.total
    placed = tallied.placed
    unplaced = tallied.unplaced
    knowsAddresses = tallied.knowsAddresses
    statuses = (Status.allCases.map { $0 } + [nil]).map { tallied.sums(of: $0) }
    tables = Subject.allCases.map { Grouping(tallied, by: $0).table(by: measure, top: top) }
  }

  /// The rows of a status; of `nil` those that say of none.
  public func sums(of status: Status?) -> TallySums { statuses[Int(StatusNumber.of(status))] }

  /// What a group has of the measure, beside what all placed rows have.
  ///
  /// `nil` where addresses are compared and not known.
  public func share(hits: UInt64, addresses: Int) -> Share? {
    switch measure {
    case .hits: Share(hits, of: placed.hits)
    case .addresses:
      knowsAddresses
        ? Share(UInt64(max(0, addresses)), of: UInt64(max(0, placed.addresses))) : nil
    }
  }
}
