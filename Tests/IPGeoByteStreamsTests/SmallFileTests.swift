import Foundation
import Testing

@testable import IPGeoByteStreams

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

struct SmallFileTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func put(
    _ text: String, at path: String, mode: UInt32? = nil, isFirst: Bool = true
  ) throws {
    var content = ByteBuffer()
    content.append(text)
    try SmallFile.replace(path, with: content, mode: mode, isFirst: isFirst)
  }

  @Test func `takes the place of the old one, and leaves nothing beside`() throws {
    try put("one", at: scratch("s"))
    #expect(scratch.text("s") == "one")
    let reader = open(scratch("s"), O_RDONLY)
    defer { close(reader) }
    try put("", at: scratch("s"))
    #expect(scratch.text("s") == "")
    #expect(String(decoding: readAll(reader), as: UTF8.self) == "one")
    #expect(scratch.names == ["s"])
  }

  @Test func `has the mode it is given, whatever the umask and the old file's`() async {
    await #expect(processExitsWith: .success) {
      let scratch = try Scratch()
      umask(0o077)
      let none = ByteBuffer()
      try SmallFile.replace(scratch("plain"), with: none)
      #expect(scratch.mode("plain") == 0o600)
      try SmallFile.replace(scratch("open"), with: none, mode: 0o644)
      #expect(scratch.mode("open") == 0o644)
      chmod(scratch("open"), 0o600)
      try SmallFile.replace(scratch("open"), with: none)
      #expect(scratch.mode("open") == 0o600)
      try SmallFile.replace(scratch("open"), with: none, mode: 0o644)
      #expect(scratch.mode("open") == 0o644)
    }
  }

  @Test func `looks for stale ones when told to, and leaves a partial result of that name`() throws
  {
    try scratch.write("left", to: ".s.tmp-2000000000-abc")
    try scratch.write("mine", to: "s.partial")
    try put("x", at: scratch("s"), isFirst: false)
    #expect(scratch.names.count == 3)
    try put("x", at: scratch("s"))
    #expect(scratch.names == ["s", "s.partial"])
  }

  @Test func `fills what a link leads to`() throws {
    symlink("real", scratch("link"))
    try put("x", at: scratch("link"))
    #expect(scratch.text("real") == "x")
  }

  @Test func `never waits for a FIFO`() throws {
    mkfifo(scratch("fifo"), 0o600)
    #expect(throws: SystemError(code: ENXIO, operation: "open", path: scratch("fifo"))) {
      try put("x", at: scratch("fifo"))
    }
    let reading = open(scratch("fifo"), O_RDONLY | O_NONBLOCK)
    defer { close(reading) }
    try put("rows", at: scratch("fifo"))
    #expect(String(decoding: readAll(reading), as: UTF8.self) == "rows")
    #expect(try SmallFile.read(scratch("fifo"), limit: 10) == nil)
  }

  @Test func `says what cannot be written, and leaves nothing`() throws {
    #expect(throws: SystemError(code: ENOENT, operation: "create", path: scratch("no/s"))) {
      try put("x", at: scratch("no/s"))
    }
    #expect(throws: SystemError(code: EISDIR, operation: "write", path: scratch.path)) {
      try put("x", at: scratch.path)
    }
    if FileManager.default.fileExists(atPath: "/dev/full") {
      #expect(throws: SystemError(code: ENOSPC, operation: "write", path: "/dev/full")) {
        try put("x", at: "/dev/full")
      }
    }
    #expect(scratch.names == [])
  }

  @Test func `reads a regular file up to its limit`() throws {
    try scratch.write("12345", to: "s")
    #expect(try SmallFile.read(scratch("s"), limit: 5) == Array("12345".utf8))
    #expect(try SmallFile.read(scratch("s"), limit: 4) == nil)
    #expect(try SmallFile.read(scratch.path, limit: 4) == nil)
    #expect(try SmallFile.read("/dev/zero", limit: 4) == nil)
    #expect(throws: SystemError(code: ENOENT, operation: "open", path: scratch("none"))) {
      try SmallFile.read(scratch("none"), limit: 4)
    }
  }
}
