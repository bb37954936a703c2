import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords

/// The write stage of an ordinary run: one row per record, in input order, each as soon as it and
/// all before it are answered.
struct RecordRows: ~Copyable {
  private let queue: ChunkQueue
  private let ledger: RecordLedger
  private var output: RowOutput
  private var scratch = ByteBuffer(capacity: 64)
  /// For so many records at a time what is known of their addresses is brought near.
  private static let lookAhead = 16
  /// Inputs whose dropped records could not be had again.
  private(set) var inputErrors: [RunReport.NamedInputError] = []

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
        queue.done(work)
      case .nothingYet: try output.wait()
      case .end:
        try output.finish()
        return output.rowCount
      }
    }
  }

  private mutating func write(_ work: WorkChunk) throws(SystemError) {
    output.take(form: work.form)
    let kept: Chunk?
    do throws(InputError) {
      kept = try work.chunk()
    } catch {
      // Once for a file, however many of its chunks are gone.
      if inputErrors.last?.name != work.file.text {
        inputErrors.append(.init(name: work.file.text, error: error))
      }
      return try writeLost(work)
    }
    guard let chunk = kept else { return try writeSpellings(work) }
    let count = min(chunk.records.count, work.numbers.count)
    for start in stride(from: 0, to: count, by: Self.lookAhead) {
      let end = min(start &+ Self.lookAhead, count)
      output.expect(work.numbers[start..<end])
      output.expect(chunk.records[start..<end], in: chunk)
      for index in start..<end {
        // Most rows are those of their address, byte for byte: the record need not be looked at.
        if try output.appendRepeatedRow(of: work.numbers[index]) {
          ledger.countAgain(work.numbers[index].number)
        } else {
          try write(chunk.records[index], number: work.numbers[index], of: work, in: chunk)
        }
      }
    }
  }

  @inline(__always)
  private mutating func write(
    _ record: FoundRecord, number: RecordNumber, of work: WorkChunk, in chunk: Chunk
  ) throws(SystemError) {
    if number.isNone {
      if number.isElsewhere { return ledger.elsewhere() }
      return try writeWithoutAddress(record, of: work, in: chunk)
    }
    let number = number.number
    let spelling = chunk.bytes(record.spelling)
    let status: Status
    if let row = try output.appendKnownRow(of: number, spelling) {
      guard ledger.count(number) else { return }
      status = row.status
    } else {
      let file = work.file.bytes
      let line = chunk.line(of: record)
      status = try output.appendRow(
        of: number, facts(record, text: spelling, file: file, line: line, in: chunk))
      guard ledger.count(number) else { return }
    }
    guard status == .failed else { return }
    let place = RecordPlace(file: work.file, line: chunk.line(of: record))
    ledger.failed(number, output.address(of: number), spelling: spelling, place: place)
  }

  private mutating func writeWithoutAddress(
    _ record: FoundRecord, of work: WorkChunk, in chunk: Chunk
  ) throws(SystemError) {
    let text = chunk.bytes(record.text)
    let line = chunk.line(of: record)
    let facts = facts(
      record, text: RecordFacts.judgedText(text), file: work.file.bytes, line: line, in: chunk)
    guard let reason = record.reason else {
      // More distinct addresses than there are numbers.
      try output.appendRow(without: .budget, facts)
      return ledger.unnumbered()
    }
    try output.appendRow(without: reason, facts)
    ledger.invalid(
      reason, text: text, place: RecordPlace(file: work.file, line: line),
      format: chunk.format)
  }

  /// Writes rows of records that are gone from their file: what was asked for them is known.
  private mutating func writeLost(_ work: WorkChunk) throws(SystemError) {
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    for number in work.numbers {
      if number.isElsewhere {
        ledger.elsewhere()
        continue
      }
      if number.isNone {
        try output.appendRow(without: .noAddress, RecordFacts(text: nothing, file: work.file.bytes))
        ledger.invalid(.noAddress, text: nothing, place: RecordPlace(file: work.file, line: 0))
        continue
      }
      let number = number.number
      try writeSpelling(of: number, in: work.file, line: 0)
    }
  }

  /// Writes rows of records that were not kept: all of them spell their address canonically.
  private mutating func writeSpellings(_ work: WorkChunk) throws(SystemError) {
    guard case .spellings(let firstSights) = work.content else { return }
    let count = work.numbers.count
    var sight = 0
    for start in stride(from: 0, to: count, by: Self.lookAhead) {
      let end = min(start &+ Self.lookAhead, count)
      output.expect(work.numbers[start..<end])
      for index in start..<end {
        let number = work.numbers[index]
        if try output.appendRepeatedRow(of: number) {
          ledger.countAgain(number.number)
        } else if number.isElsewhere {
          ledger.elsewhere()
        } else {
          while sight < firstSights.count, firstSights[sight].record < index { sight &+= 1 }
          let isFirst = sight < firstSights.count && firstSights[sight].record == index
          let line = isFirst ? firstSights[sight].line : 0
          try writeSpelling(of: number.number, in: work.file, line: line)
        }
      }
    }
  }

  /// Writes the row of a record that is gone and stood in that line, 0 where that is not known.
  private mutating func writeSpelling(
    of number: UInt32, in file: InputName, line: Int
  ) throws(SystemError) {
    scratch.removeAll()
    let address = output.address(of: number)
    scratch.fill(room: IPAddress.maximumTextLength) { address.writeText(to: $0) }
    let status: Status
    if let row = try output.appendKnownRow(of: number, scratch.bytes) {
      status = row.status
    } else {
      let facts = RecordFacts(text: scratch.bytes, file: file.bytes, lineEnd: .none)
      status = try output.appendRow(of: number, facts)
    }
    guard ledger.count(number), status == .failed else { return }
    ledger.failed(
      number, address, spelling: scratch.bytes, place: RecordPlace(file: file, line: line))
  }

  @inline(__always)
  private func facts(
    _ record: FoundRecord, text: UnsafeRawBufferPointer, file: UnsafeRawBufferPointer, line: Int,
    in chunk: Chunk
  ) -> RecordFacts {
    var facts = RecordFacts(
      text: text, hits: record.hits, file: file, line: line, port: record.port)
    if record.isForwarded { facts.forwarded = chunk.bytes(record.text) }
    facts.whole = chunk.bytes(record.whole)
    facts.lineEnd = record.lineEnd
    facts.passage = record.passage
    return facts
  }
}
