internal import Synchronization

/// Keeps the storage of a few large buffers for the next ones.
///
/// The system takes memory of that size back when it is freed, and has to clear it before it hands
/// it out again: more work than most of what is done with a chunk. Any thread may use a pool.
public final class StoragePool: Sendable {
  private struct Storage: @unchecked Sendable {
    // Nobody else has the pointer: the buffer that had it is gone.
    var base: UnsafeMutableRawPointer
    var capacity: Int
  }

  private let kept = Mutex<[Storage]>([])
  private let limit: Int
  private let largest: Int

  /// Makes a pool that is empty.
  /// - Parameters:
  ///   - limit: How many storages are kept.
  ///   - largest: How many bytes one of them has at most.
  public init(limit: Int = 4, largest: Int = 4 << 20) {
    self.limit = limit
    self.largest = largest
  }

  deinit {
    kept.withLock { for storage in $0 { storage.base.deallocate() } }
  }

  /// How many storages are there to be had.
  var count: Int { kept.withLock { $0.count } }

  func storage(capacity: Int) -> (base: UnsafeMutableRawPointer, capacity: Int) {
    let found = kept.withLock { kept in
      // The one that was used last is likely still near.
      kept.lastIndex { $0.capacity >= capacity }.map { kept.remove(at: $0) }
    }
    if let found { return (found.base, found.capacity) }
    return (.allocate(byteCount: capacity, alignment: 16), capacity)
  }

  func put(_ base: UnsafeMutableRawPointer, capacity: Int) {
    let storage = Storage(base: base, capacity: capacity)
    let isKept =
      capacity <= largest
      && kept.withLock { kept in
        guard kept.count < limit else { return false }
        kept.append(storage)
        return true
      }
    if !isKept { base.deallocate() }
  }
}
