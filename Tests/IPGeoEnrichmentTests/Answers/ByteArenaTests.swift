import Testing

@testable import IPGeoEnrichment

@Suite struct ByteArenaTests {
  @Test func `what is stored stays where it is and what it was`() throws {
    var random = RandomAnswers(seed: 4)
    var arena = ByteArena()
    var stored: [(start: UnsafeRawPointer, bytes: [UInt8])] = []
    for number in 0..<3000 {
      let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: random.below(4000))
      let start = bytes.withUnsafeBytes { arena.store($0) }
      stored.append((try #require(start), bytes))
    }
    let size1 = arena.sizeInBytes
    #expect(size1 > 4 << 20)
    let isSame = stored.allSatisfy { start, bytes in
      UnsafeRawBufferPointer(start: start, count: bytes.count).elementsEqual(bytes)
    }
    #expect(isSame)
  }

  @Test func `a slab is the most that can be stored at once`() {
    var arena = ByteArena()
    let bytes = [UInt8](repeating: 7, count: ByteArena.slabSize + 1)
    bytes.withUnsafeBytes { bytes in
      let none = arena.store(bytes)
      #expect(none == nil)
      let size2 = arena.sizeInBytes
      #expect(size2 == 0)
      let most = UnsafeRawBufferPointer(rebasing: bytes.dropLast())
      let start = arena.store(most)
      #expect(start.map { $0.load(fromByteOffset: most.count - 1, as: UInt8.self) } == 7)
    }
    let size3 = arena.sizeInBytes
    #expect(size3 == ByteArena.slabSize)
  }

  @Test func `forgetting keeps one slab and uses it again`() {
    var arena = ByteArena()
    let half = [UInt8](repeating: 1, count: ByteArena.slabSize / 2 + 1)
    for _ in 0..<3 { half.withUnsafeBytes { _ = arena.store($0) } }
    let size4 = arena.sizeInBytes
    #expect(size4 == 3 * ByteArena.slabSize)
    arena.removeAll()
    let size5 = arena.sizeInBytes
    #expect(size5 == ByteArena.slabSize)
    half.withUnsafeBytes { _ = arena.store($0) }
    let size6 = arena.sizeInBytes
    #expect(size6 == ByteArena.slabSize)
  }

  @Test func `forgetting nothing is allowed`() {
    var arena = ByteArena()
    arena.removeAll()
    let empty = arena.store(UnsafeRawBufferPointer(start: nil, count: 0))
    #expect(empty != nil)
  }
}
