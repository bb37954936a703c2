internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoEnrichment
internal import IPGeoRecords

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// How a run ends, decided from what it came to: pure, so that each exit code has its test.
struct BatchEnding {
  var report: RunReport
  /// The signal that ended the run early, if one did.
  var signal: Int32?
  var isStrict: Bool
  var failAbove: Percentage
  /// Whether an output file or the summary could not be finished.
  var hasWriteError = false

  /// The ending that counts of all that apply.
  var ending: RunEnding {
    ExitCode.first(of: endings)
  }

  private var endings: [RunEnding] {
    var all: [RunEnding] = [.code(.done)]
    let counts = report.counts
    if !counts.sumsHold, report.outputError == nil { all.append(.code(.wrongSums)) }
    if hasWriteError || report.failuresError != nil { all.append(.code(.writeFailed)) }
    // Before the broken pipe: Ctrl-C ends a whole pipeline, and the shell asks whether it did us.
    if let signal { all.append(.signal(signal)) }
    if let error = report.outputError {
      all.append(error.isBrokenPipe ? .signal(SIGPIPE) : .code(.writeFailed))
    }
    if case .stopped = report.providerEnd { all.append(.code(.unavailable)) }
    if (counts.reasons[Reason.budget.rawValue] ?? 0) > 0 { all.append(.code(.budget)) }
    if let refusal = report.refusal { all.append(.code(refusal.isOfUsage ? .usage : .badInput)) }
    for input in report.inputErrors { all.append(.code(Self.code(of: input))) }
    if counts.records > 0 ? counts.invalid == counts.records : isStrict && !isCutShort {
      all.append(.code(.badInput))
    }
    if failsTooOften || (isStrict && counts.invalid > 0) { all.append(.code(.failures)) }
    return all
  }

  /// Whether too many look-ups failed.
  var failsTooOften: Bool {
    failAbove.isExceeded(by: report.counts.failedAddresses, of: lookUps)
  }

  /// Addresses that were to be looked up: neither answered locally nor left out by `--top N`.
  var lookUps: Int {
    let counts = report.counts
    return counts.known + counts.asked + counts.unasked - counts.leftOut
  }

  private var isCutShort: Bool { signal != nil || report.outputError != nil }

  private static func code(of input: RunReport.NamedInputError) -> ExitCode {
    input.error.isOfContent ? .badInput : .unreadableInput
  }
}

extension RunEnding {
  /// Whether rows take their final name in `-o FILE`: they are whole.
  var finishesOutput: Bool {
    switch self {
    case .code(.done), .code(.failures), .code(.budget): true
    default: false
    }
  }
}
