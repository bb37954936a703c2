import Foundation
import Testing

@testable import IPGeoByteStreams

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

private func put(_ text: String, in file: ReplacedFile) {
  _ = write(file.descriptor, text, text.utf8.count)
}

struct ReplacedFileTests {
  @Test func `the name is taken at commit, and not before`() throws {
    let scratch = try Scratch()
    let file = try ReplacedFile(path: scratch("out.csv"))
    put("rows", in: file)
    #expect(scratch.text("out.csv") == nil)
    #expect(!file.isDirect)
    try file.commit()
    #expect(scratch.text("out.csv") == "rows")
    #expect(scratch.names == ["out.csv"])
  }

  @Test func `a file that stands there keeps its bytes until commit, and its mode after`() throws {
    let scratch = try Scratch()
    try scratch.write("old", to: "out")
    chmod(scratch("out"), 0o640)
    let file = try ReplacedFile(path: scratch("out"))
    put("new", in: file)
    #expect(scratch.text("out") == "old")
    try file.commit()
    #expect(scratch.text("out") == "new")
    #expect(scratch.mode("out") == 0o640)
  }

  @Test(.enabled(if: geteuid() == 0)) func `the owner is kept where that is allowed`() throws {
    let scratch = try Scratch()
    try scratch.write("old", to: "out")
    chown(scratch("out"), 12345, 23456)
    let file = try ReplacedFile(path: scratch("out"))
    try file.commit()
    var info = stat()
    stat(scratch("out"), &info)
    #expect(info.st_uid == 12345 && info.st_gid == 23456)
  }

  @Test func `a partial result stands beside, and the next success removes it`() throws {
    let scratch = try Scratch()
    try scratch.write("old", to: "out")
    let first = try ReplacedFile(path: scratch("out"))
    put("half", in: first)
    try first.leavePartial()
    #expect(scratch.text("out") == "old")
    #expect(scratch.text("out.partial") == "half")
    #expect(ReplacedFile.partialPath(for: scratch("out")) == scratch("out.partial"))
    let second = try ReplacedFile(path: scratch("out"))
    put("whole", in: second)
    try second.commit()
    #expect(scratch.names == ["out"])
    #expect(scratch.text("out") == "whole")
  }

  @Test func `a process that ends at once leaves a partial result or nothing`() throws {
    let scratch = try Scratch()
    let file = try ReplacedFile(path: scratch("out"))
    put("half", in: file)
    file.abandon(leavingPartial: true)
    // Another thread's end comes too late, and changes nothing.
    try file.commit()
    let other = try ReplacedFile(path: scratch("failures"))
    other.abandon(leavingPartial: false)
    #expect(scratch.names == ["out.partial"])
    #expect(scratch.text("out.partial") == "half")
  }

  @Test func `what is discarded or let go leaves nothing`() throws {
    let scratch = try Scratch()
    let file = try ReplacedFile(path: scratch("a"))
    put("x", in: file)
    file.discard()
    file.discard()
    try file.commit()
    _ = try ReplacedFile(path: scratch("b"))
    #expect(scratch.names == [])
  }

  @Test func `two at once do not mix, and the last commit wins whole`() throws {
    let scratch = try Scratch()
    let first = try ReplacedFile(path: scratch("out"))
    let second = try ReplacedFile(path: scratch("out"))
    put("1111", in: first)
    put("2222", in: second)
    put("1111", in: first)
    try second.commit()
    #expect(scratch.text("out") == "2222")
    try first.commit()
    #expect(scratch.text("out") == "11111111")
    #expect(scratch.names == ["out"])
  }

