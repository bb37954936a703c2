import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords

/// What reading the inputs came to.
struct ReadingReport: Sendable {
  var inputErrors: [RunReport.NamedInputError] = []
  var dialects: [String] = []
  var blankLines = 0
  var comments = 0
  var notRetryable = 0
  var longRows: [RunReport.NamedLongRows] = []
  /// Why nothing was read.
  var refusal: RunRefusal?
}

/// The read stage: bytes to chunks, and each address of theirs to its number.
///
/// It runs on a thread of its own and blocks there: for bytes, and while the queue is full.
struct InputReading {
  let inputs: [InputSource]
  let preparation: InputPreparation
  let plans: RowPlanning
  /// Whether new addresses are asked for at once; else whoever ranks them asks at the end.
  let asksAtOnce: Bool
  /// The part of all addresses that is this run's; nil for all of them.
  let shard: AddressShard?
  let control: RunControl
  let board: AnswerBoard
  let resolving: Resolving
  let queue: ChunkQueue
  let onEvent: @Sendable (RunEvent) -> Void

  private var index: AddressIndex
  private var report = ReadingReport()
  private var hasQueued = false
  /// Means nothing; without it the compiler would leave out what only brings memory near.
  private var touched: UInt64 = 0

  init(
    inputs: [InputSource], options: ReadingOptions, plans: RowPlanning, asksAtOnce: Bool,
    shard: AddressShard?, control: RunControl, board: AnswerBoard, resolving: Resolving,
    queue: ChunkQueue,
    addresses: SlabArray<IPAddress>, onEvent: @escaping @Sendable (RunEvent) -> Void
  ) {
    self.inputs = inputs
    preparation = InputPreparation(options: options, control: control)
    self.plans = plans
    self.asksAtOnce = asksAtOnce
    self.shard = shard
    self.control = control
    self.board = board
    self.resolving = resolving
    self.queue = queue
    self.onEvent = onEvent
    index = AddressIndex(addresses: addresses)
  }

  /// Judges every input, and reads them in turn; one that cannot be read does not stop the others.
  consuming func run() -> ReadingReport {
    do throws(RunRefusal) {
      for input in try prepare() {
        if control.isReadingStopped { break }
        // The next input may be one that pauses: nothing waits for it.
        defer { queue.wakeWriter() }
        do throws(InputError) {
          guard try read(input) else { break }
        } catch {
          note(error, of: input.source)
        }
      }
    } catch {
      report.refusal = error
    }
    control.isInputAtEnd = true
    // Whoever ranks addresses ends the asking, but for rows that nobody writes.
    if asksAtOnce || plans.isRefused { resolving.finish() }
    queue.finish()
    return report
  }

  /// Judges every input, and plans the rows' form; nothing is asked before.
  private mutating func prepare() throws(RunRefusal) -> [PreparedInput] {
    var prepared: [PreparedInput] = []
    var isKnown = false
    for source in inputs {
      if control.isReadingStopped { break }
      do throws(InputError) {
        guard let input = try preparation.prepare(source, isFirst: !isKnown) else { break }
        prepared.append(input)
        isKnown = isKnown || input.layout != nil
      } catch {
        if case .layout(let fault) = error, fault.isOfUsage {
          plans.refuse()
          throw RunRefusal(input: source.shown, error: fault)
        }
        note(error, of: source)
      }
    }
    if prepared.isEmpty, !report.inputErrors.isEmpty {
      // Nothing can be read: there is nothing that a header could stand over.
      plans.refuse()
      return []
    }
    let known = prepared.indices.filter { prepared[$0].layout != nil }
    try plans.decide(
      known.compactMap { place in
        prepared[place].layout.map { .init(name: prepared[place].source.shown, layout: $0) }
      })
    for (form, place) in known.enumerated() { prepared[place].form = form }
    return prepared
  }

  /// The form of an input that was not known when the others were.
  private func form(of layout: InputLayout) throws(InputError) -> Int {
    do throws(LayoutError) { return try plans.add(layout) } catch { throw .layout(error) }
  }

  private mutating func note(_ error: InputError, of source: InputSource) {
    report.inputErrors.append(.init(name: source.name, error: error))
    onEvent(.inputFailed(name: source.name, error: error))
  }

