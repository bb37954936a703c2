/// Walks over the members of a JSON object that is known to be valid.
///
/// It takes the text as `JSONMemberScanner` found it, and hands out places in the same bytes. On
/// text that is not valid it ends early, and reads nothing outside of the object.
public struct JSONMembers {
  /// A member.
  public struct Member: Hashable, Sendable {
    /// Its name.
    public var name: JSONTokenizer.JSONString
    /// Its value.
    public var value: JSONMemberScanner.Value
  }

  private let text: JSONByteCursor?
  private var at: Int
  private var nesting = DeepNesting()

  /// Prepares to walk.
  /// - Parameters:
  ///   - bytes: What places are of; they must stay valid as long as this is used.
  ///   - object: Where the object stands, with its braces; what is no object has no members.
  public init(_ bytes: UnsafeRawBufferPointer, in object: Range<Int>) {
    at = object.lowerBound &+ 1
    guard let base = bytes.baseAddress, object.lowerBound >= 0, object.upperBound <= bytes.count,
      object.count >= 2, bytes[object.lowerBound] == UInt8(ascii: "{")
    else {
      text = nil
      return
    }
    // Its last brace is left out: members end before it.
    text = JSONByteCursor(base: base, end: object.upperBound &- 1, readable: bytes.count)
  }

  /// The next member; `nil` behind the last one.
  public mutating func next() -> Member? {
    guard let text else { return nil }
    var start = text.skipBlanks(at)
    if start < text.end, text[start] == UInt8(ascii: ",") { start = text.skipBlanks(start &+ 1) }
    guard start < text.end, text[start] == UInt8(ascii: "\"") else { return nil }
    let name = text.string(start &+ 1)
    guard name.end >= 0 else { return nil }
    let colon = text.skipBlanks(name.end)
    guard colon < text.end, text[colon] == UInt8(ascii: ":") else { return nil }
    let first = text.skipBlanks(colon &+ 1)
    guard let value = text.value(first, depth: 1, &nesting) else { return nil }
    at = value.range.upperBound
    return Member(
      name: JSONTokenizer.JSONString(
        range: (start &+ 1)..<(name.end &- 1), hasEscapes: name.hasEscapes), value: value)
  }
}
