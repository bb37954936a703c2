import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords

/// The write stage of an ordinary run: one row per record, in input order, each as soon as it and
/// all before it are answered.
struct RecordRows: ~Copyable {
  private let queue: ChunkQueue
  private let ledger: RecordLedger
  private var output: RowOutput

  init(queue: ChunkQueue, ledger: RecordLedger, output: consuming RowOutput) {
    self.queue = queue
    self.ledger = ledger
    self.output = output
  }

  /// Writes until the input has ended or a write fails.
  mutating func run() throws(SystemError) -> Int {
    while true {
      switch queue.next() {
      case .chunk(let work):
        try write(work)
        queue.done(work.sizeInBytes)
      case .nothingYet: try output.wait()
      case .end:
        try output.flush()
        return output.rowCount
      }
    }
  }

  private mutating func write(_ work: WorkChunk) throws(SystemError) {
    let chunk = work.chunk
    let file = work.file.bytes
    for (record, number) in zip(chunk.records, work.numbers) {
      if number == WorkChunk.noNumber {
        try writeWithoutAddress(record, of: work)
        continue
      }
      let spelling = chunk.bytes(record.spelling)
      let line = chunk.line(of: record)
      let status = try output.appendRow(
        of: number,
        RecordFacts(
          text: spelling, hits: record.hits, file: file, line: line, port: record.port))
      if ledger.count(number), status == .failed {
        let place = RecordPlace(file: work.file, line: line)
        ledger.failed(number, output.address(of: number), spelling: spelling, place: place)
      }
    }
  }

  private mutating func writeWithoutAddress(
    _ record: FoundRecord, of work: WorkChunk
  ) throws(SystemError) {
    let text = work.chunk.bytes(record.text)
    let line = work.chunk.line(of: record)
    let facts = RecordFacts(
      text: RecordFacts.judgedText(text), hits: record.hits, file: work.file.bytes,
      line: line)
    guard let reason = record.reason else {
      // More distinct addresses than there are numbers.
      try output.appendRow(without: .budget, facts)
      return ledger.unnumbered()
    }
    try output.appendRow(without: reason, facts)
    ledger.invalid(
      reason, text: text, place: RecordPlace(file: work.file, line: line),
      format: work.chunk.format)
  }
}
