import IPGeoByteStreams

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs of packed members that recur: each distinct one is kept once, up to a bound.
///
/// Past the bound a run stands in place, so that hostile or very varied answers cost no more than
/// they would without it.
struct RunDictionary: ~Copyable {
  /// A run as a key: an array would hash byte by byte, which costs more than all the rest, and would
  /// have to be made for each look-up.
  private struct Run: Hashable {
    /// In the arena, or, for a look-up, where the run stands.
    let bytes: UnsafeRawBufferPointer

    func hash(into hasher: inout Hasher) { hasher.combine(bytes: bytes) }

    static func == (one: Run, other: Run) -> Bool {
      guard one.bytes.count == other.bytes.count else { return false }
      guard let start = one.bytes.baseAddress, let otherStart = other.bytes.baseAddress else {
        return true
      }
      return memcmp(start, otherStart, one.bytes.count) == 0
    }
  }

  /// How many distinct runs are kept.
  static let maximumCount = 1 << 16
  private var numbers: [Run: UInt32] = [:]
  private var runs: [UnsafeRawBufferPointer] = []
  private var arena = ByteArena()

  /// Appends a run: its number plus one, or 0 and the run itself.
  mutating func append(_ bytes: UnsafeRawBufferPointer, to out: inout ByteBuffer) {
    if let number = numbers[Run(bytes: bytes)] {
      out.append(varint: UInt64(number) + 1)
    } else if runs.count < Self.maximumCount, let place = arena.store(bytes) {
      let kept = UnsafeRawBufferPointer(start: place, count: bytes.count)
      numbers[Run(bytes: kept)] = UInt32(runs.count)
      runs.append(kept)
      out.append(varint: UInt64(runs.count))
    } else {
      out.append(0)
      out.append(bytes)
    }
  }

  /// Reads what `append` wrote: `body` must read the run to its end.
  ///
  /// The bytes of a run that was kept stay where they are as long as the dictionary lives.
  func read(_ reader: inout PackedReader, _ body: (inout PackedReader) -> Void) {
    let number = reader.varint()
    guard number > 0, number <= UInt64(runs.count) else { return body(&reader) }
    var run = PackedReader(runs[Int(number - 1)])
    body(&run)
  }
}
