internal import IPGeoAddresses

/// What the spellings of addresses that came by lately were read as.
///
/// A log names the same clients over and over: comparing a spelling with one that is known takes a
/// third of the time of reading IPv4, and a tenth of that of IPv6. Direct-mapped: a new spelling
/// takes the place of another, so that memory is bounded and nothing is searched. Where spellings
/// hardly recur it rests, and looks again now and then. One thread uses a memo.
final class SpellingMemo {
  /// A spelling of at most 40 bytes by five words of it, which overlap, and its length.
  private struct Entry {
    var words: (UInt64, UInt64, UInt64, UInt64, UInt64)
    /// Shifted up by one; the lowest bit says whether the spelling is canonical.
    ///
    /// 0 is no entry.
    var length: UInt64
    var address: IPAddress

    static var none: Entry {
      Entry(words: (0, 0, 0, 0, 0), length: 0, address: IPAddress(high: 0, low: 0))
    }
  }

  /// With 64 bytes each they fill half of the cache next to a core.
  private static let countLog2: UInt64 = 13
  /// The longest spelling that is kept; so many bytes are looked at from its start.
  private static let longest = 40
  /// So many spellings are looked up before the memo judges itself.
  private static let trial = 4096
  /// After a trial in which fewer than a quarter were known, it rests for so many.
  private static let rest = 64 * trial

  private let entries: UnsafeMutablePointer<Entry>
  /// How many look-ups of the trial, or of the rest, are still to come.
  private var ahead = trial
  private var missed = 0
  private(set) var isResting = false

  init() {
    let count = 1 << Self.countLog2
    // From the start of a cache line each, which an allocation does not promise by itself.
    entries = UnsafeMutableRawPointer.allocate(
      byteCount: count * MemoryLayout<Entry>.stride, alignment: 64
    ).bindMemory(to: Entry.self, capacity: count)
    entries.initialize(repeating: .none, count: count)
  }

  deinit { entries.deallocate() }

  /// Reads an address as `IPAddress.read` does.
  /// - Parameters:
  ///   - text: The spelling's place in `bytes`.
  ///   - bytes: What surrounds it; what follows the spelling is loaded, and not looked at.
  /// - Returns: The address, and whether the spelling is its canonical one; `nil` for other text.
  @inline(__always)
  func read(
    _ text: Range<Int>, in bytes: UnsafeRawBufferPointer
  ) -> (address: IPAddress, isCanonical: Bool)? {
    guard let base = bytes.baseAddress, bytes.count &- text.lowerBound >= Self.longest,
      text.count <= Self.longest, text.count > 1, isAwake()
    else { return IPAddress.read(UnsafeRawBufferPointer(rebasing: bytes[text])) }
    let start = base + text.lowerBound
    return text.count < 16 ? readShort(start, text.count) : readLong(start, text.count)
  }

  /// Counts a look-up; false while the memo rests.
  @inline(__always)
  private func isAwake() -> Bool {
    ahead &-= 1
    if ahead < 0 { judge() }
    return !isResting
  }

  @inline(never)
  private func judge() {
    isResting = !isResting && missed > Self.trial / 4 * 3
    ahead = isResting ? Self.rest : Self.trial
    missed = 0
  }

  /// A spelling of 2 to 15 bytes: two words tell it.
  @inline(__always)
  private func readShort(
    _ start: UnsafeRawPointer, _ length: Int
  ) -> (address: IPAddress, isCanonical: Bool)? {
    let bits = UInt64(truncatingIfNeeded: 8 &* length)
    let (first, second) = (PlainLine.word(start, 0), PlainLine.word(start, 8))
    // Shifts by 64 and more leave nothing.
    let words = (first & ~(~0 << bits), length > 8 ? second & ~(~0 << (bits &- 64)) : 0)
    let entry = entry(words.0, words.1)
    if entry.pointee.words.0 == words.0, entry.pointee.words.1 == words.1,
      entry.pointee.length &>> 1 == UInt64(truncatingIfNeeded: length)
    {
      return (entry.pointee.address, entry.pointee.length & 1 != 0)
    }
    return keep(start, length, (words.0, words.1, 0, 0, 0), at: entry)
  }

  /// A spelling of 16 to 40 bytes: the first two words, the last two, and one from its middle leave
  /// no byte out.
  @inline(__always)
  private func readLong(
    _ start: UnsafeRawPointer, _ length: Int
  ) -> (address: IPAddress, isCanonical: Bool)? {
    let words = (
      PlainLine.word(start, 0), PlainLine.word(start, 8), PlainLine.word(start, length &- 16),
      PlainLine.word(start, length &- 8), PlainLine.word(start, length &>> 1 &- 4)
    )
    let entry = entry(words.0 ^ words.3, words.1 ^ words.2)
    let kept = entry.pointee.words
    if (kept.0 ^ words.0) | (kept.1 ^ words.1) | (kept.2 ^ words.2) | (kept.3 ^ words.3)
      | (kept.4 ^ words.4) == 0,
      entry.pointee.length &>> 1 == UInt64(truncatingIfNeeded: length)
    {
      return (entry.pointee.address, entry.pointee.length & 1 != 0)
    }
    return keep(start, length, words, at: entry)
  }

  @inline(__always)
  private func entry(_ one: UInt64, _ other: UInt64) -> UnsafeMutablePointer<Entry> {
    let hash = one &* 0x9E37_79B9_7F4A_7C15 ^ other &* 0xFF51_AFD7_ED55_8CCD
    return entries + Int(truncatingIfNeeded: hash &>> (64 &- Self.countLog2))
  }

  private func keep(
    _ start: UnsafeRawPointer, _ length: Int, _ words: (UInt64, UInt64, UInt64, UInt64, UInt64),
    at entry: UnsafeMutablePointer<Entry>
  ) -> (address: IPAddress, isCanonical: Bool)? {
    missed &+= 1
    let text = UnsafeRawBufferPointer(start: start, count: length)
    guard let read = IPAddress.read(text) else { return nil }
    entry.pointee = Entry(
      words: words, length: UInt64(truncatingIfNeeded: length) &<< 1 | (read.isCanonical ? 1 : 0),
      address: read.address)
    return read
  }
}
