/// What is wrong with rows that were read all the same, or not read.
public struct RowsReport: Sendable {
  /// How many rows have one fault, and the first of them.
  public struct Fault: Hashable, Sendable {
    /// How many.
    public internal(set) var count = 0
    /// The first one's input, as it was named.
    public internal(set) var name = ""
    /// The first one's line, from 1.
    public internal(set) var line = 0

    mutating func note(_ name: String, line: Int) {
      if count == 0 { (self.name, self.line) = (name, line) }
      count &+= 1
    }
  }

  /// Rows that are none as their format has them: they are not counted.
  public internal(set) var unreadable = Fault()
  /// Rows whose coordinates are no number, or none on the globe: they have no position.
  public internal(set) var offTheGlobe = Fault()
  /// Rows whose hits are no number: they count once.
  public internal(set) var uncounted = Fault()
  /// Whether some input does not say whose its rows are, so that addresses are not counted.
  public internal(set) var lacksClients = false
}
