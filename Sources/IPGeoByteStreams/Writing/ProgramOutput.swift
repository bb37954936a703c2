internal import Synchronization

/// A program between what is written and where it goes: bytes go into its stdin, its stdout is a
/// descriptor of the caller's.
///
/// The program is started without a shell, with no descriptor but its three, hardly any environment,
/// and in a process group of its own. A signal that asks it to end does nothing: it ends when its
/// input does, so that all that was written is in what it makes. That holds where this process is
/// ended by force, too. When this object goes before `finish()`, the program is ended and reaped.
public final class ProgramOutput: Sendable {
  /// How the program ended, and what it had to say.
  public struct End: Hashable, Sendable {
    /// How it ended.
    public var ending: ProcessEnding
    /// The first line of its stderr, cut at 200 bytes; empty without one.
    public var complaint: String

    /// Makes an end of its parts.
    public init(_ ending: ProcessEnding, complaint: String = "") {
      self.ending = ending
      self.complaint = complaint
    }
  }

  /// Where to write; a pipe, open until `finish()`.
  public let descriptor: Int32
  private let complaints: Int32
  private let child: ChildProcess
  private let end = Mutex<End?>(nil)

  /// Starts a program.
  /// - Parameters:
  ///   - path: The program's file, as `ProgramStream.find` gives it.
  ///   - arguments: Its arguments.
  ///   - output: Where its output goes; copied, and left open.
  /// - Throws: The reason why it cannot be started, of `posix_spawn(3)` for one.
  public init(_ path: String, _ arguments: [String], into output: Int32) throws(SystemError) {
    let input = try System.makePipe()
    defer { System.release(input.reading) }
    do throws(SystemError) {
      let errors = try System.makePipe()
      defer { System.release(errors.writing) }
      do throws(SystemError) {
        // Nobody reads it before the end: what it does not hold is lost, and nobody waits for it.
        System.setNonBlocking(errors.writing)
        System.setNonBlocking(errors.reading)
        child = try ChildProcess(
          path, arguments, input: input.reading, output: output, errors: errors.writing,
          holdsSignals: true)
      } catch {
        System.release(errors.reading)
        throw error
      }
      (descriptor, complaints) = (input.writing, errors.reading)
    } catch {
      System.release(input.writing)
      throw error
    }
  }

  deinit {
    child.stop()
    if end.withLock({ $0 }) == nil { close() }
  }

  /// Ends the program's input and waits for its own end; a second call tells the same.
  ///
  /// Nobody writes to `descriptor` any more. It takes as long as the program does, for ever where
  /// nobody takes its output: whoever cannot wait ends this process.
  public func finish() -> End {
    end.withLock { end in
      if let end { return end }
      System.release(descriptor)
      let ending = wait()
      let made = End(ending, complaint: firstComplaint())
      System.release(complaints)
      end = made
      return made
    }
  }

  /// Ends the program by force, in a process that ends at once.
  ///
  /// Without it the program ends by itself, for its input ends with this process.
  public func abandon() { child.abandon() }

  private func close() {
    System.release(descriptor)
    System.release(complaints)
  }

  // No descriptor tells of it everywhere; it is a matter of milliseconds.
  private func wait() -> ProcessEnding {
    var pause: Int32 = 1
    while true {
      if let end = child.end { return end }
      _ = try? System.wait(-1, for: .nothing, wake: -1, milliseconds: pause, name: "a program")
      pause = min(pause &* 2, 32)
    }
  }

  private func firstComplaint() -> String {
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { room in
      let count = try? System.receive(complaints, into: room, name: "a pipe")
      let bytes = room.prefix(count ?? 0)
      let line = bytes.split(separator: 0x0A).first { $0.contains { $0 > 0x20 } }
      return line.map { String(decoding: $0.prefix(200), as: UTF8.self) } ?? ""
    }
  }
}
