extension Field {
  /// The fields that a list names: `a,b` chooses and orders, `+x,-y` changes the defaults.
  ///
  /// Blanks around names are skipped; case counts. An added field goes to the end, unless it is a
  /// default already; dropping one that is none changes nothing.
  /// - Parameters:
  ///   - list: The value of `--fields`.
  ///   - unique: Whether `hits` is among the defaults.
  ///   - format: Whose defaults are meant, as `defaults(unique:format:)` has them.
  /// - Returns: The fields in order, each once, at least one.
  /// - Throws: For an empty list or name, an unknown name, one that comes twice, a mixture of the
  ///   two manners, and where nothing is left.
  public static func parse(
    list: String, unique: Bool = false, format: RowFormat? = nil
  ) throws(FieldListError) -> [Field] {
    let parts = list.utf8.split(separator: 0x2C, omittingEmptySubsequences: false)
    let words = parts.map { trimmed(Substring($0)) }
    if words == [""] { throw FieldListError(.emptyList) }
    let signs = words.filter { $0.hasPrefix("+") || $0.hasPrefix("-") }.count
    if signs != 0, signs != words.count { throw FieldListError(.mixed) }
    var chosen = signs == 0 ? [] : defaults(unique: unique, format: format)
    var seen: Set<Field> = []
    for word in words {
      let field = try named(signs == 0 ? word : trimmed(word.dropFirst()))
      guard seen.insert(field).inserted else { throw FieldListError(.twice(field)) }
      if word.hasPrefix("-") {
        chosen.removeAll { $0 == field }
      } else if !chosen.contains(field) {
        chosen.append(field)
      }
    }
    if chosen.isEmpty { throw FieldListError(.nothingLeft) }
    return chosen
  }

  private static func named(_ name: Substring) throws(FieldListError) -> Field {
    if name.isEmpty { throw FieldListError(.emptyName) }
    if let field = Field(rawValue: String(name)) { return field }
    throw FieldListError(.unknown(name: String(name), nearest: nearest(to: name)))
  }

  /// The field that was most likely meant; nil where nothing is like it.
  private static func nearest(to name: Substring) -> Field? {
    let wanted = name.lowercased()
    let found = NearestName.of(wanted, among: allCases.map(\.name))
    if let found, NearestName.isLikely(found, for: wanted) { return Field(rawValue: found) }
    // As in `latitude`: the name is short for what was typed.
    return allCases.first { $0.name.utf8.count > 2 && wanted.hasPrefix($0.name) }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let first = text.utf8.first, first == 0x20 || first == 0x09 { text.removeFirst() }
    while let end = text.utf8.last, end == 0x20 || end == 0x09 { text.removeLast() }
    return text
  }
}

/// Why a list of fields cannot be taken.
public struct FieldListError: Error, Hashable, Sendable {
  /// The kinds of fault.
  public enum Code: Hashable, Sendable {
    /// The list names nothing.
    case emptyList
    /// Between two commas, or after a sign, stands no name.
    case emptyName
    /// Some names have a sign and some have none.
    case mixed
    /// There is no such field; `nearest` is the one it looks like, where there is one.
    case unknown(name: String, nearest: Field?)
    /// A field is named more than once.
    case twice(Field)
    /// All fields were dropped.
    case nothingLeft
  }

  /// What is wrong.
  public var code: Code

  /// Makes the error of a kind.
  public init(_ code: Code) { self.code = code }
}

extension FieldListError: CustomStringConvertible {
  /// One line for a person, without the option's name.
  public var description: String {
    switch code {
    case .emptyList: "the list of fields is empty"
    case .emptyName: "a field's name is missing in the list"
    case .mixed: "name fields as a,b (these, in this order) or as +a,-b (the usual ones, changed)"
    case .unknown(let name, let nearest):
      "there is no field '\(VisibleText.escape(name))'"
        + (nearest.map { "; did you mean '\($0.name)'?" } ?? "")
    case .twice(let field): "the field '\(field.name)' is named twice"
    case .nothingLeft: "no field is left"
    }
  }
}
