internal import IPGeoEnrichment
internal import IPGeoMaps
internal import IPGeoRecords

/// The options of `ipgeo lookup`: checked, with the environment and the defaults filled in.
struct LookupOptions: Hashable, Sendable {
  /// The words, in order; `-` stands for the lines of standard input.
  var addresses: [String]
  /// Whether one's own address is looked up, before all others.
  var asksOwn: Bool
  /// Whether host names are given to the system's resolver.
  var resolvesNames: Bool
  /// nil: text on a terminal, JSON lines elsewhere.
  var format: LookupFormat?
  /// The list of columns as typed; nil for the usual ones.
  var fields: String?
  var map: MapTarget?
  /// Whether the map is opened; without a file of its own, one among the temporary ones.
  var opensMap: Bool
  /// Whether a map's file names the addresses.
  var showsAddresses: Bool
  /// What is shared with batch: who is asked and how, what is known, how much is said.
  var base: BatchOptions

  /// Checks what was typed against itself and the environment: option, environment, default.
  init(_ raw: RawLookupOptions, environment: [String: String]) throws(UsageError) {
    if raw.addresses.isEmpty, !raw.asksOwn { throw .noAddress(isEmpty: false) }
    try Self.checkTogether(raw)
    addresses = raw.addresses
    asksOwn = raw.asksOwn
    resolvesNames = raw.resolvesNames
    format = raw.format
    fields = raw.shared.fields
    map = try raw.map.map { (path) throws(UsageError) in try MapTarget(path) }
    opensMap = raw.opensMap
    showsAddresses = raw.showsAddresses
    base = try BatchOptions(raw.shared, environment: environment)
    if raw.asksOwn, !base.databases.isEmpty, !base.asksBeyondDatabases { throw .ownOfDatabase }
  }

  private static func checkTogether(_ raw: RawLookupOptions) throws(UsageError) {
    let pairs = [
      (raw.asksOwn, "--self", raw.shared.isOffline, "--offline"),
      (raw.asksOwn, "--self", raw.shared.asksNothing, "--cache-only"),
      (raw.resolvesNames, "--resolve", raw.shared.isOffline, "--offline"),
    ]
    let schema = "--schema \(raw.shared.schema?.rawValue ?? "")"
    for format in [LookupFormat.text, .value] where raw.format == format && raw.shared.namesOthers {
      throw .excludes(schema, "--format \(format.rawValue)")
    }
    for (isFirst, first, isSecond, second) in pairs where isFirst && isSecond {
      throw .excludes(first, second)
    }
    if raw.format == .value, raw.shared.fields == nil {
      throw .needs(option: "--format value", "--fields LIST")
    }
    if raw.showsAddresses, raw.map == nil, !raw.opensMap {
      throw .needs(option: "--with-addresses", "--map FILE or --open")
    }
  }
}
