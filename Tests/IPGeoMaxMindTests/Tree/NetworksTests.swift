import IPGeoAddresses
import IPGeoMaxMindWriter
import Testing

@testable import IPGeoMaxMind

/// The networks of an iteration, as text.
func all(_ networks: consuming Networks) throws -> [String] {
  var found: [String] = []
  while let next = try networks.next() { found.append(next.network.description) }
  return found
}

private func prefix(_ text: String) throws -> AddressPrefix {
  try #require(AddressPrefix(text) as AddressPrefix?)
}

struct NetworksTests {
  private let sample = [
    "1.0.0.0/15", "1.2.0.0/23", "1.2.2.0/24", "1.2.3.0/24",
  ]

  @Test(arguments: [24, 28, 32])
  func `come in order, IPv4 first, aliases left out`(size: Int) throws {
    let found = try all(reader(sampleWriter(recordSize: size)).networks())
    #expect(Array(found.prefix(4)) == sample)
    #expect(
      Array(found.suffix(7)) == [
        "81.2.69.142/31", "81.2.69.144/28", "128.0.0.0/1", "2001:218::/32", "2a02:d1c0::/29",
        "2c0f:fff0::/48", "fe80::1/128",
      ])
    #expect(found.filter { $0.hasPrefix("1.") }.count == 17)
  }

  @Test func `are those within a network`() throws {
    let reader = try reader(sampleWriter())
    func within(_ text: String) throws -> [String] {
      try all(reader.networks(within: prefix(text)))
    }
    #expect(try within("81.0.0.0/8") == ["81.2.69.142/31", "81.2.69.144/28"])
    #expect(try within("1.2.3.128/25") == ["1.2.3.0/24"])
    #expect(try within("9.0.0.0/8").isEmpty)
    #expect(try within("2000::/3") == ["2001:218::/32", "2a02:d1c0::/29", "2c0f:fff0::/48"])
    #expect(try within("2002::/16").isEmpty)
    #expect(try within("::/0") == all(reader.networks()))
    let narrow = try MaxMindReader(bytes: sampleWriter(ipVersion: 4).bytes())
    #expect(try all(narrow.networks(within: prefix("2000::/3"))).isEmpty)
    #expect(
      try all(narrow.networks(within: prefix("0.0.0.0/0")))
        == all(narrow.networks()))
  }

  @Test func `have the record that a look-up finds`() throws {
    let reader = try reader(sampleWriter())
    var networks = reader.networks()
    while let next = try networks.next() {
      let first = try reader.find(next.network.first)
      #expect(first.recordOffset == next.recordOffset)
      #expect(first.network == next.network)
      #expect(try reader.find(next.network.last).recordOffset == next.recordOffset)
    }
  }

  @Test func `a larger part of the tree that IPv4 lies in is one of IPv6`() throws {
    var writer = MaxMindWriter()
    writer.hasAliases = false
    writer.insert("::/64", .string("all"))
    #expect(try all(reader(writer).networks()) == ["::/64"])
  }

  @Test func `a tree of few nodes and endless ways is a fault`() throws {
    // 100 nodes, both sides of each lead to the next, and there is no record.
    var file: [UInt8] = []
    for node in 1...100 { file += bigEndian(node, 4) + bigEndian(node, 4) }
    var writer = MaxMindWriter()
    writer.recordSize = 32
    writer.hasAliases = false
    writer.metadata["node_count"] = .uint32(100)
    let reader = try MaxMindReader(bytes: file + writer.bytes().dropFirst(8))
    #expect(fault { _ = try all(reader.networks()) }?.cause == .treeTooWide)
    // Every node is looked at once.
    #expect(try reader.verify().nodes == 100)
  }

  @Test func `within an alias there is nothing`() throws {
    let reader = try reader(sampleWriter())
    for text in [
      "2002:102::/32", "2002:102:300::/40", "2001:0:102::/48", "2001::/32", "2001:0:102:300::/56",
    ] {
      #expect(try all(reader.networks(within: prefix(text))).isEmpty, "\(text)")
    }
    #expect(try all(reader.networks(within: prefix("2001::/16"))) == ["2001:218::/32"])
  }

  @Test func `aliases of IPv4 that is one record are passed over`() throws {
    var writer = MaxMindWriter()
    writer.recordSize = 32
    writer.hasAliases = false
    writer.insert("::/96", .string("all of IPv4"))
    writer.insert("2001::/32", .string("all of IPv4"))
    writer.insert("2002::/16", .string("all of IPv4"))
    writer.insert("2a00::/16", .string("all of IPv4"))
    let reader = try reader(writer)
    #expect(try all(reader.networks()) == ["0.0.0.0/0", "2a00::/16"])
    #expect(try all(reader.networks(within: prefix("2002:102::/32"))).isEmpty)
    #expect(try all(reader.networks(within: prefix("2a00::/12"))) == ["2a00::/16"])
  }

  @Test func `behind an error there is nothing more`() throws {
    var bytes = sampleWriter(recordSize: 32, ipVersion: 4).bytes()
    bytes.replaceSubrange(0..<4, with: bigEndian(UInt32.max, 4))
    var networks = try MaxMindReader(bytes: bytes).networks()
    #expect(fault { _ = try networks.next() }?.cause == .recordOutOfRange(.max))
    #expect(try networks.next() == nil)
  }
}
