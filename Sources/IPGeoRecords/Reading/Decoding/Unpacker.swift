internal import IPGeoByteStreams

/// A packed input that is being unpacked, and what became of it.
struct Unpacker {
  let packing: Packing
  /// Why its text is not whole, once that is known.
  private(set) var failure: InputError?
  private let stream: ProgramStream
  private var isAtEnd = false

  /// Starts the program; `head` is what was read from the source.
  init(
    _ packing: Packing, head: UnsafeRawBufferPointer, rest source: ByteSource
  ) throws(InputError) {
    guard let path = ProgramStream.find(packing.program) else {
      throw .unpacking(UnpackingError(packing: packing, cause: .noProgram))
    }
    do throws(SystemError) {
      stream = try ProgramStream(path, packing.arguments, head: head, rest: source)
    } catch {
      var named = error
      named.path = "\(error.path ?? packing.program) for \(source.name)"
      throw .system(named)
    }
    self.packing = packing
  }

  /// The unpacked bytes.
  var source: ByteSource { stream.output }

  /// Finds out, after the last byte, whether it was all; `false` where `wake` was signalled before.
  mutating func finish(orWake wake: WakeHandle?, slow: () -> Void) -> Bool {
    if isAtEnd { return true }
    do throws(SystemError) {
      guard let end = try stream.waitForEnd(orWake: wake, slow: slow) else { return false }
      if !end.isSuccess {
        failure = .unpacking(UnpackingError(packing: packing, cause: .ended(end)))
      }
    } catch {
      failure = .system(error)
    }
    isAtEnd = true
    return true
  }
}
