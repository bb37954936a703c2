import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Renders rows and hands their bytes to the sink: the part of the write stage that knows formats.
///
/// One thread uses it. Whoever calls it decides which rows there are and in which order.
struct RowOutput: ~Copyable {
  /// As much as the sink collects before it writes, so that it passes these bytes on uncopied.
  private static let handOverSize = 256 << 10

  /// In milliseconds: as long as a person hardly notices.
  private static let tablePatience: Int64 = 200

  private let plan: RowPlan
  private let plans: RowPlanning
  private let fields: [Field]
  private var renderer: RowRenderer
  /// Which of the plan's forms the renderer has.
  private var form = 0
  private let sink: ByteSink
  private let board: AnswerBoard
  private let addresses: SlabArray<IPAddress>
  private let control: RunControl
  private let queue: ChunkQueue
  private let source: String
  /// Whether addresses may share their answers, and with them all of a row but what is the record's.
  private let hasBook: Bool
  /// What rows of such addresses have in common, by the entry that they share.
  private var templates: RowCache?
  private var cache: RowCache
  private var reasonRows = ReasonRows()
  private var rows = ByteBuffer(capacity: RowOutput.handOverSize + (16 << 10))
  /// Sets the rows in columns, where that is asked for.
  private var table: AlignedTable?
  private var lines = ByteBuffer(capacity: 4096)
  private var heldSince: Int64?
  private var segments = ByteBuffer(capacity: 4096)
  /// The row of an address in its canonical spelling, and that spelling.
  private var whole = ByteBuffer(capacity: 4096)
  private var spelling = ByteBuffer(capacity: 64)
  private(set) var rowCount = 0
  /// Means nothing; without it the compiler would leave out what only brings memory near.
  private var touched: UInt8 = 0

  init(
    plan: RowPlan, of plans: RowPlanning, fields: [Field], look: TableLook, sink: ByteSink,
    board: AnswerBoard,
    addresses: SlabArray<IPAddress>,
    control: RunControl, queue: ChunkQueue, source: String, hasBook: Bool = false
  ) {
    self.plan = plan
    self.plans = plans
    self.fields = fields
    let renderer = RowRenderer(fields: fields, style: plan.styles[0])
    self.renderer = renderer
    self.sink = sink
    self.board = board
    self.addresses = addresses
    self.control = control
    self.queue = queue
    self.source = source
    self.hasBook = hasBook
    templates = Self.templates(hasBook: hasBook, renderer)
    cache = RowCache(segmentCount: renderer.segmentCount)
    if renderer.style.format == .table {
      table = AlignedTable(fields: renderer.fields, hasHeader: plan.writesHeader, look: look)
    }
  }

  /// Where rows show the address or its network, each is made of what others share.
  private static func templates(hasBook: Bool, _ renderer: RowRenderer) -> RowCache? {
    guard hasBook, renderer.showsAddress else { return nil }
    return RowCache(segmentCount: renderer.templateSegmentCount)
  }

  /// Begins the output, which is what makes it different from an empty one.
  mutating func begin() {
    if plan.writesHeader, table == nil { renderer.appendHeader(to: &rows) }
  }

  /// Takes over the form of an input's rows.
  mutating func take(form: Int) {
    guard form != self.form, let style = plans.style(form) else { return }
    if style != renderer.style {
      renderer = RowRenderer(fields: fields, style: style)
      templates = Self.templates(hasBook: hasBook, renderer)
      cache = RowCache(segmentCount: renderer.segmentCount)
      reasonRows = ReasonRows()
    }
    self.form = form
  }

