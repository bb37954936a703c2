import IPGeoAddresses
import IPGeoMaxMindWriter
import Testing

@testable import IPGeoMaxMind

struct ValueTests {
  private static let values: [MaxMindValue] = [
    .string(""), .string("Zürich"), .string(String(repeating: "x", count: 28)),
    .string(String(repeating: "x", count: 29)), .string(String(repeating: "é", count: 142)),
    .string(String(repeating: "x", count: 65_820)), .string(String(repeating: "x", count: 65_821)),
    .string(String(repeating: "x", count: 70_000)), .double(0), .double(-77.5), .double(.infinity),
    .bytes([]), .bytes([0, 255, 1]), .uint16(0), .uint16(1), .uint16(.max), .uint32(0),
    .uint32(255), .uint32(256), .uint32(.max), .uint64(0), .uint64(1 << 40), .uint64(.max),
    .uint128(0), .uint128(1 << 100), .uint128(.max), .int32(0), .int32(7), .int32(-1),
    .int32(.min), .int32(.max), .boolean(true), .boolean(false), .float(1.5), .float(-0.25),
    .map([:]), .array([]),
    .array([.uint16(1), .array([.boolean(true), .array([.map(["a": .map(["b": .float(1)])])])])]),
    .map(Dictionary(uniqueKeysWithValues: (0..<300).map { ("key\($0)", .uint32(UInt32($0))) })),
  ]

  @Test(arguments: values)
  func `every type is read as it was written`(value: MaxMindValue) throws {
    var encoder = ValueEncoder()
    _ = encoder.record(value)
    #expect(try record(raw: encoder.bytes) == value)
  }

