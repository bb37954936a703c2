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

  /// The same for sentences: standard input has no name that a reader would look for.
  var shown: String {
    switch self {
    case .standardInput: "standard input"
    case .file(let path): VisibleText.escape(path)
    }
  }
}