  /// Writes the row of a record whose address has that number; waits until it is answered.
  /// - Returns: The address's status.
  mutating func appendRow(
    of number: UInt32, _ record: RecordFacts
  ) throws(SystemError) -> Status {
    if let row = cache.row(of: number) {
      try append(record, row)
      return row.status
    }
    if let row = sharedRow(of: number) {
      try append(record, row)
      return row.status
    }
    segments.removeAll()
    let (status, prepared, entry) = try prepared(number)
    whole.removeAll()
    if renderer.isOfSpellingAlone, entry == nil {
      spelling.removeAll()
      let address = address(of: number)
      spelling.fill(room: IPAddress.maximumTextLength) { address.writeText(to: $0) }
      renderer.appendRow(
        RecordFacts(text: spelling.bytes), segments: segments.bytes, row: prepared, to: &whole)
    }
    if let kept = cache.keep(
      prepared, segments.bytes, whole: whole.bytes, for: number, status: status, sharedAs: entry)
    {
      try append(record, kept)
    } else {
      // Too long to keep: it is rendered anew for each record.
      renderer.appendRow(record, segments: segments.bytes, row: prepared, to: &rows)
      try rowAppended()
    }
    return status
  }

  /// Writes the row of a record of which it takes the spelling alone, if the rest is at hand.
  /// - Returns: What is kept of the address; `nil` where nothing was written.
  @inline(__always)
  mutating func appendKnownRow(
    of number: UInt32, _ spelling: UnsafeRawBufferPointer
  ) throws(SystemError) -> CachedRow? {
    guard let row = cache.row(of: number) ?? sharedRow(of: number),
      renderer.appendRow(
        spelling: spelling, segments: row.segments, lengths: row.lengths, gap: row.gap, to: &rows)
    else { return nil }
    try rowAppended()
    return row
  }

  /// Writes a row that is the same for all records of its address that spell it alike, if it was
  /// written before.
  /// - Returns: Whether it was written; else nothing was done.
  @inline(__always)
  mutating func appendRepeatedRow(of number: RecordNumber) throws(SystemError) -> Bool {
    guard number.isCanonical, let row = cache.row(of: number.number)?.whole else { return false }
    rows.append(row)
    try rowAppended()
    return true
  }

  /// Has what the rows of some records are made of brought near at the same time: one by one, each
  /// would be waited for.
  @inline(__always)
  mutating func expect(_ numbers: ArraySlice<RecordNumber>) {
    touched ^= cache.touch(numbers)
    guard hasBook else { return }
    // Of shared rows the address is written anew.
    for number in numbers where !number.isNone {
      touched ^= UInt8(truncatingIfNeeded: addresses[Int(number.number)].low)
    }
  }

  /// The same for what the records hold.
  @inline(__always)
  mutating func expect(_ records: ArraySlice<FoundRecord>, in chunk: Chunk) {
    for record in records { touched ^= chunk.bytes(record.spelling).first ?? 0 }
  }

  /// Writes the row of a record that holds no address, or none that could be numbered.
  mutating func appendRow(
    without reason: Reason, _ record: RecordFacts
  ) throws(SystemError) {
    guard let row = reasonRows.row(of: reason, renderer) else { return }
    try append(record, row)
  }

  /// The address with that number.
  func address(of number: UInt32) -> IPAddress { addresses[Int(number)] }

  /// Hands everything to the system, as before a wait; but for what a table holds back.
  mutating func flush() throws(SystemError) {
    try handOver()
    try sink.flush()
  }

  /// Hands everything to the system, behind the last row.
  mutating func finish() throws(SystemError) {
    try handOver()
    table?.finish(to: &lines)
    try handOverLines()
    try sink.flush()
  }

  /// Waits until the writer is woken; everything that is ready goes out first.
  ///
  /// A reader that goes away meanwhile is an `EPIPE`, at once and not at the next write.
  mutating func wait() throws(SystemError) {
    try flush()
    var event = sink.wait(control.writerWake, milliseconds: patience)
    if case .timedOut = event {
      table?.settle(to: &lines)
      try handOverLines()
      try sink.flush()
      event = sink.wait(control.writerWake, milliseconds: -1)
    }
    if case .readerGone = event {
      throw SystemError(code: EPIPE, operation: "write", path: sink.name)
    }
    control.writerWake.clear()
  }

  /// How long a table still waits for rows that tell how wide its columns are; -1 where it does not.
  ///
  /// Counted from the first wait with a row: wake-ups for other rows do not put it off.
  private var patience: Int32 {
    mutating get {
      guard table?.isHoldingBack == true else { return -1 }
      let now = Clock.boottimeNanoseconds()
      let since = heldSince ?? now
      heldSince = since
      return Int32(clamping: max(0, Self.tablePatience - (now - since) / 1_000_000))
    }
  }

