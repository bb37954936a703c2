import Testing

@testable import IPGeoAddresses

@Suite struct SpecialBlockTests {
  /// Written by hand from the registries, apart from the table: the block, its name, and what its
  /// neighbours outside are (`nil`: asked about).
  static let expectations: [(String, String, before: String?, after: String?)] = [
    ("0.0.0.0/8", "this-network", nil, nil),
    ("0.0.0.0/32", "this-host-on-this-network", nil, "this-network"),
    ("10.0.0.0/8", "private-use", nil, nil),
    ("100.64.0.0/10", "shared-address-space", nil, nil),
    ("127.0.0.0/8", "loopback", nil, nil),
    ("169.254.0.0/16", "link-local", nil, nil),
    ("172.16.0.0/12", "private-use", nil, nil),
    ("192.0.0.0/24", "ietf-protocol-assignments", nil, nil),
    ("192.0.0.0/29", "ipv4-service-continuity-prefix", nil, "ipv4-dummy"),
    ("192.0.0.8/32", "ipv4-dummy", "ipv4-service-continuity-prefix", nil),
    (
      "192.0.0.170/32", "nat64-dns64-discovery", "ietf-protocol-assignments",
      "nat64-dns64-discovery"
    ),
    (
      "192.0.0.171/32", "nat64-dns64-discovery", "nat64-dns64-discovery",
      "ietf-protocol-assignments"
    ),
    ("192.0.2.0/24", "documentation", nil, nil),
    ("192.88.99.0/24", "6to4-relay-anycast", nil, nil),
    ("192.88.99.2/32", "6a44-relay-anycast", "6to4-relay-anycast", "6to4-relay-anycast"),
    ("192.168.0.0/16", "private-use", nil, nil),
    ("198.18.0.0/15", "benchmarking", nil, nil),
    ("198.51.100.0/24", "documentation", nil, nil),
    ("203.0.113.0/24", "documentation", nil, nil),
    ("224.0.0.0/4", "multicast", nil, "reserved"),
    ("240.0.0.0/4", "reserved", "multicast", nil),
    ("255.255.255.255/32", "limited-broadcast", "reserved", nil),
    ("::/128", "unspecified", nil, "loopback"),
    ("::1/128", "loopback", "unspecified", "unallocated"),
    ("64:ff9b::/96", "nat64", "unallocated", "unallocated"),
    ("64:ff9b:1::/48", "ipv4-ipv6-translat", "unallocated", "unallocated"),
    ("100::/64", "discard-only", "unallocated", "dummy-ipv6-prefix"),
    ("100:0:0:1::/64", "dummy-ipv6-prefix", "discard-only", "unallocated"),
    ("2001::/23", "ietf-protocol-assignments", nil, nil),
    ("2001::/32", "teredo", nil, "ietf-protocol-assignments"),
    ("2001:2::/48", "benchmarking", "ietf-protocol-assignments", "ietf-protocol-assignments"),
    ("2001:10::/28", "orchid", "ietf-protocol-assignments", nil),
    ("2001:db8::/32", "documentation", nil, nil),
    ("2002::/16", "6to4", nil, nil),
    ("3fff::/20", "documentation", nil, nil),
    ("5f00::/16", "segment-routing-sids", "unallocated", "unallocated"),
    ("fc00::/7", "unique-local", "unallocated", "unallocated"),
    ("fe80::/10", "link-local", "unallocated", "unallocated"),
    ("ff00::/8", "multicast", "unallocated", nil),
    ("::/3", "unallocated", nil, nil),
    ("4000::/2", "unallocated", nil, "unallocated"),
    ("8000::/1", "unallocated", "unallocated", nil),
  ]

  /// Parts of special blocks that are marked Globally Reachable, and entries that are as a whole.
  static let asked: [(String, before: String?, after: String?)] = [
    ("192.0.0.9/32", "ipv4-dummy", nil),
    ("192.0.0.10/32", nil, "ietf-protocol-assignments"),
    ("192.31.196.0/24", nil, nil), ("192.52.193.0/24", nil, nil), ("192.175.48.0/24", nil, nil),
    ("2001:1::1/128", "ietf-protocol-assignments", nil),
    ("2001:1::2/128", nil, nil),
    ("2001:1::3/128", nil, "ietf-protocol-assignments"),
    ("2001:3::/32", "ietf-protocol-assignments", "ietf-protocol-assignments"),
    ("2001:4:112::/48", "ietf-protocol-assignments", "ietf-protocol-assignments"),
    ("2001:20::/28", "orchid", nil),
    ("2001:30::/28", nil, "ietf-protocol-assignments"),
    ("2620:4f:8000::/48", nil, nil),
  ]

