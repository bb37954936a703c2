import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What libFuzzer calls with each input that it makes; `scripts/fuzz` links it.
///
/// `IPGEO_FUZZ_TARGET` names the target. With `IPGEO_FUZZ_SUMS` each input goes the whole way and no
/// other test is made. A breach ends the process, which is how libFuzzer learns of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  do {
    let scratch = try Bench.scratch.get()
    guard let target = Bench.target else { throw Breach("IPGEO_FUZZ_TARGET names no target") }
    if Bench.checksSums {
      try waiting { try await target.checkSums(bytes, Bench.scratch.get()) }
      return 0
    }
    return try target.check(bytes, scratch) ? 0 : -1
  } catch {
    let message = Array("breach: \(error)\n".utf8)
    _ = message.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    abort()
  }
}

/// What stays the same from input to input.
private enum Bench {
  static let target = getenv("IPGEO_FUZZ_TARGET").flatMap {
    FuzzTarget(rawValue: String(cString: $0))
  }
  static let checksSums = getenv("IPGEO_FUZZ_SUMS") != nil
  // libFuzzer calls from one thread.
  nonisolated(unsafe) static let scratch = Result { try ScratchInput() }
}

private func waiting(_ body: @escaping @Sendable () async throws -> Void) throws {
  let done = DispatchSemaphore(value: 0)
  let end = Mutex<(any Error)?>(nil)
  Task {
    do { try await body() } catch { end.withLock { $0 = error } }
    done.signal()
  }
  done.wait()
  if let error = end.withLock({ $0 }) { throw error }
}
