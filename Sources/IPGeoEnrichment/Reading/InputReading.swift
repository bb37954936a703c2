import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords

/// Where records come from.
public enum InputSource: Hashable, Sendable {
  /// Standard input, as `-` or as nothing names it.
  case standardInput
  /// A file, FIFO or device.
  case file(path: String)

  /// How messages, failure records and the `file` column name it.
  public var name: String {
    switch self {
    case .standardInput: "-"
    case .file(let path): path
    }
  }
}

/// What reading the inputs came to.
struct ReadingReport: Sendable {
  var inputErrors: [RunReport.NamedInputError] = []
  var dialects: [String] = []
  var blankLines = 0
  var comments = 0
  var notRetryable = 0
}

/// The read stage: bytes to chunks, and each address of theirs to its number.
///
/// It runs on a thread of its own and blocks there: for bytes, and while the queue is full.
struct InputReading {
  let inputs: [InputSource]
  let options: ReadingOptions
  /// Whether new addresses are asked for at once; else whoever ranks them asks at the end.
  let asksAtOnce: Bool
  let control: RunControl
  let board: AnswerBoard
  let resolving: Resolving
  let queue: ChunkQueue
  let onEvent: @Sendable (RunEvent) -> Void

  private var index: AddressIndex
  private var report = ReadingReport()

  init(
    inputs: [InputSource], options: ReadingOptions, asksAtOnce: Bool, control: RunControl,
    board: AnswerBoard, resolving: Resolving, queue: ChunkQueue,
    addresses: SlabArray<IPAddress>, onEvent: @escaping @Sendable (RunEvent) -> Void
  ) {
    self.inputs = inputs
    self.options = options
    self.asksAtOnce = asksAtOnce
    self.control = control
    self.board = board
    self.resolving = resolving
    self.queue = queue
    self.onEvent = onEvent
    index = AddressIndex(addresses: addresses)
  }

  /// Reads every input in turn; an input that cannot be read does not stop the others.
  consuming func run() -> ReadingReport {
    for input in inputs {
      if control.isReadingStopped { break }
      do throws(InputError) {
        guard try read(input) else { break }
      } catch {
        report.inputErrors.append(.init(name: input.name, error: error))
        onEvent(.inputFailed(name: input.name, error: error))
      }
    }
    control.isInputAtEnd = true
    if asksAtOnce { resolving.finish() }
    queue.finish()
    return report
  }

  /// Reads one input to its end.
  /// - Returns: Whether there is use in reading further inputs.
  private mutating func read(_ input: InputSource) throws(InputError) -> Bool {
    let name = InputName(input.name)
    let reader = ChunkReader(
      source: try open(input), options: options, wake: control.readerWake)
    defer {
      report.blankLines += reader.blankLines
      report.comments += reader.comments
      report.notRetryable += reader.notRetryable
      if let dialect = reader.dialect?.description, !report.dialects.contains(dialect) {
        report.dialects.append(dialect)
      }
    }
    while true {
      if control.isReadingStopped { return false }
      switch try reader.next(idle: { resolving.release() }) {
      case .chunk(let chunk):
        guard hand(on: chunk, of: name) else { return false }
      case .woken: continue
      case .end: return true
      }
    }
  }

  private func open(_ input: InputSource) throws(InputError) -> ByteSource {
    switch input {
    case .standardInput:
      return ByteSource(descriptor: 0, name: input.name)
    case .file(let path):
      do throws(SystemError) {
        return try ByteSource(path: path)
      } catch {
        throw .system(error)
      }
    }
  }

  /// Numbers a chunk's addresses, asks for the new ones, and queues it.
  private mutating func hand(on chunk: Chunk, of file: InputName) -> Bool {
    var numbers: [UInt32] = []
    numbers.reserveCapacity(chunk.records.count)
    var special: [(number: UInt32, block: SpecialBlock)] = []
    var new: [Question] = []
    for record in chunk.records {
      let address = record.address
      guard record.reason == nil, let (number, isNew) = index.number(of: address) else {
        numbers.append(WorkChunk.noNumber)
        continue
      }
      numbers.append(number)
      guard isNew else { continue }
      if let block = address.specialBlock {
        special.append((number, block))
      } else if asksAtOnce {
        new.append(Question(tag: number, address: address))
      }
    }
    let count = index.addresses.count
    board.register(count: count, special: special)
    control.addresses = count
    // The chunk goes first: its first rows leave while its last addresses are still looked up.
    let isQueued = queue.put(WorkChunk(chunk: chunk, numbers: numbers, file: file)) {
      resolving.release()
    }
    resolving.resolve(new)
    return isQueued
  }
}
