/// The parts of a file: the tree at its start, the metadata at its end, and the data between.
struct DatabaseParts {
  let metadata: MaxMindMetadata
  let tree: SearchTree
  let data: Range<Int>
  /// Where the metadata's map starts.
  let metadataStart: Int

  /// Finds the parts; what is no database is named.
  init(_ file: DatabaseFile, _ options: ReaderOptions) throws(Trouble) {
    let head = try file.bytes(at: 0, count: OtherFile.judgedLength)
    // An archive of a database may have its marker, too, and all else at other places.
    if let archive = OtherFile.archive(head.bytes) { throw .other(archive) }
    do throws(Trouble) {
      self = try DatabaseParts.find(file, options)
    } catch {
      if case .system = error { throw error }
      if case .fault(let fault) = error, fault.cause == .changed { throw error }
      if OtherFile.startsAsTree(head.bytes) {
        if case .other = error { throw .other(.cutShort) }
        throw error
      }
      // What happens to hold a marker may still be something else.
      let end = try file.bytes(
        at: max(0, file.count - OtherFile.judgedLength), count: OtherFile.judgedLength)
      guard let other = OtherFile.judge(head: head.bytes, tail: end.bytes) else { throw error }
      throw .other(other)
    }
  }

  private static func find(
    _ file: DatabaseFile, _ options: ReaderOptions
  ) throws(Trouble) -> DatabaseParts {
    let tailStart = max(0, file.count - MaxMindMetadata.maximumLength)
    let tail = try file.bytes(at: tailStart, count: MaxMindMetadata.maximumLength)
    guard let start = MaxMindMetadata.start(in: tail.bytes) else { throw .other(.unknown) }
    let metadata: MaxMindMetadata
    do throws(MaxMindFault) {
      let part = UnsafeRawBufferPointer(rebasing: tail.bytes[start...])
      metadata = try MaxMindMetadata(DataSection(bytes: part, fileOffset: tailStart + start))
    } catch {
      throw .fault(error)
    }
    let dataStart = metadata.treeLength + SearchTree.separatorLength
    let dataEnd = tailStart + start - MaxMindMetadata.marker.count
    guard dataStart <= dataEnd else {
      let cause = MaxMindFault.Cause.treeTooLarge(nodes: UInt64(metadata.nodeCount))
      throw .fault(MaxMindFault(offset: tailStart + start, cause: cause))
    }
    // Where bytes were lost or put in, all that follows is at other places than the tree says.
    try checkSeparator(in: file, at: metadata.treeLength)
    let tree = try SearchTree(
      nodes(of: file, metadata), metadata, dataLength: dataEnd - dataStart,
      indexedNodes: options.indexedNodes)
    return DatabaseParts(
      metadata: metadata, tree: tree, data: dataStart..<dataEnd, metadataStart: tailStart + start)
  }

  /// The 16 bytes between tree and data are zero.
  private static func checkSeparator(
    in file: DatabaseFile, at start: Int
  ) throws(Trouble) {
    // Without a tree nothing is found, wherever it is.
    if start == 0 { return }
    let bytes = try file.bytes(at: start, count: SearchTree.separatorLength)
    guard let place = bytes.bytes.firstIndex(where: { $0 != 0 }) else { return }
    throw .fault(MaxMindFault(offset: start + place, cause: .separatorNotZero))
  }

  private init(
    metadata: MaxMindMetadata, tree: SearchTree, data: Range<Int>, metadataStart: Int
  ) {
    self.metadata = metadata
    self.tree = tree
    self.data = data
    self.metadataStart = metadataStart
  }

  private static func nodes(
    of file: DatabaseFile, _ metadata: MaxMindMetadata
  ) throws(Trouble) -> SearchTree.Nodes {
    switch file {
    case .paged(let file):
      return .paged(PagedNodes(file: file, recordSize: metadata.recordSize))
    case .whole(let bytes):
      guard let base = bytes.bytes.baseAddress else { throw .other(.empty) }
      switch metadata.recordSize {
      case 24: return .of24(Nodes24(base: base))
      case 28: return .of28(Nodes28(base: base))
      default: return .of32(Nodes32(base: base))
      }
    }
  }
}