  /// The prepared row that an address shares with others that were written before.
  @inline(__always)
  private mutating func sharedRow(of number: UInt32) -> CachedRow? {
    guard hasBook, !renderer.showsAddress, let find = board.find(of: number) else { return nil }
    return cache.row(of: number, sharedAs: find.entry)
  }

  /// Renders what depends on the answer into `segments`, as soon as there is one.
  /// - Returns: What became of the address, its row, and by which number others may share it.
  private mutating func prepared(
    _ number: UInt32
  ) throws(SystemError) -> (status: Status, row: PreparedRow, entry: UInt32?) {
    let address = address(of: number)
    if templates != nil, let find = board.find(of: number),
      let template = templates?.row(of: find.entry)
    {
      return (template.status, fill(template, address, find.networkBits), nil)
    }
    let answer = try answer(to: number)
    let (facts, view) = facts(answer, address)
    guard let entry = answer.entry else {
      return (facts.status, renderer.prepare(facts, view: view, into: &segments), nil)
    }
    if templates != nil, let template = template(entry, facts, view) {
      return (facts.status, fill(template, address, answer.networkBits ?? 128), nil)
    }
    let row = renderer.prepare(facts, view: view, into: &segments)
    return (facts.status, row, renderer.showsAddress ? nil : entry)
  }

  private func facts(
    _ answer: KeptAnswer, _ address: IPAddress
  ) -> (facts: AnswerFacts, view: LocationView?) {
    let source = answer.source ?? source
    switch answer.outcome(of: address) {
    case .located(let view):
      let facts = AnswerFacts(
        status: .located, address: address, source: source, askedAt: answer.askedAt)
      return (facts, view)
    case .other(let outcome):
      return (
        AnswerFacts(outcome, address: address, source: source, askedAt: answer.askedAt), nil
      )
    }
  }

  /// What the rows of an entry's addresses have in common, rendered and kept.
  private mutating func template(
    _ entry: UInt32, _ facts: AnswerFacts, _ view: LocationView?
  ) -> CachedRow? {
    whole.removeAll()
    let row = renderer.prepareTemplate(facts, view: view, into: &whole)
    return templates?.keep(
      row, whole.bytes, whole: UnsafeRawBufferPointer(start: nil, count: 0), for: entry,
      status: facts.status)
  }

  /// Makes the segments of an address out of what it shares with others.
  private mutating func fill(
    _ template: CachedRow, _ address: IPAddress, _ networkBits: UInt8
  ) -> PreparedRow {
    let network =
      template.status == .located
      ? AddressPrefix(networkBits: networkBits, of: address) : nil
    return renderer.fill(
      template.segments, lengths: template.lengths, address: address, network: network,
      into: &segments)
  }

  private mutating func answer(to number: UInt32) throws(SystemError) -> KeptAnswer {
    if let answer = board.view(of: number) { return answer }
    queue.writerWantsAnswer(true)
    defer { queue.writerWantsAnswer(false) }
    while true {
      try wait()
      if let answer = board.view(of: number) { return answer }
    }
  }

  @inline(__always)
  private mutating func append(_ record: RecordFacts, _ row: CachedRow) throws(SystemError) {
    renderer.appendRow(
      record, segments: row.segments, lengths: row.lengths, gap: row.gap, to: &rows)
    try rowAppended()
  }

  private mutating func rowAppended() throws(SystemError) {
    rowCount += 1
    if rows.count >= Self.handOverSize { try handOver() }
  }

  private mutating func handOver() throws(SystemError) {
    control.rows = rowCount
    if table == nil {
      try sink.append(rows.bytes)
    } else {
      table?.append(rows.bytes, to: &lines)
      try handOverLines()
    }
    rows.removeAll()
  }

  private mutating func handOverLines() throws(SystemError) {
    try sink.append(lines.bytes)
    lines.removeAll()
  }
}
