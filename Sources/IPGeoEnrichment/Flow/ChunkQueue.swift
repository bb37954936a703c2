import Dispatch
import IPGeoByteStreams
import Synchronization

/// The chunks in flight, in input order: one reader puts, one writer takes.
///
/// Bounded by bytes, counted until the writer is done with a chunk: a full queue blocks the reader.
/// While the writer waits for an answer, chunks that can be read again are dropped instead: new
/// addresses that are rare still fill batches.
final class ChunkQueue: Sendable {
  private struct State {
    var chunks: [WorkChunk?] = []
    /// How many of them, from the front, are taken.
    var taken = 0
    var bytesInFlight = 0
    /// What chunks that were dropped still cost; bounded by itself.
    var droppedBytes = 0
    var writerWantsAnswer = false
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

  /// So many waiting chunks wake the writer, urgent or not.
  private static let worthWaking = 4

  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)
  private let bound: Int
  private let droppedBound: Int
  private let writerWake: WakeHandle

  /// - Parameters:
  ///   - bound: Bytes in flight above which the reader waits; one chunk is always let in.
  ///   - droppedBound: Bytes that dropped chunks may cost besides.
  ///   - writerWake: Signalled when a chunk is put and at the end.
  init(bound: Int, droppedBound: Int = 32 << 20, writerWake: WakeHandle) {
    self.bound = bound
    self.droppedBound = droppedBound
    self.writerWake = writerWake
  }

  /// Puts a chunk; waits while the queue is full.
  ///
  /// While the writer is merely busy, `onBlocked` is not called: what the writer will want may still
  /// become part of a full batch.
  /// - Parameters:
  ///   - chunk: The next one in input order.
  ///   - isUrgent: Whether the writer is woken for it at once. Else it is when some chunks are there,
  ///     or the reader has to wait: waking it costs as much as writing half a chunk.
  ///   - onFull: Called once when there is no room and the writer waits for an answer, before a chunk
  ///     is dropped for it: perhaps an answer that is known and merely not looked up yet.
  ///   - onBlocked: Called once when the writer waits for an answer meanwhile, so that nothing more
  ///     can come to be asked together with what waits.
  /// - Returns: Whether the writer still takes chunks.
  func put(
    _ chunk: WorkChunk, isUrgent: Bool = true, onFull: () -> Void = {}, onBlocked: () -> Void
  ) -> Bool {
    var wasFull = false
    var isBlocked = false
    while true {
      switch take(chunk) {
      case .abandoned: return false
      case .taken(let waiting, let writerWantsAnswer):
        // It has rows to write before this chunk's, and looks for chunks before it waits again.
        if writerWantsAnswer { return true }
        if isUrgent || waiting >= Self.worthWaking { writerWake.signal() }
        return true
      case .full(let writerWantsAnswer, _) where writerWantsAnswer && !wasFull:
        wasFull = true
        onFull()
      case .full(let writerWantsAnswer, let mayBeDropped):
        // Outside of the lock: what remains of a chunk is worked out from all of its bytes.
        if mayBeDropped, let dropped = chunk.dropped, take(dropped: dropped) {
          writerWake.signal()
          return true
        }
        if writerWantsAnswer, !isBlocked {
          isBlocked = true
          onBlocked()
        }
        writerWake.signal()
        room.wait()
      }
    }
  }

  private enum Verdict {
    case taken(waiting: Int, writerWantsAnswer: Bool)
    case abandoned
    case full(writerWantsAnswer: Bool, mayBeDropped: Bool)
  }

  private func take(_ chunk: WorkChunk) -> Verdict {
    state.withLock { state in
      if state.isAbandoned { return .abandoned }
      if state.bytesInFlight == 0 || state.bytesInFlight &+ chunk.sizeInBytes <= bound {
        state.bytesInFlight &+= chunk.sizeInBytes
        state.chunks.append(chunk)
        return .taken(
          waiting: state.chunks.count - state.taken, writerWantsAnswer: state.writerWantsAnswer)
      }
      state.readerWaits = true
      return .full(
        writerWantsAnswer: state.writerWantsAnswer,
        mayBeDropped: state.writerWantsAnswer && state.droppedBytes < droppedBound)
    }
  }

  private func take(dropped chunk: WorkChunk) -> Bool {
    state.withLock { state in
      if state.isAbandoned { return false }
      state.readerWaits = false
      state.droppedBytes &+= chunk.sizeInBytes
      state.chunks.append(chunk)
      return true
    }
  }

  /// Says that the writer waits for the answer to an address, or does so no more.
  func writerWantsAnswer(_ wants: Bool) {
    let readerWaits = state.withLock { state in
      guard state.writerWantsAnswer != wants else { return false }
      state.writerWantsAnswer = wants
      guard wants else { return false }
      defer { state.readerWaits = false }
      return state.readerWaits
    }
    if readerWaits { room.signal() }
  }

  /// Wakes the writer for chunks that were not urgent.
  func wakeWriter() { writerWake.signal() }

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

  /// Says that the writer is done with a chunk.
  func done(_ chunk: WorkChunk) {
    letReaderOn { state in
      if chunk.isDropped {
        state.droppedBytes &-= chunk.sizeInBytes
      } else {
        state.bytesInFlight &-= chunk.sizeInBytes
      }
    }
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
