import Dispatch
import IPGeoByteStreams
import IPGeoRecords
import Synchronization

/// A chunk on its way to the writer: its records, and the number of each record's address.
struct WorkChunk: Sendable {
  /// The records and their bytes.
  let chunk: Chunk
  /// For each record its address's number, or `noNumber`.
  let numbers: [UInt32]
  /// The input that the chunk is of, as messages and the `file` column name it.
  let file: InputName
  /// What it costs to keep; taken once, so that what is given back is what was counted.
  let sizeInBytes: Int

  /// Stands where a record has no number: it holds no address.
  static let noNumber = UInt32.max

  init(chunk: Chunk, numbers: [UInt32], file: InputName) {
    self.chunk = chunk
    self.numbers = numbers
    self.file = file
    sizeInBytes = chunk.sizeInBytes + numbers.count * MemoryLayout<UInt32>.stride
  }
}

/// The chunks in flight, in input order: one reader puts, one writer takes.
///
/// Bounded by bytes, counted until the writer is done with a chunk: a full queue blocks the reader.
final class ChunkQueue: Sendable {
  private struct State {
    var chunks: [WorkChunk?] = []
    /// How many of them, from the front, are taken.
    var taken = 0
    var bytesInFlight = 0
    var isFinished = false
    var isAbandoned = false
    var readerWaits = false

    /// Takes the front chunk.
    ///
    /// Taken ones are cleared away by the half, so that a long queue of small chunks is not moved up
    /// for each.
    mutating func takeFirst() -> WorkChunk? {
      guard taken < chunks.count else { return nil }
      let chunk = chunks[taken]
      chunks[taken] = nil
      taken += 1
      if taken * 2 >= chunks.count {
        chunks.removeFirst(taken)
        taken = 0
      }
      return chunk
    }
  }

  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)
  private let bound: Int
  private let writerWake: WakeHandle

  /// - Parameters:
  ///   - bound: Bytes in flight above which the reader waits; one chunk is always let in.
  ///   - writerWake: Signalled when a chunk is put and at the end.
  init(bound: Int, writerWake: WakeHandle) {
    self.bound = bound
    self.writerWake = writerWake
  }

  /// Puts a chunk; waits while the queue is full, after one call of `onBlocked`.
  /// - Returns: Whether the writer still takes chunks.
  func put(_ chunk: WorkChunk, onBlocked: () -> Void) -> Bool {
    let size = chunk.sizeInBytes
    var isBlocked = false
    while true {
      let verdict: Verdict = state.withLock { state in
        if state.isAbandoned { return .abandoned }
        if state.bytesInFlight > 0, state.bytesInFlight &+ size > bound {
          state.readerWaits = true
          return .full
        }
        state.bytesInFlight &+= size
        state.chunks.append(chunk)
        return .taken
      }
      switch verdict {
      case .abandoned: return false
      case .taken:
        writerWake.signal()
        return true
      case .full:
        if !isBlocked { onBlocked() }
        isBlocked = true
        room.wait()
      }
    }
  }

  private enum Verdict { case taken, full, abandoned }

  /// Says that no further chunk comes.
  func finish() {
    state.withLock { $0.isFinished = true }
    writerWake.signal()
  }

  /// What the writer finds when it looks.
  enum Next {
    /// The next chunk in order; `done` is owed for it.
    case chunk(WorkChunk)
    /// None is there now.
    case nothingYet
    /// The reader has finished and all chunks were taken.
    case end
  }

  /// The next chunk, if one is there.
  func next() -> Next {
    state.withLock { state in
      if let chunk = state.takeFirst() { return .chunk(chunk) }
      return state.isFinished ? .end : .nothingYet
    }
  }

  /// Says that the writer is done with a chunk of that size.
  func done(_ sizeInBytes: Int) {
    letReaderOn { $0.bytesInFlight &-= sizeInBytes }
  }

  /// Says that the writer takes no more: the reader is let go, and told so at its next chunk.
  func abandon() {
    letReaderOn { state in
      state.isAbandoned = true
      state.chunks = []
      state.taken = 0
    }
  }

  private func letReaderOn(_ change: (inout State) -> Void) {
    let readerWaits = state.withLock { state in
      change(&state)
      defer { state.readerWaits = false }
      return state.readerWaits
    }
    if readerWaits { room.signal() }
  }
}
