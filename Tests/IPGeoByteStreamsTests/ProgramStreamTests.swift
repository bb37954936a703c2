import Testing

@testable import IPGeoByteStreams

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

struct ProgramStreamTests {
  private static func start(
    _ program: String, _ arguments: [String], head: [UInt8] = [], path: String = "/dev/null"
  ) throws -> ProgramStream {
    let source = try ByteSource(path: path)
    return try head.withUnsafeBytes {
      try ProgramStream(program, arguments, head: $0, rest: source)
    }
  }

  private static func shell(_ script: String) throws -> ProgramStream {
    try start("/bin/sh", ["-c", script])
  }

  private static func lines(_ stream: ProgramStream) -> [String] {
    String(decoding: readAll(stream.output.descriptor), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  @Test func `the head and the rest go through unchanged, however much that is`() throws {
    let scratch = try Scratch()
    let rest = String(repeating: "0123456789abcde\n", count: 200_000)
    try scratch.write(rest, to: "rest")
    let head = [UInt8](repeating: 0x78, count: 300_000)
    let stream = try Self.start("/bin/cat", [], head: head, path: scratch("rest"))
    #expect(readAll(stream.output.descriptor) == head + Array(rest.utf8))
    #expect(try stream.waitForEnd(orWake: nil) == .status(0))
    #expect(try stream.waitForEnd(orWake: nil)?.isSuccess == true)
  }

  @Test func `a program's own end is told`() throws {
    for (script, end) in [
      ("exit 3", ProcessEnding.status(3)), ("kill -KILL $$", .signal(SIGKILL)),
    ] {
      let stream = try Self.shell(script)
      #expect(Self.lines(stream).isEmpty)
      #expect(try stream.waitForEnd(orWake: nil) == end)
      #expect(!end.isSuccess)
    }
  }

  @Test func `signals that are ignored here are not in the program`() throws {
    ignoreBrokenPipes()
    let stream = try Self.shell("kill -PIPE $$; echo alive")
    #expect(Self.lines(stream).isEmpty)
    #expect(try stream.waitForEnd(orWake: nil) == .signal(SIGPIPE))
  }

  @Test func `a program gets no variable but a few`() throws {
    setenv("IPGEO_TEST_SECRET", "1", 1)
    let names = Self.lines(try Self.start("/usr/bin/env", [])).map { $0.prefix { $0 != "=" } }
    #expect(names.contains("LC_ALL"))
    #expect(Set(names).isSubset(of: ["PATH", "LD_LIBRARY_PATH", "TMPDIR", "LC_ALL"]))
  }

  #if os(Linux)
    @Test func `a program gets no descriptor but its three`() throws {
      let inherited: Int32 = 777
      dup2(0, inherited)
      defer { close(inherited) }
      let stream = try Self.shell(
        "for n in 0 1 2 777; do test -e /proc/$$/fd/$n && echo $n; done; exit 0")
      #expect(Self.lines(stream) == ["0", "1", "2"])
    }
  #endif

  @Test func `a program that listens to nothing is gone with its stream`() throws {
    var stream: ProgramStream? = try Self.shell("trap '' TERM INT; echo $$; exec sleep 1000")
    let text = try stream?.output.text()
    let number = try #require(text.flatMap { Int32($0.filter(\.isNumber)) })
    #expect(kill(number, 0) == 0)
    stream = nil
    #expect(kill(number, 0) != 0 && errno == ESRCH, "not even a zombie")
  }

  @Test func `waiting for a program that has closed its output only can be woken`() throws {
    let wake = try WakeHandle()
    let stream = try Self.shell("exec sleep 1000 >&-")
    #expect(Self.lines(stream).isEmpty)
    wake.signal()
    #expect(try stream.waitForEnd(orWake: wake) == nil)
  }

  @Test func `a program that wants nothing of a source without end is no obstacle`() throws {
    let pipe = Pipe()
    defer {
      pipe.closeReading()
      pipe.closeWriting()
    }
    let source = ByteSource(descriptor: pipe.reading, name: "pipe")
    let head = [UInt8](repeating: 0x78, count: 1 << 20)
    let stream = try head.withUnsafeBytes {
      try ProgramStream("/bin/sh", ["-c", "echo done"], head: $0, rest: source)
    }
    #expect(Self.lines(stream) == ["done"])
    #expect(try stream.waitForEnd(orWake: nil) == .status(0))
  }

  @Test func `a source that cannot be read is the error, not the program's end`() throws {
    let scratch = try Scratch()
    try scratch.write("", to: "f")
    let unreadable = open(scratch("f"), O_WRONLY)
    defer { close(unreadable) }
    let source = ByteSource(descriptor: unreadable, name: "f")
    let stream = try ProgramStream(
      "/bin/cat", [], head: UnsafeRawBufferPointer(start: nil, count: 0), rest: source)
    #expect(Self.lines(stream).isEmpty)
    #expect(throws: SystemError(code: EBADF, operation: "read", path: "f")) {
      try stream.waitForEnd(orWake: nil)
    }
  }

  @Test func `what is no program cannot be started`() throws {
    #expect(throws: SystemError.self) { try Self.start("/nowhere/gzip", []) }
    #expect(throws: SystemError.self) { try Self.start("/bin/sh\0x", []) }
  }

  @Test func `programs are found by name, and only files that can be run`() {
    #expect(ProgramStream.find("sh")?.hasSuffix("/sh") == true)
    #expect(ProgramStream.find("no-such-program-here") == nil)
    #expect(ProgramStream.find(".") == nil)
  }
}
