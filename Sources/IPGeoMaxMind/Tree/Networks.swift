public import IPGeoAddresses

/// A network and where its record is.
public struct NetworkRecord: Hashable, Sendable {
  /// The network.
  public let network: AddressPrefix
  /// Where the record starts in the data section; other networks may share it.
  public let recordOffset: UInt32
}

extension MaxMindReader {
  /// The networks that have a record, in the order of the tree: IPv4 first, then IPv6 by number.
  ///
  /// ```swift
  /// var networks = reader.networks()
  /// while let next = try networks.next() {
  ///   print(next.network, try reader.record(at: next.recordOffset))
  /// }
  /// ```
  ///
  /// Where IPv4 is found a second time (::ffff:0:0/96, 2001::/32, 2002::/16 as aliases of ::/96),
  /// it is passed over. So is anything else at ::ffff:0:0/96, which no look-up finds.
  /// - Parameter prefix: Only networks in this one, or the one that it lies in; `nil`: all. `::/0`
  ///   and its like have IPv4 in them here, as they do in the tree.
  /// - Returns: A pass over them that has not begun.
  public func networks(within prefix: AddressPrefix? = nil) -> Networks { Networks(self, prefix) }
}

/// One pass over the networks of a database; see `MaxMindReader.networks(within:)`.
public struct Networks: Sendable {
  /// A record of the tree, and the way to it, its first bit the highest; in a tree of IPv4 the
  /// first 96 bits are zero and passed.
  private struct Step {
    var record: UInt32
    var depth: Int
    var path: UInt128
  }

  private let reader: MaxMindReader
  private var waiting: [Step] = []
  private var nodesLeft: UInt64
  /// The network to start in, until the first one is asked for.
  private var prefix: AddressPrefix?

  init(_ reader: MaxMindReader, _ prefix: AddressPrefix?) {
    self.reader = reader
    self.prefix = prefix
    // A shared node is passed as often as ways lead to it; few such files would go on for ever.
    nodesLeft = UInt64(reader.tree.nodeCount) * 16 + 4096
    let depth = reader.tree.isIPv6 ? 0 : 96
    waiting.append(Step(record: 0, depth: depth, path: 0))
  }

  /// The next network; `nil` behind the last.
  /// - Throws: `damaged` where the tree leads nowhere, or goes in circles.
  public mutating func next() throws(MaxMindError) -> NetworkRecord? {
    do throws(Trouble) {
      if let prefix { try enter(prefix) }
      while let step = waiting.popLast() {
        if let found = try take(step) { return found }
      }
      return nil
    } catch {
      waiting = []
      throw error.error(reader.path)
    }
  }

  /// Goes down to where a network's own part of the tree starts.
  private mutating func enter(_ prefix: AddressPrefix) throws(Trouble) {
    self.prefix = nil
    guard var step = waiting.popLast() else { return }
    let first = prefix.address
    // A tree of IPv4 has nothing of the other kind.
    guard first.isIPv4 || reader.tree.isIPv6 else { return }
    let depth = first.isIPv4 ? prefix.length + 96 : prefix.length
    let high = first.isIPv4 ? 0 : UInt128(first.high)
    let path = high << 64 | UInt128(first.isIPv4 ? first.low & 0xffff_ffff : first.low)
    while step.depth < depth, step.record < reader.tree.nodeCount {
      // Within an alias nothing is found that is not found in ::/96.
      if isAlias(step) { return }
      let (left, right) = try reader.tree.children(of: step.record)
      let bit = UInt128(1) << UInt128(127 - step.depth)
      step.record = path & bit == 0 ? left : right
      step.path |= path & bit
      step.depth += 1
    }
    waiting = [step]
  }

  private mutating func take(_ step: Step) throws(Trouble) -> NetworkRecord? {
    let tree = reader.tree
    let isMapped = step.depth >= 96 && step.path >> 32 == 0xffff
    if step.record == tree.nodeCount || isMapped || isAlias(step) { return nil }
    guard step.record < tree.nodeCount else {
      let offset = try tree.checkedOffset(of: step.record)
      return offset.map { NetworkRecord(network: network(of: step), recordOffset: $0) }
    }
    let place = Int(step.record) * tree.nodeLength
    if step.depth == 128 { throw .fault(MaxMindFault(offset: place, cause: .treeTooDeep)) }
    if nodesLeft == 0 { throw .fault(MaxMindFault(offset: place, cause: .treeTooWide)) }
    nodesLeft -= 1
    let (left, right) = try tree.children(of: step.record)
    let bit = UInt128(1) << UInt128(127 - step.depth)
    waiting.append(Step(record: right, depth: step.depth + 1, path: step.path | bit))
    waiting.append(Step(record: left, depth: step.depth + 1, path: step.path))
    return nil
  }

  /// Whether IPv4 is found a second time there.
  private func isAlias(_ step: Step) -> Bool {
    let tree = reader.tree
    guard tree.isIPv6, step.record == tree.ipv4Start, step.path != 0 else { return false }
    if step.record < tree.nodeCount { return true }
    // ::/96 is one record, which other networks may share: only known ways to it are aliases.
    let isTeredo = step.depth == 32 && step.path >> 96 == 0x2001_0000
    let is6to4 = step.depth == 16 && step.path >> 112 == 0x2002
    return tree.ipv4Depth == 96 && (isTeredo || is6to4)
  }

  private func network(of step: Step) -> AddressPrefix {
    let low = UInt64(truncatingIfNeeded: step.path)
    let isIPv4 = step.depth >= 96 && step.path >> 32 == 0
    let address =
      isIPv4
      ? IPAddress(ipv4: UInt32(truncatingIfNeeded: low))
      : IPAddress(high: UInt64(truncatingIfNeeded: step.path >> 64), low: low)
    return AddressPrefix(treeBits: UInt8(truncatingIfNeeded: step.depth), of: address)
  }
}
