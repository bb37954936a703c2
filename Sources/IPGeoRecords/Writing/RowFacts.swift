public import IPGeoAddresses
public import IPGeoCore
internal import IPGeoJSON

/// How rows are written.
public enum RowFormat: String, Sendable, CaseIterable {
  /// Comma-separated values (RFC 4180).
  case csv
  /// Tab-separated values, quoted as CSV is.
  case tsv
  /// One JSON object a line.
  case jsonl
  /// Columns for people; our columns alone.
  ///
  /// A rendered row is text that can be seen, between tabs; `AlignedTable` makes a table of such
  /// rows.
  case table

  /// Whether rows are cells for other programs to read.
  var isDelimited: Bool { self == .csv || self == .tsv }
}

/// What a row says that depends on the answer alone, the same for every record of an address.
public struct AnswerFacts: Hashable, Sendable {
  /// The `status` column.
  public var status: Status
  /// The `reason` column; empty where there is none.
  public var reason: String
  /// The address in its canonical form; `nil` for an invalid record.
  public var address: IPAddress?
  /// What is known of the address.
  public var location: Location?
  /// Who answered; empty where nobody did.
  public var source: String
  /// When it was first asked, in seconds since 1970 UTC.
  public var askedAt: Int64?

  /// Makes facts from what each column shall say.
  public init(
    status: Status, reason: String = "", address: IPAddress? = nil, location: Location? = nil,
    source: String = "", askedAt: Int64? = nil
  ) {
    self.status = status
    self.reason = reason
    self.address = address
    self.location = location
    self.source = source
    self.askedAt = askedAt
  }

  /// The facts of an outcome.
  ///
  /// A special address has the source `local` and no time; a failed look-up has neither.
  /// - Parameters:
  ///   - outcome: What the look-up came to.
  ///   - address: The address that was looked up.
  ///   - source: The provider's name.
  ///   - askedAt: When the provider was asked, in seconds since 1970 UTC.
  public init(_ outcome: Outcome, address: IPAddress, source: String, askedAt: Int64?) {
    switch outcome {
    case .located(let location):
      self.init(
        status: .located, address: address, location: location, source: source, askedAt: askedAt)
    case .special(let block):
      self.init(status: .special, reason: block.name, address: address, source: "local")
    case .unknown(let reason):
      self.init(
        status: .unknown, reason: reason.rawValue, address: address, source: source,
        askedAt: askedAt)
    case .failed(let failure):
      self.init(status: .failed, reason: failure.reason.rawValue, address: address)
    }
  }

  /// The facts of a record without an address.
  public static func invalid(_ reason: Reason) -> AnswerFacts {
    AnswerFacts(status: .invalid, reason: reason.rawValue)
  }
}

/// What a row says that belongs to the record alone.
///
/// The bytes must outlive the call that uses the facts.
public struct RecordFacts {
  /// The `ip` column: the caller's spelling, or `judgedText(_:)` of an invalid record.
  public var text: UnsafeRawBufferPointer
  /// How many records the row stands for.
  public var hits: UInt64
  /// The input's name in UTF-8, `-` of standard input; empty where it has none.
  public var file: UnsafeRawBufferPointer
  /// The record's line, from 1; 0 where it is not known.
  public var line: Int
  /// The port after the address.
  public var port: UInt16?
  /// The forwarded list; empty where there is none.
  public var forwarded: UnsafeRawBufferPointer
  /// All of the record without its line end.
  public var whole = UnsafeRawBufferPointer(start: nil, count: 0)
  /// What ends the record.
  public var lineEnd = LineEnd.feed
  /// What the row takes over from `whole`.
  public var passage = Passage.nothing

  /// Whether the record came from standard input, which has no path: a file called so is `./-`.
  var isOfStandardInput: Bool { file.count == 1 && file.first == 0x2D }

  /// How many bytes of an invalid record's text are shown.
  public static let judgedTextLimit = 200

  /// Makes the facts of a record.
  public init(
    text: UnsafeRawBufferPointer, hits: UInt64 = 1,
    file: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0), line: Int = 0,
    port: UInt16? = nil,
    forwarded: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
    whole: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
    lineEnd: LineEnd = .feed, passage: Passage = .nothing
  ) {
    self.text = text
    self.hits = hits
    self.file = file
    self.line = line
    self.port = port
    self.forwarded = forwarded
    self.whole = whole
    self.lineEnd = lineEnd
    self.passage = passage
  }

  /// What is shown of an invalid record's text: 200 bytes at most, no scalar cut in two.
  public static func judgedText(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: text[..<UTF8Text.cut(text, to: judgedTextLimit)])
  }
}

/// How long the segments of a prepared row are; see `RowRenderer.prepare(_:into:)`.
public struct PreparedRow: Hashable, Sendable {
  /// The most segments that a row has: one more than there are fields of the record and of the
  /// address.
  public static let maximumSegmentCount = 10
  /// The length of each segment in bytes, in order; those beyond the renderer's count are 0.
  public var lengths = SIMD16<UInt32>()

  /// Makes a row without segments.
  public init() {}

  /// The length of all segments in bytes.
  public var total: Int {
    var total = 0
    for index in lengths.indices { total &+= Int(lengths[index]) }
    return total
  }
}
