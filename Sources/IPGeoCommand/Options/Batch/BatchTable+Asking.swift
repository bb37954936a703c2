internal import IPGeoAPI
internal import IPGeoRateLimit

extension BatchTable {
  static let asking: [Spec] = [
    .choice(
      OptionFacts(
        name: "lang", placeholder: "CODE", group: .asking, summary: "language of names",
        details: "One of \(Language.words.joined(separator: ", ")).", standard: "en"),
      \.language),
    .value(
      OptionFacts(
        name: "api-url", placeholder: "URL", group: .asking, summary: "ask this service instead",
        details: """
          The address that /batch and /json/ are appended to; http or https. An https address is \
          used as given, though ip-api.com answers https only with a key.
          """, standard: "\(ServiceURL.free); with a key \(ServiceURL.pro)"),
      \.apiURL, { $0 }),
    .value(
      OptionFacts(
        name: "batch-rate", placeholder: "N/DURATION", group: .asking,
        summary: "batches of 100 in any window of that length",
        details: """
          A rate that could send more within 60 s than the published one needs a key or a service \
          of your own (--api-url).
          """, standard: "\(RateLimit.publishedBatch.text); with a key none"),
      \.batchRate, { (text) throws(ValueFault) in try RateLimit(parsing: text) }),
    .value(
      OptionFacts(
        name: "single-rate", placeholder: "N/DURATION", group: .asking,
        summary: "the same for single look-ups",
        details: "A ninth of it, rounded down, is left for other uses.",
        standard: "\(RateLimit.publishedSingle.text); with a key none"),
      \.singleRate, { (text) throws(ValueFault) in try RateLimit(parsing: text) }),
    .value(
      OptionFacts(
        name: "jobs", short: "j", placeholder: "N", group: .asking,
        summary: "requests under way at once, 1 to 256",
        standard: "\(BatchOptions.standardJobs)"),
      \.jobs, { (text) throws(ValueFault) in try WholeNumber.parse(text, in: 1...256) }),
    .value(
      OptionFacts(
        name: "timeout", placeholder: "DURATION", group: .asking,
        summary: "longest time for one attempt, from connecting to the last byte",
        standard: DurationText.text(BatchOptions.standardTimeout)),
      \.timeoutNanoseconds,
      { (text) throws(ValueFault) in
        let nanoseconds = try DurationText.parsePositive(text)
        guard nanoseconds <= BatchOptions.longestTimeout else {
          throw ValueFault("is longer than \(DurationText.text(BatchOptions.longestTimeout))")
        }
        return nanoseconds
      }),
    .value(
      OptionFacts(
        name: "retries", placeholder: "N", group: .asking,
        summary: "further attempts after a failed one, 0 to 100",
        standard: "\(BatchOptions.standardRetries)"),
      \.retries, { (text) throws(ValueFault) in try WholeNumber.parse(text, in: 0...100) }),
    .values(
      OptionFacts(
        name: "database", placeholder: "FILE", completion: .files(ending: ["mmdb"]), group: .asking,
        summary: "answer from a MaxMind database, and ask nobody",
        details: """
          A .mmdb file of MaxMind, DB-IP, IPinfo or whoever writes alike. Several may be given, as one           of cities and one of networks: of what more than one of them says the first counts. What           none of them knows is unknown (not-in-database). Neither the store nor the limit is used.
          """),
      \.databases, { [$0] }),
    .choice(
      OptionFacts(
        name: "fallback", group: .asking,
        summary: "ask the service about what no database knows",
        details: "With the store and the limit, as without a database."),
      \.fallback),
    .flag(
      OptionFacts(
        name: "offline", group: .asking, summary: "open no socket: known answers only",
        details: "What is not known fails (not-known)."),
      \.isOffline),
    .value(
      OptionFacts(
        name: "limit-file", placeholder: "FILE", completion: .file, group: .asking,
        summary: "keep the limit in FILE, with all runs that use it",
        details: """
          It holds how often the service was asked, and no address. All runs against one service \
          from one machine should share it, with --no-cache, too.
          """,
        standard: "/var/lib/ipgeo/limit.db where that folder can be written, else "
          + "ipgeo/limit.db in $XDG_STATE_HOME or ~/.local/state"),
      \.limitFile, { $0 }),
  ]
}
