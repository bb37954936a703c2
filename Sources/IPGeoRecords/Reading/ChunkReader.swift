public import IPGeoByteStreams

/// Reads an input as chunks of records, in constant memory.
///
/// A chunk is handed out when about a chunk's size of input has come, or as soon as nothing more is
/// to be had at once: on a slow pipe each line is answered when it comes. Packed input is unpacked
/// on the way. Reading blocks, so that it wants a thread of its own; one thread at a time uses a
/// reader.
public final class ChunkReader {
  /// What the input turned out to be; `nil` before the first chunk or the end.
  public private(set) var dialect: Dialect?
  /// How the input is laid out; there as soon as `dialect` is.
  public var layout: InputLayout? { dialect == nil ? nil : finder.layout }
  /// Whether the source is a regular file.
  public let readsRegularFile: Bool
  /// Whether the input turned out to hold nothing, or nothing but blank lines.
  public private(set) var isEmpty = false

  private var source: ByteSource
  /// Where in its file the input starts.
  private let start: Int64?
  private var unpacker: Unpacker?
  private let options: ReadingOptions
  private let wake: WakeHandle?
  private var block: BlockAssembler
  private let readsWholeLines: Bool
  /// Which fields are looked for in rows that a run wrote; `nil` where addresses are.
  private let rows: FieldSetChoice?
  private var finder: any RecordFinder
  private var transcoder: UTF16Transcoder?
  /// Bytes that are not yet transcoded.
  private var raw = ByteBuffer(capacity: 16)
  /// How much was read since the last cut.
  private var gathered = 0
  private var hasEnded = false
  private var idleness = Idleness.busy

  private enum Idleness {
    /// Bytes came; a pause has to last its time.
    case busy
    /// The pause has lasted, and the caller is to be told once nothing else is there for it.
    case due
    /// The caller was told.
    case reported
  }

  /// Prepares to read; nothing is read yet.
  /// - Parameters:
  ///   - source: Where the bytes come from.
  ///   - options: Sizes are held within 1 byte and 1 GiB.
  ///   - wake: Ends waits, and reading between two chunks.
  ///   - wholeLines: Whether records are the lines as they stand, blank ones left out: their reason
  ///     is `no-address`, or `line-too-long` where there is more of them.
  ///   - rows: Which fields are looked for where the input is rows that a run wrote; `layout` then
  ///     says where they stand. Addresses are not looked for, so that a record's reason tells only
  ///     of what makes it no row. Such an input is judged when enough of it has come, or all.
  public init(
    source: ByteSource, options: ReadingOptions, wake: WakeHandle? = nil, wholeLines: Bool = false,
    rows: FieldSetChoice? = nil
  ) {
    let sizes = 1...(1 << 30)
    var options = options
    options.maximumLine = min(max(options.maximumLine, sizes.lowerBound), sizes.upperBound)
    options.chunkSize = min(max(options.chunkSize, sizes.lowerBound), sizes.upperBound)
    self.source = source
    readsRegularFile = source.isRegularFile
    start = source.position
    self.options = options
    self.wake = wake
    readsWholeLines = wholeLines
    self.rows = rows
    finder = WholeLineFinder()
    block = BlockAssembler(
      maximumLine: options.maximumLine, leastAtEnd: options.chunkSize / 4)
  }

  /// How many lines were blank so far.
  public var blankLines: Int { block.blankLines }
  /// How many lines were comments so far.
  public var comments: Int { block.comments }
  /// How many lines of a failures file were passed over so far: asking again does not help them.
  public var notRetryable: Int { block.notRetryable }

  /// The rows so far with more cells than their header has; `nil` where there was none.
  public var longRows: LongRows? {
    guard let first = block.firstLongRow, let table = layout?.table else { return nil }
    return LongRows(
      count: block.longRows, line: first.line, cells: first.cells, columns: table.names.count)
  }

