/// Reads the records of a tree's nodes.
protocol NodeReading {
  associatedtype Failure: Error
  /// The left (0) or right (1) record of a node, which must be one of the tree.
  func record(of node: UInt32, _ side: UInt32) throws(Failure) -> UInt32
}

/// Nodes of 24-bit records in memory.
struct Nodes24: NodeReading {
  let base: UnsafeRawPointer

  @inline(__always)
  func record(of node: UInt32, _ side: UInt32) -> UInt32 {
    // The fourth byte may be the first one behind the tree: 16 more are always there.
    bigEndianWord(base, Int(node) &* 6 &+ Int(side) &* 3) >> 8
  }
}

/// Nodes of 28-bit records in memory: the two share the byte in the middle.
struct Nodes28: NodeReading {
  let base: UnsafeRawPointer

  @inline(__always)
  func record(of node: UInt32, _ side: UInt32) -> UInt32 {
    let word = bigEndianWord(base, Int(node) &* 7 &+ Int(side) &* 3)
    let left = word >> 8 | (word & 0xf0) << 20
    // Sides come in no order, so that a branch would be guessed wrong every other time.
    let mask = 0 &- side
    return (word & 0x0fff_ffff) & mask | left & ~mask
  }
}

/// Nodes of 32-bit records in memory.
struct Nodes32: NodeReading {
  let base: UnsafeRawPointer

  @inline(__always)
  func record(of node: UInt32, _ side: UInt32) -> UInt32 {
    bigEndianWord(base, Int(node) &* 8 &+ Int(side) &* 4)
  }
}

/// Nodes of a file that is not in memory.
struct PagedNodes: NodeReading {
  let file: PagedFile
  let recordSize: Int

  func record(of node: UInt32, _ side: UInt32) throws(Trouble) -> UInt32 {
    let size = recordSize / 4
    let word = try file.word(at: Int(node) * size, count: size)
    switch recordSize {
    case 24: return UInt32(truncatingIfNeeded: word >> (side == 0 ? 40 : 16)) & 0xff_ffff
    case 28:
      return side == 0
        ? UInt32(truncatingIfNeeded: word >> 40 | (word >> 36 & 15) << 24)
        : UInt32(truncatingIfNeeded: word >> 8) & 0x0fff_ffff
    default: return UInt32(truncatingIfNeeded: word >> (side == 0 ? 32 : 0))
    }
  }
}

@inline(__always)
private func bigEndianWord(_ base: UnsafeRawPointer, _ offset: Int) -> UInt32 {
  UInt32(bigEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
}

extension NodeReading {
  /// Goes down from a node along bits, until it leaves the nodes or has come to `end`.
  /// - Parameters:
  ///   - record: Where it starts and where it has come to.
  ///   - depth: How many bits are passed.
  ///   - bits: The way, its first bit the highest.
  ///   - end: How many bits are passed at most.
  ///   - nodeCount: How many nodes there are.
  /// - Throws: What is there instead of a record.
  @inline(__always)
  func descend(
    _ record: inout UInt32, _ depth: inout Int, along bits: UInt64, to end: Int, nodeCount: UInt32
  ) throws(Failure) {
    var rest = bits
    while record < nodeCount, depth < end {
      record = try self.record(of: record, UInt32(truncatingIfNeeded: rest >> 63))
      rest <<= 1
      depth &+= 1
    }
  }
}
