/// Why a text is no JSON.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// Where it stops being JSON, in bytes from the start of the text.
  public var offset: Int
  /// What is wrong there, as part of a sentence, with nothing of the text itself in it.
  public var message: String

  /// Pairs a place with what is wrong there.
  public init(offset: Int, message: String) {
    self.offset = offset
    self.message = message
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// The message and the place, as `a string is not closed (at byte 12)`.
  public var description: String { "\(message) (at byte \(offset))" }
}
