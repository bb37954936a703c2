extension BatchTable {
  static let run: [Spec] = budgets + nightly + manners

  private static let budgets: [Spec] = [
    .flag(
      OptionFacts(
        name: "dry-run", group: .run, summary: "read everything, ask nothing, print the plan",
        details: """
          Opens no socket and writes no file. The plan on standard output says what is known, what \
          would be asked, and how long that takes; with --format jsonl as one object.
          """),
      \.isDryRun),
    .value(
      OptionFacts(
        name: "max-requests", placeholder: "N", group: .run,
        summary: "send at most N requests, then fail the rest (budget)",
        details: "A run that a budget stops exits 3; running it again carries on."),
      \.maximumRequests,
      { (text) throws(ValueFault) in try WholeNumber.parse(text, in: 0...1_000_000_000) }),
    .value(
      OptionFacts(
        name: "max-time", placeholder: "DURATION", group: .run,
        summary: "ask for no longer than that, then fail the rest (budget)"),
      \.maximumTime, { (text) throws(ValueFault) in try DurationText.parsePositive(text) }),
    .value(
      OptionFacts(
        name: "until", placeholder: "HH:MM", group: .run,
        summary: "ask until the clock shows that, then fail the rest (budget)",
        details: """
          More than 12 hours ahead counts as past, so that a job that starts late asks nothing; with \
          --max-time it is taken as it is.
          """),
      \.until, { (text) throws(ValueFault) in try TimeOfDay(parsing: text) }),
    .value(
      OptionFacts(
        name: "fail-above", placeholder: "PCT", group: .run,
        summary: "exit 2 if more than this share of look-ups failed",
        details: "Takes 2 and 2%, with up to four decimals. 100 never fails.", standard: "0"),
      \.failAbove, { (text) throws(ValueFault) in try Percentage(parsing: text) }),
  ]

  private static let nightly: [Spec] = [
    .value(
      OptionFacts(
        name: "retry-failed", placeholder: "FILE", completion: .file, group: .run,
        summary: "ask again what stands in FILE, written by --failures",
        details: """
          One row for each address that failed and may be asked again; FILE may be this run's \
          --failures, too. Running the first command again then finds them known.
          """),
      \.retryFailed, { $0 }),
    .value(
      OptionFacts(
        name: "lock", placeholder: "FILE", completion: .file, group: .run,
        summary: "exit 75 while another run holds the lock on FILE"),
      \.lock, { $0 }),
    .value(
      OptionFacts(
        name: "lock-wait", placeholder: "DURATION", group: .run,
        summary: "wait that long for the lock", standard: "0s"),
      \.lockWait, { (text) throws(ValueFault) in try DurationText.parse(text) }),
    .value(
      OptionFacts(
        name: "summary-file", placeholder: "FILE", completion: .file, group: .run,
        summary: "write the run's sums to FILE, as JSON"),
      \.summaryFile, { $0 }),
    .value(
      OptionFacts(
        name: "status-file", placeholder: "FILE", completion: .file, group: .run,
        summary: "keep FILE up to date with how far the run is, as JSON"),
      \.statusFile, { $0 }),
    .value(
      OptionFacts(
        name: "metrics", placeholder: "FILE", completion: .files(ending: ["prom"]), group: .run,
        summary: "write FILE at every exit, for Prometheus",
        details: """
          A text file for node_exporter's collector: last run, last success, exit code, counts. The \
          job is named as FILE is, without .prom.
          """),
      \.metrics, { $0 }),
  ]

  private static let manners: [Spec] = [
    .choice(
      OptionFacts(
        name: "progress", group: .run, summary: "show progress on stderr",
        details: """
          auto shows it on a terminal while stdout is not one; always does so too where stdout is \
          a terminal. On a stderr that is no terminal always, and auto with -v, write a plain line \
          once a minute. -q wins over it.
          """, standard: "auto"),
      \.progress),
    .choice(
      OptionFacts(
        name: "color", group: .run, summary: "colour messages, and a table's status",
        details: """
          auto colours on a terminal, unless NO_COLOR is set and not empty, or TERM is dumb or not \
          set.
          """, standard: "auto"),
      \.color),
    Spec(
      OptionFacts(
        name: "quiet", short: "q", group: .run,
        summary: "say nothing but errors, and that there were no records",
        details: "Of -q and -v the last one counts."),
      .flag { $0.verbosity = .quiet }),
    Spec(
      OptionFacts(
        name: "verbose", short: "v", group: .run,
        summary: "say more: the sums, the limit's pauses",
        details: "Of -q and -v the last one counts."),
      .flag { $0.verbosity = .verbose }),
  ]
}
