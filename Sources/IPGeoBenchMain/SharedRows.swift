internal import IPGeoAddresses
internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoMaxMind
internal import IPGeoRecords

/// JSON lines of addresses out of a database: what addresses share is rendered once, at the first of
/// them.
struct SharedRows: ~Copyable {
  private struct Entry {
    var place: Range<Int>
    var row: PreparedRow
  }

  private let answers: MaxMindAnswers
  private let renderer = RowRenderer(fields: Field.defaults, format: .jsonl)
  private var finds: [BookFind] = []
  private var entries: [Entry] = []
  /// The entries' segments, one behind the other.
  private var segments = ByteBuffer(capacity: 16 << 20)
  private var spelling = ByteBuffer(capacity: 64)
  /// Means nothing; without it the compiler would leave out what only brings memory near.
  private var touched: UInt8 = 0

  private static let lookAhead = 16

  init(_ answers: MaxMindAnswers) { self.answers = answers }

  /// Appends a row for each address; some thousand at most.
  mutating func append(_ addresses: [IPAddress], to out: inout ByteBuffer) {
    let known = answers.find(addresses, into: &finds)
    while entries.count < known { render(UInt32(truncatingIfNeeded: entries.count)) }
    for (index, address) in addresses.enumerated() {
      if index % Self.lookAhead == 0 { expect(from: index) }
      let entry = entries[Int(finds[index].entry)]
      spelling.removeAll()
      spelling.fill(room: IPAddress.maximumTextLength) { address.writeText(to: $0) }
      renderer.appendRow(
        RecordFacts(text: spelling.bytes),
        segments: UnsafeRawBufferPointer(rebasing: segments.bytes[entry.place]), row: entry.row,
        to: &out)
    }
  }

  private mutating func render(_ number: UInt32) {
    let start = segments.count
    var row = PreparedRow()
    answers.withAnswer(of: number) { answer in
      switch answer.outcome {
      case .located(let view):
        let facts = AnswerFacts(
          status: .located, address: nil, source: answer.source, askedAt: answer.askedAt)
        row = renderer.prepare(facts, view: view, into: &segments)
      case .other(let outcome):
        // The rows do not show the canonical address, so that any will do.
        let facts = AnswerFacts(
          outcome, address: IPAddress(ipv4: 0), source: answer.source, askedAt: answer.askedAt)
        row = renderer.prepare(facts, into: &segments)
      }
    }
    entries.append(Entry(place: start..<segments.count, row: row))
  }

  /// Has what the next rows are made of brought near at the same time.
  @inline(__always)
  private mutating func expect(from index: Int) {
    for find in finds[index..<min(index + Self.lookAhead, finds.count)] {
      let place = entries[Int(find.entry)].place
      guard let first = place.first, let last = place.last else { continue }
      touched ^= segments.bytes[first] ^ segments.bytes[(first + last) / 2] ^ segments.bytes[last]
    }
  }
}
