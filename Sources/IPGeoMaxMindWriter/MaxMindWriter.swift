public import IPGeoAddresses
public import IPGeoMaxMind

/// Writes small MaxMind databases, sound ones and others, for tests.
///
/// It is simple, not fast: everything is kept in memory, and a value goes where the tree has room.
public struct MaxMindWriter {
  /// How values that stand in the file already are written.
  public enum Pointers: Sendable {
    /// Again, in full.
    case none
    /// As a pointer of the least width that reaches them.
    case least
    /// As a pointer of four bytes.
    case wide
  }

  /// How many bits a record of the tree has: 24, 28 or 32.
  public var recordSize = 24
  /// 4 or 6.
  public var ipVersion = 6
  /// What the database calls itself.
  public var databaseType = "Test"
  /// When it was built, in seconds since 1970.
  public var buildEpoch: UInt64 = 1_767_225_600
  /// The languages that it names.
  public var languages = ["en"]
  /// Members of the metadata that replace the usual ones.
  public var metadata: [String: MaxMindValue] = [:]
  /// Members of the metadata to leave out.
  public var omittedMetadata: Set<String> = []
  /// Whether ::ffff:0:0/96, 2001::/32 and 2002::/16 lead to where IPv4 is.
  public var hasAliases = true
  /// How values that stand in the file already are written.
  public var pointers = Pointers.least
  /// So many bytes stand before the first record, so that pointers have to be wider.
  public var padding = 0
  /// What stands between tree and data.
  public var separator = [UInt8](repeating: 0, count: 16)
  private var tree = WrittenTree()
  private var records: [Content] = []

  /// What a record is made of.
  enum Content {
    case value(MaxMindValue)
    case raw([UInt8])
  }

  /// An empty database.
  public init() {}

  /// Gives a network a record; what more narrow networks had before is lost.
  public mutating func insert(_ network: AddressPrefix, _ value: MaxMindValue) {
    insert(network, .value(value))
  }

  /// Gives a network, in CIDR notation, a record; what is no network is passed over.
  public mutating func insert(_ network: String, _ value: MaxMindValue) {
    if let network = AddressPrefix(network) { insert(network, value) }
  }

  /// Gives a network a record of bytes that are taken as they are.
  public mutating func insert(_ network: String, raw bytes: [UInt8]) {
    if let network = AddressPrefix(network) { insert(network, .raw(bytes)) }
  }

  private mutating func insert(_ network: AddressPrefix, _ content: Content) {
    records.append(content)
    tree.insert(way(to: network), .record(records.count - 1))
  }

  /// The bits that lead to a network.
  private func way(to network: AddressPrefix) -> [Bool] {
    let address = network.address
    let low = address.isIPv4 ? address.low & 0xffff_ffff : address.low
    let bits = UInt128(address.isIPv4 ? 0 : address.high) << 64 | UInt128(low)
    let all = (0..<128).map { bits >> UInt128(127 - $0) & 1 == 1 }
    let isNarrow = ipVersion == 4
    let length = network.length + (address.isIPv4 && !isNarrow ? 96 : 0)
    return Array(all.dropFirst(isNarrow ? 96 : 0).prefix(length))
  }

  /// The file.
  public func bytes() -> [UInt8] {
    var tree = tree
    if ipVersion == 6, hasAliases {
      let ipv4 = tree.node(at: Array(repeating: false, count: 96))
      for alias in ["::ffff:0:0/95", "2001::/32", "2002::/16"] {
        guard let network = AddressPrefix(alias) else { continue }
        // Of ::ffff:0:0/96 as a prefix only IPv4 can be written; its parent's right side is meant.
        let isMapped = alias.hasSuffix("/95")
        tree.insert(way(to: network) + (isMapped ? [true] : []), .node(ipv4))
      }
    }
    var data = ValueEncoder(pointers: pointers)
    data.bytes = Array(repeating: 0, count: padding)
    let offsets = records.map { record in
      switch record {
      case .value(let value): return data.record(value)
      case .raw(let bytes):
        data.bytes += bytes
        return data.bytes.count - bytes.count
      }
    }
    var file = tree.encoded(recordSize: recordSize, offsets: offsets)
    file += separator + data.bytes
    file += [0xab, 0xcd, 0xef] + Array("MaxMind.com".utf8)
    var last = ValueEncoder(pointers: .none)
    _ = last.record(.map(allMetadata(nodes: tree.count)))
    return file + last.bytes
  }

  private func allMetadata(nodes: Int) -> [String: MaxMindValue] {
    let usual: [String: MaxMindValue] = [
      "binary_format_major_version": .uint16(2),
      "binary_format_minor_version": .uint16(0),
      "build_epoch": .uint64(buildEpoch),
      "database_type": .string(databaseType),
      "description": .map(["en": .string("A database for tests")]),
      "ip_version": .uint16(UInt16(clamping: ipVersion)),
      "languages": .array(languages.map { .string($0) }),
      "node_count": .uint32(UInt32(clamping: nodes)),
      "record_size": .uint16(UInt16(clamping: recordSize)),
    ]
    return usual.merging(metadata) { $1 }.filter { !omittedMetadata.contains($0.key) }
  }
}
