import Foundation
import IPGeoAddresses
import IPGeoMaxMindWriter
import Testing

@testable import IPGeoMaxMind

/// Says when a file's bytes last changed.
private func setModified(_ path: String, seconds: Int, nanoseconds: Int) throws {
  let times = [timespec](repeating: timespec(tv_sec: seconds, tv_nsec: nanoseconds), count: 2)
  try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
}

/// A file is replaced, cut and removed while it is in use.
struct ChangedFileTests {
  private let writer = sampleWriter()

  @Test func `what was read whole does not change any more`() throws {
    let file = try ScratchFile(writer.bytes())
    let reader = try MaxMindReader(path: file.path)
    let wanted = try reader.lookUp(address("1.2.3.4"))
    try file.overwrite([])
    #expect(try reader.lookUp(address("1.2.3.4")) == wanted)
    #expect(try reader.verify().records == 9)
    try FileManager.default.removeItem(atPath: file.path)
    #expect(try reader.lookUp(address("1.2.3.4")) == wanted)
  }

  @Test func `a removed or replaced file is read by pages to its end`() throws {
    let file = try ScratchFile(writer.bytes())
    let reader = try MaxMindReader(path: file.path, options: pagedOptions)
    let wanted = try reader.lookUp(address("1.2.3.4"))
    var other = MaxMindWriter()
    other.insert("0.0.0.0/0", .string("another"))
    let next = try ScratchFile(other.bytes())
    try #require(rename(next.path, file.path) == 0)
    #expect(try reader.lookUp(address("1.2.3.4")) == wanted)
    try FileManager.default.removeItem(atPath: file.path)
    #expect(try reader.lookUp(address("1.2.3.4")) == wanted)
    #expect(try reader.verify().records == 9)
  }

  @Test func `a file that is cut or written over is an error of its own`() throws {
    for content in [[], Array(writer.bytes().prefix(500)), writer.bytes() + [0]] {
      let file = try ScratchFile(writer.bytes())
      let reader = try MaxMindReader(path: file.path, options: pagedOptions)
      _ = try reader.lookUp(address("1.2.3.4"))
      try file.overwrite(content)
      let error = #expect(throws: MaxMindError.self) {
        for text in ["1.2.3.4", "200.1.1.1", "fe80::1", "2a02:d1c0::"] {
          _ = try reader.lookUp(address(text))
        }
      }
      #expect(error?.fault?.cause == .changed)
      #expect(error?.description == "\(file.path) was changed while it was in use: start again")
    }
  }

  @Test func `a file that changes while it is read whole is an error of its own`() throws {
    let sound = writer.bytes()
    for content in [Array(sound.prefix(500)), Array(sound.reversed()), sound + sound] {
      let file = try ScratchFile(sound)
      var options = ReaderOptions()
      // Room is found between the look at the file's length and the reading.
      options.allocate = { [path = file.path] count in
        try? file.overwrite(content)
        try? setModified(path, seconds: 1_700_000_000, nanoseconds: 5)
        return OwnedBytes.allocate(count)
      }
      let found = fault { _ = try MaxMindReader(path: file.path, options: options) }
      #expect(found?.cause == .changed)
    }
  }

  @Test func `other bytes of the same length within a second are noticed`() throws {
    let file = try ScratchFile(writer.bytes())
    try setModified(file.path, seconds: 1_700_000_000, nanoseconds: 1_000_000)
    let reader = try MaxMindReader(path: file.path, options: pagedOptions)
    try file.overwrite(Array(writer.bytes().reversed()))
    try setModified(file.path, seconds: 1_700_000_000, nanoseconds: 5_000_000)
    #expect(fault { _ = try reader.verify() }?.cause == .changed)
  }

  @Test func `few pages and many give the same`() throws {
    let file = try ScratchFile(writer.bytes())
    let whole = try MaxMindReader(path: file.path)
    for (size, count) in [(1, 1), (7, 2), (64, 64), (1 << 14, 1)] {
      var options = pagedOptions
      (options.pageSize, options.pageCount) = (size, count)
      let paged = try MaxMindReader(path: file.path, options: options)
      var networks = whole.networks()
      while let next = try networks.next() {
        #expect(try paged.lookUp(next.network.first) == whole.lookUp(next.network.first))
      }
    }
  }

  @Test func `threads may share a reader`() async throws {
    let file = try ScratchFile(writer.bytes())
    for options in [ReaderOptions(), pagedOptions] {
      let reader = try MaxMindReader(path: file.path, options: options)
      let wanted = try reader.lookUp(address("1.2.3.4"))
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<200 {
              _ = try reader.lookUp(address("fe80::1"))
              if try reader.lookUp(address("1.2.3.4")) != wanted { return false }
            }
            return true
          }
        }
        for try await isRight in group { #expect(isRight) }
      }
    }
  }
}
