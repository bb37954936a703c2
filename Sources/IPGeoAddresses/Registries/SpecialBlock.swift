/// A block of special-purpose addresses, for which nobody is asked.
///
/// A small index into a fixed table: an entry of the two IANA registries (RFC 6890) that is not
/// marked Globally Reachable, or one of our additions (`multicast`, `nat64`, `unallocated`).
public struct SpecialBlock: Hashable, Sendable {
  /// The place in `all`.
  public let index: UInt8

  /// The block at that place of `all`; `nil` beyond its end.
  public init?(index: UInt8) {
    guard Int(index) < SpecialBlock.entries.count else { return nil }
    self.index = index
  }

  private init(known index: UInt8) {
    self.index = index
  }

  /// All blocks, in the order of their indices: IPv4, then IPv6, as the registries list them.
  public static let all: [SpecialBlock] = entries.indices.map {
    SpecialBlock(known: UInt8(truncatingIfNeeded: $0))
  }

  /// The word for it in rows, as `private-use`; several blocks may share one.
  public var name: String { entry.name }

  /// The addresses it covers, but for those that a longer prefix takes out.
  public var prefix: AddressPrefix { entry.prefix }

  /// The name in its registry, as `Private-Use`.
  public var registryName: String { entry.registryName }

  /// The document that set it aside, as `RFC 1918`.
  public var source: String { entry.source }

  // In range: both initialisers see to it.
  private var entry: RegistryEntry { SpecialBlock.entries[Int(index)] }

  static let entries: [RegistryEntry] = RegistryEntry.all.filter { !$0.isAsked }
}

extension SpecialBlock: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}

extension IPAddress {
  /// The special-purpose block that the address lies in; `nil` when it is one to ask about.
  ///
  /// The longest prefix of the registries decides, so 192.0.0.9, which is marked Globally Reachable
  /// within 192.0.0.0/24, has none.
  public var specialBlock: SpecialBlock? { BlockIndex.shared.block(of: self) }
}
