public import IPGeoByteStreams

/// The members of objects that the program writes: the one table that both the objects and their
/// JSON Schema are made from.
public struct ObjectForm<Whole>: Sendable {
  /// A member: its name, what may be said of it, and how its value is written.
  public struct Member: Sendable {
    let name: String
    let schema: JSONTree
    let meaning: String
    let write: @Sendable (Whole, inout ByteBuffer) -> Void

    /// Makes a member.
    /// - Parameters:
    ///   - name: Its name, which needs no escapes.
    ///   - schema: What its values are.
    ///   - meaning: One line for people, no full stop.
    ///   - write: Appends the value as JSON.
    public init(
      _ name: String, _ schema: JSONTree, _ meaning: String,
      write: @escaping @Sendable (Whole, inout ByteBuffer) -> Void
    ) {
      self.name = name
      self.schema = schema
      self.meaning = meaning
      self.write = write
    }
  }

  private let members: [Member]

  /// Makes a form of members in that order.
  public init(_ members: [Member]) { self.members = members }

  /// The members' names, in order.
  public var names: [String] { members.map(\.name) }

  /// Appends the object: every member, in order.
  public func append(_ whole: Whole, to out: inout ByteBuffer) {
    out.append("{")
    for (index, member) in members.enumerated() {
      out.append(index == 0 ? "\"" : ",\"")
      out.append(member.name)
      out.append("\":")
      member.write(whole, &out)
    }
    out.append("}")
  }

  /// The JSON Schema of the object, every member required and no other allowed.
  public var schema: JSONTree {
    let properties = members.map { member in
      JSONTree.Member(
        member.name, (["description": .text(member.meaning)] as JSONTree).adding(member.schema))
    }
    return .objectSchema(properties, required: names)
  }
}

extension ObjectForm.Member {
  /// A member that is a whole number or null.
  public static func whole(
    _ name: String, from least: Int = 0, to most: Int = .max, _ meaning: String,
    _ value: @escaping @Sendable (Whole) -> Int64?
  ) -> Self {
    Self(name, JSONTree.wholeSchema(from: least, to: most).orNull, meaning) { whole, out in
      out.append(value(whole).map { String($0) } ?? "null")
    }
  }

  /// A member that is a whole number and never null.
  public static func count(
    _ name: String, from least: Int = 0, _ meaning: String,
    _ value: @escaping @Sendable (Whole) -> Int
  ) -> Self {
    Self(name, .wholeSchema(from: least), meaning) { $1.append(String(value($0))) }
  }

  /// A member that is true or false.
  public static func flag(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (Whole) -> Bool
  ) -> Self {
    Self(name, JSONTree.flagSchema, meaning) { $1.append(value($0) ? "true" : "false") }
  }

  /// A member that is one of some words and never null.
  public static func word(
    _ name: String, _ words: [String], _ meaning: String,
    _ value: @escaping @Sendable (Whole) -> String
  ) -> Self {
    Self(name, .wordSchema(words), meaning) { JSONText.appendString(value($0), to: &$1) }
  }
}
