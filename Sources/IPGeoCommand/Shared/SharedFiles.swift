internal import Dispatch
internal import IPGeoAPI
internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoRateLimit
internal import IPGeoStore
internal import Synchronization

/// The two files that runs share, as far as they can be had: known answers, and the limit.
///
/// Neither ever fails a run: a run without one is slower, or keeps a limit of its own, and one line
/// says so. Each is opened when it is first needed: a run over private addresses needs neither.
final class SharedFiles: Sendable {
  private let options: BatchOptions
  private let environment: [String: String]
  private let diagnostics: Diagnostics
  private let openedAnswers = Once<AnswerStore?>()
  private let openedLimit = Once<LimitFile?>()

  init(_ options: BatchOptions, environment: [String: String], diagnostics: Diagnostics) {
    self.options = options
    self.environment = environment
    self.diagnostics = diagnostics
  }

  private var paths: StorePaths { StorePaths { [environment] in environment[$0] } }

  /// The store of answers, opened now; nil where there is none, or none is wanted.
  var answers: AnswerStore? {
    guard options.known.isUsed else { return nil }
    return openedAnswers.value {
      Self.store(paths.answers(option: options.known.file), diagnostics)
    }
  }

  /// What holds the limit, opened now; nil where nothing is asked, there is no limit, or there is no
  /// file.
  var limit: LimitFile? {
    guard options.asking.usesLimitFile else { return nil }
    return openedLimit.value {
      Self.limitFile(paths.limit(option: options.asking.limitFile), diagnostics)
    }
  }

  private static func store(_ path: String?, _ diagnostics: Diagnostics) -> AnswerStore? {
    guard let path else {
      diagnostics.warning(
        "no place for answers (neither XDG_CACHE_HOME nor HOME names a folder): none are known or "
          + "kept; name a file with --cache, or say --no-cache")
      return nil
    }
    do throws(StoreError) {
      return try AnswerStore(path: path) { diagnostics.warning("the store of answers: \($0)") }
    } catch {
      diagnostics.warning("the store of answers: \(error); the run goes on without it")
      return nil
    }
  }

  private static func limitFile(
    _ place: StorePaths.LimitPlace?, _ diagnostics: Diagnostics
  ) -> LimitFile? {
    let consequence = "this process keeps a limit of its own, which others do not see"
    guard let place else {
      diagnostics.warning(
        "no place for the limit file (neither XDG_STATE_HOME nor HOME names a folder): "
          + "\(consequence); name a file with --limit-file")
      return nil
    }
    do throws(StoreError) {
      return try LimitFile(path: place.path, isShared: place.isShared) { notice in
        switch notice {
        case .abandoned: diagnostics.warning("the limit file: \(notice); \(consequence)")
        default: diagnostics.warning("the limit file: \(notice)")
        }
      }
    } catch {
      diagnostics.warning("the limit file: \(error); \(consequence)")
      return nil
    }
  }

  /// The store as a run with these options uses it; nil where it is not wanted.
  func memory(wantsReverse: Bool) -> (any AnswerMemory)? {
    guard options.known.isUsed else { return nil }
    return RunAnswers(
      options.terms(wantsReverse: wantsReverse), store: { self.answers },
      wallSeconds: { Clock.wallSeconds() })
  }

  /// What holds a refusal (403) for later runs; nil where there is no file.
  var refusals: (any RefusalMemory)? {
    limit.map { KeptRefusals(file: $0, host: options.asking.limitHost) }
  }

  /// Makes the tokens of an endpoint: those of the file, where there is one.
  func ledger(
    _ endpoint: IPAPIProvider.Endpoint, _ limit: RateLimit?
  ) -> any TokenLedger {
    guard let limit, let file = self.limit else { return MemoryLedger(limit: limit) }
    return file.ledger(
      host: options.asking.limitHost, endpoint: endpoint.rawValue, limit: limit,
      requestTimeout: options.asking.timeoutNanoseconds)
  }

  /// Ends the use of the store, at a run's end: what is too old to be of use goes.
  /// - Parameter isHurried: Whether somebody waits for the end, as after a signal.
  func close(isHurried: @escaping @Sendable () -> Bool) async {
    // It waits for the disk, which the cooperative pool must not.
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        self.closeNow(isHurried)
        continuation.resume()
      }
    }
  }

  private func closeNow(_ isHurried: () -> Bool) {
    guard let answers = openedAnswers.made ?? nil else { return }
    let now = Clock.wallSeconds()
    if !isHurried() {
      let horizon = AnswerAges.horizon(
        maximum: options.known.maximumAge, stale: options.known.staleAge ?? 0, now: now)
      // A file that cannot be written has been told of, and its old answers harm nobody.
      _ = try? answers.prune(before: horizon, while: { !isHurried() })
    }
    answers.close(waitingMilliseconds: isHurried() ? 250 : 1000, now: now)
  }
}

/// A value that is made when it is first wanted.
private final class Once<Value: Sendable>: Sendable {
  // Held while the value is made: who else wants it waits, for no file is to be opened twice.
  private let state = Mutex<Value?>(nil)

  /// The value; nil while nobody has wanted it.
  var made: Value? { state.withLock { $0 } }

  /// The value, made now if it was not before.
  func value(_ make: () -> Value) -> Value {
    state.withLock { state in
      if let made = state { return made }
      let made = make()
      state = .some(made)
      return made
    }
  }
}

extension BatchOptions {
  /// Which answers are looked up and kept.
  func terms(wantsReverse: Bool) -> RunAnswers.Terms {
    var terms = RunAnswers.Terms(
      kind: AnswerKind(provider: IPAPIProvider.name, language: asking.language.rawValue))
    terms.wantsReverse = wantsReverse
    terms.gives = !known.refreshes
    terms.ages = known.ages
    terms.staleAge = known.staleAge
    return terms
  }
}

extension BatchOptions.Known {
  /// How old answers may be; that nothing is known is believed for a week at most.
  var ages: AnswerAges {
    AnswerAges(located: maximumAge, unknown: min(maximumAge, 7 * 86_400))
  }
}

extension BatchOptions.Asking {
  /// What the limit is kept by.
  var limitHost: String { address.authority }

  /// Whether a refusal (403) is remembered: the provider decides.
  var remembersRefusals: Bool { configuration(wantsReverse: false).keepsRefusals }

  /// Whether there is anything for the limit file to hold.
  var usesLimitFile: Bool {
    !isOff && (batchRate != nil || singleRate != nil || remembersRefusals)
  }
}
