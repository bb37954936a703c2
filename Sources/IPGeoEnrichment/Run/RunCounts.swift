/// What a run counted, and the two sums that prove that nothing was lost.
///
/// `records = located + special + unknown + invalid + failed + rest + elsewhere` counts input records;
/// `addresses = local + known + asked + unasked` counts distinct addresses.
public struct RunCounts: Hashable, Sendable {
  /// Records read.
  public var records = 0
  /// Records whose address was located.
  public var located = 0
  /// Records whose address is special-purpose.
  public var special = 0
  /// Records whose address the provider knows nothing of.
  public var unknown = 0
  /// Records that hold no address.
  public var invalid = 0
  /// Records whose address could not be asked.
  public var failed = 0
  /// Records of addresses beyond `--top N`.
  public var rest = 0
  /// Records of other shards: they get their rows there.
  public var elsewhere = 0

  /// Distinct addresses.
  public var addresses = 0
  /// Addresses answered from the special-purpose registries.
  public var local = 0
  /// Addresses that an earlier run had asked, or that a book answers.
  public var known = 0
  /// Those of the known that a book answers.
  public var fromBook = 0
  /// Addresses that were sent to the provider.
  public var asked = 0
  /// Addresses that were not sent although nothing else answered them.
  public var unasked = 0
  /// Those of the unasked that `--top N` left out: nobody wanted them asked.
  public var leftOut = 0
  /// Addresses whose outcome is a failure.
  public var failedAddresses = 0

  /// Requests that went out.
  public var requests = 0
  /// Blank lines, which are no records.
  public var blankLines = 0
  /// Comment lines, which are no records.
  public var comments = 0
  /// Lines of failures files that asking again does not help, which are no records.
  public var notRetryable = 0
  /// Rows written, the header not counted.
  public var rows = 0
  /// Records of each reason, by its word.
  public var reasons: [String: Int] = [:]

  /// Makes counts of nothing.
  public init() {}

  /// Whether both sums add up; a run where they do not has a bug (exit 70).
  public var sumsHold: Bool {
    records == located + special + unknown + invalid + failed + rest + elsewhere
      && addresses == local + known + asked + unasked
  }
}
