import IPGeoByteStreams
import IPGeoRecords

/// A chunk on its way to the writer: its records, and the number of each record's address.
struct WorkChunk: Sendable {
  /// Where a record stands that is the first of its address.
  struct FirstSight: BitwiseCopyable {
    /// Its place among the chunk's records.
    var record: Int
    /// Its line in the input, from 1.
    var line: Int
  }

  /// The records and their bytes.
  enum Content: Sendable {
    case here(Chunk)
    /// Dropped, to be read again when its turn comes.
    case dropped(ChunkOrigin, checksum: UInt64)
    /// Not kept: each record spells its address in the canonical text, and no row takes more of it.
    case spellings(firstSights: [FirstSight])
  }

  private(set) var content: Content
  /// For each record its address's number.
  let numbers: [RecordNumber]
  /// The input that the chunk is of, as messages and the `file` column name it.
  let file: InputName
  /// Which of the run's row forms is the input's.
  let form: Int
  /// Whether it keeps so little that it may wait beyond the bound of those that keep their bytes.
  private(set) var isDropped = false
  /// What it costs to keep; told by what it holds, so that what is given back is what was counted.
  private(set) var sizeInBytes: Int

  init(chunk: Chunk, numbers: [RecordNumber], file: InputName, form: Int = 0) {
    content = .here(chunk)
    self.numbers = numbers
    self.file = file
    self.form = form
    sizeInBytes = chunk.sizeInBytes + numbers.count * MemoryLayout<RecordNumber>.stride
  }

  /// Of a chunk whose records need not be kept; failures are told with the place of a first sight.
  init(numbers: [RecordNumber], firstSights: [FirstSight], file: InputName, form: Int = 0) {
    content = .spellings(firstSights: firstSights)
    self.numbers = numbers
    self.file = file
    self.form = form
    sizeInBytes =
      numbers.count * MemoryLayout<RecordNumber>.stride
      + firstSights.count * MemoryLayout<FirstSight>.stride + 128
  }

  /// The same without its records and bytes; `nil` where they could not be had again.
  var dropped: WorkChunk? {
    var copy = self
    copy.isDropped = true
    guard case .here(let chunk) = content else { return copy }
    guard let origin = chunk.origin else { return nil }
    copy.content = .dropped(origin, checksum: origin.checksum(of: chunk))
    copy.sizeInBytes = numbers.count * MemoryLayout<RecordNumber>.stride
    // Of many small files too few must be kept open to run out of descriptors.
    copy.sizeInBytes += origin.isLast ? 256 << 10 : 256
    return copy
  }

  /// The chunk, read again where it was dropped; `nil` where its records were not kept.
  /// - Throws: Where its file does not hold it any more.
  func chunk() throws(InputError) -> Chunk? {
    switch content {
    case .here(let chunk): return chunk
    case .spellings: return nil
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
