import IPGeoByteStreams
import Synchronization

/// The flags that the threads of a run watch.
final class RunControl: Sendable {
  /// Ends the reader's wait for bytes.
  let readerWake: WakeHandle
  /// Ends the writer's wait for answers and chunks.
  let writerWake: WakeHandle
  private let stopped = Atomic(false)
  private let inputAtEnd = Atomic(false)
  private let addressCount = Atomic(0)
  private let rowCount = Atomic(0)

  init() throws(SystemError) {
    readerWake = try WakeHandle()
    writerWake = try WakeHandle()
  }

  /// Whether reading is to end.
  var isReadingStopped: Bool { stopped.load(ordering: .acquiring) }

  /// Ends the reading at the next chance.
  func stopReading() {
    stopped.store(true, ordering: .releasing)
    readerWake.signal()
  }

  /// Distinct addresses seen.
  var addresses: Int {
    get { addressCount.load(ordering: .relaxed) }
    set { addressCount.store(newValue, ordering: .relaxed) }
  }

  /// Rows written.
  var rows: Int {
    get { rowCount.load(ordering: .relaxed) }
    set { rowCount.store(newValue, ordering: .relaxed) }
  }

  /// Whether every input was read to its end.
  var isInputAtEnd: Bool {
    get { inputAtEnd.load(ordering: .relaxed) }
    set { inputAtEnd.store(newValue, ordering: .relaxed) }
  }
}
