internal import Synchronization

/// Writes bytes that were read already, and then the rest of their source, to a program's stdin.
///
/// On a thread of its own: the program's output is to be read at the same time.
final class ProgramFeeder: Sendable {
  private let pump: Pump
  private let thread: SystemThread

  /// Begins; `descriptor` is closed when all is written, or nobody wants it any more.
  ///
  /// Until this returns, the descriptor is the caller's.
  init(_ head: [UInt8], rest source: ByteSource, to descriptor: Int32) throws(SystemError) {
    let pump = Pump(source, descriptor, try WakeHandle())
    System.setNonBlocking(descriptor)
    thread = try SystemThread { pump.run(head) }
    self.pump = pump
  }

  /// Stops, and waits until it has; once.
  func stop() {
    pump.bell.signal()
    thread.join()
  }

  /// Why the source could not be read to its end, if that is so.
  var failure: SystemError? { pump.failure.withLock { $0 } }

  private final class Pump: Sendable {
    let bell: WakeHandle
    let failure = Mutex<SystemError?>(nil)
    private let source: ByteSource
    private let descriptor: Int32

    init(_ source: ByteSource, _ descriptor: Int32, _ bell: WakeHandle) {
      self.source = source
      self.descriptor = descriptor
      self.bell = bell
    }

    func run(_ head: [UInt8]) {
      defer { System.release(descriptor) }
      guard head.withUnsafeBytes({ send($0) }) else { return }
      let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
      defer { room.deallocate() }
      do throws(SystemError) {
        while try source.waitReadable(milliseconds: -1, orWake: bell) == .ready {
          let count = try source.read(into: room)
          if count == 0 { return }
          guard send(UnsafeRawBufferPointer(rebasing: room.prefix(count))) else { return }
        }
      } catch {
        failure.withLock { $0 = error }
      }
    }

    /// Whether all was written.
    ///
    /// That the program takes no more is its own affair: its end tells.
    private func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
      var rest = bytes
      do throws(SystemError) {
        while !rest.isEmpty {
          if let count = try System.send(descriptor, rest, name: "a pipe") {
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            continue
          }
          let events = try System.wait(
            descriptor, for: .output, wake: bell.descriptor, milliseconds: -1, name: "a pipe")
          if events.isWoken { return false }
        }
        return true
      } catch {
        return false
      }
    }
  }
}
