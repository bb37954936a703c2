internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoEnrichment
internal import IPGeoRecords
internal import IPGeoStore

/// Takes exported answers into a store, some thousand lines in each transaction.
struct ImportRun {
  private let store: OpenStore
  private let inputs: [InputSource]
  private let diagnostics: Diagnostics
  private var reports: LineReports
  private var endings: [RunEnding] = [.code(.done)]

  private var pending: [AnswerStore.Row] = []
  /// Bytes of the lines that `pending` was read from.
  private var pendingBytes = 0
  private var now = Clock.wallSeconds()

  private var taken = 0
  private var older = 0
  private var refused = 0
  private var good = 0

  private static let mostRows = 5000
  private static let mostBytes = 8 << 20

  /// Opens the store, and makes it where there is none; no input is opened yet.
  init(path: String, inputs: [InputSource], diagnostics: Diagnostics) throws(CommandFault) {
    for input in inputs {
      let isStore =
        switch input {
        case .standardInput: StoreFiles.areStandardInput(store: path)
        case .file(let file): StoreFiles.contain(file, store: path)
        }
      if isStore {
        throw CommandFault(
          .usage, "\(Self.name(input)) is the store itself: export it first, and import that")
      }
    }
    store = try OpenStore(path, for: .writing, diagnostics)
    self.inputs = inputs
    self.diagnostics = diagnostics
    reports = LineReports(diagnostics)
  }

  /// Runs to the end.
  func run() -> RunEnding {
    var run = self
    return run.runToEnd()
  }

  private mutating func runToEnd() -> RunEnding {
    do throws(CommandFault) {
      for input in inputs { try take(input) }
      try keep()
    } catch {
      diagnostics.error(error.message)
      endings.append(.code(error.code))
    }
    reports.finish()
    tell()
    return ExitCode.first(of: endings)
  }

  private func sums() -> String {
    var text = "\(CacheCommand.answers(taken)) taken"
    if older > 0 { text += ", \(older.groupedDigits) left out as newer ones are known" }
    if refused > 0 { text += ", \(refused.groupedDigits) not kept" }
    return text
  }

  private mutating func tell() {
    let lines = good + reports.all
    if lines == 0, endings == [.code(.done)] {
      diagnostics.error("no answers in the input: nothing to do")
      return
    }
    if reports.all > 0 {
      endings.append(.code(.badInput))
      diagnostics.error(
        "\(reports.all.groupedDigits) of \(lines.groupedDigits) "
          + (lines == 1 ? "line is no answer, and left out" : "lines are no answers, and left out"))
    }
    diagnostics.note(sums())
  }

  /// Standard input has no name that a reader would look for.
  private static func name(_ input: InputSource) -> String {
    input == .standardInput ? "standard input" : input.name
  }
}

// MARK: Reading

extension ImportRun {
  /// Takes an input to its end; one that cannot be read is told of, and the next one follows.
  private mutating func take(_ input: InputSource) throws(CommandFault) {
    let name = Self.name(input)
    let reader: ChunkReader
    do throws(InputError) {
      reader = ChunkReader(
        source: try Self.open(input), options: ReadingOptions(), wholeLines: true)
    } catch {
      return note(error, of: name)
    }
    while let chunk = next(reader, of: name) { try take(chunk, of: name) }
  }

  /// The next lines; nil at the end, and where the input cannot be read on.
  private mutating func next(_ reader: ChunkReader, of name: String) -> Chunk? {
    do throws(InputError) {
      if case .chunk(let chunk) = try reader.next(idle: {}) { return chunk }
    } catch {
      note(error, of: name)
    }
    return nil
  }

  private static func open(_ input: InputSource) throws(InputError) -> ByteSource {
    do throws(SystemError) {
      return switch input {
      case .standardInput: ByteSource(descriptor: 0, name: name(input))
      case .file(let path): try ByteSource(path: path)
      }
    } catch {
      throw .system(error)
    }
  }

  private mutating func note(_ error: InputError, of name: String) {
    endings.append(.code(error.isOfContent ? .badInput : .unreadableInput))
    switch error {
    case .system(let error): diagnostics.error(error.description)
    case .notText(let kind, _):
      diagnostics.error("\(name): this is \(kind), and lines of JSON are needed")
    case .changed: diagnostics.error("\(name): it is not what it was; run again")
    case .layout(let error):
      diagnostics.error("\(name): \(error.message); \(error.advice)")
    case .unpacking(let error):
      diagnostics.error("\(name): \(error.message); \(error.advice)")
    }
  }

  private mutating func take(_ chunk: Chunk, of name: String) throws(CommandFault) {
    now = Clock.wallSeconds()
    for record in chunk.records {
      do throws(LineFault) {
        try take(record, in: chunk, of: name)
      } catch {
        reports.take(error, file: name, line: chunk.line(of: record))
      }
      if pending.count >= Self.mostRows || pendingBytes >= Self.mostBytes { try keep() }
    }
  }

  private mutating func take(
    _ record: FoundRecord, in chunk: Chunk, of name: String
  ) throws(LineFault) {
    if record.reason == .lineTooLong {
      throw LineFault(.lineTooLong, "this line is longer than 1 MiB")
    }
    let line = chunk.bytes(record.text)
    let result = try AnswerLineReader.read(line, now: now)
    if let stranger = result.stranger {
      reports.take(stranger: stranger, file: name, line: chunk.line(of: record))
    }
    good += 1
    pending.append(result.row)
    pendingBytes += line.count
  }

  /// Writes what has been read, durably.
  private mutating func keep() throws(CommandFault) {
    if pending.isEmpty { return }
    let rows = pending
    let now = now
    pending.removeAll(keepingCapacity: true)
    pendingBytes = 0
    let count = try store.use { (store) throws(StoreError) in
      try store.importRows(rows, now: now)
    }
    taken += count.taken
    older += count.older
    refused += count.refused
  }
}