  @Test(arguments: expectations)
  func `answers for its edges, not for its neighbours`(
    text: String, name: String, before: String?, after: String?
  ) throws {
    let prefix = try #require(AddressPrefix(text))
    let block = try #require(SpecialBlock.all.first { $0.prefix == prefix })
    #expect(block.name == name)
    // The first or last address may belong to a longer prefix; the next tests tell which.
    if oracle(prefix.first)?.prefix == prefix { #expect(prefix.first.specialBlock == block) }
    if oracle(prefix.last)?.prefix == prefix { #expect(prefix.last.specialBlock == block) }
    try expectNeighbours(of: prefix, before: before, after: after)
  }

  @Test(arguments: asked)
  func `asks about what is marked reachable`(text: String, before: String?, after: String?) throws {
    let prefix = try #require(AddressPrefix(text))
    #expect(RegistryEntry.all.contains { $0.prefix == prefix && $0.isAsked })
    #expect(prefix.first.specialBlock == nil)
    #expect(prefix.last.specialBlock == nil)
    try expectNeighbours(of: prefix, before: before, after: after)
  }

  @Test func `every entry has an expectation`() {
    let texts = Self.expectations.map(\.0) + Self.asked.map(\.0)
    #expect(RegistryEntry.all.map { "\($0.prefix)" }.sorted() == texts.sorted())
    #expect(SpecialBlock.all.map { "\($0.prefix)" }.sorted() == Self.expectations.map(\.0).sorted())
  }

  @Test(arguments: [
    "100.63.255.255", "100.128.0.0", "192.0.0.9", "192.0.0.10", "2001:20::1", "172.32.0.1",
    "8.8.8.8", "1.0.0.127", "2001:4860:4860::8888", "2606:4700:4700::1111", "172.15.255.255",
    "223.255.255.255", "2000::", "3fff:1000::", "2003::", "1.1.1.1", "128.0.0.0", "191.255.0.1",
  ])
  func `asks about public addresses`(text: String) {
    #expect(IPAddress(text)?.specialBlock == nil)
  }

  @Test(arguments: [
    ("100.64.0.0", "shared-address-space"), ("100.127.255.255", "shared-address-space"),
    ("192.0.0.8", "ipv4-dummy"), ("192.0.2.1", "documentation"),
    ("192.88.99.1", "6to4-relay-anycast"), ("198.18.0.1", "benchmarking"),
    ("198.19.255.255", "benchmarking"), ("198.51.100.1", "documentation"),
    ("203.0.113.1", "documentation"), ("0.1.2.3", "this-network"), ("224.0.0.1", "multicast"),
    ("239.255.255.255", "multicast"), ("240.0.0.1", "reserved"),
    ("255.255.255.255", "limited-broadcast"), ("100::1", "discard-only"),
    ("2001:db8::1", "documentation"), ("3fff::1", "documentation"),
    ("5f00::1", "segment-routing-sids"), ("ff02::1", "multicast"), ("fec0::1", "unallocated"),
    ("64:ff9b::808:808", "nat64"), ("2001:2::1", "benchmarking"), ("10.0.0.1", "private-use"),
    ("172.31.255.255", "private-use"), ("192.168.1.1", "private-use"),
    ("169.254.169.254", "link-local"), ("127.0.0.1", "loopback"), ("::1", "loopback"),
    ("fe80::1", "link-local"), ("fd00::1", "unique-local"), ("2002:808:808::1", "6to4"),
    ("2001:0:101:101::f7f7:f7f7", "teredo"), ("64:ff9b::8.8.8.8", "nat64"),
    ("2002:a00:1::1", "6to4"), ("::1.2.3.4", "unallocated"), ("::ffff:10.0.0.1", "private-use"),
    ("::ffff:0:808:808", "unallocated"), ("0.0.0.0", "this-host-on-this-network"),
    ("::", "unspecified"), ("4000::", "unallocated"), ("1fff::", "unallocated"),
  ])
  func `names special addresses`(text: String, name: String) {
    #expect(IPAddress(text)?.specialBlock?.name == name)
  }

  @Test func `the longest prefix decides, for any address`() {
    var generator = SeededGenerator(seed: 13)
    for _ in 0..<4_000 {
      let entry = RegistryEntry.all[Int(generator.next() % UInt64(RegistryEntry.all.count))]
      // A random address that shares some leading bits with a block, often all of them.
      let shared = min(128, entry.prefix.fixedBits - 2 + Int(generator.next() % 24))
      let mask = AddressPrefix.mask(shared)
      let bits = entry.prefix.first.bits & mask | randomAddress(&generator).bits & ~mask
      let address = IPAddress(bits: bits)
      #expect(address.specialBlock?.prefix == oracle(address)?.prefix, "\(address)")
    }
  }

  // MARK: - The table

  @Test func `no prefix stands twice, and none has bits behind it`() {
    let prefixes = RegistryEntry.all.map(\.prefix)
    #expect(Set(prefixes).count == prefixes.count)
    #expect(prefixes.allSatisfy { AddressPrefix("\($0)") == $0 })
    #expect(prefixes.count <= 255)
  }

  @Test func `a name is its registry's in kebab case`() {
    let exceptions = [
      "192.88.99.0/24": "6to4-relay-anycast", "2001:10::/28": "orchid", "64:ff9b::/96": "nat64",
      "::/3": "unallocated", "4000::/2": "unallocated", "8000::/1": "unallocated",
    ]
    for entry in RegistryEntry.all {
      let expected = exceptions["\(entry.prefix)"] ?? kebab(entry.registryName)
      #expect(entry.name == expected)
      #expect(entry.name.allSatisfy { $0 == "-" || $0.isASCII && ($0.isLowercase || $0.isNumber) })
      #expect(!entry.name.hasPrefix("-") && !entry.name.hasSuffix("-"))
      #expect(entry.source.hasPrefix("RFC "))
    }
  }

  @Test func `an index is a block's place`() {
    for (place, block) in SpecialBlock.all.enumerated() {
      #expect(Int(block.index) == place)
      #expect(SpecialBlock(index: block.index) == block)
    }
    #expect(SpecialBlock(index: UInt8(SpecialBlock.all.count)) == nil)
    #expect(SpecialBlock(index: 255) == nil)
    #expect(IPAddress("10.0.0.1")?.specialBlock?.registryName == "Private-Use")
    #expect(IPAddress("10.0.0.1")?.specialBlock?.source == "RFC 1918")
  }

  // MARK: - Support

  /// The slow way: every entry in turn, the longest that contains the address.
  private func oracle(_ address: IPAddress) -> RegistryEntry? {
    var best: RegistryEntry?
    for entry in RegistryEntry.all {
      let prefix = entry.prefix
      guard prefix.first.isIPv4 == address.isIPv4, prefix.first <= address, address <= prefix.last
      else { continue }
      if prefix.length > best?.prefix.length ?? -1 { best = entry }
    }
    return best.flatMap { $0.isAsked ? nil : $0 }
  }

  private func expectNeighbours(
    of prefix: AddressPrefix, before: String?, after: String?
  ) throws {
    let isIPv4 = prefix.first.isIPv4
    if prefix.first.bits > 0 {
      let neighbour = IPAddress(bits: prefix.first.bits - 1)
      if neighbour.isIPv4 == isIPv4 { #expect(neighbour.specialBlock?.name == before) }
    }
    if prefix.last.bits < .max {
      let neighbour = IPAddress(bits: prefix.last.bits + 1)
      if neighbour.isIPv4 == isIPv4 { #expect(neighbour.specialBlock?.name == after) }
    }
  }

  /// The rule for names, on its own: no bracketed text, no trailing Address (Block) or Unicast.
  private func kebab(_ registryName: String) -> String {
    var text = ""
    var depth = 0
    for character in registryName.lowercased() {
      depth += character == "(" ? 1 : 0
      if depth == 0 { text.append(character.isLetter || character.isNumber ? character : " ") }
      depth -= character == ")" ? 1 : 0
    }
    var words = text.split(separator: " ")
    for tail in [["address", "block"], ["address"], ["unicast"]] where words.count > tail.count {
      if words.suffix(tail.count).map(String.init) == tail { words.removeLast(tail.count) }
    }
    return words.joined(separator: "-")
  }
}
