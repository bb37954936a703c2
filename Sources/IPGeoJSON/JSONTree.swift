public import IPGeoByteStreams

/// A JSON value in memory, for documents that the program makes of its own tables.
///
/// Members keep the order in which they were given. Nothing large, and nothing from outside, is
/// held this way: readers and rows work on bytes.
public indirect enum JSONTree: Hashable, Sendable {
  /// The word `null`.
  case null
  /// `true` or `false`.
  case flag(Bool)
  /// A number without a fraction.
  case integer(Int)
  /// A text.
  case text(String)
  /// Values in order.
  case list([JSONTree])
  /// Members in order.
  case object([Member])

  /// A name with its value.
  public struct Member: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: JSONTree

    /// Pairs a name with its value.
    public init(_ name: String, _ value: JSONTree) {
      self.name = name
      self.value = value
    }
  }

  /// The member of that name; `nil` where there is none, and where this is no object.
  public subscript(_ name: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// An object with the members of both, this one's first; anything else is taken as none.
  public func adding(_ other: JSONTree) -> JSONTree {
    guard case .object(let added) = other else { return self }
    guard case .object(let members) = self else { return other }
    return .object(members + added)
  }

  /// Appends the value for people, each member on a line of its own, two blanks further in.
  ///
  /// Lists of plain values stand on one line where they are short.
  public func append(to out: inout ByteBuffer, depth: Int = 0) {
    switch self {
    case .null: out.append("null")
    case .flag(let flag): out.append(flag ? "true" : "false")
    case .integer(let integer): out.append(String(integer))
    case .text(let text): JSONText.appendString(text, to: &out)
    case .list(let values): append(values, to: &out, depth)
    case .object(let members):
      if members.isEmpty { return out.append("{}") }
      out.append("{")
      for (index, member) in members.enumerated() {
        out.append(index == 0 ? "\n" : ",\n")
        indent(depth + 1, &out)
        JSONText.appendString(member.name, to: &out)
        out.append(": ")
        member.value.append(to: &out, depth: depth + 1)
      }
      out.append("\n")
      indent(depth, &out)
      out.append("}")
    }
  }

  private func append(_ values: [JSONTree], to out: inout ByteBuffer, _ depth: Int) {
    let isShort = values.count <= 4 && values.allSatisfy(\.isPlain)
    out.append("[")
    for (index, value) in values.enumerated() {
      if index > 0 { out.append(isShort ? ", " : ",") }
      if !isShort {
        out.append("\n")
        indent(depth + 1, &out)
      }
      value.append(to: &out, depth: depth + 1)
    }
    if !isShort {
      out.append("\n")
      indent(depth, &out)
    }
    out.append("]")
  }

  private var isPlain: Bool {
    switch self {
    case .null, .flag, .integer, .text: true
    case .list, .object: false
    }
  }

  private func indent(_ depth: Int, _ out: inout ByteBuffer) {
    for _ in 0..<depth { out.append("  ") }
  }
}

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  /// A text.
  public init(stringLiteral text: String) { self = .text(text) }
  /// A number.
  public init(integerLiteral integer: Int) { self = .integer(integer) }
  /// `true` or `false`.
  public init(booleanLiteral flag: Bool) { self = .flag(flag) }
  /// A list.
  public init(arrayLiteral values: JSONTree...) { self = .list(values) }
  /// An object, whose members keep their order.
  public init(dictionaryLiteral members: (String, JSONTree)...) {
    self = .object(members.map { Member($0.0, $0.1) })
  }
  /// The word `null`.
  public init(nilLiteral: ()) { self = .null }
}
