import Testing

@testable import IPGeoByteStreams

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

struct DetachedProgramTests {
  @Test func `its end is told, where it comes soon`() throws {
    let patience = 60_000
    for code in [0, 3] as [Int32] {
      let end = try DetachedProgram.start(
        "/bin/sh", ["-c", "exit \(code)"], waitingMilliseconds: patience)
      #expect(end == .status(code))
    }
    let end = try DetachedProgram.start(
      "/bin/sh", ["-c", "kill -9 $$"], waitingMilliseconds: patience)
    #expect(end == .signal(9))
  }

  @Test func `one that stays is left to itself`() throws {
    let scratch = try Scratch()
    let file = scratch("pid")
    let script = "echo $$ > \(file).new; mv \(file).new \(file); exec sleep 60"
    let end = try DetachedProgram.start("/bin/sh", ["-c", script], waitingMilliseconds: 0)
    #expect(end == nil)
    var number: Int32?
    for _ in 0..<6000 where number == nil {
      number = scratch.text("pid").flatMap { Int32($0.split(separator: "\n").first ?? "") }
      if number == nil { usleep(10_000) }
    }
    let process = try #require(number)
    #expect(kill(process, 0) == 0)
    // In a group of its own: the keyboard's signals are not for it.
    #expect(getpgid(process) == process)
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  @Test func `words are words, and no shell reads them`() throws {
    let scratch = try Scratch()
    let end = try DetachedProgram.start(
      "/bin/sh", ["-c", "printf %s \"$1\" > \(scratch("word"))", "sh", "$(id); *"],
      waitingMilliseconds: 60_000)
    #expect(end == .status(0))
    #expect(scratch.text("word") == "$(id); *")
  }

  @Test func `it has the environment, but for our own variables`() throws {
    let passed = DetachedProgram.passedOn(["HOME=/h", "IPGEO_API_KEY=sesame", "DISPLAY=:0"])
    #expect(passed == ["HOME=/h", "DISPLAY=:0"])
    let scratch = try Scratch()
    let end = try DetachedProgram.start(
      "/bin/sh", ["-c", "printf %s \"$PATH\" > \(scratch("path"))"], waitingMilliseconds: 60_000)
    #expect(end == .status(0))
    #expect(scratch.text("path") == System.variable("PATH"))
  }

  @Test func `a program that is not there is an error`() {
    #expect(throws: SystemError.self) {
      try DetachedProgram.start("/nowhere/xdg-open", ["x"], waitingMilliseconds: 0)
    }
  }
}
