import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Rendered rows of the addresses that came by lately, by number.
///
/// Direct-mapped: numbers are given in order of first sight, so the addresses of a busy log fill it
/// without collisions. When its bytes are used up it starts afresh; what rows take is bounded
/// either way. Beside them stand sixteen bytes for each number of what addresses share, up to the
/// highest that was kept: these grow with the different records of a database that a run has met,
/// as do the numbers themselves and what the board keeps of each.
struct RowCache: ~Copyable {
  private struct Entry {
    var number: UInt32
    /// How many bytes its segments are together.
    var length: UInt32
    /// Where the row is kept; `nil` in an empty entry.
    var place: UnsafeRawPointer?
    static var none: Entry { Entry(number: 0, length: 0, place: nil) }
  }

  static let entryCount = 1 << 18
  private let entries: UnsafeMutablePointer<Entry>
  /// Rows that addresses share, by the number of what they share.
  private var shared: [Entry] = []
  private var arena = ByteArena(usesHugePages: true)
  private let bound: Int
  private let segmentCount: Int
  private var joined = ByteBuffer(capacity: 1024)

  /// - Parameters:
  ///   - segmentCount: How many segments a prepared row has.
  ///   - bound: Bytes of prepared rows to keep.
  init(segmentCount: Int, bound: Int = 16 << 20) {
    self.segmentCount = segmentCount
    self.bound = bound
    // Zeroed pages from the system cost nothing before they are used, and an entry of zeroes is
    // empty: a short list pays for its own rows only.
    if let zeroed = calloc(Self.entryCount, MemoryLayout<Entry>.stride) {
      entries = zeroed.bindMemory(to: Entry.self, capacity: Self.entryCount)
    } else {
      entries = .allocate(capacity: Self.entryCount)
      entries.initialize(repeating: .none, count: Self.entryCount)
    }
  }

  deinit { free(entries) }

  /// The prepared row of an address, if it is here.
  @inline(__always)
  func row(of number: UInt32) -> CachedRow? {
    let entry = entries[Int(number) & (Self.entryCount - 1)]
    guard entry.number == number, let place = entry.place else { return nil }
    return CachedRow(place: place, length: Int(entry.length), segmentCount: segmentCount)
  }

  /// The prepared row that an address shares with others, if it is here; from then on it is at hand
  /// as the address's own.
  @inline(__always)
  mutating func row(of number: UInt32, sharedAs entry: UInt32) -> CachedRow? {
    guard Int(entry) < shared.count, let place = shared[Int(entry)].place else { return nil }
    let length = shared[Int(entry)].length
    entries[Int(number) & (Self.entryCount - 1)] = Entry(
      number: number, length: length, place: place)
    return CachedRow(place: place, length: Int(length), segmentCount: segmentCount)
  }

  /// Has the rows of some addresses brought near.
  /// - Returns: Nothing that means anything; it is there so that the reading is not left out.
  @inline(__always)
  func touch(_ numbers: ArraySlice<RecordNumber>) -> UInt8 {
    var touched: UInt8 = 0
    for number in numbers {
      let entry = entries[Int(number.number) & (Self.entryCount - 1)]
      if let place = entry.place { touched ^= place.load(as: UInt8.self) }
    }
    return touched
  }

  /// Keeps a prepared row, unless it is too long.
  /// - Parameters:
  ///   - row: How long its segments are.
  ///   - segments: Its segments.
  ///   - whole: The row of a record with the canonical spelling; empty where that is not all that
  ///     a row takes of its record.
  ///   - number: The address's number.
  ///   - status: What became of the address.
  ///   - sharedNumber: The number of what other addresses share with it; nil where it is alone.
  /// - Returns: The row where it is kept.
  mutating func keep(
    _ row: PreparedRow, _ segments: UnsafeRawBufferPointer, whole: UnsafeRawBufferPointer,
    for number: UInt32, status: Status, sharedAs sharedNumber: UInt32? = nil
  ) -> CachedRow? {
    if arena.sizeInBytes > bound { startAfresh() }
    CachedRow.join(
      row, segments, whole: whole, segmentCount: segmentCount, status: status, into: &joined)
    guard let place = arena.store(joined.bytes) else { return nil }
    let entry = Entry(
      number: number, length: UInt32(truncatingIfNeeded: segments.count), place: place)
    entries[Int(number) & (Self.entryCount - 1)] = entry
    if let shared = sharedNumber.map({ Int($0) }) {
      while self.shared.count <= shared { self.shared.append(.none) }
      self.shared[shared] = entry
    }
    return CachedRow(place: place, length: segments.count, segmentCount: segmentCount)
  }

  private mutating func startAfresh() {
    arena.removeAll()
    shared.removeAll(keepingCapacity: true)
    entries.update(repeating: .none, count: Self.entryCount)
  }
}

/// A prepared row in one piece: its status, how long it is whole, the length of each segment, then
/// the row as a whole, where it has one, else its segments.
struct CachedRow {
  private let place: UnsafeRawPointer
  private let length: Int
  private let segmentCount: Int

  /// - Parameters:
  ///   - place: Where `join` put it, at a multiple of four.
  ///   - length: How many bytes the segments are together.
  ///   - segmentCount: How many segments the row was joined from.
  init(place: UnsafeRawPointer, length: Int, segmentCount: Int) {
    self.place = place
    self.length = length
    self.segmentCount = segmentCount
  }

  /// Writes a prepared row in one piece, a multiple of four bytes long.
  static func join(
    _ row: PreparedRow, _ segments: UnsafeRawBufferPointer, whole: UnsafeRawBufferPointer,
    segmentCount: Int, status: Status, into out: inout ByteBuffer
  ) {
    out.removeAll()
    withUnsafeBytes(of: UInt32(status.rawValue)) { out.append($0) }
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: whole.count)) { out.append($0) }
    for segment in 0..<segmentCount {
      withUnsafeBytes(of: row.lengths[segment]) { out.append($0) }
    }
    out.append(whole.isEmpty ? segments : whole)
    while out.count % MemoryLayout<UInt32>.alignment != 0 { out.append(0) }
  }

  /// What became of the address.
  var status: Status {
    Status(rawValue: UInt8(truncatingIfNeeded: place.load(as: UInt32.self))) ?? .failed
  }

  /// The row of a record with the canonical spelling; `nil` where rows take more of their records.
  var whole: UnsafeRawBufferPointer? {
    @inline(__always) get {
      let length = wholeLength
      return length == 0 ? nil : UnsafeRawBufferPointer(start: body, count: length)
    }
  }

  var lengths: UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(
      start: (place + 8).assumingMemoryBound(to: UInt32.self), count: segmentCount)
  }

  /// The segments; where the row is kept whole, what it has of its record is a gap behind the
  /// first.
  var segments: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: body, count: wholeLength == 0 ? length : wholeLength)
  }

  /// How many bytes stand between the first segment and the others.
  var gap: Int { wholeLength == 0 ? 0 : wholeLength &- length }

  private var wholeLength: Int { Int(place.load(fromByteOffset: 4, as: UInt32.self)) }
  private var body: UnsafeRawPointer { place + (8 &+ segmentCount &* 4) }
}
