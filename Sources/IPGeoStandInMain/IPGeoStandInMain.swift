internal import Dispatch
internal import IPGeoStandIn

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

@main
enum IPGeoStandInMain {
  static func main() {
    do throws(CommandOptions.Failure) {
      try run(CommandOptions(Array(CommandLine.arguments.dropFirst())))
    } catch {
      write("ipgeo-stand-in: \(error.message)\n", to: STDERR_FILENO)
      exit(64)
    }
  }

  private static func run(_ given: CommandOptions) throws(CommandOptions.Failure) {
    var options = given
    if options.wantsHelp {
      write(CommandOptions.help, to: STDOUT_FILENO)
      return
    }
    // A reader of stdout that has gone must not end the server.
    signal(SIGPIPE, SIG_IGN)
    if let path = options.logPath { options.configuration.onRequest = try logger(path) }
    let server: StandInServer
    do throws(StandInError) {
      server = try StandInServer(configuration: options.configuration, port: options.port)
    } catch {
      throw CommandOptions.Failure(message: error.description)
    }
    // Watched before the line is printed: who has read it may signal at once.
    let stopped = DispatchSemaphore(value: 0)
    let sources = [SIGTERM, SIGINT].map { watch($0, stopped) }
    write("listening on \(server.baseURL)\n", to: STDOUT_FILENO)
    stopped.wait()
    for source in sources { source.cancel() }
    // Without waiting for open connections: a signal is answered at once.
    write(server.counters.jsonLine + "\n", to: STDOUT_FILENO)
  }

  private static func watch(
    _ number: Int32, _ stopped: DispatchSemaphore
  ) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { stopped.signal() }
    source.resume()
    return source
  }

  private static func logger(
    _ path: String
  ) throws(CommandOptions.Failure) -> @Sendable (LoggedRequest) -> Void {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw CommandOptions.Failure(
        message: "--log: \(path): \(String(cString: strerror(errno)))")
    }
    // One write per line on an appending descriptor: lines of two threads do not mix.
    return { write($0.jsonLine + "\n", to: descriptor) }
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        #if canImport(Darwin)
          Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #else
          Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
      }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }
}