  /// Reads so far that it is known what the input is; no more than is needed for that.
  ///
  /// Of packed data that hold no text that may be known by `next(idle:)` alone.
  /// - Parameter waits: Whether to wait for a source that pauses before it is known.
  /// - Returns: Whether it is, or what came first.
  /// - Throws: As `next(idle:)`.
  public func prepare(waits: Bool = true) throws(InputError) -> Preparation {
    while dialect == nil {
      if hasEnded {
        if unpacker != nil, block.text.count == 0 { return .ready }
        if try isJudged(isPausing: true) { return .ready }
        continue
      }
      switch try wait(0) {
      case .woken: return .woken
      case .ready:
        try read(atMost: LayoutJudge.size)
        if try isJudged(isPausing: false) { return .ready }
        continue
      case .timedOut: break
      }
      let isPausing = try wait(options.idleMilliseconds) == .timedOut
      if isPausing, isHeadEnough, try isJudged(isPausing: true) { return .ready }
      if isPausing, !waits { return .pausing }
      if isPausing, try wait(-1) == .woken { return .woken }
    }
    return .ready
  }

  /// Reads on to the next chunk.
  /// - Parameter idle: Called once when nothing came for a while, and again only after new bytes.
  /// - Returns: The next records, the end, or that the wake handle was signalled.
  /// - Throws: When the input cannot be read, or is no text; reading on is of no use then. Of
  ///   damaged packed data the whole lines that came before are handed out first.
  public func next(idle: () -> Void) throws(InputError) -> ChunkStep {
    while true {
      if let step = try nextBeforeEnd(idle) { return step }
      if unpacker != nil {
        // Its own end, which tells whether it was all, may come later.
        if let chunk = wholeLines() { return .chunk(chunk) }
        if unpacker?.finish(orWake: wake, slow: idle) == false { return .woken }
        if let failure = unpacker?.failure { throw failure }
      }
      // Only what is packed is not judged even now: then there is more to come.
      guard try isJudged(isPausing: true) else { continue }
      return block.cut(&finder, isLast: true).map { .chunk($0) } ?? .end
    }
  }

  /// What is there without an unfinished last line: half an address may be another one.
  private func wholeLines() -> Chunk? {
    // Data that are no text may be damaged ones; then that is the error.
    guard block.text.count > 0, (try? isJudged(isPausing: true)) == true else { return nil }
    return block.cut(&finder, isLast: false)
  }

  /// Reads on while the source has not ended; `nil` when it has.
  private func nextBeforeEnd(_ idle: () -> Void) throws(InputError) -> ChunkStep? {
    while !hasEnded {
      let readiness = try wait(0)
      if readiness == .woken { return .woken }
      if readiness == .ready, gathered < options.chunkSize {
        try read(atMost: max(1 << 16, options.chunkSize - gathered))
        continue
      }
      gathered = 0
      if try isJudged(isPausing: false), let chunk = block.cut(&finder, isLast: false) {
        return .chunk(chunk)
      }
      if readiness == .ready { continue }
      switch try pause(idle) {
      case .some(let step): return step
      case .none: continue
      }
    }
    return nil
  }

  /// Waits while nothing is there; returns a step when the wait ended with one.
  private func pause(_ idle: () -> Void) throws(InputError) -> ChunkStep? {
    if idleness == .busy {
      let readiness = try wait(options.idleMilliseconds)
      if readiness == .woken { return .woken }
      if readiness == .ready { return nil }
      idleness = .due
      // A first line too short to be sure of is taken as what it looks like.
      if dialect == nil, isHeadEnough, try isJudged(isPausing: true),
        let chunk = block.cut(&finder, isLast: false)
      {
        return .chunk(chunk)
      }
    }
    if idleness == .due {
      idleness = .reported
      idle()
    }
    return try wait(-1) == .woken ? .woken : nil
  }

  private func wait(_ milliseconds: Int32) throws(InputError) -> Readiness {
    do throws(SystemError) {
      return try source.waitReadable(milliseconds: milliseconds, orWake: wake)
    } catch { throw .system(error) }
  }
}

// MARK: Reading and decoding

extension ChunkReader {
  private func read(atMost room: Int) throws(InputError) {
    let before = gathered
    do throws(SystemError) {
      if transcoder == nil {
        try receive(room, into: &block.text)
      } else {
        raw.removeAll()
        try receive(room, into: &raw)
        transcoder?.append(raw.bytes, to: &block.text)
      }
    } catch { throw .system(error) }
    if gathered == before {
      hasEnded = true
      transcoder?.finish(&block.text)
    } else {
      idleness = .busy
    }
  }