  /// Reads one input to its end.
  /// - Returns: Whether there is use in reading further inputs.
  private mutating func read(_ input: PreparedInput) throws(InputError) -> Bool {
    let reader = if let reader = input.reader { reader } else { try preparation.open(input.source) }
    defer {
      report.blankLines += reader.blankLines
      report.comments += reader.comments
      report.notRetryable += reader.notRetryable
      if let rows = reader.longRows {
        report.longRows.append(.init(name: input.source.name, rows: rows))
      }
      if !reader.isEmpty, let dialect = reader.dialect?.description,
        !report.dialects.contains(dialect)
      {
        report.dialects.append(dialect)
      }
    }
    var input = input
    if input.isDeferred {
      guard try preparation.judge(reader) else { return false }
      if !reader.isEmpty, let layout = reader.layout { input.form = try form(of: layout) }
    } else if input.reader == nil {
      guard try preparation.judge(reader) else { return false }
      // It may have grown meanwhile, or be another one.
      if !reader.isEmpty, let layout = reader.layout, layout != input.layout {
        input.form = try form(of: layout)
      }
    }
    let keepsRecords = !plans.takesSpellingsAlone(input.form)
    while true {
      if control.isReadingStopped { return false }
      switch try reader.next(idle: { resolving.release() }) {
      case .chunk(let chunk):
        guard hand(on: chunk, of: input, keepsRecords: keepsRecords) else { return false }
      case .woken: continue
      case .end: return true
      }
    }
  }

  private static let lookAhead = 16

  /// Has what is known of the next addresses brought near at the same time: one by one, each would
  /// be waited for.
  @inline(__always)
  private mutating func lookAhead(to place: Int, of records: [FoundRecord]) {
    let end = min(place &+ Self.lookAhead, records.count)
    for record in records[place..<end] { touched ^= index.touch(record.address) }
  }

  /// What a chunk's records come to.
  private struct Numbered {
    var numbers: [RecordNumber] = []
    var firstSights: [WorkChunk.FirstSight] = []
    var special: [(number: UInt32, block: SpecialBlock)] = []
    var questions: [Question] = []
    /// Whether all records of this run's shard hold an address in its canonical spelling.
    var isCanonical = true
  }

  /// Numbers a chunk's addresses, asks for the new ones, and queues it.
  /// - Parameters:
  ///   - chunk: The chunk.
  ///   - input: The input that it is of.
  ///   - keepsRecords: Whether rows take more of their records than the address's spelling.
  /// - Returns: Whether the writer still takes chunks.
  private mutating func hand(
    on chunk: Chunk, of input: PreparedInput, keepsRecords: Bool
  ) -> Bool {
    let numbered = number(chunk)
    let count = index.addresses.count
    board.register(count: count, special: numbered.special)
    control.addresses = count
    let work =
      keepsRecords || !numbered.isCanonical
      ? WorkChunk(chunk: chunk, numbers: numbered.numbers, file: input.name, form: input.form)
      : WorkChunk(
        numbers: numbered.numbers, firstSights: numbered.firstSights, file: input.name,
        form: input.form)
    // A file's next chunk comes soon; of a pipe nobody knows. The first rows should not wait.
    let isUrgent = chunk.origin == nil || !hasQueued
    hasQueued = true
    // The chunk goes first: its first rows leave while its last addresses are still looked up.
    let isQueued = queue.put(work, isUrgent: isUrgent) {
      resolving.wait()
    } onBlocked: {
      resolving.release()
    }
    resolving.resolve(numbered.questions)
    return isQueued
  }

  private mutating func number(_ chunk: Chunk) -> Numbered {
    var numbered = Numbered()
    numbered.numbers.reserveCapacity(chunk.records.count)
    for (place, record) in chunk.records.enumerated() {
      if place & (Self.lookAhead - 1) == 0 { lookAhead(to: place, of: chunk.records) }
      let address = record.address
      if let shard, record.reason == nil ? !shard.holds(address) : !shard.isFirst {
        numbered.numbers.append(.elsewhere)
        continue
      }
      if !record.isCanonical { numbered.isCanonical = false }
      guard record.reason == nil, let (number, isNew) = index.number(of: address) else {
        numbered.numbers.append(.none)
        numbered.isCanonical = false
        continue
      }
      numbered.numbers.append(RecordNumber(number, isCanonical: record.isCanonical))
      guard isNew else { continue }
      numbered.firstSights.append(.init(record: place, line: chunk.line(of: record)))
      if let block = address.specialBlock {
        numbered.special.append((number, block))
      } else if asksAtOnce {
        numbered.questions.append(Question(tag: number, address: address))
      }
    }
    return numbered
  }
}
