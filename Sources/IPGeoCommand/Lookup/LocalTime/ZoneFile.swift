/// A time zone as the system's files tell it (TZif, RFC 9636): what its clocks show, and when that
/// changes.
///
/// The process's own zone is left alone: to have the C library read another one, a variable of the
/// environment would have to be changed, which no other thread may be reading.
struct ZoneFile: Hashable {
  /// Longer ones are none: the largest of today have some four thousand bytes.
  static let longest = 1 << 20

  private var transitions: [Int64] = []
  /// By transition, the offset from there on.
  private var offsets: [Int64] = []
  /// The offset before the first transition.
  private var first: Int64 = 0
  /// What holds from the last transition on; nil: what it says itself.
  private var rule: ZoneRule?

  /// Reads a file's bytes; nil where they are no zone.
  init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard let old = reader.header() else { return nil }
    if old.version == 0 {
      guard read(old, &reader, size: 4) else { return nil }
      return
    }
    // The first half is for readers that know 32 bits only.
    guard reader.skip(old.length(size: 4)), let header = reader.header(),
      read(header, &reader, size: 8)
    else { return nil }
    guard let footer = reader.footer() else { return nil }
    if footer.isEmpty { return }
    guard let rule = ZoneRule(footer) else { return nil }
    self.rule = rule
  }

  /// Seconds east of UTC at an instant, in seconds since 1970.
  func offset(at instant: Int64) -> Int64 {
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low &+ high) / 2
      if transitions[middle] <= instant { low = middle &+ 1 } else { high = middle }
    }
    if low == transitions.count, let rule { return rule.offset(at: instant) }
    return low > 0 ? offsets[low &- 1] : first
  }

  private mutating func read(_ header: Header, _ reader: inout Reader, size: Int) -> Bool {
    guard header.types > 0, let times = reader.take(header.times &* size),
      let kinds = reader.take(header.times), let types = reader.take(header.types &* 6),
      reader.skip(header.tail(size: size))
    else { return false }
    var known: [Int64] = []
    for index in 0..<header.types {
      known.append(Reader.integer(types.dropFirst(index &* 6).prefix(4)))
    }
    guard let earliest = known.first else { return false }
    first = earliest
    for (index, kind) in kinds.enumerated() {
      guard Int(kind) < known.count else { return false }
      let instant = Reader.integer(times.dropFirst(index &* size).prefix(size))
      if let last = transitions.last, last >= instant { return false }
      transitions.append(instant)
      offsets.append(known[Int(kind)])
    }
    return known.allSatisfy { abs($0) <= 26 * 3600 }
  }

  private struct Header {
    var version: UInt8
    var isUTC: Int
    var isStandard: Int
    var leaps: Int
    var times: Int
    var types: Int
    var characters: Int

    /// What follows the types.
    func tail(size: Int) -> Int {
      characters &+ leaps &* (size &+ 4) &+ isStandard &+ isUTC
    }

    func length(size: Int) -> Int { times &* (size &+ 1) &+ types &* 6 &+ tail(size: size) }
  }

  private struct Reader {
    var bytes: [UInt8]
    var at = 0

    /// The next bytes; nil where there are not so many.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count >= 0, count <= bytes.count &- at else { return nil }
      defer { at &+= count }
      return bytes[at..<(at &+ count)]
    }

    mutating func skip(_ count: Int) -> Bool { take(count) != nil }

    mutating func header() -> Header? {
      guard let head = take(44), head.starts(with: Array("TZif".utf8)) else { return nil }
      let counts = (0..<6).map { Int(Self.integer(head.dropFirst(20 &+ $0 &* 4).prefix(4))) }
      // Of a file of a mebibyte none can be larger, and their sums do not overflow.
      guard counts.allSatisfy({ (0...ZoneFile.longest).contains($0) }),
        let version = head.dropFirst(4).first
      else { return nil }
      return Header(
        version: version, isUTC: counts[0], isStandard: counts[1], leaps: counts[2],
        times: counts[3], types: counts[4], characters: counts[5])
    }

    /// The rule's text, between two line ends.
    mutating func footer() -> ArraySlice<UInt8>? {
      guard take(1)?.first == 0x0A, let end = bytes[at...].firstIndex(of: 0x0A) else { return nil }
      return bytes[at..<end]
    }

    /// A number in two's complement, its first byte the most significant.
    static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
      guard let first = bytes.first else { return 0 }
      return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) {
        $0 << 8 | Int64($1)
      }
    }
  }
}
