public import IPGeoByteStreams
public import IPGeoCore
public import IPGeoRecords

/// How a run ended.
public struct RunReport: Sendable {
  /// What it counted.
  public var counts = RunCounts()
  /// How the provider ended.
  public var providerEnd = ProviderEnd.finished
  /// Inputs that could not be read to their end, by name.
  public var inputErrors: [NamedInputError] = []
  /// Why nothing was read or asked: the inputs do not go with what was asked for.
  public var refusal: RunRefusal?
  /// Why writing rows ended early, where it did; `EPIPE` is a reader that went away.
  public var outputError: SystemError?
  /// Why failure records could not be written.
  public var failuresError: SystemError?
  /// What each input was taken for, each distinct word once.
  public var dialects: [String] = []
  /// Inputs with rows that have more cells than their header.
  public var longRows: [NamedLongRows] = []
  /// The first few records that held no address.
  public var firstInvalid: [InvalidRecord] = []
  /// Whether the run was told to end early.
  public var wasInterrupted = false

  /// How many records of each reason are told of one by one; the rest are a number.
  public static let toldOfEachReason = 3

  /// Makes a report of a run that did nothing.
  public init() {}

  /// A record that held no address, and why.
  public struct InvalidRecord: Hashable, Sendable {
    /// The input as the caller named it.
    public var file: String
    /// The line in it, from 1.
    public var line: Int
    /// Why it is none.
    public var reason: Reason
    /// The same for a person.
    public var message: String
  }

  /// An input, and its rows that have more cells than its header.
  public struct NamedLongRows: Hashable, Sendable {
    /// The input as the caller named it.
    public var name: String
    /// Which rows they are.
    public var rows: LongRows

    /// Names the input of some rows.
    public init(name: String, rows: LongRows) {
      self.name = name
      self.rows = rows
    }
  }

  /// An input and what was wrong with it.
  public struct NamedInputError: Sendable {
    /// The input as the caller named it.
    public var name: String
    /// What went wrong.
    public var error: InputError
  }
}

/// What happens during a run, for people.
public enum RunEvent: Sendable {
  /// Something of the provider's.
  case provider(ProviderEvent)
  /// An input could not be read (to its end); the others go on.
  case inputFailed(name: String, error: InputError)
  /// A record held no address: where, and why; told for the first three of each reason.
  case invalidRecord(RunReport.InvalidRecord)
}

/// A run's standing at one moment, for a progress line.
public struct RunProgress: Sendable {
  /// Distinct addresses that have an outcome.
  public var settled = 0
  /// Those of them that an earlier run had asked.
  public var known = 0
  /// Those of them that were sent to the provider.
  public var asked = 0
  /// Distinct addresses seen so far.
  public var addresses = 0
  /// Whether the input has been read to its end, so that `addresses` is final.
  public var isInputAtEnd = false
  /// Requests that went out.
  public var requests = 0
  /// Rows written.
  public var rows = 0

  /// Makes a standing of nothing.
  public init() {}
}
