internal import IPGeoByteStreams

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// What is to be done once the command line has been read.
enum ProgramStart {
  /// Nothing more: help, the version or an error has been written.
  case ended(RunEnding)
  /// A command's run, which has done nothing yet.
  case run(@Sendable () async -> RunEnding)

  /// Reads the command line and writes what it alone leads to.
  /// - Parameters:
  ///   - arguments: Without the program's own name.
  ///   - environment: As `ProcessEnvironment.current()` gives it.
  ///   - output: Where help and the version go.
  ///   - errors: Where messages go, here and during the run.
  /// - Returns: What is left to do; warnings on a run's options have been said.
  static func read(
    _ arguments: [String], environment: [String: String], output: Int32 = 1, errors: Int32 = 2
  ) -> ProgramStart {
    let isTerminal = Terminal.isTerminal(errors)
    func diagnostics(_ level: Diagnostics.Level, _ color: WhenChoice) -> Diagnostics {
      Diagnostics(
        descriptor: errors, level: level,
        isColored: Terminal.usesColor(color, isTerminal: isTerminal, environment: environment),
        rewraps: Terminal.rewraps(environment))
    }
    do {
      switch try Invocation.parse(arguments) {
      case .show(let text):
        return .ended(show(text, output, diagnostics(.normal, .auto)))
      case .showUsage(let text):
        _ = DescriptorText.write(text, to: errors)
        return .ended(.code(.usage))
      case .batch(let raw):
        let options = try BatchOptions(raw, environment: environment)
        let said = diagnostics(options.verbosity, options.color)
        for warning in options.warnings { said.warning(warning) }
        return run(said, onFault: { MetricsFile.note(arguments, exitCode: $0.rawValue) }) {
          () throws(CommandFault) in
          try await BatchCommand(options, environment: environment, diagnostics: said).run()
        }
      case .lookup(let raw):
        let options = try LookupOptions(raw, environment: environment)
        let said = diagnostics(options.base.verbosity, options.base.color)
        for warning in options.base.warnings { said.warning(warning) }
        return run(said) { () throws(CommandFault) in
          try await LookupCommand(options, environment: environment, diagnostics: said).run()
        }
      case .map(let raw):
        let options = try MapOptions(raw)
        let said = diagnostics(options.rows.verbosity, options.rows.color)
        return run(said) { () throws(CommandFault) in
          try MapCommand(options: options, environment: environment, diagnostics: said).run()
        }
      case .summary(let raw):
        let options = try SummaryOptions(raw)
        let said = diagnostics(options.rows.verbosity, options.rows.color)
        return run(said) { () throws(CommandFault) in
          try SummaryCommand(options: options, environment: environment, diagnostics: said).run()
        }
      case .station(let raw):
        let options = try StationOptions(raw, environment: environment)
        let said = diagnostics(options.verbosity, options.color)
        return run(said) { () throws(CommandFault) in
          try await StationCommand(options, environment: environment, diagnostics: said).run()
        }
      case .database(let raw):
        let options = try DatabaseOptions(raw)
        let said = diagnostics(options.verbosity, options.color)
        return .run {
          DatabaseCommand(options: options, environment: environment, diagnostics: said).run()
        }
      case .schema(let raw):
        let options = try SchemaOptions(raw)
        let said = diagnostics(.normal, .auto)
        return run(said) { () throws(CommandFault) in
          try SchemaCommand(options: options, diagnostics: said).run()
        }
      case .cache(let raw):
        let options = try CacheOptions(raw, environment: environment)
        let said = diagnostics(options.verbosity, raw.color ?? .auto)
        return run(said) { () throws(CommandFault) in
          try CacheCommand(options, diagnostics: said).run()
        }
      }
    } catch {
      diagnostics(.normal, .auto).error(error.message)
      MetricsFile.note(arguments, exitCode: error.exitCode.rawValue)
      return .ended(.code(error.exitCode))
    }
  }

  /// A run that may end before it has done anything, and then says why.
  private static func run(
    _ diagnostics: Diagnostics, onFault: @escaping @Sendable (ExitCode) -> Void = { _ in },
    _ body: @escaping @Sendable () async throws(CommandFault) -> RunEnding
  ) -> ProgramStart {
    .run {
      do throws(CommandFault) {
        return try await body()
      } catch {
        diagnostics.error(error.message)
        onFault(error.code)
        return .code(error.code)
      }
    }
  }

  /// Writes text that was asked for.
  static func show(_ text: String, _ output: Int32, _ diagnostics: Diagnostics)
    -> RunEnding
  {
    let code = DescriptorText.write(text, to: output)
    if code == 0 { return .code(.done) }
    if code == EPIPE { return .signal(SIGPIPE) }
    let error = SystemError(code: code, operation: "write", path: "standard output")
    diagnostics.error(error.description)
    return .code(.writeFailed)
  }
}
