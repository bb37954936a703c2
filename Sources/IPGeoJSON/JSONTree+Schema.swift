// Pieces of JSON Schema, draft 2020-12.
extension JSONTree {
  /// The draft that documents name, by its own identifier.
  public static let schemaDraft: JSONTree = "https://json-schema.org/draft/2020-12/schema"

  /// What can only be null.
  public static let nothingSchema: JSONTree = ["type": "null"]

  /// A text that is not empty.
  public static let textSchema: JSONTree = ["type": "string", "minLength": 1]

  /// True or false.
  public static let flagSchema: JSONTree = ["type": "boolean"]

  /// An instant to the second, RFC 3339 in UTC.
  public static let timeSchema: JSONTree = [
    "type": "string", "format": "date-time",
    "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$",
  ]

  /// An address of either family in its canonical form.
  public static let addressSchema: JSONTree = [
    "type": "string", "pattern": "^[0-9a-f.:]+$",
    "anyOf": [["format": "ipv4"], ["format": "ipv6"]],
  ]

  /// A network of either family in CIDR notation, its address in its canonical form.
  public static let networkSchema: JSONTree = [
    "type": "string", "anyOf": [["pattern": .text(ipv4Network)], ["pattern": .text(ipv6Network)]],
  ]

  private static let ipv4Network: String = {
    let number = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
    return "^\(number)([.]\(number)){3}/(3[0-2]|[12]?[0-9])$"
  }()

  /// Eight groups, or fewer with a `::` between so many and so many.
  private static let ipv6Network: String = {
    let group = "(0|[1-9a-f][0-9a-f]{0,3})"
    let cut = (1...5).map { "(\(group):){\($0)}(:\(group)){1,\(6 - $0)}" }
    let ways = [
      "\(group)(:\(group)){7}", "(\(group):){1,6}:", ":(:\(group)){1,6}", "::",
    ]
    return "^(\((ways + cut).joined(separator: "|")))/(12[0-8]|1[01][0-9]|[1-9]?[0-9])$"
  }()

  /// A whole number in that range, which may be open at its end.
  public static func wholeSchema(from least: Int = 0, to most: Int = .max) -> JSONTree {
    let start: JSONTree = ["type": "integer", "minimum": .integer(least)]
    return most == .max ? start : start.adding(["maximum": .integer(most)])
  }

  /// One of some words.
  public static func wordSchema(_ words: [String]) -> JSONTree {
    ["type": "string", "enum": .list(words.map { .text($0) })]
  }

  /// What a schema describes, or null.
  public var orNull: JSONTree {
    guard case .object(let members) = self else { return self }
    return .object(
      members.map { member in
        switch (member.name, member.value) {
        case ("type", .text(let type)): Member("type", [.text(type), "null"])
        case ("enum", .list(let words)): Member("enum", .list(words + [.null]))
        default: member
        }
      })
  }

  /// An object of those members and no others; those that `required` names must be there.
  public static func objectSchema(_ members: [Member], required: [String]) -> JSONTree {
    let object: JSONTree = [
      "type": "object", "properties": .object(members), "additionalProperties": false,
    ]
    return required.isEmpty
      ? object : object.adding(["required": .list(required.map { .text($0) })])
  }

  /// Where an object has the member `name` as `condition` says, its members are as `then` says.
  public static func rule(
    where name: String, is condition: JSONTree, then: [Member]
  ) -> JSONTree {
    [
      "if": ["properties": .object([Member(name, condition)]), "required": [.text(name)]],
      "then": ["properties": .object(then)],
    ]
  }
}
