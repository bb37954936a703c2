/// Where each of the 65,536 beginnings of 16 bits leads to, so that a walk skips its first levels.
///
/// `@unchecked Sendable`: it is filled before it is shared, and nobody writes after that.
final class TreeIndex: @unchecked Sendable {
  static let depth = 16
  private static let count = 1 << depth
  private let records: UnsafeMutablePointer<UInt32>
  private let depths: UnsafeMutablePointer<UInt8>

  /// Goes through the first levels below a node.
  init<Nodes: NodeReading>(
    _ nodes: Nodes, below root: UInt32, nodeCount: UInt32
  ) throws(Nodes.Failure) {
    records = .allocate(capacity: Self.count)
    depths = .allocate(capacity: Self.count)
    records.initialize(repeating: root, count: Self.count)
    depths.initialize(repeating: 0, count: Self.count)
    var waiting: [(record: UInt32, depth: Int, start: Int)] = [(root, 0, 0)]
    while let (record, depth, start) = waiting.popLast() {
      guard record < nodeCount, depth < Self.depth else {
        let length = Self.count >> depth
        (records + start).update(repeating: record, count: length)
        (depths + start).update(repeating: UInt8(depth), count: length)
        continue
      }
      let half = Self.count >> (depth + 1)
      waiting.append((try nodes.record(of: record, 1), depth + 1, start + half))
      waiting.append((try nodes.record(of: record, 0), depth + 1, start))
    }
  }

  deinit {
    records.deallocate()
    depths.deallocate()
  }

  /// The record that the first 16 bits of a way lead to, and how many of them were needed.
  @inline(__always)
  func start(of bits: UInt64) -> (record: UInt32, depth: Int) {
    // 16 bits are always a place in it.
    let place = Int(bits >> 48)
    return (records[place], Int(depths[place]))
  }
}
