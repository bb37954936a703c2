import IPGeoAddresses
import IPGeoMaxMindWriter
import Testing

@testable import IPGeoMaxMind

struct LookupTests {
  /// Finds an address, and gives network and what the record says of it.
  private func found(_ reader: MaxMindReader, _ text: String) throws -> [String?] {
    let lookup = try reader.lookUp(address(text))
    return [lookup.network.description, lookup.record?["network"]?.text]
  }

  @Test(arguments: [24, 28, 32])
  func `finds addresses in trees of each record size`(size: Int) throws {
    let reader = try reader(sampleWriter(recordSize: size))
    #expect(reader.metadata.recordSize == size)
    #expect(try found(reader, "1.2.3.4") == ["1.2.3.0/24", "1.2.3.0/24"])
    #expect(try found(reader, "1.3.0.0") == ["1.3.0.0/16", "1.0.0.0/8"])
    #expect(try found(reader, "81.2.69.143") == ["81.2.69.142/31", "81.2.69.142/31"])
    #expect(try found(reader, "81.2.69.141") == ["81.2.69.140/31", nil])
    #expect(try found(reader, "255.255.255.255") == ["128.0.0.0/1", "128.0.0.0/1"])
    #expect(try found(reader, "2a02:d1c7::5") == ["2a02:d1c0::/29", "2a02:d1c0::/29"])
    #expect(try found(reader, "fe80::1") == ["fe80::1/128", "fe80::1/128"])
    #expect(try found(reader, "fe80::2")[1] == nil)
  }

  @Test(arguments: [24, 28, 32])
  func `an index changes nothing`(size: Int) throws {
    let bytes = sampleWriter(recordSize: size).bytes()
    let plain = try MaxMindReader(bytes: bytes)
    var options = ReaderOptions()
    options.indexedNodes = 0
    let indexed = try MaxMindReader("x", .whole(OwnedBytes(bytes)), options)
    var random = Numbers(28)
    var networks: [AddressPrefix] = []
    var all = plain.networks()
    while let next = try all.next() { networks.append(next.network) }
    var found = 0
    for number in 0..<20_000 {
      // Now within a network, now anywhere.
      let network = networks[number % networks.count]
      let (first, last) = (network.first, network.last)
      let bits = (random.next(), random.next())
      let isAnywhere = number % 4 == 0
      let address =
        network.address.isIPv4
        ? IPAddress(
          ipv4: UInt32(
            truncatingIfNeeded: isAnywhere ? bits.0 : first.low | bits.0 & (first.low ^ last.low)))
        : IPAddress(
          high: isAnywhere ? bits.0 : first.high | bits.0 & (first.high ^ last.high),
          low: isAnywhere ? bits.1 : first.low | bits.1 & (first.low ^ last.low))
      let finding = try plain.find(address)
      #expect(try finding == indexed.find(address))
      found += finding.recordOffset == nil ? 0 : 1
    }
    #expect(found > 10_000)
    for network in ["1.2.3.0", "81.2.69.142", "2001:218::1", "fe80::1", "::", "2002:0102:0304::"] {
      let address = try address(network)
      #expect(try plain.find(address) == indexed.find(address))
    }
  }

  @Test func `finds IPv4 below the aliases`() throws {
    let reader = try reader(sampleWriter())
    #expect(try found(reader, "::ffff:1.2.3.4") == ["1.2.3.0/24", "1.2.3.0/24"])
    #expect(try found(reader, "2002:102:304::1") == ["2002:102:300::/40", "1.2.3.0/24"])
    #expect(try found(reader, "2001:0:102:304::1") == ["2001:0:102:300::/56", "1.2.3.0/24"])
    #expect(try found(reader, "::1.2.3.4") == ["::102:300/120", "1.2.3.0/24"])
  }

  @Test func `has nothing for IPv6 in a database of IPv4`() throws {
    let reader = try reader(sampleWriter(ipVersion: 4))
    #expect(try found(reader, "2001:4860:4860::8888") == ["::/0", nil])
    #expect(try found(reader, "1.2.3.4") == ["1.2.3.0/24", "1.2.3.0/24"])
    #expect(try found(reader, "::ffff:1.2.3.4") == ["1.2.3.0/24", "1.2.3.0/24"])
  }

  @Test func `gives IPv4 the record of the part of the tree that it lies in`() throws {
    var writer = MaxMindWriter()
    writer.hasAliases = false
    writer.insert("::/64", .map(["network": .string("all")]))
    let reader = try reader(writer)
    #expect(try found(reader, "8.8.8.8") == ["::/64", "all"])
    #expect(try found(reader, "::5") == ["::/64", "all"])
    #expect(try found(reader, "::1:0:0:5") == ["::/64", "all"])
    #expect(try found(reader, "0:0:0:1::") == ["0:0:0:1::/64", nil])
  }

  @Test func `a tree without nodes has nothing`() throws {
    var writer = MaxMindWriter()
    writer.metadata["node_count"] = .uint32(0)
    let reader = try reader(writer)
    #expect(try reader.lookUp(address("8.8.8.8")).record == nil)
    #expect(try reader.lookUp(address("2001:db8::")).record == nil)
    var networks = reader.networks()
    #expect(try networks.next() == nil)
  }

  @Test func `networks with equal records share one offset`() throws {
    var writer = MaxMindWriter()
    for network in ["1.0.0.0/8", "3.0.0.0/8"] { writer.insert(network, .string("same")) }
    writer.insert("5.0.0.0/8", .string("other"))
    let reader = try reader(writer)
    let offsets = try ["1.1.1.1", "3.3.3.3", "5.5.5.5"].map {
      try reader.find(address($0)).recordOffset
    }
    #expect(offsets[0] != nil && offsets[0] == offsets[1] && offsets[1] != offsets[2])
    #expect(try reader.record(at: #require(offsets[1])) == .string("same"))
  }

  @Test func `a way that is longer than an address is a fault`() throws {
    var bytes = sampleWriter(recordSize: 32, ipVersion: 4).bytes()
    // Node 0 leads back to itself.
    bytes.replaceSubrange(0..<8, with: Array(repeating: 0, count: 8))
    let reader = try MaxMindReader(bytes: bytes)
    #expect(fault { _ = try reader.find(address("1.2.3.4")) }?.cause == .treeTooDeep)
    var networks = reader.networks()
    #expect(fault { _ = try networks.next() } == MaxMindFault(offset: 0, cause: .treeTooDeep))
    #expect(fault { _ = try reader.verify() } == MaxMindFault(offset: 0, cause: .treeTooDeep))
  }

  @Test func `a record that leads outside the data is a fault`() throws {
    var bytes = sampleWriter(recordSize: 32, ipVersion: 4).bytes()
    let reader = try MaxMindReader(bytes: bytes)
    for record in [reader.metadata.nodeCount + 15, UInt32(reader.data.count) + 100_000, .max] {
      bytes.replaceSubrange(0..<4, with: bigEndian(record, 4))
      let damaged = try MaxMindReader(bytes: bytes)
      let cause = MaxMindFault.Cause.recordOutOfRange(record)
      #expect(fault { _ = try damaged.lookUp(address("1.2.3.4")) }?.cause == cause)
      #expect(fault { _ = try damaged.verify() } == MaxMindFault(offset: 0, cause: cause))
    }
  }
}
