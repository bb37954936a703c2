/// Why a reply's body tells no position.
///
/// Texts of the reply are kept as far as a message needs them, in printable ASCII.
public enum StationReplyFault: Error, Hashable, Sendable {
  /// The members that are needed.
  public enum Member: String, Hashable, Sendable {
    /// The object that holds the other two.
    case position = "iss_position"
    /// Degrees north.
    case latitude
    /// Degrees east.
    case longitude
    /// Seconds since 1970 UTC.
    case timestamp
    /// `success`, where all is well.
    case message
  }

  /// There is not one byte.
  case empty
  /// It is no JSON text, or only the beginning of one.
  case notJSON
  /// It is JSON, but no object.
  case notObject
  /// The service says that it failed, in these words.
  case failure(String)
  /// A member that is needed is not there, or is null.
  case missing(Member)
  /// A member is there twice, so that neither counts.
  case repeated(Member)
  /// A member is no number, or the position is no object.
  case illTyped(Member)
  /// A coordinate, as it is written there, is on no globe.
  case outOfRange(Member, String)
  /// The time, as it is written there, is before 1970 or after the year 9999.
  case noTime(String)
}

extension StationReplyFault: CustomStringConvertible {
  /// The rest of a sentence that starts with "the reply", as `is empty`.
  public var description: String {
    switch self {
    case .empty: "is empty"
    case .notJSON: "is no JSON"
    case .notObject: "is JSON, but no object"
    case .failure(let words): "says \"\(words)\" where success was expected"
    case .missing(let member): "has no \(member.rawValue)"
    case .repeated(let member): "has \(member.rawValue) twice"
    case .illTyped(.position): "has an iss_position that is no object"
    case .illTyped(.message): "has a message that is no text"
    case .illTyped(let member): "has a \(member.rawValue) that is no number"
    case .outOfRange(let member, let text):
      "has a \(member.rawValue) of \(text), which is out of range "
        + (member == .latitude ? "(-90 to 90)" : "(-180 to 180)")
    case .noTime(let text): "has a timestamp of \(text), which is no time in seconds"
    }
  }
}
