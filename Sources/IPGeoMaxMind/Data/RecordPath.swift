/// The way to a value within a record: keys of maps, and places in arrays.
///
/// Made once and used for many records: following it allocates nothing.
///
/// ```swift
/// let path: RecordPath = "subdivisions.0.iso_code"
/// let odd = RecordPath(["a key.with a full stop", "names"])
/// ```
public struct RecordPath: Hashable, Sendable {
  struct Step: Hashable, Sendable {
    let text: String
    /// The bytes of the text, at a place that does not change.
    let key: OwnedBytes
    /// The place that it means in an array.
    let index: Int?

    init(_ key: String) {
      text = key
      self.key = OwnedBytes(Array(key.utf8))
      index = Int(key).flatMap { $0 >= 0 ? $0 : nil }
    }

    static func == (left: Step, right: Step) -> Bool { left.text == right.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  let steps: [Step]

  /// A path of those keys, which may have full stops in them; a key that is a number is a place
  /// where an array stands, from 0.
  public init(_ keys: some Sequence<String>) { steps = keys.map(Step.init) }
}

extension RecordPath: ExpressibleByStringLiteral {
  /// A path of the keys between the full stops, as `city.names.en`; a key that has one in it takes
  /// `init(_:)`.
  public init(stringLiteral text: String) {
    self.init(text.split(separator: ".", omittingEmptySubsequences: true).map(String.init))
  }
}

extension RecordPath: CustomStringConvertible {
  /// The keys with full stops between them.
  public var description: String {
    steps.map(\.text).joined(separator: ".")
  }
}
