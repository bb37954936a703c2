internal import IPGeoByteStreams

/// The program: from the words of a command line to how the process ends.
public enum Program {
  /// Makes the process fit to run in: before anything opens a descriptor, on the first thread.
  public static func prepare() {
    StandardStreams.openMissing()
    SignalWatch.ignoreBrokenPipes()
  }

  /// Runs a command line; `prepare` comes before.
  ///
  /// Where a signal ended the run it does not return: the process dies of that signal, so that
  /// shells see it.
  /// - Parameter arguments: The words after the program's name.
  /// - Returns: The code to exit with.
  public static func run(_ arguments: [String]) async -> Int32 {
    switch ProgramStart.read(arguments, environment: ProcessEnvironment.current()) {
    case .ended(let ending): ending.conclude()
    case .run(let run): await run().conclude()
    }
  }
}
