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
    let format = try Self.format(raw.format, output)
    let asking = try Self.asking(raw, environment, &warnings)
    self.init(
      inputs: Self.inputs(raw), retriesFailures: raw.retryFailed != nil,
      readsStandardInputUnasked: raw.inputs.isEmpty && raw.retryFailed == nil,
      inputFormat: raw.inputFormat ?? .auto,
      maximumLine: raw.maximumLine ?? Self.standardMaximumLine, isStrict: raw.isStrict,
      output: output, format: format, fields: raw.fields,
      writesHeader: Self.writesHeader(raw.header ?? .auto, format),
      isUnique: raw.isUnique || raw.sort != nil || raw.top != nil,
      // The N busiest can only be told once all are counted, and are then in that order.
      sortsByHits: raw.sort == .hits || raw.top != nil, top: raw.top, isCSVSafe: raw.isCSVSafe,
      failures: raw.failures, asking: asking, known: Self.known(raw),
      running: Running(
        isDry: raw.isDryRun, maximumTime: raw.maximumTime, until: raw.until, lock: raw.lock,
        lockWait: raw.lockWait ?? 0, statusFile: raw.statusFile, metrics: raw.metrics),
      failAbove: raw.failAbove ?? .zero, summaryFile: raw.summaryFile,
      progress: raw.progress ?? .auto,
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
    ]
    for (isFirst, first, isSecond, second) in pairs where isFirst && isSecond {
      throw .excludes(first, second)
    }
    if raw.lockWait != nil, raw.lock == nil { throw .needs(option: "--lock-wait", "--lock FILE") }
  }

  private static func known(_ raw: RawBatchOptions) -> Known {
    Known(
      isUsed: !raw.ignoresCache, file: raw.cache, refreshes: raw.refreshes,
      maximumAge: (raw.maximumAge ?? standardMaximumAge) / 1_000_000_000,
      staleAge: raw.staleAge.map { $0 / 1_000_000_000 })
  }

  private static func writesHeader(_ choice: WhenChoice, _ format: RowFormat) -> Bool {
    // JSON lines have no header to write: each names its members.
    format != .jsonl && choice != .never
  }

  /// `--format`, else the output file's extension, else the input's own, which for a list is CSV.
  private static func format(_ typed: RowFormat?, _ output: String?) throws(UsageError)
    -> RowFormat
  {
    guard let output else { return typed ?? .csv }
    let name = output.split(separator: "/").last ?? ""
    let dot = name.lastIndex(of: ".")
    guard let dot, dot > name.startIndex else { return typed ?? .csv }
    let suffix = name[name.index(after: dot)...]
    switch suffix.lowercased() {
    case "gz", "zst": throw .compressedOutput(path: output, suffix: ".\(suffix)")
    case "csv": return typed ?? .csv
    case "tsv": return typed ?? .tsv
    case "jsonl", "ndjson": return typed ?? .jsonl
    case "": return typed ?? .csv
    default:
      guard let typed else { throw .unknownExtension(path: output, ".\(suffix)") }
      return typed
    }
  }

  private static func asking(
    _ raw: RawBatchOptions, _ environment: [String: String], _ warnings: inout [String]
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
      off: raw.isOffline ? "--offline" : raw.asksNothing ? "--cache-only" : nil,
      limitFile: raw.limitFile, maximumRequests: raw.maximumRequests)
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
