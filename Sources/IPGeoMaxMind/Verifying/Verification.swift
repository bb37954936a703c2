/// What a whole pass over a database has seen.
public struct Verification: Hashable, Sendable {
  /// Nodes of the tree that a look-up can come to.
  public let nodes: Int
  /// Networks that have a record, aliases of IPv4 not counted.
  public let networks: Int
  /// Different records.
  public let records: Int
}

extension MaxMindReader {
  /// Goes through the whole tree and every record, and throws the first fault.
  ///
  /// After it every look-up has an answer. The time grows with the file's size, however damaged it
  /// is.
  /// - Returns: What was seen.
  /// - Throws: `damaged`, with place and cause.
  public func verify() throws(MaxMindError) -> Verification {
    try verifyMetadata()
    do throws(Trouble) {
      var walk = TreeVerifier(tree)
      try walk.verify()
      let records = try verifyRecords(walk.offsets)
      return Verification(nodes: walk.nodes, networks: walk.networks, records: records)
    } catch {
      throw error.error(path)
    }
  }

  /// What look-ups do not need may still be wrong.
  private func verifyMetadata() throws(MaxMindError) {
    func fail(_ name: String) throws(MaxMindError) {
      throw damaged(MaxMindFault(offset: metadataStart, cause: .metadataMember(name)))
    }
    if metadata.databaseType.isEmpty { try fail("database_type") }
    if metadata.buildEpoch == nil { try fail("build_epoch") }
    switch metadata.members["languages"] {
    case .array(let all) where all.count == metadata.languages.count: break
    case nil: break
    default: try fail("languages")
    }
    switch metadata.members["description"] {
    case .map(let all) where all.count == metadata.descriptions.count: break
    case nil: break
    default: try fail("description")
    }
  }

  private func verifyRecords(_ offsets: ChunkedTable<UInt64>) throws(Trouble) -> Int {
    var count = 0
    var checker = RecordChecker(dataLength: data.count, notedBits: 16)
    try forEachRecord(offsets) { section, offset throws(MaxMindFault) in
      count += 1
      try checker.check(section, at: offset)
    }
    return count
  }

  /// Calls `body` with each record that has a bit in `offsets`, in the order of the file.
  func forEachRecord(
    _ offsets: ChunkedTable<UInt64>,
    _ body: (_ section: DataSection, _ offset: Int) throws(MaxMindFault) -> Void
  ) throws(Trouble) {
    try offsets.forEachChunk { start, words throws(Trouble) in
      for (number, word) in words.enumerated() where word != 0 {
        var rest = word
        while rest != 0 {
          let offset = (start + number) * 64 + rest.trailingZeroBitCount
          rest &= rest - 1
          let place = try self.place(at: UInt32(truncatingIfNeeded: offset))
          defer { withExtendedLifetime(place.owner) {} }
          do throws(MaxMindFault) {
            try body(place.section, place.offset)
          } catch {
            throw .fault(error)
          }
        }
      }
    }
  }
}
