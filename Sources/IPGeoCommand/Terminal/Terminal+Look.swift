internal import IPGeoRecords

extension Terminal {
  /// How text for people looks that goes to standard output, or into a file.
  /// - Parameters:
  ///   - color: What `--color` says.
  ///   - isWritten: Whether it goes into a file.
  ///   - environment: The process's variables.
  /// - Returns: The look.
  static func look(
    _ color: WhenChoice, isWritten: Bool, _ environment: [String: String]
  ) -> TextLook {
    let isTerminal = !isWritten && isTerminal(1)
    return TextLook(
      columns: columns(isTerminal: isTerminal, environment), isUnicode: isUnicode(environment),
      usesColor: usesColor(color, isTerminal: isTerminal, environment: environment))
  }
}
