/// Why a command ends before it has done anything.
struct CommandFault: Error {
  var code: ExitCode
  /// One line, without the program's name.
  var message: String

  init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
  }
}
