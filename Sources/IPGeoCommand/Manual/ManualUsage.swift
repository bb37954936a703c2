/// A line of usage, as `[OPTION…] ADDRESS…`, in mdoc.
enum ManualUsage {
  /// A macro and what follows it.
  struct Piece: Hashable, Sendable {
    var macro: String
    var rest: String
  }

  /// The pieces of the words after the command; brackets hold what may be left out.
  static func pieces(_ usage: some StringProtocol) -> [Piece] {
    usage.split(separator: " ").map { word in
      let isOptional = word.hasPrefix("[") && word.hasSuffix("]")
      var name = isOptional ? word.dropFirst().dropLast() : word[...]
      let isRepeated = name.hasSuffix("…")
      if isRepeated { name = name.dropLast() }
      let rest = MdocText.argument(name) + (isRepeated ? " ..." : "")
      return isOptional ? Piece(macro: "Op", rest: "Ar " + rest) : Piece(macro: "Ar", rest: rest)
    }
  }
}
