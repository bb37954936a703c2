import IPGeoAddresses
import IPGeoMaxMindWriter
import Testing

@testable import IPGeoMaxMind

struct CursorTests {
  private let writer: MaxMindWriter = {
    var writer = sampleWriter()
    writer.insert(
      "9.0.0.0/8",
      .map([
        "u16": .uint16(16), "u32": .uint32(32), "u64": .uint64(.max), "u128": .uint128(1 << 100),
        "i32": .int32(-5), "double": .double(1.25), "float": .float(0.5), "yes": .boolean(true),
        "bytes": .bytes([1, 2]), "text": .string("Zürich"),
        "list": .array([.uint16(1), .uint16(2), .uint16(3)]), "1": .string("one"),
      ]))
    return writer
  }()

  /// What `body` makes of the record of 9.0.0.0/8, of a file held whole and of one read by pages.
  private func both<Result: Equatable>(
    _ text: String = "9.1.1.1", _ body: (RecordCursor) throws(MaxMindFault) -> Result
  ) throws -> Result {
    let whole = try reader(writer)
    let file = try ScratchFile(writer.bytes())
    let paged = try MaxMindReader(path: file.path, options: pagedOptions)
    let offset = try #require(try whole.find(address(text)).recordOffset)
    #expect(try paged.find(address(text)).recordOffset == offset)
    let result = try whole.withRecord(at: offset, body)
    #expect(try paged.withRecord(at: offset, body) == result)
    return result
  }

  private func text(_ bytes: UnsafeRawBufferPointer?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `goes along keys and places`() throws {
    #expect(
      try both("1.2.3.4") { record throws(MaxMindFault) in
        try text(record.member("city")?.member("names")?.member("en")?.text)
      } == "Springfield")
    for (path, wanted) in [
      ("city.names.de", "Springfeld"), ("subdivisions.0.iso_code", "IL"),
      ("subdivisions.1.iso_code", nil), ("subdivisions.x", nil), ("city.names.fr", nil),
      ("city.names.en.more", nil), ("nothing", nil), ("network", "1.2.3.0/24"),
    ] as [(RecordPath, String?)] {
      #expect(
        try both("1.2.3.4") { record throws(MaxMindFault) in
          try text(record.value(at: path)?.text)
        } == wanted, "\(path)")
    }
    #expect(
      try both { record throws(MaxMindFault) in try text(record.value(at: "1")?.text) } == "one")
    #expect(RecordPath(["a.b", "c"]).steps.count == 2)
  }

  @Test func `gives each type, and nothing for others`() throws {
    #expect(try both { record throws(MaxMindFault) in try record.member("u16")?.unsigned } == 16)
    #expect(try both { record throws(MaxMindFault) in try record.member("u64")?.unsigned } == .max)
    #expect(try both { record throws(MaxMindFault) in try record.member("u128")?.unsigned } == nil)
    #expect(try both { record throws(MaxMindFault) in try record.member("u128")?.wide } == 1 << 100)
    #expect(try both { record throws(MaxMindFault) in try record.member("i32")?.int32 } == -5)
    #expect(try both { record throws(MaxMindFault) in try record.member("i32")?.unsigned } == nil)
    #expect(try both { record throws(MaxMindFault) in try record.member("i32")?.wide } == nil)
    #expect(try both { record throws(MaxMindFault) in try record.member("double")?.double } == 1.25)
    #expect(try both { record throws(MaxMindFault) in try record.member("float")?.double } == 0.5)
    #expect(try both { record throws(MaxMindFault) in try record.member("float")?.float } == 0.5)
    #expect(try both { record throws(MaxMindFault) in try record.member("double")?.float } == nil)
    #expect(try both { record throws(MaxMindFault) in try record.member("yes")?.boolean } == true)
    #expect(try both { record throws(MaxMindFault) in try record.member("u16")?.boolean } == nil)
    #expect(try both { record throws(MaxMindFault) in try record.member("u16")?.text == nil })
    #expect(
      try both { record throws(MaxMindFault) in try record.member("bytes")?.bytes.map(Array.init) }
        == [1, 2])
    #expect(
      try both { record throws(MaxMindFault) in try text(record.member("text")?.text) } == "Zürich")
    #expect(
      try both { record throws(MaxMindFault) in try record.member("list")?.member("a") == nil })
    #expect(try both { record throws(MaxMindFault) in try record.element(0) == nil })
  }

  @Test func `goes through members and elements in order`() throws {
    let keys = try both { record throws(MaxMindFault) in
      var keys: [String?] = []
      var members = record.members
      while let (key, value) = try members.next() { keys.append(text(key)! + " \(value.type)") }
      return keys
    }
    #expect(
      keys == [
        "1 string", "bytes bytes", "double double", "float float", "i32 int32", "list array",
        "text string", "u128 uint128", "u16 uint16", "u32 uint32", "u64 uint64", "yes boolean",
      ])
    let numbers = try both { record throws(MaxMindFault) in
      var numbers: [UInt64?] = []
      guard let list = try record.member("list") else { return numbers }
      var elements = list.elements
      while let next = try elements.next() { numbers.append(next.unsigned) }
      return numbers
    }
    #expect(numbers == [1, 2, 3])
    #expect(try both { record throws(MaxMindFault) in try record.member("list")?.count } == 3)
  }
}
