import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords

/// Which rows a run writes.
public enum RowSelection: Hashable, Sendable {
  /// One per record, in input order.
  case everyRecord
  /// One per distinct address, when the input has ended: in order of first sight, or busiest first
  /// and then perhaps only the first so many.
  case distinct(byHits: Bool, top: Int?)

  /// Whether addresses are asked for while the input is read; else their rank decides at its end.
  var asksWhileReading: Bool {
    switch self {
    case .everyRecord: true
    case .distinct(let byHits, let top): !byHits && top == nil
    }
  }
}

/// The write stage of a run with one row per distinct address: it counts until the input has ended.
struct DistinctRows: ~Copyable {
  private let selection: RowSelection
  private let queue: ChunkQueue
  private let resolving: Resolving
  private let board: AnswerBoard
  private let ledger: RecordLedger
  private let addresses: SlabArray<IPAddress>
  private var output: RowOutput

  private let hits = SlabArray<UInt64>()
  /// Where each address came first.
  private let firstPlaces = SlabArray<PackedPlace>()
  private let spellingPlaces = SlabArray<SpellingStore.Place>()
  private var spellings = SpellingStore()
  private var files: [InputName] = []
  private var scratch = ByteBuffer(capacity: 256)
  /// Whether `--top N` left an address out; empty where it leaves none out.
  private(set) var isRest: [Bool] = []

  init(
    selection: RowSelection, queue: ChunkQueue, resolving: Resolving, board: AnswerBoard,
    ledger: RecordLedger, addresses: SlabArray<IPAddress>, output: consuming RowOutput
  ) {
    self.selection = selection
    self.queue = queue
    self.resolving = resolving
    self.board = board
    self.ledger = ledger
    self.addresses = addresses
    self.output = output
    ledger.hits = hits
  }

  /// Counts until the input has ended, then writes; or until a write fails.
  mutating func run() throws(SystemError) -> Int {
    try collect()
    let order = rank()
    if !selection.asksWhileReading { ask(order) }
    for number in order { try writeRow(number) }
    try output.finish()
    return output.rowCount
  }

  private mutating func collect() throws(SystemError) {
    while true {
      switch queue.next() {
      case .chunk(let work):
        // Nothing is dropped while no answer is waited for.
        if case .here(let chunk) = work.content { collect(chunk, of: work) }
        queue.done(work)
      case .nothingYet: try output.wait()
      case .end: return
      }
    }
  }

  private mutating func collect(_ chunk: Chunk, of work: WorkChunk) {
    for (record, number) in zip(chunk.records, work.numbers) {
      if number.isNone {
        countWithoutAddress(record, number, chunk, of: work)
      } else {
        count(record, number.number, chunk, of: work)
      }
    }
  }

  private func countWithoutAddress(
    _ record: FoundRecord, _ number: RecordNumber, _ chunk: Chunk, of work: WorkChunk
  ) {
    if number.isElsewhere { return ledger.elsewhere() }
    // Without a reason it has an address, beyond those that there are numbers for.
    guard let reason = record.reason else { return ledger.unnumbered() }
    let place = RecordPlace(file: work.file, line: chunk.line(of: record))
    ledger.invalid(
      reason, text: chunk.bytes(record.text), place: place, format: chunk.format)
  }

  private mutating func count(
    _ record: FoundRecord, _ number: UInt32, _ chunk: Chunk, of work: WorkChunk
  ) {
    if ledger.count(number) { firstSight(number, of: record, chunk, of: work) }
    let sum = hits[Int(number)].addingReportingOverflow(record.hits)
    hits[Int(number)] = sum.overflow ? .max : sum.partialValue
  }

  private mutating func firstSight(
    _ number: UInt32, of record: FoundRecord, _ chunk: Chunk, of work: WorkChunk
  ) {
    if files.last !== work.file { files.append(work.file) }
    // Numbers come in order of first sight, so each of these appends one element.
    let count = Int(number) + 1
    hits.extend(to: count, with: 0)
    firstPlaces.extend(
      to: count, with: PackedPlace(file: files.count - 1, line: chunk.line(of: record)))
    spellingPlaces.extend(
      to: count,
      with: spellings.keep(chunk.bytes(record.spelling), of: addresses[Int(number)]))
  }

  /// The numbers that get a row, in the order of the rows; notes the others as rest.
  private mutating func rank() -> [UInt32] {
    var order = (0..<hits.count).map { UInt32(truncatingIfNeeded: $0) }
    guard case .distinct(let byHits, let top) = selection else { return order }
    if byHits || top != nil {
      // Equal hits keep the order of first sight, so that equal inputs give equal bytes.
      order.sort { (hits[Int($0)], $1) > (hits[Int($1)], $0) }
    }
    guard let top = top.map({ max($0, 0) }), top < order.count else { return order }
    isRest = [Bool](repeating: false, count: order.count)
    for number in order[top...] { isRest[Int(number)] = true }
    board.leaveOut(order[top...])
    return Array(order[..<top])
  }

  private func ask(_ order: [UInt32]) {
    var ranked: [Question] = []
    for number in order where !board.isSettled(number) {
      ranked.append(Question(tag: number, address: addresses[Int(number)]))
    }
    resolving.resolve(ranked)
    resolving.finish()
  }

  private mutating func writeRow(_ number: UInt32) throws(SystemError) {
    let first = firstPlaces[Int(number)]
    let file = files[first.file]
    scratch.removeAll()
    spellings.append(spellingPlaces[Int(number)], of: addresses[Int(number)], to: &scratch)
    let facts = RecordFacts(
      text: scratch.bytes, hits: hits[Int(number)], file: file.bytes, line: first.line)
    let status = try output.appendRow(of: number, facts)
    guard status == .failed else { return }
    ledger.failed(
      number, addresses[Int(number)], spelling: scratch.bytes,
      place: RecordPlace(file: file, line: first.line))
  }
}

/// An input's index and a line in it, in eight bytes: there is one for each distinct address.
private struct PackedPlace: BitwiseCopyable {
  private static let lineBits: UInt64 = 40
  private static let lineMask: UInt64 = 1 << lineBits - 1
  private let bits: UInt64

  /// Exact for 16 million inputs of a trillion lines each.
  init(file: Int, line: Int) {
    bits =
      UInt64(truncatingIfNeeded: file) << Self.lineBits
      | min(UInt64(clamping: line), Self.lineMask)
  }

  var file: Int { Int(bits >> Self.lineBits) }
  var line: Int { Int(bits & Self.lineMask) }
}
