/// What a program makes of a source: the source goes in, `output` comes out.
///
/// The program is started without a shell, with no descriptor but its three and hardly any
/// environment. When this object goes, the program is ended and reaped, whatever it is doing.
public final class ProgramStream: Sendable {
  /// What the program writes.
  public let output: ByteSource
  private let name: String
  private let child: ChildProcess
  private let feeder: ProgramFeeder

  /// Starts a program.
  /// - Parameters:
  ///   - path: The program's file, as `find` gives it.
  ///   - arguments: Its arguments.
  ///   - head: What was read from the source already.
  ///   - source: The rest; nobody else reads it from now on.
  /// - Throws: The reason why it cannot be started, of `posix_spawn(3)` for one.
  public init(
    _ path: String, _ arguments: [String], head: UnsafeRawBufferPointer, rest source: ByteSource
  ) throws(SystemError) {
    name = source.name
    let input = try System.makePipe()
    defer { System.release(input.reading) }
    do throws(SystemError) {
      let output = try System.makePipe()
      defer { System.release(output.writing) }
      self.output = ByteSource(owning: output.reading, name: source.name)
      child = try ChildProcess(
        path, arguments, input: input.reading, output: output.writing)
      feeder = try ProgramFeeder(Array(head), rest: source, to: input.writing)
    } catch {
      System.release(input.writing)
      throw error
    }
  }

  deinit {
    child.stop()
    feeder.stop()
  }

  /// Waits for the program's own end, once its output has ended.
  /// - Parameters:
  ///   - wake: Ends the wait.
  ///   - slow: Called once when the program stays for a while.
  /// - Returns: How it ended; `nil` where `wake` was signalled before.
  /// - Throws: Where the source could not be read to its end: why.
  public func waitForEnd(
    orWake wake: WakeHandle?, slow: () -> Void = {}
  ) throws(SystemError) -> ProcessEnding? {
    var pause: Int32 = 1
    while true {
      if let end = child.end {
        // Noted before the program's input was closed, and so before its end.
        if let failure = feeder.failure { throw failure }
        return end
      }
      // No descriptor tells of it everywhere; it is a matter of microseconds.
      let events = try System.wait(
        -1, for: .nothing, wake: wake?.descriptor ?? -1, milliseconds: pause, name: name)
      if events.isWoken { return nil }
      if pause == 64 { continue }
      pause *= 2
      if pause == 64 { slow() }
    }
  }

  /// The file of a program, in the absolute folders of `PATH`; `nil` where there is none.
  ///
  /// Without the variable `/usr/bin` and `/bin` are searched. A relative folder is passed over: a
  /// file of the folder that happens to be the current one is not meant.
  public static func find(_ program: String) -> String? {
    let folders = System.variable("PATH") ?? "/usr/bin:/bin"
    return folders.split(separator: ":").lazy.filter { $0.hasPrefix("/") }
      .map { "\($0)/\(program)" }.first { System.isProgram($0) }
  }
}
