import IPGeoByteStreams

/// Runs of packed members that recur: each distinct one is kept once, up to a bound.
///
/// Past the bound a run stands in place, so that hostile or very varied answers cost no more than
/// they would without it.
struct RunDictionary {
  /// A run as a key: an array hashes byte by byte, which costs more than all the rest.
  private struct Run: Hashable {
    let bytes: [UInt8]

    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// How many distinct runs are kept.
  static let maximumCount = 1 << 16
  private var numbers: [Run: UInt32] = [:]
  private var runs: [[UInt8]] = []

  /// Appends a run: its number plus one, or 0 and the run itself.
  mutating func append(_ bytes: UnsafeRawBufferPointer, to out: inout ByteBuffer) {
    let run = Run(bytes: [UInt8](bytes))
    if let number = numbers[run] {
      out.append(varint: UInt64(number) + 1)
    } else if runs.count < Self.maximumCount {
      numbers[run] = UInt32(runs.count)
      runs.append(run.bytes)
      out.append(varint: UInt64(runs.count))
    } else {
      out.append(0)
      out.append(bytes)
    }
  }

  /// Reads what `append` wrote: `body` must read the run to its end.
  func read(_ reader: inout PackedReader, _ body: (inout PackedReader) -> Void) {
    let number = reader.varint()
    guard number > 0, number <= UInt64(runs.count) else { return body(&reader) }
    runs[Int(number - 1)].withUnsafeBytes { bytes in
      var run = PackedReader(bytes)
      body(&run)
    }
  }
}
