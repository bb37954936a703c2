import IPGeoMaxMindWriter
import Testing

@testable import IPGeoMaxMind

struct MetadataTests {
  @Test func `says what the file says`() throws {
    var writer = sampleWriter()
    writer.databaseType = "GeoLite2-City"
    writer.languages = ["en", "pt-BR"]
    writer.metadata["description"] = .map(["en": .string("A"), "de": .string("Ä")])
    writer.metadata["maker"] = .string("us")
    let metadata = try reader(writer).metadata
    #expect(metadata.databaseType == "GeoLite2-City")
    #expect(metadata.buildEpoch == 1_767_225_600)
    #expect(metadata.languages == ["en", "pt-BR"])
    #expect(metadata.descriptions == ["en": "A", "de": "Ä"])
    #expect(metadata.ipVersion == 6)
    #expect(metadata.recordSize == 28)
    #expect(metadata.minorVersion == 0)
    #expect(metadata.members["maker"] == .string("us"))
  }

  @Test func `the last marker counts`() throws {
    var writer = MaxMindWriter()
    let marker = MaxMindMetadata.marker
    writer.insert("1.0.0.0/8", .bytes(marker + [0xe0]))
    let reader = try reader(writer)
    #expect(try reader.lookUp(address("1.1.1.1")).record == .bytes(marker + [0xe0]))
  }

  @Test func `a marker further from the end than 128 KiB is none`() throws {
    let bytes = sampleWriter().bytes()
    let start = try #require(bytes.withUnsafeBytes { MaxMindMetadata.start(in: $0) })
    let room = MaxMindMetadata.maximumLength - (bytes.count - start + MaxMindMetadata.marker.count)
    _ = try MaxMindReader(bytes: bytes + [UInt8](repeating: 0, count: room))
    #expect(
      kind { _ = try MaxMindReader(bytes: bytes + [UInt8](repeating: 0, count: room + 1)) }
        == .otherFile(.cutShort))
  }

  @Test func `pointers in the metadata count from their own start`() throws {
    let bytes = sampleWriter().bytes()
    let start = try #require(bytes.withUnsafeBytes { MaxMindMetadata.start(in: $0) })
    var encoder = ValueEncoder(pointers: .least)
    let members = try MaxMindReader(bytes: bytes).metadata.members
    _ = encoder.record(
      .map(members.merging(["zz": .array([.string("database_type")])]) { $1 }))
    let metadata = try MaxMindReader(bytes: bytes[..<start] + encoder.bytes).metadata
    #expect(metadata.databaseType == "Test")
    #expect(metadata.members["zz"] == .array([.string("database_type")]))
  }

  @Test(arguments: [
    ("node_count", MaxMindValue.string("x")), ("node_count", .uint64(1 << 32)),
    ("record_size", .uint16(26)), ("record_size", .uint16(0)), ("record_size", .uint64(.max)),
    ("ip_version", .uint16(5)), ("ip_version", .int32(-4)),
  ])
  func `what look-ups need has to make sense`(name: String, value: MaxMindValue) throws {
    var writer = sampleWriter()
    writer.metadata[name] = value
    #expect(fault { _ = try reader(writer) }?.cause == .metadataMember(name))
  }

  @Test(arguments: ["node_count", "record_size", "ip_version", "binary_format_major_version"])
  func `what look-ups need has to be there`(name: String) throws {
    var writer = sampleWriter()
    writer.omittedMetadata = [name]
    #expect(fault { _ = try reader(writer) }?.cause == .metadataMember(name))
  }

  @Test(arguments: ["database_type", "build_epoch"])
  func `what they do not need may be missing until it is verified`(name: String) throws {
    var writer = sampleWriter()
    writer.omittedMetadata = [name]
    let reader = try reader(writer)
    _ = try reader.lookUp(address("1.2.3.4"))
    #expect(fault { _ = try reader.verify() }?.cause == .metadataMember(name))
  }

  @Test func `another version is not read`() throws {
    var writer = sampleWriter()
    writer.metadata["binary_format_major_version"] = .uint16(3)
    let error = #expect(throws: MaxMindError.self) { try reader(writer) }
    #expect(error?.fault?.cause == .unknownVersion(3))
    // Fetching it again would bring the same.
    #expect(
      error?.description.hasSuffix(
        "has version 3 of the MaxMind DB format, and only 2 is known: take an edition of version 2, "
          + "or a newer ipgeo") == true)
  }

  @Test func `a tree that the file cannot hold is a fault`() throws {
    var writer = sampleWriter()
    for count in [UInt32(100_000), .max] {
      writer.metadata["node_count"] = .uint32(count)
      #expect(
        fault { _ = try reader(writer) }?.cause == .treeTooLarge(nodes: UInt64(count)))
    }
  }

  @Test func `metadata that are no map are a fault`() throws {
    let marker = MaxMindMetadata.marker
    let zeros = [UInt8](repeating: 0, count: 64)
    #expect(
      fault { _ = try MaxMindReader(bytes: zeros + marker + [0xa1, 1]) }?.cause == .metadataNotMap)
    #expect(fault { _ = try MaxMindReader(bytes: zeros + marker) }?.cause == .cutShort)
  }

  @Test func `a build date is one of a database`() throws {
    for (epoch, date) in [
      (0, nil), (1, 1), (253_402_300_799, 253_402_300_799), (253_402_300_800, nil), (.max, nil),
    ] as [(UInt64, Int64?)] {
      var writer = sampleWriter()
      writer.buildEpoch = epoch
      let metadata = try MaxMindReader(bytes: writer.bytes()).metadata
      #expect(metadata.buildEpoch == epoch && metadata.builtAt == date)
    }
  }
}
