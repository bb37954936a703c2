import Testing

@testable import IPGeoByteStreams

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

struct ByteSinkTests {
  init() { ignoreBrokenPipes() }

  @Test func `bytes arrive in order and whole, whatever the capacity`() throws {
    for capacity in [1, 2, 7, 64, 4096] {
      let pipe = Pipe()
      let sink = ByteSink(
        descriptor: pipe.writing, name: "pipe", closeOnEnd: false, capacity: capacity)
      var expected = ""
      for number in 0..<100 {
        let piece = String(repeating: "\(number),", count: number % 9)
        expected += piece
        try append(piece, to: sink)
      }
      try sink.close()
      pipe.closeWriting()
      #expect(String(decoding: readAll(pipe.reading), as: UTF8.self) == expected)
      #expect(sink.bytesWritten == Int64(expected.utf8.count))
    }
  }

  @Test func `nothing is written before the buffer is full or flushed`() throws {
    let pipe = Pipe(isBlocking: false)
    let source = ByteSource(descriptor: pipe.reading, name: "pipe")
    let sink = ByteSink(descriptor: pipe.writing, name: "pipe", closeOnEnd: false, capacity: 8)
    try append("12345678", to: sink)
    #expect(sink.bytesWritten == 8)
    try append("abc", to: sink)
    #expect(sink.bytesWaiting == 3)
    try sink.flush()
    #expect(try source.text() == "12345678abc")
  }

  @Test func `a full disk is an error at flush, and at each later call`() throws {
    let descriptor = open("/dev/full", O_WRONLY)
    let sink = ByteSink(descriptor: descriptor, name: "full", closeOnEnd: true)
    try append("a row\n", to: sink)
    let expected = SystemError(code: ENOSPC, operation: "write", path: "full")
    #expect(throws: expected) { try sink.flush() }
    #expect(throws: expected) { try append("another", to: sink) }
    #expect(throws: expected) { try sink.flush() }
    #expect(throws: expected) { try sink.close() }
    #expect(sink.bytesWritten == 0)
    #expect(expected.description == "cannot write full: no space left on device")
  }

  @Test func `a full disk shows at close when nothing was flushed before`() throws {
    let descriptor = open("/dev/full", O_WRONLY)
    let sink = ByteSink(descriptor: descriptor, name: "full", closeOnEnd: true)
    try append("a row\n", to: sink)
    #expect(throws: SystemError(code: ENOSPC, operation: "write", path: "full")) {
      try sink.close()
    }
    #expect(fcntl(descriptor, F_GETFD) == -1)
  }

  @Test func `a closed reader is a broken pipe`() throws {
    let pipe = Pipe()
    let sink = ByteSink(descriptor: pipe.writing, name: "pipe", closeOnEnd: false)
    #expect(!sink.isReaderGone())
    pipe.closeReading()
    #expect(sink.isReaderGone())
    try append("x", to: sink)
    do {
      try sink.flush()
      Issue.record("no error")
    } catch {
      #expect(error.isBrokenPipe)
    }
  }

  @Test func `a descriptor that is not open, or not for writing, is an error`() throws {
    let closed = ByteSink(descriptor: 999_999, name: "closed", closeOnEnd: false)
    try append("x", to: closed)
    #expect(throws: SystemError(code: EBADF, operation: "write", path: "closed")) {
      try closed.flush()
    }
    let null = open("/dev/null", O_RDONLY)
    let readOnly = ByteSink(descriptor: null, name: "null", closeOnEnd: true)
    try append("x", to: readOnly)
    #expect(throws: SystemError(code: EBADF, operation: "write", path: "null")) {
      try readOnly.close()
    }
  }

  @Test func `bytes after close are an error, a second close is not`() throws {
    let null = open("/dev/null", O_WRONLY)
    let sink = ByteSink(descriptor: null, name: "null", closeOnEnd: true)
    try sink.close()
    try sink.close()
    #expect(throws: SystemError.self) { try append("x", to: sink) }
  }

  @Test func `a non-blocking pipe that is full is waited for`() throws {
    let pipe = Pipe(isBlocking: false)
    let reading = pipe.reading
    let total = 1 << 20
    let sink = ByteSink(descriptor: pipe.writing, name: "pipe", closeOnEnd: false)
    onThread {
      // The pipe holds far less than that, so that the writer has to wait.
      var got = 0
      var block = [UInt8](repeating: 0, count: 4096)
      while got < total {
        let count = read(reading, &block, block.count)
        if count > 0 { got += count } else { sched_yield() }
      }
    }
    try append(String(repeating: "x", count: total), to: sink)
    try sink.flush()
    #expect(sink.bytesWritten == Int64(total))
  }

  @Test func `a wait ends by the wake handle, the time, or the reader going`() throws {
    let pipe = Pipe()
    let wake = try WakeHandle()
    let sink = ByteSink(descriptor: pipe.writing, name: "pipe", closeOnEnd: false)
    #expect(sink.wait(wake, milliseconds: 1) == .timedOut)
    let reading = pipe.takeReading()
    onThread { close(reading) }
    #expect(sink.wait(wake, milliseconds: -1) == .readerGone)
    wake.signal()
    #expect(sink.wait(wake, milliseconds: -1) == .woken)
  }

  @Test func `a file never loses its reader`() throws {
    let scratch = try Scratch()
    let descriptor = open(scratch("f"), O_WRONLY | O_CREAT, 0o600)
    let sink = ByteSink(descriptor: descriptor, name: "f", closeOnEnd: true)
    let wake = try WakeHandle()
    #expect(!sink.isReaderGone())
    #expect(sink.wait(wake, milliseconds: 0) == .timedOut)
    try sink.close()
  }
}
