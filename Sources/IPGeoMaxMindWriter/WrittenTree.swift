/// A tree of networks while it grows.
struct WrittenTree {
  /// Where a side of a node leads.
  enum Side: Equatable {
    case empty
    case node(Int)
    case record(Int)
  }

  private var nodes: [[Side]] = [[.empty, .empty]]

  var count: Int { nodes.count }

  /// Puts something where the bits lead; what a record had there is kept beside it.
  mutating func insert(_ way: [Bool], _ side: Side) {
    guard let last = way.last else {
      // A whole tree: both halves have it.
      nodes[0] = [side, side]
      return
    }
    let parent = node(at: way.dropLast())
    nodes[parent][last ? 1 : 0] = side
  }

  /// The node that the bits lead to; made where there is none.
  mutating func node(at way: some Collection<Bool>) -> Int {
    var node = 0
    for bit in way {
      let side = bit ? 1 : 0
      if case .node(let next) = nodes[node][side] {
        node = next
        continue
      }
      let old = nodes[node][side]
      nodes.append([old, old])
      nodes[node][side] = .node(nodes.count - 1)
      node = nodes.count - 1
    }
    return node
  }

  /// The nodes' bytes.
  func encoded(recordSize: Int, offsets: [Int]) -> [UInt8] {
    nodes.flatMap { sides -> [UInt8] in
      let (left, right) = (number(sides[0], offsets), number(sides[1], offsets))
      let size = UInt64(recordSize)
      if recordSize == 28 {
        let middle = (left >> 24 & 15) << 4 | right >> 24 & 15
        return bigEndian(left & 0xff_ffff, 3) + [UInt8(middle)] + bigEndian(right & 0xff_ffff, 3)
      }
      return bigEndian(left, Int(size / 8)) + bigEndian(right, Int(size / 8))
    }
  }

  private func number(_ side: Side, _ offsets: [Int]) -> UInt64 {
    switch side {
    case .empty: UInt64(count)
    case .node(let node): UInt64(node)
    case .record(let record): UInt64(count + 16 + offsets[record])
    }
  }
}

/// The last bytes of a number, the highest first.
func bigEndian(_ number: some FixedWidthInteger, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
}
