internal import IPGeoByteStreams
internal import IPGeoRecords

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The program through which rows go into a packed file.
final class RowPacker: Sendable {
  /// Why a packed file is not whole.
  struct Fault: Hashable {
    /// What a write to the file itself would have met.
    var error: SystemError
    /// One line: what the program said of it, as far as it did.
    var message: String
  }

  private let program: ProgramOutput
  private let packing: Packing
  private let name: String

  /// The file of the program for `packing`; it is looked for before any file is made.
  static func find(_ packing: Packing, for name: String) throws(CommandFault) -> String {
    if let path = ProgramStream.find(packing.program) { return path }
    throw CommandFault(
      .cannotCreate,
      "cannot create \(name): there is no \(packing.program) in PATH that could pack the rows; "
        + "apt-get install \(packing.package)")
  }

  /// Starts the program at `path`.
  init(
    _ packing: Packing, path: String, into descriptor: Int32, name: String
  ) throws(SystemError) {
    do throws(SystemError) {
      program = try ProgramOutput(path, packing.packingArguments, into: descriptor)
    } catch {
      var named = error
      named.path = "\(error.path ?? packing.program) for \(name)"
      throw named
    }
    self.packing = packing
    self.name = name
  }

  /// Where rows are written as they are.
  var descriptor: Int32 { program.descriptor }

  /// Lets the program come to its end, after the last row.
  /// - Parameter error: Why not all rows could be written to it; nil when all are.
  /// - Returns: Why the file is not whole; nil when it is.
  func finish(after error: SystemError?) -> Fault? {
    let end = program.finish()
    if end.ending.isSuccess, error == nil { return nil }
    // It wrote into a pipe that nobody reads any more, and so did we.
    let isPipe = end.ending == .signal(SIGPIPE)
    let fault = SystemError(code: isPipe ? EPIPE : EIO, operation: "write", path: name)
    return Fault(error: fault, message: "cannot write \(name): \(words(end))")
  }

  /// Ends the program by force, in a process that ends at once.
  func abandon() { program.abandon() }

  private func words(_ end: ProgramOutput.End) -> String {
    let program = packing.program
    let words =
      switch end.ending {
      case .status(0): "\(program) ended before it had all rows"
      case .status(let code): "\(program) ended with \(code)"
      case .signal(let number): "\(program) was ended by signal \(number)"
      case .lost: "how \(program) ended is not known"
      }
    return end.complaint.isEmpty ? words : "\(words) (\(end.complaint))"
  }
}
