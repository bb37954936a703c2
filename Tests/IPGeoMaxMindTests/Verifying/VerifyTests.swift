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
    let treeLength = try reader(writer).tree.treeLength
    writer.separator[9] = 1
    let expected = MaxMindFault(offset: treeLength + 9, cause: .separatorNotZero)
    #expect(fault { _ = try reader(writer) } == expected)
    let file = try ScratchFile(writer.bytes())
    #expect(fault { _ = try MaxMindReader(path: file.path, options: pagedOptions) } == expected)
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

  @Test func `what records share is verified once, and surveyed within a limit`() throws {
    // Text of a megabyte, and some hundred records that each have it thirty times.
    var encoder = ValueEncoder()
    _ = encoder.record(.string(String(repeating: "x", count: 1 << 20)))
    var writer = MaxMindWriter()
    writer.ipVersion = 4
    writer.insert("0.0.0.0/8", raw: encoder.bytes)
    let list = ValueEncoder.head(11, 30) + (0..<30).flatMap { _ in ValueEncoder.pointer(to: 0) }
    for number in 1...100 { writer.insert("\(number).0.0.0/8", raw: list) }
    #expect(try reader(writer).verify().records == 101)
    #expect(fault { _ = try reader(writer).survey() }?.cause == .tooMuchShared)
  }

  @Test func `few bytes that are any number of long records have a limit`() throws {
    // Wherever three bytes start, there is a text of 32 KB: all of them would be a gigabyte.
    let bytes = (0..<33_000).flatMap { _ in [0x5e, 0x7f, 0x7f] as [UInt8] }
    bytes.withUnsafeBytes { bytes in
      let section = DataSection(bytes: bytes, fileOffset: 0)
      for notedBits in [nil, 16] as [UInt32?] {
        var checker = RecordChecker(dataLength: bytes.count, notedBits: notedBits)
        func look(_ number: Int) -> MaxMindFault.Cause? {
          do throws(MaxMindFault) { try checker.check(section, at: number * 3) } catch {
            return error.cause
          }
          return nil
        }
        #expect((0..<2000).allSatisfy { look($0) == nil })
        #expect((2000..<4000).contains { look($0) == .tooMuchShared })
        #expect(look(4001) == .tooMuchShared)
      }
    }
  }

  @Test func `what was seen before is no deeper and no smaller than it is`() throws {
    // Sixty levels, and what leads to them from eight.
    let deep = Array(repeating: ValueEncoder.head(11, 1), count: 60).joined() + [0xa1, 7]
    let lists = { (count: Int) -> [UInt8] in
      Array(Array(repeating: ValueEncoder.head(11, 1), count: count).joined())
    }
    var writer = MaxMindWriter()
    writer.ipVersion = 4
    writer.insert("0.0.0.0/8", raw: Array(deep))
    writer.insert("1.0.0.0/8", raw: lists(4) + ValueEncoder.pointer(to: 0))
    #expect(try reader(writer).verify().records == 2)
    writer.insert("2.0.0.0/8", raw: lists(5) + ValueEncoder.pointer(to: 0))
    #expect(fault { _ = try reader(writer).verify() }?.cause == .tooDeep)
    // A map is no key, also where it was seen.
    var keys = MaxMindWriter()
    keys.ipVersion = 4
    keys.insert("0.0.0.0/8", raw: [0xe1, 0x41, 0x61, 0x41, 0x62])
    keys.insert("1.0.0.0/8", raw: ValueEncoder.head(11, 1) + ValueEncoder.pointer(to: 0))
    keys.insert("2.0.0.0/8", raw: [0xe1] + ValueEncoder.pointer(to: 0) + [0xa1, 1])
    #expect(fault { _ = try reader(keys).verify() }?.cause == .keyNotText)
  }
}
