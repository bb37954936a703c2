public import IPGeoByteStreams

/// A piece of the input, cut into records: the unit in which input flows.
///
/// `@unchecked Sendable`: nothing of it changes once it is made, so that no lock is needed.
public final class Chunk: @unchecked Sendable {
  /// The bytes that the records' ranges are of; UTF-8 as far as the input was valid.
  ///
  /// The lines, and behind them what was made of them: strings without their escapes.
  public let bytes: ByteBuffer
  /// The records, in input order; never empty.
  public let records: [FoundRecord]
  /// The number of the chunk's first line in its input, from 1.
  public let firstLine: Int
  /// The format of the input; never `auto`.
  public let format: InputFormat

  /// How to have it again; `nil` where that cannot be.
  public let origin: ChunkOrigin?

  /// Puts a chunk together; `records` must lie within `bytes`.
  public init(
    bytes: consuming ByteBuffer, records: [FoundRecord], firstLine: Int,
    format: InputFormat = .list, origin: ChunkOrigin? = nil
  ) {
    self.bytes = bytes
    self.records = records
    self.firstLine = firstLine
    self.format = format
    self.origin = origin
  }

  /// About how much memory it takes.
  public var sizeInBytes: Int {
    bytes.capacity + records.count * MemoryLayout<FoundRecord>.stride
      + 128
  }

  /// The bytes of a range, valid as long as the chunk lives; empty where the range is not within it.
  public func bytes(_ range: Range<UInt32>) -> UnsafeRawBufferPointer {
    let all = bytes.bytes
    guard Int(range.upperBound) <= all.count else { return .init(start: nil, count: 0) }
    return .init(rebasing: all[Int(range.lowerBound)..<Int(range.upperBound)])
  }

  /// The line of a record in its input, from 1.
  public func line(of record: FoundRecord) -> Int { firstLine + Int(record.lineOffset) }
}

/// What a reader's preparation came to.
public enum Preparation: Sendable {
  /// It is known what the input is.
  case ready
  /// The source pauses, and what has come does not tell yet.
  case pausing
  /// The wake handle was signalled; once it is cleared, preparation can go on.
  case woken
}

/// What a reader came to.
public enum ChunkStep: Sendable {
  /// The next records.
  case chunk(Chunk)
  /// The input has ended; so is every further step.
  case end
  /// The wake handle was signalled; once it is cleared, reading can go on.
  case woken
}
