internal import IPGeoAPI
internal import IPGeoEnrichment
internal import IPGeoRateLimit
internal import IPGeoRecords

extension BatchOptions {
  /// Checks what was typed against itself and the environment: option, environment, default.
  init(_ raw: RawBatchOptions, environment: [String: String]) throws(UsageError) {
    let output = raw.output == "-" ? nil : raw.output
    try Self.checkFiles(raw)
    try Self.checkTogether(raw)
    var warnings: [String] = []
    let form = try OutputForm(of: output, typed: raw.format)
    Self.warnOfPlainFailures(raw.failures, &warnings)
    let databases = try Self.databases(raw, environment)
    let asking = try Self.asking(raw, databases, environment, &warnings)
    self.init(
      inputs: Self.inputs(raw), retriesFailures: raw.retryFailed != nil,
      readsStandardInputUnasked: raw.inputs.isEmpty && raw.retryFailed == nil,
      reading: Self.reading(raw), isStrict: raw.isStrict, shard: raw.shard, output: output,
      packing: form.packing,
      wishes: Self.wishes(raw, form.format), fields: raw.fields, keepsLine: raw.keepsLine,
      isUnique: raw.isUnique || raw.sort != nil || raw.top != nil,
      // The N busiest can only be told once all are counted, and are then in that order.
      sortsByHits: raw.sort == .hits || raw.top != nil, top: raw.top, failures: raw.failures,
      report: raw.report, showsAddresses: raw.showsAddresses, databases: databases,
      asksBeyondDatabases: raw.fallback != nil, asking: asking,
      known: Self.known(raw, isAsking: databases.isEmpty || raw.fallback != nil),
      running: Running(
        isDry: raw.isDryRun, maximumTime: raw.maximumTime, until: raw.until, lock: raw.lock,
        lockWait: raw.lockWait ?? 0, statusFile: raw.statusFile, metrics: raw.metrics),
      failAbove: raw.failAbove ?? .zero, summaryFile: raw.summaryFile,
      progress: raw.progress ?? .auto, color: raw.color ?? .auto,
      verbosity: Diagnostics.Level(raw.verbosity), warnings: warnings)
  }

  private static func inputs(_ raw: RawBatchOptions) -> [InputSource] {
    let names = raw.retryFailed.map { [$0] } ?? raw.inputs
    if names.isEmpty { return [.standardInput] }
    return names.map { $0 == "-" ? .standardInput : .file(path: $0) }
  }

  private static func checkFiles(_ raw: RawBatchOptions) throws(UsageError) {
    let files = [
      ("--failures", raw.failures), ("--summary-file", raw.summaryFile), ("--cache", raw.cache),
      ("--limit-file", raw.limitFile), ("--lock", raw.lock), ("--status-file", raw.statusFile),
      ("--metrics", raw.metrics),
    ]
    for (option, path) in files where path == "-" { throw .notAStream(option: option) }
  }

  private static func checkTogether(_ raw: RawBatchOptions) throws(UsageError) {
    let pairs = [
      (raw.ignoresCache, "--no-cache", raw.cache != nil, "--cache"),
      (raw.ignoresCache, "--no-cache", raw.refreshes, "--refresh"),
      (raw.ignoresCache, "--no-cache", raw.asksNothing, "--cache-only"),
      (raw.ignoresCache, "--no-cache", raw.staleAge != nil, "--stale-ok"),
      (raw.refreshes, "--refresh", raw.asksNothing, "--cache-only"),
      (raw.refreshes, "--refresh", raw.isOffline, "--offline"),
      (raw.retryFailed != nil, "--retry-failed", !raw.inputs.isEmpty, "an input"),
      (raw.retryFailed != nil, "--retry-failed", raw.inputFormat != nil, "--input-format"),
      (raw.retryFailed != nil, "--retry-failed", raw.addressField != nil, "--ip-field"),
      (raw.retryFailed != nil, "--retry-failed", raw.delimiter != nil, "--delimiter"),
      (raw.client != nil, "--client", !raw.trustedProxies.isEmpty, "--trusted-proxy"),
      (raw.keepsLine, "--keep-line", raw.isUnique, "--unique"),
      (raw.keepsLine, "--keep-line", raw.sort != nil, "--sort"),
      (raw.keepsLine, "--keep-line", raw.top != nil, "--top"),
      (raw.isExcel, "--excel", raw.format == .jsonl, "--format jsonl"),
      (raw.isExcel, "--excel", raw.format == .table, "--format table"),
      (
        raw.namesOthers, "--schema \(raw.schema?.rawValue ?? "")", raw.format == .table,
        "--format table"
      ),
    ]
    for (isFirst, first, isSecond, second) in pairs where isFirst && isSecond {
      throw .excludes(first, second)
    }
    try checkInput(raw)
    if raw.showsAddresses, raw.report == nil {
      throw .needs(option: "--with-addresses", "--report FILE")
    }
    if raw.lockWait != nil, raw.lock == nil { throw .needs(option: "--lock-wait", "--lock FILE") }
  }

  /// The files that were named, else those of the environment, between colons as in `PATH`.
  private static func databases(
    _ raw: RawBatchOptions, _ environment: [String: String]
  ) throws(UsageError) -> [String] {
    let databases = try raw.databases.isEmpty ? named(in: environment) : raw.databases
    if databases.contains("-") { throw .databaseFromStream }
    if databases.isEmpty, raw.fallback != nil {
      throw .needs(option: "--fallback", "--database FILE")
    }
    return databases
  }

