/// The registries arranged for look-up: by the first octet, then the longest prefix first.
///
/// Most public IPv4 addresses start with an octet that no entry covers, and are done at once.
struct BlockIndex: @unchecked Sendable {
  // Unchecked because of the pointers: what they point at is written here in `init`, before anyone
  // else sees it, and never written or freed again.

  /// A prefix, in 128 bits, and what it decides.
  private struct Candidate {
    let mask: IPAddress
    let value: IPAddress
    /// The index of a block; `nil` where the address is asked for.
    let block: SpecialBlock?
  }

  /// Where the candidates of a first octet start: 256 of IPv4, 256 of IPv6, and the end.
  private let starts: UnsafePointer<UInt16>
  private let candidates: UnsafePointer<Candidate>

  static let shared = BlockIndex(RegistryEntry.all)

  private init(_ entries: [RegistryEntry]) {
    var starts: [UInt16] = [0]
    var candidates: [Candidate] = []
    let ordered = BlockIndex.longestFirst(entries).map { entry, block in
      let prefix = entry.prefix
      let slots = BlockIndex.slot(of: prefix.first)...BlockIndex.slot(of: prefix.last)
      let mask = IPAddress(bits: AddressPrefix.mask(prefix.fixedBits))
      return (slots, Candidate(mask: mask, value: prefix.first, block: block))
    }
    for slot in 0..<512 {
      for (slots, candidate) in ordered where slots.contains(slot) { candidates.append(candidate) }
      starts.append(UInt16(truncatingIfNeeded: candidates.count))
    }
    self.starts = BlockIndex.keep(starts)
    self.candidates = BlockIndex.keep(candidates)
  }

  /// The block of an address, or `nil`.
  func block(of address: IPAddress) -> SpecialBlock? {
    let slot = BlockIndex.slot(of: address)
    var index = Int(starts[slot])
    let end = Int(starts[slot &+ 1])
    while index < end {
      let candidate = candidates + index
      if (address.low ^ candidate.pointee.value.low) & candidate.pointee.mask.low == 0,
        (address.high ^ candidate.pointee.value.high) & candidate.pointee.mask.high == 0
      {
        return candidate.pointee.block
      }
      index &+= 1
    }
    return nil
  }

  /// The first octet, plus 256 for IPv6: 0 to 511 for every address, as `starts` has them.
  private static func slot(of address: IPAddress) -> Int {
    Int(
      truncatingIfNeeded: address.isIPv4
        ? address.low &>> 24 & 0xff : address.high &>> 56 | 0x100)
  }

  /// The entries, each with its block if it has one; longer prefixes before shorter.
  private static func longestFirst(
    _ entries: [RegistryEntry]
  ) -> [(entry: RegistryEntry, block: SpecialBlock?)] {
    var next: UInt8 = 0
    let numbered = entries.map { entry -> (entry: RegistryEntry, block: SpecialBlock?) in
      guard !entry.isAsked else { return (entry, nil) }
      defer { next &+= 1 }
      return (entry, SpecialBlock(index: next))
    }
    return numbered.sorted { $0.entry.prefix.fixedBits > $1.entry.prefix.fixedBits }
  }

  private static func keep<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
    let kept = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
    kept.initialize(from: elements, count: elements.count)
    return UnsafePointer(kept)
  }
}
