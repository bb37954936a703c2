/// Why a line is no answer that a store may take.
struct LineFault: Error, Hashable, Sendable {
  /// The kinds of fault, of which the first few are told each; the raw value names them in sums.
  enum Kind: String, Hashable, Sendable, CaseIterable {
    case lineTooLong = "line-too-long"
    case invalidJSON = "invalid-json"
    case memberMissing = "member-missing"
    case memberTwice = "member-twice"
    case wrongType = "wrong-type"
    case outOfRange = "out-of-range"
    case badAddress = "not-an-address"
    case special
    case badTime = "bad-time"
    case badStatus = "bad-status"
  }

  let kind: Kind
  /// What is wrong and why, as the rest of `FILE:LINE: `.
  let message: String

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
