/// Why an input cannot be read as rows that a run wrote.
public enum RowsFault: Error, Hashable, Sendable {
  /// It holds something else (exit 65): `kind` names it, as `an access log (combined)`.
  case notRows(kind: String, holdsAddresses: Bool)
  /// Its rows have no header that names the columns (exit 65).
  case noHeader
  /// It is a table for people (exit 65).
  case tableForPeople
  /// Its rows tell of no coordinates, and those are needed (exit 65).
  case noPosition(fields: [String])
  /// A name stands more than once (exit 64).
  case ambiguous(fields: [String])
  /// No columns or members are called as was told (exit 64).
  case noSuchSet(name: String, fields: [String])

  /// Whether the command line is at fault (exit 64), not the content (exit 65).
  public var isOfUsage: Bool {
    switch self {
    case .ambiguous, .noSuchSet: true
    case .notRows, .noHeader, .tableForPeople, .noPosition: false
    }
  }

  /// What is wrong, for people.
  public var message: String {
    switch self {
    case .notRows(let kind, _): "this is \(kind), and rows of ipgeo batch are needed"
    case .noHeader: "its first line does not name the columns"
    case .tableForPeople: "this is a table for people, which is cut to fit"
    case .noPosition(let fields):
      "its rows have no lat and lon; there are: \(LayoutError.list(fields))"
    case .ambiguous(let fields):
      "more than one column could be meant: \(LayoutError.list(fields))"
    case .noSuchSet(let name, let fields) where name.hasSuffix("."):
      "no object is called '\(VisibleText.escape(String(name.dropLast())))'; there are: "
        + LayoutError.list(fields)
    case .noSuchSet(let name, let fields):
      "nothing is called '\(VisibleText.escape(name))...'; there are: \(LayoutError.list(fields))"
    }
  }

  /// What helps.
  ///
  /// `FILE` stands for the input. A caller that can run what helps says more of it.
  public var advice: String {
    switch self {
    case .notRows(_, let holdsAddresses):
      holdsAddresses
        ? "ipgeo batch FILE" : "give what ipgeo batch wrote, as csv, tsv or jsonl"
    case .noHeader: "write them with --header always"
    case .tableForPeople: "write csv, tsv or jsonl with --format"
    case .noPosition: "write them with lat and lon among --fields"
    case .ambiguous: "rename one of them, or name others with --prefix or --nest"
    case .noSuchSet(let name, _) where name.hasSuffix("."):
      "name the one that has them, as --nest geo for geo.lat"
    case .noSuchSet: "name one of them without the field's own name, as geo_ for geo_lat"
    }
  }
}
