import Testing

@testable import IPGeoByteStreams

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

struct ProgramOutputTests {
  private let scratch: Scratch

  init() throws {
    ignoreBrokenPipes()
    scratch = try Scratch()
  }

  /// Starts a script that writes to the file `out`.
  private func shell(_ script: String) throws -> ProgramOutput {
    let file = open(scratch("out"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    return try ProgramOutput("/bin/sh", ["-c", script], into: file)
  }

  private func write(_ text: String, to program: ProgramOutput) throws {
    let sink = ByteSink(descriptor: program.descriptor, name: "p", closeOnEnd: false)
    try Array(text.utf8).withUnsafeBytes { try sink.append($0) }
    try sink.flush()
  }

  private func waitForOutput() -> String {
    for _ in 0..<6000 {
      if let text = scratch.text("out"), text.hasSuffix("\n") { return text }
      usleep(5000)
    }
    return ""
  }

  @Test func `what is written is in the output when it has ended, however much that is`() throws {
    let program = try shell("cat")
    let text = String(repeating: "0123456789abcde\n", count: 100_000)
    try write(text, to: program)
    #expect(program.finish() == ProgramOutput.End(.status(0)))
    #expect(scratch.text("out") == text)
    #expect(program.finish().ending == .status(0), "a second time, too")
  }

  @Test func `its end and the first line that it complains with are told`() throws {
    let program = try shell("echo >&2; echo '  no room' >&2; echo more >&2; exit 3")
    #expect(program.finish() == ProgramOutput.End(.status(3), complaint: "  no room"))
    let killed = try shell("kill -KILL $$")
    #expect(killed.finish() == ProgramOutput.End(.signal(SIGKILL)))
  }

  @Test func `one that complains without end is not waited for`() throws {
    let program = try shell("head -c 1000000 /dev/zero | tr '\\0' x >&2; cat")
    try write("row\n", to: program)
    let end = program.finish()
    #expect(end.ending == .status(0) && end.complaint == String(repeating: "x", count: 200))
    #expect(scratch.text("out") == "row\n")
  }

  @Test func `one that takes no more is an error of the write`() throws {
    let program = try shell("exit 0")
    #expect(throws: SystemError(code: EPIPE, operation: "write", path: "p")) {
      while true { try write("row\n", to: program) }
    }
    #expect(program.finish().ending == .status(0))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal that asks it to end does nothing`(signal: Int32) throws {
    let program = try shell("echo $$; exec cat")
    let number = try #require(Int32(waitForOutput().filter(\.isNumber)))
    #expect(kill(number, signal) == 0)
    #expect(getpgid(number) == number, "nor does the keyboard reach it")
    try write("row\n", to: program)
    #expect(program.finish().ending == .status(0))
    #expect(scratch.text("out") == "\(number)\nrow\n")
  }

  @Test func `letting go of it ends and reaps it`() throws {
    var program: ProgramOutput? = try shell("echo $$; exec sleep 1000")
    let number = try #require(Int32(waitForOutput().filter(\.isNumber)))
    #expect(kill(number, 0) == 0 && program != nil)
    program = nil
    #expect(kill(number, 0) != 0 && errno == ESRCH, "not even a zombie")
  }

  @Test func `what is no program cannot be started`() throws {
    #expect(throws: SystemError.self) { try ProgramOutput("/nowhere/gzip", [], into: 1) }
    #expect(throws: SystemError.self) { try ProgramOutput("/bin/sh\0x", [], into: 1) }
  }
}
