/// Goes once through every node of a tree that a look-up can come to.
struct TreeVerifier {
  /// A node whose children are being looked at.
  private struct Frame {
    let node: UInt32
    var right: UInt32
    var hasPassedLeft = false
    /// Levels below it, as far as they are known.
    var height: UInt8 = 0
  }

  private let tree: SearchTree
  /// By node, one more than the levels below it; 0: not seen yet.
  private var heights: ChunkedTable<UInt8>
  /// A bit for each offset of the data that a record leads to.
  private(set) var offsets: ChunkedTable<UInt64>
  private(set) var nodes = 0
  private(set) var networks = 0
  private var frames: [Frame] = []

  init(_ tree: SearchTree) {
    self.tree = tree
    heights = ChunkedTable(count: Int(tree.nodeCount))
    offsets = ChunkedTable(count: tree.dataLength / 64)
  }

  /// Looks at all nodes; throws the first fault.
  mutating func verify() throws(Trouble) {
    guard tree.nodeCount > 0 else { return }
    try open(0)
    while let frame = frames.last {
      let last = frames.count - 1
      if !frame.hasPassedLeft {
        frames[last].hasPassedLeft = true
        try pass(try tree.children(of: frame.node).left, of: frame.node)
        continue
      }
      if frame.right != tree.nodeCount {
        frames[last].right = tree.nodeCount
        try pass(frame.right, of: frame.node)
        continue
      }
      frames.removeLast()
      heights[Int(frame.node)] = frame.height + 1
      raise(to: frame.height + 1)
    }
  }

  private mutating func raise(to height: UInt8) {
    guard let last = frames.indices.last else { return }
    frames[last].height = max(frames[last].height, height)
  }

  private mutating func open(_ node: UInt32) throws(Trouble) {
    // A way that goes in a circle becomes longer than any address.
    guard frames.count < tree.depth else { throw fault(.treeTooDeep, at: node) }
    nodes += 1
    frames.append(Frame(node: node, right: try tree.children(of: node).right))
  }

  private mutating func pass(_ record: UInt32, of parent: UInt32) throws(Trouble) {
    if record == tree.nodeCount { return }
    if record < tree.nodeCount {
      let known = heights[Int(record)]
      if known == 0 { return try open(record) }
      guard frames.count + Int(known) <= tree.depth else { throw fault(.treeTooDeep, at: record) }
      return raise(to: known)
    }
    do throws(Trouble) {
      guard let offset = try tree.checkedOffset(of: record) else { return }
      networks += 1
      offsets[Int(offset) / 64] |= 1 << UInt64(offset % 64)
    } catch {
      // Here it is known which node has that record.
      throw fault(.recordOutOfRange(record), at: parent)
    }
  }

  private func fault(_ cause: MaxMindFault.Cause, at node: UInt32) -> Trouble {
    .fault(MaxMindFault(offset: Int(node) * tree.nodeLength, cause: cause))
  }
}