  private static func named(
    in environment: [String: String]
  ) throws(UsageError) -> [String] {
    let variable = "IPGEO_DATABASE"
    guard let text = environment[variable], !text.isEmpty else { return [] }
    let names = text.split(separator: ":").map(String.init)
    // As "$CITY:$ASN" comes to where neither is set: whoever wrote it wants nobody asked.
    if names.isEmpty {
      throw .badValue(
        origin: variable, value: text,
        ValueFault("names no file, as of unset variables; name one, or unset it"))
    }
    return names
  }

  private static func known(_ raw: RawBatchOptions, isAsking: Bool) -> Known {
    Known(
      isUsed: !raw.ignoresCache && isAsking, file: raw.cache, refreshes: raw.refreshes,
      maximumAge: (raw.maximumAge ?? standardMaximumAge) / 1_000_000_000,
      staleAge: raw.staleAge.map { $0 / 1_000_000_000 })
  }

  /// What makes no sense for the format that was told.
  private static func checkInput(_ raw: RawBatchOptions) throws(UsageError) {
    guard let format = raw.inputFormat, format != .auto else { return }
    let told = "--input-format \(format.rawValue)"
    let isTable = format == .csv || format == .tsv
    if raw.delimiter != nil, format != .csv { throw .excludes("--delimiter", told) }
    if raw.hasNoHeader, !isTable { throw .excludes("--no-header", told) }
    if raw.addressField != nil, format == .list || format == .text {
      throw .excludes("--ip-field", told)
    }
  }

  private static func reading(_ raw: RawBatchOptions) -> ReadingOptions {
    var reading = ReadingOptions()
    reading.format = raw.retryFailed == nil ? raw.inputFormat ?? .auto : .failures
    reading.maximumLine = raw.maximumLine ?? standardMaximumLine
    reading.addressField = raw.addressField
    reading.delimiter = raw.delimiter
    reading.hasNoHeader = raw.hasNoHeader
    reading.client.choice = raw.client ?? .firstPublic
    reading.client.trustedProxies = raw.trustedProxies
    if let nest = raw.nest { reading.nestName = nest }
    return reading
  }

  private static func wishes(_ raw: RawBatchOptions, _ format: RowFormat?) -> RowWishes {
    var wishes = RowWishes()
    wishes.format = format
    switch raw.header ?? .auto {
    case .auto: break
    case .always: wishes.writesHeader = true
    case .never: wishes.writesHeader = false
    }
    wishes.schema = raw.schema ?? .ipgeo
    wishes.isCSVSafe = raw.isCSVSafe
    wishes.isExcel = raw.isExcel
    if let prefix = raw.prefix { wishes.prefix = prefix }
    if let nest = raw.nest { wishes.nest = nest }
    return wishes
  }

  /// Said of a file whose name promises what only the rows' has.
  private static func warnOfPlainFailures(_ path: String?, _ warnings: inout [String]) {
    guard let path, (try? OutputForm(of: path, typed: .jsonl))?.packing != nil else { return }
    warnings.append(
      "--failures \(path) is written as plain text, whatever its name: only --output is compressed")
  }

  private static func asking(
    _ raw: RawBatchOptions, _ databases: [String], _ environment: [String: String],
    _ warnings: inout [String]
  ) throws(UsageError) -> Asking {
    let key = try KeyInEnvironment.key(environment)
    let named = try address(raw.apiURL, environment)
    let address = named ?? (key == nil ? .free : .pro)
    let sentKey = address.mayCarryKey ? key : nil
    if key != nil, sentKey == nil {
      warnings.append(
        "the key is not sent to \(address), which is plain http, and the free limits stay: "
          + "use an https address")
    }
    if sentKey == nil, address.isPublicService {
      try check(raw.batchRate, "--batch-rate", .publishedBatch)
      try check(raw.singleRate, "--single-rate", .publishedSingle)
    }
    return Asking(
      address: address, key: sentKey, language: raw.language ?? .en,
      batchRate: raw.batchRate ?? (sentKey == nil ? .publishedBatch : nil),
      singleRate: raw.singleRate ?? (sentKey == nil ? .publishedSingle : nil),
      jobs: raw.jobs ?? standardJobs,
      timeoutNanoseconds: raw.timeoutNanoseconds ?? standardTimeout,
      retries: raw.retries ?? standardRetries,
      off: off(raw, databases),
      limitFile: raw.limitFile, maximumRequests: raw.maximumRequests)
  }

  /// The option by which nobody is asked.
  private static func off(_ raw: RawBatchOptions, _ databases: [String]) -> String? {
    if raw.isOffline { return "--offline" }
    if raw.asksNothing { return "--cache-only" }
    return databases.isEmpty || raw.fallback != nil ? nil : "--database"
  }

  private static func address(_ typed: String?, _ environment: [String: String])
    throws(UsageError) -> ServiceURL?
  {
    let variable = "IPGEO_API_URL"
    guard let text = typed ?? environment[variable], !text.isEmpty else { return nil }
    do throws(ServiceURL.Fault) {
      return try ServiceURL(text)
    } catch {
      throw .badSecretValue(
        origin: typed == nil ? variable : "--api-url", ValueFault(error.description))
    }
  }

  private static func check(_ rate: RateLimit?, _ option: String, _ published: RateLimit)
    throws(UsageError)
  {
    if let rate, rate.exceeds(published) {
      throw .rateAbovePublished(option: option, rate, published: published)
    }
  }
}
