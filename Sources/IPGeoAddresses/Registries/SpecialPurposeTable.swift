/// An entry of the special-purpose registries, or one of our additions.
struct RegistryEntry: Sendable {
  let prefix: AddressPrefix
  /// The word that rows carry.
  let name: String
  /// The name in the registry.
  let registryName: String
  /// Where it comes from.
  let source: String
  /// Whether the address is asked for: marked Globally Reachable, and not one of the additions.
  let isAsked: Bool
}

extension RegistryEntry {
  /// The IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890 and its successors), as of
  /// 2026, and the additions.
  ///
  /// A name is the registry's in kebab case, without bracketed text and without a trailing Address,
  /// Address Block or Unicast. Blocks whose Globally Reachable is empty or N/A (deprecated space,
  /// Teredo, 6to4) are not marked reachable. ::ffff:0:0/96 has no row: such an address is IPv4.
  static let all: [RegistryEntry] = ipv4 + ipv6

  private static let ipv4: [RegistryEntry] = [
    v4(0, 0, 0, 0, 8, "this-network", "This network", "RFC 791"),
    v4(0, 0, 0, 0, 32, "this-host-on-this-network", "This host on this network", "RFC 1122"),
    v4(10, 0, 0, 0, 8, "private-use", "Private-Use", "RFC 1918"),
    v4(100, 64, 0, 0, 10, "shared-address-space", "Shared Address Space", "RFC 6598"),
    v4(127, 0, 0, 0, 8, "loopback", "Loopback", "RFC 1122"),
    v4(169, 254, 0, 0, 16, "link-local", "Link Local", "RFC 3927"),
    v4(172, 16, 0, 0, 12, "private-use", "Private-Use", "RFC 1918"),
    v4(192, 0, 0, 0, 24, "ietf-protocol-assignments", "IETF Protocol Assignments", "RFC 6890"),
    v4(
      192, 0, 0, 0, 29, "ipv4-service-continuity-prefix", "IPv4 Service Continuity Prefix",
      "RFC 7335"),
    v4(192, 0, 0, 8, 32, "ipv4-dummy", "IPv4 dummy address", "RFC 7600"),
    v4(
      192, 0, 0, 9, 32, "port-control-protocol-anycast", "Port Control Protocol Anycast",
      "RFC 7723", isAsked: true),
    v4(
      192, 0, 0, 10, 32, "traversal-using-relays-around-nat-anycast",
      "Traversal Using Relays around NAT Anycast", "RFC 8155", isAsked: true),
    v4(192, 0, 0, 170, 32, "nat64-dns64-discovery", "NAT64/DNS64 Discovery", "RFC 8880"),
    v4(192, 0, 0, 171, 32, "nat64-dns64-discovery", "NAT64/DNS64 Discovery", "RFC 8880"),
    v4(192, 0, 2, 0, 24, "documentation", "Documentation (TEST-NET-1)", "RFC 5737"),
    v4(192, 31, 196, 0, 24, "as112-v4", "AS112-v4", "RFC 7535", isAsked: true),
    v4(192, 52, 193, 0, 24, "amt", "AMT", "RFC 7450", isAsked: true),
    v4(
      192, 88, 99, 0, 24, "6to4-relay-anycast", "Deprecated (6to4 Relay Anycast)", "RFC 7526"),
    v4(192, 88, 99, 2, 32, "6a44-relay-anycast", "6a44-relay anycast address", "RFC 6751"),
    v4(192, 168, 0, 0, 16, "private-use", "Private-Use", "RFC 1918"),
    v4(
      192, 175, 48, 0, 24, "direct-delegation-as112-service", "Direct Delegation AS112 Service",
      "RFC 7534", isAsked: true),
    v4(198, 18, 0, 0, 15, "benchmarking", "Benchmarking", "RFC 2544"),
    v4(198, 51, 100, 0, 24, "documentation", "Documentation (TEST-NET-2)", "RFC 5737"),
    v4(203, 0, 113, 0, 24, "documentation", "Documentation (TEST-NET-3)", "RFC 5737"),
    v4(240, 0, 0, 0, 4, "reserved", "Reserved", "RFC 1112"),
    v4(255, 255, 255, 255, 32, "limited-broadcast", "Limited Broadcast", "RFC 8190"),
    // Addition: no entry of that registry, but of the IPv4 address space registry.
    v4(224, 0, 0, 0, 4, "multicast", "Multicast", "RFC 5771"),
  ]

