internal import IPGeoAddresses

/// The tree of a database: which record an address has.
///
/// `@unchecked Sendable`: the bytes it points to are the reader's, which lives longer, and nobody
/// writes to them.
struct SearchTree: @unchecked Sendable {
  enum Nodes {
    case of24(Nodes24)
    case of28(Nodes28)
    case of32(Nodes32)
    case paged(PagedNodes)
  }

  let nodes: Nodes
  let nodeCount: UInt32
  let nodeLength: Int
  let isIPv6: Bool
  /// How many bytes the data section has.
  let dataLength: Int
  /// What ::/96 leads to, and how many of these 96 bits were needed.
  private(set) var ipv4Start: UInt32 = 0
  private(set) var ipv4Depth = 96
  private var ipv4Index: TreeIndex?
  private var ipv6Index: TreeIndex?

  /// - Parameters:
  ///   - nodes: The nodes; as many bytes as they take are there, and 16 more.
  ///   - metadata: How many there are, and of which form.
  ///   - dataLength: How many bytes the data section has.
  ///   - indexedNodes: From how many nodes on an index is made.
  /// - Throws: What a file that is not in memory gives instead of its nodes.
  init(
    _ nodes: Nodes, _ metadata: MaxMindMetadata, dataLength: Int, indexedNodes: UInt32
  ) throws(Trouble) {
    self.nodes = nodes
    nodeCount = metadata.nodeCount
    nodeLength = metadata.recordSize / 4
    isIPv6 = metadata.ipVersion == 6
    self.dataLength = dataLength
    switch nodes {
    case .of24(let nodes): prepare(nodes, indexedNodes)
    case .of28(let nodes): prepare(nodes, indexedNodes)
    case .of32(let nodes): prepare(nodes, indexedNodes)
    case .paged(let nodes): try prepare(nodes, indexedNodes)
    }
  }

  private mutating func prepare<Reading: NodeReading>(
    _ nodes: Reading, _ indexedNodes: UInt32
  ) throws(Reading.Failure) {
    if isIPv6 {
      var depth = 0
      try nodes.descend(&ipv4Start, &depth, along: 0, to: 96, nodeCount: nodeCount)
      ipv4Depth = depth
    }
    guard nodeCount >= indexedNodes else { return }
    if ipv4Start < nodeCount {
      ipv4Index = try TreeIndex(nodes, below: ipv4Start, nodeCount: nodeCount)
    }
    if isIPv6 { ipv6Index = try TreeIndex(nodes, below: 0, nodeCount: nodeCount) }
  }
}

// MARK: Walks

extension SearchTree {
  /// Where a walk has come to.
  struct End {
    var record: UInt32
    /// Bits of 128.
    var depth: Int
  }

  /// The finding of an address.
  @inline(__always)
  func find(_ address: IPAddress) throws(Trouble) -> Finding {
    let end: End
    switch nodes {
    case .of24(let nodes): end = walk(nodes, address)
    case .of28(let nodes): end = walk(nodes, address)
    case .of32(let nodes): end = walk(nodes, address)
    case .paged(let nodes):
      end = try walk(nodes, address)
    }
    return Finding(
      address: address, recordOffset: try checkedOffset(of: end.record),
      fixedBits: UInt8(truncatingIfNeeded: end.depth))
  }

  @inline(__always)
  private func walk<Reading: NodeReading>(
    _ nodes: Reading, _ address: IPAddress
  ) throws(Reading.Failure) -> End {
    if let ipv4 = address.ipv4 {
      if ipv4Depth < 96 { return End(record: ipv4Start, depth: ipv4Depth) }
      let bits = UInt64(ipv4) << 32
      var (record, depth) = ipv4Index?.start(of: bits) ?? (ipv4Start, 0)
      try nodes.descend(
        &record, &depth, along: bits << UInt64(depth), to: 32, nodeCount: nodeCount)
      return End(record: record, depth: depth &+ 96)
    }
    // A tree of IPv4 has nothing of the other kind.
    guard isIPv6 else { return End(record: nodeCount, depth: 0) }
    var (record, depth) = ipv6Index?.start(of: address.high) ?? (0, 0)
    try nodes.descend(
      &record, &depth, along: address.high << UInt64(depth), to: 64, nodeCount: nodeCount)
    if depth == 64 {
      try nodes.descend(&record, &depth, along: address.low, to: 128, nodeCount: nodeCount)
    }
    return End(record: record, depth: depth)
  }

  /// Where a record leads to in the data section; `nil` where it says that there is nothing.
  @inline(__always)
  func checkedOffset(of record: UInt32) throws(Trouble) -> UInt32? {
    if record == nodeCount { return nil }
    let offset = Int(record) &- Int(nodeCount) &- SearchTree.separatorLength
    guard offset >= 0, offset < dataLength else { throw .fault(fault(of: record)) }
    return UInt32(truncatingIfNeeded: offset)
  }

  /// Between tree and data stand 16 bytes of zero.
  static let separatorLength = 16

  /// Why a record leads to nothing.
  @inline(never)
  private func fault(of record: UInt32) -> MaxMindFault {
    if record < nodeCount {
      return MaxMindFault(offset: Int(record) * nodeLength, cause: .treeTooDeep)
    }
    return MaxMindFault(offset: treeLength, cause: .recordOutOfRange(record))
  }

  var treeLength: Int { Int(nodeCount) * nodeLength }

  /// How many bits an address has in it.
  var depth: Int { isIPv6 ? 128 : 32 }

  /// Both records of a node; whether there is one is checked.
  func children(of node: UInt32) throws(Trouble) -> (left: UInt32, right: UInt32) {
    guard node < nodeCount else { return (nodeCount, nodeCount) }
    switch nodes {
    case .of24(let nodes): return (nodes.record(of: node, 0), nodes.record(of: node, 1))
    case .of28(let nodes): return (nodes.record(of: node, 0), nodes.record(of: node, 1))
    case .of32(let nodes): return (nodes.record(of: node, 0), nodes.record(of: node, 1))
    case .paged(let nodes):
      return (try nodes.record(of: node, 0), try nodes.record(of: node, 1))
    }
  }
}
