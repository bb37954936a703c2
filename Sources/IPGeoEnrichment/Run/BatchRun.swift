import Dispatch
public import IPGeoAddresses
public import IPGeoByteStreams
public import IPGeoCore
public import IPGeoRecords
import Synchronization

/// One run of the way through: inputs to records to addresses to answers to rows.
///
/// The reader and the writer have a thread each; in between known answers are looked up, and the
/// provider's task group asks. A run is used once.
public final class BatchRun: Sendable {
  /// What a run reads and writes.
  public struct Configuration: Sendable {
    /// The inputs, read in turn as one stream of records.
    public var inputs: [InputSource]
    /// How they are read.
    public var reading: ReadingOptions
    /// Which rows are written.
    public var selection: RowSelection
    /// The columns, in order.
    public var fields: [Field]
    /// The rows' form, as far as it does not follow from the inputs.
    public var wishes: RowWishes
    /// Bytes of input and records in flight above which reading waits.
    public var bytesInFlight = 16 << 20
    /// How long what is under way may go on after `interrupt()`, in milliseconds.
    public var graceMilliseconds = 1000
    /// Whether the memory and the provider are asked about what a book knows nothing of; else it is
    /// `unknown`.
    public var asksBeyondBook = false
    /// The part of all addresses whose records get rows; nil for all.
    ///
    /// Records without an address are the first part's.
    public var shard: AddressShard?

    /// A run over `inputs` with the usual columns.
    public init(
      inputs: [InputSource], reading: ReadingOptions = ReadingOptions(),
      selection: RowSelection = .everyRecord, fields: [Field] = Field.defaults,
      wishes: RowWishes = RowWishes()
    ) {
      self.inputs = inputs
      self.reading = reading
      self.selection = selection
      self.fields = fields
      self.wishes = wishes
    }
  }

  private let configuration: Configuration
  private let provider: any Provider
  private let book: (any AnswerBook)?
  private let memory: (any AnswerMemory)?
  private let onEvent: @Sendable (RunEvent) -> Void
  private let control: RunControl
  private let questions = QuestionQueue()
  private let queue: ChunkQueue
  private let board: AnswerBoard
  private let asking = Mutex<Task<ProviderEnd, Never>?>(nil)
  private let interrupted = Atomic(false)

  /// Prepares a run; nothing is opened or asked before `run`.
  /// - Parameters:
  ///   - configuration: What to read and how to write.
  ///   - provider: Who answers.
  ///   - book: What is looked into before anybody is asked; nil for none.
  ///   - memory: What earlier runs have asked, and where this one's answers are kept; nil for none.
  ///   - onEvent: Takes what happens, from any thread; it must not block for long.
  /// - Throws: When the process has no descriptors left for waking its threads.
  public init(
    _ configuration: Configuration, provider: any Provider, book: (any AnswerBook)? = nil,
    memory: (any AnswerMemory)? = nil,
    onEvent: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) throws(SystemError) {
    control = try RunControl()
    self.configuration = configuration
    self.provider = provider
    self.book = book
    self.memory = memory
    self.onEvent = onEvent
    queue = ChunkQueue(bound: configuration.bytesInFlight, writerWake: control.writerWake)
    board = AnswerBoard(writerWake: control.writerWake) { onEvent(.provider($0)) }
  }

  /// Runs to the end: every row is written, or the output failed, or the run was interrupted and
  /// what could not be asked any more is written as `failed/interrupted`.
  ///
  /// Cancelling the calling task interrupts the run.
  /// - Parameters:
  ///   - output: Where rows go; it is flushed but not closed. The caller leaves it alone meanwhile.
  ///   - failures: Where failure records go, if anywhere; left alone likewise.
  ///   - eachAddress: Gets each distinct address once, when all is written, in order of first sight,
  ///     but for those that `--top N` leaves out.
  /// - Returns: What the run came to.
  nonisolated(nonsending) public func run(
    to output: ByteSink, failures: FailureLog? = nil,
    eachAddress: ((AddressRecords) -> Void)? = nil
  ) async -> RunReport {
    await withTaskCancellationHandler {
      await runStages(output, failures, eachAddress)
    } onCancel: {
      interrupt()
    }
  }

