import IPGeoMaxMindWriter
import Testing

@testable import IPGeoMaxMind

struct VerifyTests {
  @Test(arguments: [24, 28, 32])
  func `a sound file has no fault`(size: Int) throws {
    let writer = sampleWriter(recordSize: size)
    let seen = try reader(writer).verify()
    #expect(seen.records == 9)
    let networks = try all(reader(writer).networks())
    #expect(seen.networks == networks.count)
    #expect(seen.nodes == Int(try reader(writer).metadata.nodeCount))
    let file = try ScratchFile(writer.bytes())
    #expect(try MaxMindReader(path: file.path, options: pagedOptions).verify() == seen)
  }

  @Test func `bytes between tree and data are a fault`() throws {
    var writer = sampleWriter()
    writer.separator[9] = 1
    let reader = try reader(writer)
    #expect(
      fault { _ = try reader.verify() }
        == MaxMindFault(offset: reader.tree.treeLength + 9, cause: .separatorNotZero))
  }

  @Test func `a fault names the place of the file`() throws {
    var writer = MaxMindWriter()
    writer.insert("1.0.0.0/8", .string("sound"))
    writer.insert("2.0.0.0/8", raw: [0xe1, 0x41, 0x61, 0x42, 0xff, 0xff])
    let bytes = writer.bytes()
    let place = try #require(bytes.firstIndex(of: 0xff))
    #expect(
      fault { _ = try MaxMindReader(bytes: bytes).verify() }
        == MaxMindFault(offset: place, cause: .invalidUTF8))
  }

  @Test func `a subtree that two ways of different length lead to is looked at from both`() throws {
    // A tree of IPv4: a way of 32 nodes whose last record leads to data; node 0's right side leads
    // to node 2, which is sound, or with a way of its own one bit longer.
    func tree(_ right: (Int) -> UInt32, count: Int) -> [UInt8] {
      (0..<count).flatMap { node in
        bigEndian(node + 1 < count ? UInt32(node + 1) : UInt32(count), 4)
          + bigEndian(right(node), 4)
      }
    }
    func file(_ tree: [UInt8]) -> [UInt8] {
      var writer = MaxMindWriter()
      writer.recordSize = 32
      writer.ipVersion = 4
      writer.metadata["node_count"] = .uint32(UInt32(tree.count / 8))
      return tree + writer.bytes().dropFirst(8)
    }
    let none = UInt32(32)
    let sound = file(tree({ $0 == 0 ? 2 : none }, count: 32))
    #expect(try MaxMindReader(bytes: sound).verify().nodes == 32)
    let longer = file(tree({ $0 == 31 ? 31 : none }, count: 32))
    #expect(fault { _ = try MaxMindReader(bytes: longer).verify() }?.cause == .treeTooDeep)
    // Node 0 leads to 1 on the left, and from node 1's right to 2: two ways, one bit apart.
    let shared = file(tree({ $0 == 1 ? 31 : none }, count: 32))
    #expect(try MaxMindReader(bytes: shared).verify().nodes == 32)
    let late = file(tree({ $0 == 30 ? 2 : none }, count: 32))
    #expect(fault { _ = try MaxMindReader(bytes: late).verify() }?.cause == .treeTooDeep)
  }

  @Test func `records that share without end are a fault`() throws {
    // Text of a megabyte, and some hundred records that each have it thirty times.
    var encoder = ValueEncoder()
    _ = encoder.record(.string(String(repeating: "x", count: 1 << 20)))
    var writer = MaxMindWriter()
    writer.ipVersion = 4
    writer.insert("0.0.0.0/8", raw: encoder.bytes)
    let list = ValueEncoder.head(11, 30) + (0..<30).flatMap { _ in ValueEncoder.pointer(to: 0) }
    for number in 1...100 { writer.insert("\(number).0.0.0/8", raw: list) }
    #expect(fault { _ = try reader(writer).verify() }?.cause == .tooMuchShared)
  }
}