  private func receive(_ room: Int, into buffer: inout ByteBuffer) throws(SystemError) {
    let before = buffer.count
    try buffer.fill(room: room) { free throws(SystemError) in
      try source.read(into: UnsafeMutableRawBufferPointer(rebasing: free.prefix(room)))
    }
    gathered += buffer.count - before
  }

  /// Whether enough has come to judge by: besides blank lines so much, and a whole line.
  private var isHeadWhole: Bool {
    let bytes = block.text.bytes
    guard bytes.count >= LayoutJudge.size else { return false }
    // What is longer than the longest line is no head any more.
    if bytes.count > options.maximumLine + LayoutJudge.size { return true }
    guard let first = bytes.firstIndex(where: { !Self.isBlank($0) }) else { return false }
    return bytes.count - first >= LayoutJudge.size
      && LineCutter.firstEnd(in: bytes, first..<bytes.count) != nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0 || byte == 0x20 || 0x09...0x0D ~= byte
  }

  /// Judges the input by its first bytes, once, when there are enough of them.
  ///
  /// Those of packed data are put into the program that unpacks it, and the judge waits for others.
  private func isJudged(isPausing: Bool) throws(InputError) -> Bool {
    if dialect != nil { return true }
    block.shortenFirstHole()
    guard isPausing || isHeadWhole else { return false }
    switch HeadJudge.judge(block.text.bytes) {
    case .binary(let kind):
      try unpack(kind)
      return false
    case .text(let encoding, let skipped):
      block.text.removeFirst(skipped)
      if encoding == .utf8, unpacker == nil, let start {
        block.begin(in: source, at: start + Int64(skipped))
      }
      decodeHead(encoding)
      // Where more may come, blanks say nothing yet.
      isEmpty =
        hasEnded && block.text.bytes.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
      if !readsWholeLines { try chooseFinder() }
      dialect = Dialect(
        format: finder.format, detail: finder.layout.detail, encoding: encoding,
        packing: unpacker?.packing)
      return true
    }
  }

  /// Goes on with what a program makes of the input.
  /// - Throws: Where no program does, and for what is packed within packed data.
  private func unpack(_ kind: BinaryKind) throws(InputError) {
    if let outer = unpacker?.packing {
      let inner = kind.inside(outer)
      throw .notText(kind: inner.name, advice: inner.advice)
    }
    guard let packing = kind.packing else {
      throw .notText(kind: kind.name, advice: kind.advice)
    }
    let started = try Unpacker(packing, head: block.text.bytes, rest: source)
    unpacker = started
    source = started.source
    block.text.removeAll()
    gathered = 0
    hasEnded = false
  }

  /// Whether what has come may end within the CRLF of a table's header, whose rows end as it does.
  private var isInLineEnd: Bool {
    let bytes = block.text.bytes
    return bytes.last == LineCutter.carriageReturn
      && bytes.contains { $0 == 0x2C || $0 == 0x3B || $0 == 0x09 || $0 == 0x7C }
  }

  /// Whether what has come is judged by itself when the source pauses.
  private var isHeadEnough: Bool {
    rows == nil && HeadJudge.isEnough(block.text.bytes)
      && (readsWholeLines
        || !TableJudge.isHeaderAlone(block.text.bytes, options) && !isInLineEnd)
  }

  private func chooseFinder() throws(InputError) {
    do throws(LayoutError) {
      let bytes = block.text.bytes
      // Blank lines in front say nothing, however many they are.
      let first = bytes.firstIndex { !Self.isBlank($0) } ?? 0
      let start = LineCutter.lastStart(in: bytes, 0..<first) ?? 0
      let head = UnsafeRawBufferPointer(
        rebasing: bytes[Hole.record(of: start..<bytes.count, in: bytes)])
      finder =
        if let rows {
          try RowsJudge(head, isWhole: hasEnded, options, rows).finder()
        } else {
          try LayoutJudge.finder(head, isWhole: hasEnded, options)
        }
    } catch { throw .layout(error) }
  }

  private func decodeHead(_ encoding: TextEncoding) {
    if encoding == .utf8 { return }
    var made = UTF16Transcoder(isBigEndian: encoding == .utf16BigEndian)
    var text = ByteBuffer(capacity: block.text.count * 2)
    made.append(block.text.bytes, to: &text)
    if hasEnded { made.finish(&text) }
    block.text = text
    transcoder = made
  }
}
