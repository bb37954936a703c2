import Foundation
import Testing

@testable import IPGeoByteStreams

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

struct ByteSourceTests {
  @Test func `a file is read to its end and is always ready`() throws {
    let scratch = try Scratch()
    try scratch.write("hello", to: "f")
    let source = try ByteSource(path: scratch("f"))
    #expect(source.isRegularFile)
    #expect(try source.waitReadable(milliseconds: 0, orWake: nil) == .ready)
    #expect(try source.text(atMost: 3) == "hel")
    #expect(try source.text() == "lo")
    #expect(try source.text() == "")
  }

  @Test func `what cannot be read is an error that names it`() throws {
    let scratch = try Scratch()
    #expect(throws: SystemError(code: ENOENT, operation: "open", path: scratch("none"))) {
      try ByteSource(path: scratch("none"))
    }
    #expect(throws: SystemError(code: EISDIR, operation: "read", path: scratch.path)) {
      try ByteSource(path: scratch.path)
    }
    #expect(throws: SystemError.self) { try ByteSource(path: "") }
    try scratch.write("x", to: "f")
    #expect(throws: SystemError.self) { try ByteSource(path: scratch("f\0g")) }
    let text = SystemError(code: ENOENT, operation: "open", path: "a").description
    #expect(text == "cannot open a: no such file or directory")
  }

  @Test func `a lent descriptor stays open`() throws {
    let pipe = Pipe()
    do {
      let source = ByteSource(descriptor: pipe.reading, name: "standard input")
      pipe.send("abc")
      #expect(try source.text() == "abc")
    }
    #expect(fcntl(pipe.reading, F_GETFD) >= 0)
  }

  @Test func `a pipe without bytes times out, wakes, and ends`() throws {
    let pipe = Pipe()
    let wake = try WakeHandle()
    let source = ByteSource(descriptor: pipe.reading, name: "pipe")
    #expect(try source.waitReadable(milliseconds: 1, orWake: wake) == .timedOut)
    pipe.send("x")
    #expect(try source.waitReadable(milliseconds: -1, orWake: wake) == .ready)
    wake.signal()
    #expect(try source.waitReadable(milliseconds: -1, orWake: wake) == .woken)
    wake.clear()
    #expect(!wake.isSignalled)
    #expect(try source.text() == "x")
    pipe.closeWriting()
    #expect(try source.waitReadable(milliseconds: -1, orWake: wake) == .ready)
    #expect(try source.text() == "")
  }

  @Test func `a blocked wait is woken from another thread`() throws {
    let pipe = Pipe()
    let wake = try WakeHandle()
    let source = ByteSource(descriptor: pipe.reading, name: "pipe")
    onThread { wake.signal() }
    #expect(try source.waitReadable(milliseconds: -1, orWake: wake) == .woken)
  }

  @Test func `many signals are one, and are cleared at once`() throws {
    let wake = try WakeHandle()
    for _ in 0..<100_000 { wake.signal() }
    #expect(wake.isSignalled)
    wake.clear()
    #expect(!wake.isSignalled)
  }

  @Test func `a wake ends the reading of files too`() throws {
    let wake = try WakeHandle()
    let scratch = try Scratch()
    try scratch.write("x", to: "f")
    let source = try ByteSource(path: scratch("f"))
    wake.signal()
    #expect(try source.waitReadable(milliseconds: -1, orWake: wake) == .woken)
  }

  @Test func `a non-blocking pipe is waited for`() throws {
    let pipe = Pipe(isBlocking: false)
    let source = ByteSource(descriptor: pipe.reading, name: "pipe")
    let writing = pipe.writing
    onThread { _ = write(writing, "late", 4) }
    #expect(try source.text() == "late")
  }

  #if os(Linux)
    @Test func `a FIFO waits for its writer at the read, where it can be woken`() throws {
      let scratch = try Scratch()
      let path = scratch("fifo")
      #expect(mkfifo(path, 0o600) == 0)
      let source = try ByteSource(path: path)
      #expect(try source.waitReadable(milliseconds: 1, orWake: nil) == .timedOut)
      onThread {
        let writing = open(path, O_WRONLY)
        _ = write(writing, "hi", 2)
        close(writing)
      }
      #expect(try source.text() == "hi")
      #expect(try source.text() == "")
    }
  #endif

  @Test func `a descriptor that is not open is an error, not a wait`() throws {
    let source = ByteSource(descriptor: 999_999, name: "closed")
    #expect(try source.waitReadable(milliseconds: -1, orWake: nil) == .ready)
    #expect(throws: SystemError(code: EBADF, operation: "read", path: "closed")) {
      try source.text()
    }
  }
}
