import IPGeoByteStreams
import IPGeoRecords

/// A chunk on its way to the writer: its records, and the number of each record's address.
struct WorkChunk: Sendable {
  /// The records and their bytes.
  enum Content: Sendable {
    case here(Chunk)
    /// Dropped, to be read again when its turn comes.
    case dropped(ChunkOrigin, checksum: UInt64)
  }

  private(set) var content: Content
  /// For each record its address's number, or `noNumber`.
  let numbers: [UInt32]
  /// The input that the chunk is of, as messages and the `file` column name it.
  let file: InputName
  /// Which of the run's row forms is the input's.
  let form: Int
  /// What it costs to keep; told by what it holds, so that what is given back is what was counted.
  private(set) var sizeInBytes: Int

  /// Stands where a record has no number: it holds no address.
  static let noNumber = UInt32.max

  init(chunk: Chunk, numbers: [UInt32], file: InputName, form: Int = 0) {
    content = .here(chunk)
    self.numbers = numbers
    self.file = file
    self.form = form
    sizeInBytes = chunk.sizeInBytes + numbers.count * MemoryLayout<UInt32>.stride
  }

  /// The same without its records and bytes; `nil` where they could not be had again.
  var dropped: WorkChunk? {
    guard case .here(let chunk) = content, let origin = chunk.origin else { return nil }
    var copy = self
    copy.content = .dropped(origin, checksum: origin.checksum(of: chunk))
    copy.sizeInBytes = numbers.count * MemoryLayout<UInt32>.stride
    // Of many small files too few must be kept open to run out of descriptors.
    copy.sizeInBytes += origin.isLast ? 256 << 10 : 256
    return copy
  }

  /// The chunk, read again where it was dropped.
  /// - Throws: Where its file does not hold it any more.
  func chunk() throws(InputError) -> Chunk {
    switch content {
    case .here(let chunk): return chunk
    case .dropped(let origin, let checksum):
      let chunk: Chunk?
      do throws(SystemError) {
        chunk = try origin.chunk(checksum: checksum)
      } catch { throw .system(error) }
      guard let chunk, chunk.records.count == numbers.count else { throw .changed }
      return chunk
    }
  }
}
