import Foundation
import Testing

@testable import IPGeoCommand

/// What reading `arguments` writes to both streams, and how it ends; nil where a run is to follow.
private func start(_ arguments: String..., environment: [String: String] = [:]) throws
  -> (ending: RunEnding?, output: String, errors: String)
{
  let output = Pipe()
  let errors = Pipe()
  let start = ProgramStart.read(
    arguments, environment: environment, output: output.fileHandleForWriting.fileDescriptor,
    errors: errors.fileHandleForWriting.fileDescriptor)
  func text(_ pipe: Pipe) throws -> String {
    try pipe.fileHandleForWriting.close()
    return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }
  var ending: RunEnding?
  if case .ended(let how) = start { ending = how }
  return (ending, try text(output), try text(errors))
}

@Suite struct ProgramStartTests {
  @Test func `prints the version alone`() throws {
    #expect(try start("--version") == (.code(.done), "ipgeo 0.1.0-dev\n", ""))
  }

  @Test func `nothing asked for is a short help on stderr`() throws {
    #expect(try start() == (.code(.usage), "", Help.program.text(isLong: false)))
  }

  @Test func `an error is one line on stderr and nothing else`() throws {
    #expect(
      try start("batch", "-q", "--jobs", "0", "--nonsense")
        == (.code(.usage), "", "ipgeo: --jobs: '0' is not a whole number from 1 to 256\n"))
    #expect(
      try start("batch", environment: ["IPGEO_API_KEY_FILE": "/nowhere"]).ending
        == .code(.unreadableInput))
  }

  @Test func `a run follows, after its warnings`() throws {
    #expect(try start("batch", "x") == (nil, "", ""))
    let environment = ["IPGEO_API_KEY": "s3cret", "IPGEO_API_URL": "http://h.example"]
    #expect(
      try start("batch", environment: environment)
        == (
          nil, "",
          """
          ipgeo: the key is not sent to http://h.example, which is plain http, and the free limits \
          stay: use an https address

          """
        ))
    #expect(try start("batch", "-q", environment: environment) == (nil, "", ""))
  }

  @Test func `help that cannot be written fails`() throws {
    let errors = Pipe()
    let start = ProgramStart.read(
      ["--help"], environment: [:], output: open("/dev/full", O_WRONLY | O_CLOEXEC),
      errors: errors.fileHandleForWriting.fileDescriptor)
    guard case .ended(let ending) = start else {
      Issue.record("a run follows")
      return
    }
    #expect(ending == .code(.writeFailed))
    try errors.fileHandleForWriting.close()
    #expect(
      String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        == "ipgeo: cannot write standard output: no space left on device\n")
  }

  @Test func `reads the environment that help names`() {
    for variable in HelpTopics.environment + CacheTopics.environment + StationTopics.environment
    where !variable.name.contains("proxy") {
      let names = variable.name.components(separatedBy: ", ")
      #expect(Set(names).isSubset(of: ProcessEnvironment.names))
    }
  }

  @Test func `takes the environment as it is set`() async {
    // In a process of its own: other tests read the environment meanwhile.
    await #expect(processExitsWith: .exitCode(0)) {
      setenv("NO_COLOR", "1", 1)
      unsetenv("TERM")
      let environment = ProcessEnvironment.current()
      exit(environment["NO_COLOR"] == "1" && environment["TERM"] == nil ? 0 : 1)
    }
  }
}