  private static let ipv6: [RegistryEntry] = [
    v6(0, 1, 128, "loopback", "Loopback Address", "RFC 4291"),
    v6(0, 0, 128, "unspecified", "Unspecified Address", "RFC 4291"),
    // Marked reachable, but what it reaches is the embedded IPv4 address, by a translator.
    v6(0x0064_ff9b_0000_0000, 0, 96, "nat64", "IPv4-IPv6 Translat.", "RFC 6052"),
    v6(0x0064_ff9b_0001_0000, 0, 48, "ipv4-ipv6-translat", "IPv4-IPv6 Translat.", "RFC 8215"),
    v6(0x0100_0000_0000_0000, 0, 64, "discard-only", "Discard-Only Address Block", "RFC 6666"),
    v6(0x0100_0000_0000_0001, 0, 64, "dummy-ipv6-prefix", "Dummy IPv6 Prefix", "RFC 9780"),
    v6(
      0x2001_0000_0000_0000, 0, 23, "ietf-protocol-assignments", "IETF Protocol Assignments",
      "RFC 2928"),
    v6(0x2001_0000_0000_0000, 0, 32, "teredo", "TEREDO", "RFC 4380"),
    v6(
      0x2001_0001_0000_0000, 1, 128, "port-control-protocol-anycast",
      "Port Control Protocol Anycast", "RFC 7723", isAsked: true),
    v6(
      0x2001_0001_0000_0000, 2, 128, "traversal-using-relays-around-nat-anycast",
      "Traversal Using Relays around NAT Anycast", "RFC 8155", isAsked: true),
    v6(
      0x2001_0001_0000_0000, 3, 128, "dns-sd-service-registration-protocol-anycast",
      "DNS-SD Service Registration Protocol Anycast", "RFC 9665", isAsked: true),
    v6(0x2001_0002_0000_0000, 0, 48, "benchmarking", "Benchmarking", "RFC 5180"),
    v6(0x2001_0003_0000_0000, 0, 32, "amt", "AMT", "RFC 7450", isAsked: true),
    v6(0x2001_0004_0112_0000, 0, 48, "as112-v6", "AS112-v6", "RFC 7535", isAsked: true),
    v6(0x2001_0010_0000_0000, 0, 28, "orchid", "Deprecated (previously ORCHID)", "RFC 4843"),
    v6(0x2001_0020_0000_0000, 0, 28, "orchidv2", "ORCHIDv2", "RFC 7343", isAsked: true),
    v6(
      0x2001_0030_0000_0000, 0, 28, "drone-remote-id-protocol-entity-tags-prefix",
      "Drone Remote ID Protocol Entity Tags (DETs) Prefix", "RFC 9374", isAsked: true),
    v6(0x2001_0db8_0000_0000, 0, 32, "documentation", "Documentation", "RFC 3849"),
    v6(0x2002_0000_0000_0000, 0, 16, "6to4", "6to4", "RFC 3056"),
    v6(
      0x2620_004f_8000_0000, 0, 48, "direct-delegation-as112-service",
      "Direct Delegation AS112 Service", "RFC 7534", isAsked: true),
    v6(0x3fff_0000_0000_0000, 0, 20, "documentation", "Documentation", "RFC 9637"),
    v6(
      0x5f00_0000_0000_0000, 0, 16, "segment-routing-sids", "Segment Routing (SRv6) SIDs",
      "RFC 9602"),
    v6(0xfc00_0000_0000_0000, 0, 7, "unique-local", "Unique-Local", "RFC 4193"),
    v6(0xfe80_0000_0000_0000, 0, 10, "link-local", "Link-Local Unicast", "RFC 4291"),
    // Additions: of the IPv6 address space registry. The last three are all but 2000::/3.
    v6(0xff00_0000_0000_0000, 0, 8, "multicast", "Multicast", "RFC 4291"),
    v6(0x0000_0000_0000_0000, 0, 3, "unallocated", "Reserved by IETF", "RFC 4291"),
    v6(0x4000_0000_0000_0000, 0, 2, "unallocated", "Reserved by IETF", "RFC 4291"),
    v6(0x8000_0000_0000_0000, 0, 1, "unallocated", "Reserved by IETF", "RFC 4291"),
  ]

  private static func v4(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ length: Int, _ name: String,
    _ registryName: String, _ source: String, isAsked: Bool = false
  ) -> RegistryEntry {
    let address = IPAddress(ipv4: a << 24 | b << 16 | c << 8 | d)
    return RegistryEntry(
      prefix: AddressPrefix(cutting: address, fixedBits: 96 + length), name: name,
      registryName: registryName, source: source, isAsked: isAsked)
  }

  private static func v6(
    _ high: UInt64, _ low: UInt64, _ length: Int, _ name: String, _ registryName: String,
    _ source: String, isAsked: Bool = false
  ) -> RegistryEntry {
    RegistryEntry(
      prefix: AddressPrefix(cutting: IPAddress(high: high, low: low), fixedBits: length),
      name: name, registryName: registryName, source: source, isAsked: isAsked)
  }
}
