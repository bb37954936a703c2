import Testing

@testable import IPGeoByteStreams

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

struct SystemTests {
  @Test func `links and hard links have the identity of their file`() throws {
    let scratch = try Scratch()
    try scratch.write("x", to: "a")
    try scratch.write("x", to: "b")
    symlink("a", scratch("soft"))
    link(scratch("a"), scratch("hard"))
    let identity = try #require(FileIdentity.of(path: scratch("a")))
    #expect(FileIdentity.of(path: scratch("soft")) == identity)
    #expect(FileIdentity.of(path: scratch("hard")) == identity)
    #expect(FileIdentity.of(path: scratch("b")) != identity)
    #expect(FileIdentity.of(path: scratch("none")) == nil)
    let source = try ByteSource(path: scratch("hard"))
    #expect(FileIdentity.of(descriptor: source.descriptor) == identity)
    #expect(FileIdentity.of(descriptor: 999_999) == nil)
  }

  @Test func `the clocks run forward and tell today`() {
    let first = Clock.boottimeNanoseconds()
    let second = Clock.boottimeNanoseconds()
    #expect(first > 0 && second >= first)
    #expect(abs(Clock.wallSeconds() - Int64(time(nil))) <= 1)
  }

  @Test func `closed standard streams read as empty and refuse to be written`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      for number in Int32(0)...2 { close(number) }
      StandardStreams.openMissing()
      var byte: UInt8 = 0
      var isRight = read(0, &byte, 1) == 0
      for number in Int32(1)...2 {
        isRight = isRight && write(number, &byte, 1) == -1 && errno == EBADF
      }
      // The next file must not get a low number.
      isRight = isRight && open("/dev/null", O_RDONLY) > 2
      exit(isRight ? 7 : 8)
    }
  }

  @Test func `open standard streams stay what they are`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let before = (0...2).map { FileIdentity.of(descriptor: $0) }
      StandardStreams.openMissing()
      exit(before == (0...2).map { FileIdentity.of(descriptor: $0) } ? 7 : 8)
    }
  }
}
