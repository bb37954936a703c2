internal import IPGeoAddresses
internal import IPGeoByteStreams
internal import IPGeoMaxMind

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The raw look-ups of `scripts/bench`: `IPGeoBenchMain DATABASE ADDRESSES COUNT FIGURES >rows`.
///
/// ADDRESSES are IPv4 addresses of four bytes; of the first COUNT a row each is written. The seconds
/// from the first look-up to the last row, as a number, go to FIGURES.
@main
enum IPGeoBenchMain {
  /// So many addresses are looked up together, as in a run.
  private static let sliceLength = 2048

  static func main() {
    let words = CommandLine.arguments
    guard words.count == 5, let count = Int(words[3]) else {
      fail("usage: IPGeoBenchMain DATABASE ADDRESSES COUNT FIGURES")
    }
    do {
      let addresses = try addresses(words[2], count)
      let reader = try MaxMindReader(path: words[1])
      let start = nanoseconds()
      try writeRows(addresses, reader)
      let text = "\((nanoseconds() - start) / 1_000) us\n"
      let file = try ReplacedFile(path: words[4])
      let sink = ByteSink(descriptor: file.descriptor, name: words[4], closeOnEnd: false)
      var figures = ByteBuffer()
      figures.append(text)
      try sink.append(figures)
      try sink.flush()
      try file.commit()
    } catch {
      fail("\(error)")
    }
  }

  private static func writeRows(_ addresses: [UInt32], _ reader: MaxMindReader) throws {
    let sink = ByteSink(descriptor: 1, name: "standard output", closeOnEnd: false)
    var rows = SharedRows(MaxMindAnswers([reader]))
    var out = ByteBuffer(capacity: 1 << 20)
    var start = 0
    while start < addresses.count {
      let end = min(start + sliceLength, addresses.count)
      rows.append(addresses[start..<end].map { IPAddress(ipv4: $0) }, to: &out)
      if out.count >= 256 << 10 {
        try sink.append(out)
        out.removeAll()
      }
      start = end
    }
    try sink.append(out)
    try sink.flush()
  }

  private static func addresses(_ path: String, _ count: Int) throws -> [UInt32] {
    let source = try ByteSource(path: path)
    var numbers = [UInt32](repeating: 0, count: count)
    let read = try numbers.withUnsafeMutableBytes { try source.read(at: 0, into: $0) }
    guard read == count * 4 else { fail("\(path) holds fewer than \(count) addresses") }
    return numbers.map { UInt32(bigEndian: $0) }
  }

  private static func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  private static func fail(_ message: String) -> Never {
    let line = Array("IPGeoBenchMain: \(message)\n".utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(1)
  }
}
