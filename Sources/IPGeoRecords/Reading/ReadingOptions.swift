public import IPGeoByteStreams

/// How the input is to be read: `--input-format`, or `--retry-failed`.
public enum InputFormat: String, Sendable, CaseIterable {
  /// By its first bytes.
  case auto
  /// One address per line.
  case list
  /// A failures file as `FailureRecord` writes it; never what `auto` comes to.
  case failures
}

/// What a reader is told.
public struct ReadingOptions: Hashable, Sendable {
  /// The format.
  public var format = InputFormat.auto
  /// The longest line that is read, in bytes of UTF-8 without its end: `--max-line`.
  public var maximumLine = 1 << 20
  /// About how many bytes of input make a chunk.
  public var chunkSize = 1 << 20
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
  /// It is packed, and cannot be unpacked (exit 66), or is damaged (exit 65).
  case unpacking(UnpackingError)

  /// Whether the content is at fault (exit 65); else the input cannot be read (exit 66).
  public var isOfContent: Bool {
    switch self {
    case .system: false
    case .notText: true
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
  /// The encoding.
  public var encoding: TextEncoding
  /// How it is packed; `nil` for what stands there as it is.
  public var packing: Packing?

  /// Makes a dialect of its parts.
  public init(format: InputFormat, encoding: TextEncoding, packing: Packing? = nil) {
    self.format = format
    self.encoding = encoding
    self.packing = packing
  }

  /// The format, and what is not usual: `list`, `list, UTF-16LE`, `list, gzip`.
  public var description: String {
    var words = [format.rawValue]
    if encoding != .utf8 { words.append(encoding.rawValue) }
    if let packing { words.append(packing.rawValue) }
    return words.joined(separator: ", ")
  }
}
