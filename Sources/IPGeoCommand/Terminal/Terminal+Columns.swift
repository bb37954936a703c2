extension Terminal {
  /// How wide what goes to standard output is made: as its window, else as `COLUMNS` says, else 80.
  static func columns(isTerminal: Bool, _ environment: [String: String]) -> Int {
    if isTerminal, let width = width(1) { return width }
    let told = environment["COLUMNS"].flatMap { WholeNumber.digits($0) } ?? 0
    return 1...10_000 ~= told ? told : 80
  }
}
