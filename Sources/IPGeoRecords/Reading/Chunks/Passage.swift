/// What a row takes over from its record, as it stands in the input.
public enum Passage: Hashable, Sendable {
  /// Nothing: the row is our columns alone.
  case nothing
  /// The cells of a CSV record: how many there are, and whether the last one's quote is still open.
  case cells(count: UInt32, isOpen: Bool)
  /// The members of a JSON object: whether there are any, and what number our object's name gets
  /// because the record has that name already; 1 where the name is free, else 2 or more.
  case members(isEmpty: Bool, nestNumber: UInt32)
}

/// What ends a line.
public enum LineEnd: UInt8, Sendable {
  /// Nothing: the input ends there, or the line was cut.
  case none
  /// LF.
  case feed
  /// CRLF.
  case returnFeed
  /// CR.
  case carriageReturn

  /// Its bytes.
  public var bytes: StaticString {
    switch self {
    case .none: ""
    case .feed: "\n"
    case .returnFeed: "\r\n"
    case .carriageReturn: "\r"
    }
  }
}
