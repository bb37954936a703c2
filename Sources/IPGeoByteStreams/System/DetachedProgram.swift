/// A program that goes on by itself when this process ends, as one with a window does.
public enum DetachedProgram {
  /// Starts a program without a shell, with this process's environment and none of its descriptors:
  /// its input is empty, and what it says is lost.
  ///
  /// Variables that begin with `IPGEO_` are left out: a key may stand there.
  /// - Parameters:
  ///   - path: The program's file.
  ///   - arguments: Its arguments.
  ///   - milliseconds: How long its end is waited for.
  /// - Returns: How it ended; `nil` where it has not by then, and goes on.
  /// - Throws: The reason of `posix_spawn(3)`, or why there is nothing that swallows its words.
  public static func start(
    _ path: String, _ arguments: [String], waitingMilliseconds milliseconds: Int
  ) throws(SystemError) -> ProcessEnding? {
    let input = try System.openNull()
    defer { System.release(input) }
    let sink = try System.openSink()
    defer { System.release(sink) }
    let process = try System.spawn(
      path, arguments, environment: passedOn(System.environment),
      input: input, output: sink, errors: sink,
      holdsSignals: false)
    var waited = 0
    while true {
      if let ending = System.reap(process, waits: false) { return ending }
      if waited >= milliseconds { return nil }
      // No descriptor tells of it everywhere.
      _ = try? System.wait(-1, for: .nothing, wake: -1, milliseconds: 10, name: "a program")
      waited += 10
    }
  }

  /// The variables that a program gets.
  static func passedOn(_ environment: [String]) -> [String] {
    environment.filter { !$0.hasPrefix("IPGEO_") }
  }
}
