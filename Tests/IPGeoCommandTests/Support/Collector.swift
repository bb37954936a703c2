import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads a descriptor to its end on a thread of its own; others wait for what has come.
final class Collector: @unchecked Sendable {
  // `bytes` and `isEnded` are only touched with `condition` locked.
  private let condition = NSCondition()
  private var bytes: [UInt8] = []
  private var isEnded = false

  /// Takes the descriptor over and closes it at the end, or as soon as `lines` lines have come.
  init(_ descriptor: Int32, closingAfter lines: Int? = nil) {
    Thread { [self] in
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { break }
        if append(buffer[..<count], isEnough: lines) { break }
      }
      close(descriptor)
      condition.withLock {
        isEnded = true
        condition.broadcast()
      }
    }.start()
  }

  private func append(_ more: ArraySlice<UInt8>, isEnough lines: Int?) -> Bool {
    condition.withLock {
      bytes.append(contentsOf: more)
      condition.broadcast()
      guard let lines else { return false }
      return bytes.count { $0 == 0x0A } >= lines
    }
  }

  /// What has come so far.
  var soFar: [UInt8] { condition.withLock { bytes } }

  /// Blocks until the condition holds of what has come; `false`: the end or the deadline came first.
  func wait(until deadline: Date, for isEnough: ([UInt8]) -> Bool) -> Bool {
    condition.withLock {
      while true {
        if isEnough(bytes) { return true }
        if isEnded || !condition.wait(until: deadline) { return isEnough(bytes) }
      }
    }
  }

  /// Blocks until the end; `false` when the deadline came first.
  func waitForEnd(until deadline: Date) -> Bool {
    condition.withLock {
      while !isEnded { if !condition.wait(until: deadline) { return isEnded } }
      return true
    }
  }
}
