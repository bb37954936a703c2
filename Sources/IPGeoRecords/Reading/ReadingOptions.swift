public import IPGeoByteStreams

/// How the input is to be read: `--input-format`, or `--retry-failed`.
public enum InputFormat: String, Sendable, CaseIterable {
  /// By its first bytes.
  case auto
  /// One address per line.
  case list
  /// An access log: the client stands at a known place of each line.
  case log
  /// Any text: the first public address of a line that stands alone.
  case text
  /// Delimiter-separated values (RFC 4180), one column of addresses.
  case csv
  /// The same, separated by tabs.
  case tsv
  /// One JSON object a line.
  case jsonl
  /// A failures file as `FailureRecord` writes it; never what `auto` comes to.
  case failures
}

/// What a reader is told.
public struct ReadingOptions: Hashable, Sendable {
  /// The format.
  public var format = InputFormat.auto
  /// Which field of a record holds the address; `nil` to find it.
  ///
  /// A column's name or number, a blank-separated field's number in a log, a key or path of JSON;
  /// numbers count from 1.
  public var addressField: String?
  /// What stands between two cells of CSV; `nil` to find it.
  public var delimiter: UInt8?
  /// Whether the first record of CSV is data; else that is found out.
  public var hasNoHeader = false
  /// Which address of a list of them is the client's.
  public var client = ClientRule()
  /// The name of our object in JSON lines, which a record may have already.
  public var nestName = "geo"
  /// The longest line that is read, in bytes of UTF-8 without its end: `--max-line`.
  public var maximumLine = 1 << 20
  /// About how many bytes of input make a chunk: as many as stay in a core's own cache while they
  /// are read, searched, and what was found in them is numbered.
  public var chunkSize = 1 << 18
  /// How long nothing must come until the reader counts as idle.
  public var idleMilliseconds: Int32 = 100

  /// Makes the usual options.
  public init() {}
}

/// Why an input is not read.
public enum InputError: Error, Hashable, Sendable {
  /// It cannot be opened or read (exit 66).
  case system(SystemError)
  /// It is not text (exit 65): `kind` names it, as `gzip data`; `advice` says what would help.
  case notText(kind: String, advice: String)
  /// Its records, or the addresses in them, cannot be told.
  case layout(LayoutError)
  /// It is not what it was when the run began (exit 66).
  case changed
  /// It is packed, and cannot be unpacked (exit 66), or is damaged (exit 65).
  case unpacking(UnpackingError)

  /// Whether the content is at fault (exit 65); else the input cannot be read (exit 66).
  public var isOfContent: Bool {
    switch self {
    case .system, .changed: false
    case .notText, .layout: true
    case .unpacking(let error): error.isDamage
    }
  }
}

/// How an input spells its text.
public enum TextEncoding: String, Sendable {
  /// UTF-8, or any other extension of ASCII.
  case utf8 = "UTF-8"
  /// UTF-16, low byte first.
  case utf16LittleEndian = "UTF-16LE"
  /// UTF-16, high byte first.
  case utf16BigEndian = "UTF-16BE"
}

/// What an input turned out to be, for the summary.
public struct Dialect: Hashable, Sendable, CustomStringConvertible {
  /// The format; never `auto`.
  public var format: InputFormat
  /// What else was detected of it, for people.
  public var detail: String?
  /// The encoding.
  public var encoding: TextEncoding
  /// How it is packed; `nil` for what stands there as it is.
  public var packing: Packing?

  /// Makes a dialect of its parts.
  public init(
    format: InputFormat, detail: String? = nil, encoding: TextEncoding, packing: Packing? = nil
  ) {
    self.format = format
    self.detail = detail
    self.encoding = encoding
    self.packing = packing
  }

  /// The format, and what is not usual: `list`, `list, UTF-16LE`, `log (combined), gzip`.
  public var description: String {
    var words = [format.rawValue + (detail.map { " (\($0))" } ?? "")]
    if encoding != .utf8 { words.append(encoding.rawValue) }
    if let packing { words.append(packing.rawValue) }
    return words.joined(separator: ", ")
  }
}