  nonisolated(nonsending) private func runStages(
    _ output: ByteSink, _ failures: FailureLog?, _ eachAddress: ((AddressRecords) -> Void)?
  ) async -> RunReport {
    let addresses = SlabArray<IPAddress>()
    let ledger = RecordLedger(failures: failures, onEvent: onEvent)
    // Marks are numbers of this run, and an address is published before it is asked.
    nonisolated(unsafe) let published = addresses
    let remembering = memory.map { memory in
      RememberingSink(board: board, memory: memory) { published[Int($0)] }
    }
    let plans = RowPlanning(
      fields: configuration.fields, passes: configuration.selection == .everyRecord,
      wishes: configuration.wishes, writerWake: control.writerWake)
    let task = Task { [provider, questions, board] in
      await provider.answer(questions, to: remembering ?? board)
    }
    asking.withLock { $0 = task }
    if interrupted.load(ordering: .acquiring) { interrupt() }

    let resolving = Resolving(
      book: book.map { [board] in
        BookReading($0, asksBeyond: configuration.asksBeyondBook, board: board)
      }, memory: memory, board: board, questions: questions)
    let reading = InputReading(
      inputs: configuration.inputs, options: configuration.reading, plans: plans,
      asksAtOnce: configuration.selection.asksWhileReading, shard: configuration.shard,
      control: control, board: board, resolving: resolving, queue: queue, addresses: addresses,
      onEvent: onEvent)
    let writing = WritingStage(
      configuration: configuration, plans: plans, source: provider.source,
      hasBook: book != nil, control: control, board: board, resolving: resolving, queue: queue,
      ledger: ledger, addresses: addresses, sink: output
    ) { task.cancel() }
    // Each stage is handed to the one thread that uses it.
    nonisolated(unsafe) let reader = reading
    nonisolated(unsafe) let writer = writing
    async let readingReport = WorkerThread.run { reader.run() }
    async let writingReport = WorkerThread.run { writer.run() }
    let end = await task.value
    await remembering?.settled()
    board.settleRest(
      with: questions.level.closing
        ?? Failure(.noAnswer, message: "the provider ended without an answer"))
    let written = await writingReport
    let read = await readingReport
    await resolving.settled()
    failures?.finish(
      address: { addresses[Int($0)] }, records: { ledger.records(of: $0) },
      outcome: { board.outcome(of: $0)?.outcome })
    if let eachAddress { handOut(addresses, ledger, isRest: written.isRest, to: eachAddress) }
    return report(read, written, end, ledger, failures)
  }

  private func handOut(
    _ addresses: SlabArray<IPAddress>, _ ledger: RecordLedger, isRest: [Bool],
    to eachAddress: (AddressRecords) -> Void
  ) {
    for index in 0..<addresses.count {
      let number = UInt32(truncatingIfNeeded: index)
      let records = ledger.records(of: number)
      if records == 0 || isRest.indices.contains(index) && isRest[index] { continue }
      guard let answer = board.view(of: number) else { continue }
      eachAddress(
        AddressRecords(
          address: addresses[index], outcome: answer.outcome(of: addresses[index]),
          records: UInt64(clamping: records),
          hits: ledger.hits(of: number)))
    }
  }

  private func report(
    _ read: ReadingReport, _ written: WritingReport, _ end: ProviderEnd, _ ledger: RecordLedger,
    _ failures: FailureLog?
  ) -> RunReport {
    var report = RunReport()
    report.counts.rows = written.rows
    report.counts.blankLines = read.blankLines
    report.counts.comments = read.comments
    report.counts.notRetryable = read.notRetryable
    ledger.settle(into: &report.counts, board: board) { number in
      written.isRest.indices.contains(Int(number)) && written.isRest[Int(number)]
    }
    report.providerEnd = end
    report.inputErrors = read.inputErrors + written.inputErrors
    for input in written.inputErrors { onEvent(.inputFailed(name: input.name, error: input.error)) }
    report.outputError = written.error
    report.failuresError = failures?.error
    report.dialects = read.dialects
    report.longRows = read.longRows
    report.refusal = read.refusal
    report.firstInvalid = ledger.firstInvalid
    report.wasInterrupted = interrupted.load(ordering: .acquiring)
    return report
  }

  /// Ends the run early.
  ///
  /// Reading stops, what is under way may go on for the grace, the rest fails as `interrupted`. Safe
  /// to call from any thread, at any time, more than once.
  public func interrupt() {
    interrupted.store(true, ordering: .releasing)
    control.stopReading()
    questions.close(with: Failure(.interrupted, message: "the run was interrupted"))
    let grace = DispatchTimeInterval.milliseconds(configuration.graceMilliseconds)
    DispatchQueue.global().asyncAfter(deadline: .now() + grace) {
      self.asking.withLock { $0 }?.cancel()
    }
  }

  /// Ends the asking, not the reading: what is not under way becomes rows with this failure.
  ///
  /// The first call counts. Safe to call from any thread, before the run, too.
  public func stopAsking(with failure: Failure) { questions.close(with: failure) }

  /// How far the run is.
  public var progress: RunProgress {
    let settled = board.settled
    var progress = RunProgress()
    progress.settled = settled.total
    progress.known = settled.known
    progress.asked = settled.asked
    progress.addresses = control.addresses
    progress.isInputAtEnd = control.isInputAtEnd
    progress.requests = settled.requests
    progress.rows = control.rows
    return progress
  }
}
