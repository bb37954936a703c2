import Dispatch
import IPGeoCommand

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@main
enum IPGeoMain {
  // Not `async`: the concurrency runtime would open descriptors of its own before the first line
  // here, and take the numbers of standard streams that are closed.
  static func main() {
    Program.prepare()
    Task.detached {
      exit(await Program.run(Array(CommandLine.arguments.dropFirst())))
    }
    DispatchSemaphore(value: 0).wait()
  }
}