  @Test func `a link stays, and what it points to is replaced`() throws {
    let scratch = try Scratch()
    mkdir(scratch("d"), 0o700)
    try scratch.write("old", to: "d/real")
    symlink("d/real", scratch("hop"))
    symlink("hop", scratch("link"))
    let file = try ReplacedFile(path: scratch("link"))
    #expect(file.path == scratch("d/real"))
    put("new", in: file)
    try file.commit()
    #expect(scratch.text("d/real") == "new")
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: scratch("link"))
    #expect(target == "hop")
    #expect(ReplacedFile.partialPath(for: scratch("link")) == scratch("d/real.partial"))
  }

  @Test func `a dangling link is filled where it points`() throws {
    let scratch = try Scratch()
    symlink("later", scratch("link"))
    let file = try ReplacedFile(path: scratch("link"))
    put("new", in: file)
    try file.commit()
    #expect(scratch.text("later") == "new")
    #expect(scratch.names == ["later", "link"])
  }

  @Test func `links in a circle, a directory, and a missing folder are refused`() throws {
    let scratch = try Scratch()
    symlink("b", scratch("a"))
    symlink("a", scratch("b"))
    #expect(throws: SystemError.self) { try ReplacedFile(path: scratch("a")) }
    #expect(throws: SystemError(code: EISDIR, operation: "write", path: scratch.path)) {
      try ReplacedFile(path: scratch.path)
    }
    let missing = SystemError(code: ENOENT, operation: "create", path: scratch("no/out"))
    #expect(throws: missing) { try ReplacedFile(path: scratch("no/out")) }
    #expect(throws: SystemError.self) { try ReplacedFile(path: "") }
    #expect(throws: SystemError.self) { try ReplacedFile(path: scratch("no/")) }
    try scratch.write("x", to: "file")
    #expect(throws: SystemError.self) { try ReplacedFile(path: scratch("file/out")) }
  }

  @Test func `a folder or a file that may not be written is refused`() async {
    await #expect(processExitsWith: .success) {
      let scratch = try Scratch()
      mkdir(scratch("closed"), 0o755)
      try scratch.write("x", to: "kept")
      chmod(scratch("kept"), 0o444)
      chmod(scratch.path, 0o777)
      if geteuid() == 0 { seteuid(65534) } else { chmod(scratch("closed"), 0o555) }
      #expect(
        throws: SystemError(code: EACCES, operation: "create", path: scratch("closed/out"))
      ) { try ReplacedFile(path: scratch("closed/out")) }
      #expect(throws: SystemError(code: EACCES, operation: "write", path: scratch("kept"))) {
        try ReplacedFile(path: scratch("kept"))
      }
    }
  }

  @Test func `a new file has the mode that the umask leaves`() async {
    await #expect(processExitsWith: .success) {
      let scratch = try Scratch()
      for (mask, mode) in [(0o027, 0o640), (0o022, 0o644), (0, 0o666)] as [(mode_t, mode_t)] {
        umask(mask)
        let file = try ReplacedFile(path: scratch("out\(mask)"))
        try file.commit()
        #expect(scratch.mode("out\(mask)") == mode)
      }
    }
  }

  @Test func `a FIFO is written straight`() throws {
    let scratch = try Scratch()
    mkfifo(scratch("fifo"), 0o600)
    let reading = open(scratch("fifo"), O_RDONLY | O_NONBLOCK)
    defer { close(reading) }
    let file = try ReplacedFile(path: scratch("fifo"))
    #expect(file.isDirect)
    put("rows", in: file)
    try file.commit()
    #expect(String(decoding: readAll(reading), as: UTF8.self) == "rows")
    #expect(scratch.names == ["fifo"])
  }

  @Test func `a device and a descriptor are written straight`() throws {
    let null = try ReplacedFile(path: "/dev/null")
    #expect(null.isDirect)
    try null.leavePartial()
    let pipe = Pipe()
    let file = try ReplacedFile(path: "/dev/fd/\(pipe.writing)")
    #expect(file.isDirect)
    put("rows", in: file)
    try file.commit()
    pipe.closeWriting()
    #expect(String(decoding: readAll(pipe.reading), as: UTF8.self) == "rows")
  }

  @Test func `a descriptor on a file shares its place in it`() throws {
    let scratch = try Scratch()
    let descriptor = open(scratch("log"), O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    _ = write(descriptor, "one ", 4)
    let file = try ReplacedFile(path: "/proc/self/fd/\(descriptor)")
    put("two", in: file)
    try file.commit()
    #expect(scratch.text("log") == "one two")
  }

  @Test func `a name of the greatest length still has a temporary and a partial one`() throws {
    let scratch = try Scratch()
    let name = String(repeating: "é", count: 127) + "x"
    let file = try ReplacedFile(path: scratch(name))
    try file.leavePartial()
    #expect(scratch.names.count == 1)
    let again = try ReplacedFile(path: scratch(name))
    try again.commit()
    #expect(scratch.names == [name])
  }

  @Test func `a failed commit can still be left as a partial result`() throws {
    let scratch = try Scratch()
    let file = try ReplacedFile(path: scratch("out"))
    put("rows", in: file)
    mkdir(scratch("out"), 0o700)
    #expect(throws: SystemError.self) { try file.commit() }
    try file.leavePartial()
    #expect(scratch.text("out.partial") == "rows")
  }
}
