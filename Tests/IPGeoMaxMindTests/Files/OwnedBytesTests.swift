import IPGeoMaxMindWriter
import Testing

@testable import IPGeoMaxMind

struct OwnedBytesTests {
  private struct Failed: Error {}

  @Test func `bytes whose filling fails are freed once`() {
    for count in [1, 64, 4096, 8 << 20] {
      for _ in 0..<50 {
        // Freed twice, the second time ends the process.
        #expect(throws: Failed.self) {
          try OwnedBytes(count: count) { _ throws(Failed) in throw Failed() }
        }
      }
    }
  }

  @Test func `no room is no end`() {
    #expect(OwnedBytes(count: 1 << 60) { _ in } == nil)
    #expect(OwnedBytes(count: 0) { _ in }?.bytes.count == 0)
    #expect(OwnedBytes([1, 2, 3]).withBytes { Array($0) } == [1, 2, 3])
  }

  @Test func `a file that there is no memory for is read by pages`() throws {
    let file = try ScratchFile(sampleWriter().bytes())
    var options = ReaderOptions()
    options.allocate = { _ in nil }
    let reader = try MaxMindReader(path: file.path, options: options)
    guard case .paged = reader.file else { return #expect(Bool(false)) }
    #expect(try reader.verify() == MaxMindReader(path: file.path).verify())
  }
}