  @Test(arguments: [
    ([MaxMindWriter.Pointers.least], 0), ([.least], 2100), ([.least], 530_000), ([.wide], 0),
  ])
  func `pointers of each width lead to what they stand for`(
    pointers: [MaxMindWriter.Pointers], padding: Int
  ) throws {
    var writer = MaxMindWriter()
    writer.pointers = pointers[0]
    writer.padding = padding
    writer.insert("1.0.0.0/8", .map(["name": .string("somewhere"), "other": .string("name")]))
    writer.insert("2.0.0.0/8", .array([.string("somewhere"), .string("name"), .string("new")]))
    let reader = try reader(writer)
    #expect(
      try reader.lookUp(address("2.1.1.1")).record
        == .array([.string("somewhere"), .string("name"), .string("new")]))
    #expect(
      try reader.lookUp(address("1.1.1.1")).record
        == .map(["name": .string("somewhere"), "other": .string("name")]))
    let file = writer.bytes()
    let kinds = Set(
      file.indices.dropLast(5).filter { file[$0] >> 5 == 1 }.map { file[$0] >> 3 & 3 })
    let wanted: UInt8 = pointers[0] == .wide ? 3 : padding == 0 ? 0 : padding < 3000 ? 1 : 2
    #expect(kinds.contains(wanted))
  }

  @Test func `the least and the greatest target of each pointer`() throws {
    func target(_ bytes: [UInt8]) throws -> Int {
      let word = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } << UInt64(64 - 8 * bytes.count)
      return try ValueHeader(word, available: bytes.count).size
    }
    for place in [
      0, 2047, 2048, 526_335, 526_336, 134_744_063, 134_744_064, 1 << 31, (1 << 32) - 1,
    ] {
      #expect(try target(ValueEncoder.pointer(to: place)) == place)
    }
    // In the widest form the bits beside the width mean nothing.
    #expect(try target([0b0011_1101, 0, 0, 1, 0]) == 256)
  }

  @Test func `a number may be short, and none is zero`() throws {
    #expect(try record(raw: [0xa0]) == .uint16(0))
    #expect(try record(raw: [0xa1, 5]) == .uint16(5))
    #expect(try record(raw: [0xc3, 1, 0, 0]) == .uint32(65_536))
    #expect(try record(raw: [0x01, 1, 0xff]) == .int32(255))
    #expect(try record(raw: [0x04, 1, 0xff, 0xff, 0xff, 0xff]) == .int32(-1))
    #expect(try record(raw: [0x00, 1]) == .int32(0))
  }

  @Test(
    arguments: [
      ([0xa3, 0, 0, 0], MaxMindFault.Cause.wrongSize(.uint16, size: 3)),
      ([0xc5, 0, 0, 0, 0, 0], .wrongSize(.uint32, size: 5)),
      ([0x05, 1, 0, 0, 0, 0, 0], .wrongSize(.int32, size: 5)),
      ([0x09, 2] + Array(repeating: 0, count: 9), .wrongSize(.uint64, size: 9)),
      ([0x11, 3] + Array(repeating: 0, count: 17), .wrongSize(.uint128, size: 17)),
      ([0x67] + Array(repeating: 0, count: 7), .wrongSize(.double, size: 7)),
      ([0x03, 8, 0, 0, 0], .wrongSize(.float, size: 3)),
      ([0x02, 7], .wrongSize(.boolean, size: 2)),
      ([0x00, 0], .unknownType(0)), ([0x00, 5], .unknownType(12)), ([0x00, 6], .unknownType(13)),
      ([0x00, 9], .unknownType(16)), ([0x00, 255], .unknownType(255)),
      ([0x00], .cutShort), ([0x45, 0x61], .cutShort), ([0x5d], .cutShort), ([0x5e, 0], .cutShort),
      ([0x5f, 0, 0], .cutShort), ([0x20], .cutShort), ([0x38, 0, 0, 0], .cutShort),
      ([0x1f, 4, 255, 255, 255], .cutShort), ([0xff, 255, 255, 255], .cutShort),
      ([0x01, 4], .cutShort), ([0xe1, 0x41, 0x61], .cutShort), ([0xe1, 0x41], .cutShort),
      ([0x20, 5], .pointerOutOfRange(target: 5)), ([0x20, 0], .pointerToPointer),
      ([0x20, 2, 0x20, 0], .pointerToPointer), ([0xe1, 0xa0, 0xa0], .keyNotText),
      ([0x42, 0xc3, 0x28], .invalidUTF8), ([0x43, 0xed, 0xa0, 0x80], .invalidUTF8),
      ([0x48, 0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0xc3], .invalidUTF8),
      // An array that holds itself.
      ([0x01, 4, 0x20, 0], .tooDeep),
      ([0xe1, 0x41, 0x61, 0x20, 0], .tooDeep),
      // Two members of each lead to the whole.
      ([0x02, 4, 0x20, 0, 0x20, 0], .tooDeep),
    ] as [([UInt8], MaxMindFault.Cause)])
  func `what is damaged is a fault, wherever it is read`(
    bytes: [UInt8], cause: MaxMindFault.Cause
  ) throws {
    var writer = MaxMindWriter()
    writer.ipVersion = 4
    writer.insert("0.0.0.0/0", raw: bytes)
    let reader = try reader(writer)
    let found = fault { _ = try reader.lookUp(address("1.2.3.4")) }
    #expect(found?.cause == cause)
    let offset = try #require(found).offset
    #expect(reader.data.lowerBound <= offset && offset <= reader.data.upperBound)
    #expect(fault { _ = try reader.verify() }?.cause == cause)
    #expect(
      fault { _ = try reader.lookUp(address("1.2.3.4"), as: MaxMindValue.self) }?.cause == cause)
    let file = try ScratchFile(writer.bytes())
    let paged = try MaxMindReader(path: file.path, options: pagedOptions)
    #expect(fault { _ = try paged.lookUp(address("1.2.3.4")) }?.cause == cause)
    #expect(fault { _ = try paged.verify() }?.cause == cause)
  }

  @Test func `what few bytes stand for has a limit`() throws {
    // Each array holds ten pointers to the one before it.
    var bytes: [UInt8] = [0x41, 0x61]
    var last = 0
    for _ in 0..<12 {
      let start = bytes.count
      bytes += ValueEncoder.head(11, 10) + (0..<10).flatMap { _ in ValueEncoder.pointer(to: last) }
      last = start
    }
    var writer = MaxMindWriter()
    writer.ipVersion = 4
    writer.insert("0.0.0.0/1", raw: bytes)
    writer.insert("128.0.0.0/1", raw: ValueEncoder.head(11, 1) + ValueEncoder.pointer(to: last))
    let reader = try reader(writer)
    let cause = MaxMindFault.Cause.tooManyValues
    #expect(fault { _ = try reader.lookUp(address("200.2.3.4")) }?.cause == cause)
    #expect(fault { _ = try reader.verify() }?.cause == cause)
    let all = try address("200.2.3.4")
    #expect(fault { _ = try reader.lookUp(all, as: [MaxMindValue].self) }?.cause == cause)
    let file = try ScratchFile(writer.bytes())
    let paged = try MaxMindReader(path: file.path, options: pagedOptions)
    #expect(fault { _ = try paged.lookUp(all) }?.cause == cause)
  }

  @Test func `the bytes of a record have a limit`() throws {
    var encoder = ValueEncoder()
    _ = encoder.record(.string(String(repeating: "x", count: 1 << 20)))
    let start = encoder.bytes.count
    encoder.bytes += ValueEncoder.head(11, 40)
    encoder.bytes += (0..<40).flatMap { _ in ValueEncoder.pointer(to: 0) }
    var writer = MaxMindWriter()
    writer.ipVersion = 4
    writer.insert("0.0.0.0/1", raw: encoder.bytes)
    writer.insert("128.0.0.0/1", raw: ValueEncoder.head(11, 1) + ValueEncoder.pointer(to: start))
    let reader = try reader(writer)
    #expect(fault { _ = try reader.lookUp(address("200.2.3.4")) }?.cause == .tooManyBytes)
    #expect(fault { _ = try reader.verify() }?.cause == .tooManyBytes)
    #expect(try reader.lookUp(address("1.2.3.4")).record?.text?.utf8.count == 1 << 20)
  }

  @Test func `keys count as bytes of a record`() throws {
    var encoder = ValueEncoder()
    _ = encoder.record(.string(String(repeating: "x", count: 1 << 20)))
    let start = encoder.bytes.count
    encoder.bytes += ValueEncoder.head(7, 40)
    encoder.bytes += (0..<40).flatMap { _ in ValueEncoder.pointer(to: 0) + [0xa1, 1] }
    let pointer = ValueEncoder.head(11, 1) + ValueEncoder.pointer(to: start)
    var writer = MaxMindWriter()
    writer.ipVersion = 4
    writer.insert("0.0.0.0/1", raw: encoder.bytes)
    writer.insert("128.0.0.0/1", raw: pointer)
    let reader = try reader(writer)
    let all = try address("200.2.3.4")
    let cause = MaxMindFault.Cause.tooManyBytes
    #expect(fault { _ = try reader.lookUp(all) }?.cause == cause)
    #expect(fault { _ = try reader.lookUp(all, as: [[String: Int]].self) }?.cause == cause)
    let offset = try #require(try reader.find(all).recordOffset)
    #expect(fault { try reader.checkRecord(at: offset) }?.cause == cause)
    try reader.checkRecord(at: #require(reader.find(address("1.1.1.1")).recordOffset))
  }

  @Test func `levels up to the limit are read`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      (0..<depth).flatMap { _ in ValueEncoder.head(11, 1) } + [0xa1, 7]
    }
    #expect(try record(raw: nested(MaxMindLimits.depth)) != nil)
    let deeper = MaxMindLimits.depth + 1
    #expect(fault { _ = try record(raw: nested(deeper)) }?.cause == .tooDeep)
  }

  @Test func `of a key that stands twice the first one counts`() throws {
    let bytes: [UInt8] = [0xe2, 0x41, 0x61, 0xa1, 1, 0x41, 0x61, 0xa1, 2]
    let reader = try reader(raw: bytes)
    let all = try address("1.1.1.1")
    let offset = try #require(try reader.find(all).recordOffset)
    #expect(try reader.record(at: offset) == .map(["a": .uint16(1)]))
    #expect(try reader.record(at: offset, as: [String: Int].self) == ["a": 1])
    #expect(
      try reader.withRecord(at: offset) { record throws(MaxMindFault) in
        try record.member("a")?.unsigned
      } == 1)
  }

  @Test func `the writer keeps apart what Swift holds for equal`() throws {
    let forms: [MaxMindValue] = [.string("caf\u{e9}"), .string("cafe\u{301}")]
    #expect(forms[0] == forms[1])
    var writer = MaxMindWriter()
    writer.insert("0.0.0.0/0", .array(forms + [.double(0), .double(-0.0)] + forms))
    let record = try #require(reader(writer).lookUp(address("1.1.1.1")).record)
    let lengths = (0..<6).map { record[$0]?.text?.utf8.count }
    #expect(lengths == [5, 6, nil, nil, 5, 6])
    #expect(record[2]?.number?.sign == .plus && record[3]?.number?.sign == .minus)
  }
}
