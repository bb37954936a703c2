internal import IPGeoAPI
internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoEnrichment
internal import IPGeoMaxMind
internal import IPGeoRateLimit
internal import IPGeoRecords
internal import IPGeoStore

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension BatchCommand {
  /// Reads everything as a run would, and prints what it would do: no socket is opened, no file
  /// written.
  func dryRun(
    _ fields: [Field], _ databases: MaxMindAnswers?
  ) async throws(CommandFault) -> RunEnding {
    let reporter = EventReporter(diagnostics, clock: Clock.boottimeNanoseconds)
    let wantsReverse = fields.contains(.reverse)
    let silent = SilentProvider(source: IPAPIProvider.name, failure: .notKnown)
    let run = try batchRun(
      fields, silent, databases, memory: plannedMemory(wantsReverse: wantsReverse), reporter)
    let descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let error = SystemError(code: errno, operation: "open", path: "/dev/null")
      throw CommandFault(.unexpected, error.description)
    }
    let report = await run.run(
      to: ByteSink(descriptor: descriptor, name: "/dev/null", closeOnEnd: true))
    if let refusal = report.refusal {
      throw CommandFault(refusal.isOfUsage ? .usage : .badInput, refusal.message)
    }
    let plan = plan(report.counts, wantsReverse: wantsReverse)
    return conclude(report, plan)
  }

  /// What earlier runs have asked, read where it lies.
  private func plannedMemory(wantsReverse: Bool) -> (any AnswerMemory)? {
    guard options.known.isUsed,
      let path = StorePaths(variable: { [environment] in environment[$0] })
        .answers(option: options.known.file),
      let store = AnswerStore(readingOnly: path)
    else { return nil }
    var terms = options.terms(wantsReverse: wantsReverse)
    // A run would ask first, and take an old answer only where it gets none.
    if !options.asking.isOff { terms.staleAge = nil }
    return RunAnswers(terms, store: { store }, wallSeconds: { Clock.wallSeconds() })
  }

  private func plan(_ counts: RunCounts, wantsReverse: Bool) -> DryRunPlan {
    let toAsk = counts.unasked - counts.leftOut
    return DryRunPlan(
      records: counts.records, invalid: counts.invalid, addresses: counts.addresses,
      local: counts.local, known: counts.known, fromDatabase: counts.fromBook, toAsk: toAsk,
      leftOut: options.top.map { _ in counts.leftOut },
      asking: asking(toAsk, wantsReverse: wantsReverse))
  }

  /// What asking for so many addresses takes, as the limit stands now.
  private func asking(_ addresses: Int, wantsReverse: Bool) -> DryRunPlan.Asking {
    if let option = options.asking.off { return .never(option: option) }
    let schedule = Schedule(options.asking.configuration(wantsReverse: wantsReverse))
    if schedule.batchLimit == nil, schedule.singleLimit == nil {
      return .unlimited(requests: schedule.requests(for: addresses))
    }
    let glance = limitGlance
    let batch = Self.standing(glance, options.asking, .batch, schedule.batchLimit)
    let single = Self.standing(glance, options.asking, .single, schedule.singleLimit)
    let refusal =
      options.asking.remembersRefusals ? glance?.refusal(host: options.asking.limitHost) : nil
    // After a refusal's hours nothing of the window is used.
    let plan =
      refusal == nil
      ? schedule.plan(for: addresses, batch: batch, single: single)
      : schedule.plan(for: addresses)
    var need = DryRunPlan.Need(requests: plan.requests, nanoseconds: plan.nanoseconds)
    let (limit, standing) =
      schedule.usesBatches ? (schedule.batchLimit, batch) : (schedule.singleLimit, single)
    need.requestsLeft = limit.map { min($0.requests, standing.left) }
    if let refusal { return .held(nanoseconds: refusal.remaining, need) }
    return .limited(need)
  }

  private var limitGlance: LimitGlance? {
    guard options.asking.usesLimitFile else { return nil }
    let paths = StorePaths { [environment] in environment[$0] }
    return paths.limit(option: options.asking.limitFile).flatMap { LimitGlance(path: $0.path) }
  }

  private static func standing(
    _ glance: LimitGlance?, _ asking: BatchOptions.Asking, _ endpoint: IPAPIProvider.Endpoint,
    _ limit: RateLimit?
  ) -> Schedule.Standing {
    guard let glance else { return .full }
    let (host, name) = (asking.limitHost, endpoint.rawValue)
    return Schedule.Standing(
      left: glance.balance(host: host, endpoint: name, limit: limit).grantable,
      returns: glance.returns(host: host, endpoint: name, limit: limit))
  }

  private func conclude(_ report: RunReport, _ plan: DryRunPlan) -> RunEnding {
    // What nobody asks about has not failed.
    let ending = BatchEnding(
      report: report, signal: nil, isStrict: options.isStrict,
      failAbove: Percentage(millionths: 1_000_000))
    let summary = RunSummary(
      report: report, ending: ending.ending, elapsedMilliseconds: 0, startedAt: startedAt)
    let messages = EndMessages(
      summary: summary, ending: ending, isQuiet: diagnostics.level == .quiet, isPlan: true)
    for line in messages.lines { diagnostics.say(line.text, as: line.gravity) }
    let code = DescriptorText.write(
      options.wishes.format == .jsonl ? plan.object : plan.text, to: 1)
    if code == 0 { return ending.ending }
    let error = SystemError(code: code, operation: "write", path: "standard output")
    if error.isBrokenPipe { return .signal(SIGPIPE) }
    diagnostics.error(error.description)
    return .code(.writeFailed)
  }
}
