public import IPGeoCore

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
  /// The same by what is wrong with them: reasons of status `invalid`.
  public internal(set) var unreadableReasons: [Reason: Fault] = [:]
  /// Rows of a table that are of another form than the first ones, as JSON lines in CSV or what
  /// stands under a header that is no good: they are not counted.
  public internal(set) var otherForm = Fault()
  /// Rows of JSON lines that have no field of the first ones', and no others of ours: they count,
  /// and nothing is known of them.
  public internal(set) var withoutFields = Fault()
  /// Rows whose coordinates are no numbers: they have no position.
  public internal(set) var withoutNumbers = Fault()
  /// Rows whose coordinates are numbers, and none on the globe: they have no position.
  public internal(set) var offTheGlobe = Fault()
  /// Rows whose coordinates have a comma for their point: they have no position.
  public internal(set) var withCommas = Fault()
  /// Rows whose hits are no number, or one beyond `Int64`: they count once.
  public internal(set) var uncounted = Fault()
  /// Rows of inputs that do not say whose they are: how many addresses there are is not known.
  public internal(set) var withoutClients = Fault()
  /// Whether there are such rows.
  public var lacksClients: Bool { withoutClients.count > 0 }

  mutating func noteUnreadable(_ reason: Reason, _ name: String, line: Int) {
    unreadable.note(name, line: line)
    unreadableReasons[reason, default: Fault()].note(name, line: line)
  }
}
