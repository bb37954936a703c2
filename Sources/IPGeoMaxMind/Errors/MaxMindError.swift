/// Why a database cannot be used, or a record of it cannot be read.
public struct MaxMindError: Error, Hashable, Sendable {
  /// The file, as it was named.
  public let path: String
  /// What is the matter with it.
  public let kind: Kind

  /// Names a file and what is the matter with it.
  public init(path: String, kind: Kind) {
    self.path = path
    self.kind = kind
  }

  /// What can be the matter with a file.
  public enum Kind: Hashable, Sendable {
    /// The system does not let it be opened or read; the `errno` and its words.
    case unreadable(code: Int32, why: String)
    /// It is something else than a database.
    case otherFile(OtherFile)
    /// It is a database that is damaged, or of a form that is not known.
    case damaged(MaxMindFault)
  }

  /// Where it is damaged and how; `nil` where that is not what is the matter.
  public var fault: MaxMindFault? {
    if case .damaged(let fault) = kind { fault } else { nil }
  }
}

extension MaxMindError: CustomStringConvertible {
  /// One line for a person: what is the matter and what to do.
  public var description: String {
    switch kind {
    case .unreadable(_, let why): "cannot read \(path): \(why)"
    case .otherFile(let other): "\(path) is no MaxMind database: \(other)"
    case .damaged(let fault):
      switch fault.cause {
      case .changed: "\(path) was changed while it was in use: start again"
      case .unknownVersion(let version):
        "\(path) has version \(version) of the MaxMind DB format, and only 2 is known: take an "
          + "edition of version 2, or a newer ipgeo"
      default: "\(path) is damaged or no MaxMind database: \(fault): fetch it again"
      }
    }
  }
}
