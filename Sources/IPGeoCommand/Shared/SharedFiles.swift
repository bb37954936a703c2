internal import IPGeoAPI
internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoRateLimit
internal import IPGeoStore

/// The two files that runs share, as far as they can be had: known answers, and the limit.
///
/// Neither ever fails a run: a run without one is slower, or keeps a limit of its own, and one line
/// says so.
final class SharedFiles: Sendable {
  /// The store of answers; nil where there is none, or none is wanted.
  let answers: AnswerStore?
  /// What holds the limit; nil where nothing is asked, there is no limit, or there is no file.
  let limit: LimitFile?
  private let known: BatchOptions.Known

  /// Opens both.
  init(
    _ options: BatchOptions, environment: [String: String], diagnostics: Diagnostics
  ) {
    let paths = StorePaths { environment[$0] }
    known = options.known
    answers = known.isUsed ? Self.store(paths.answers(option: known.file), diagnostics) : nil
    limit =
      options.asking.usesLimitFile
      ? Self.limitFile(paths.limit(option: options.asking.limitFile), diagnostics) : nil
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

  /// The store as a run with these options uses it.
  func memory(_ options: BatchOptions, wantsReverse: Bool) -> (any AnswerMemory)? {
    answers.map { answers in
      var terms = RunAnswers.Terms(kind: options.answerKind)
      terms.wantsReverse = wantsReverse
      terms.gives = !known.refreshes
      terms.ages = options.known.ages
      terms.staleAge = known.staleAge
      return RunAnswers(answers, terms) { Clock.wallSeconds() }
    }
  }

  /// Makes the tokens of an endpoint: those of the file, where there is one.
  func ledger(
    _ asking: BatchOptions.Asking, _ endpoint: IPAPIProvider.Endpoint, _ limit: RateLimit?
  ) -> any TokenLedger {
    guard let limit, let file = self.limit else { return MemoryLedger(limit: limit) }
    return file.ledger(
      host: asking.limitHost, endpoint: endpoint.rawValue, limit: limit,
      requestTimeout: asking.timeoutNanoseconds)
  }

  /// Ends the use of the store, at a run's end: what is too old to be of use goes.
  /// - Parameter isHurried: Whether somebody waits for the end, as after a signal.
  func close(isHurried: @Sendable () -> Bool) {
    guard let answers else { return }
    let now = Clock.wallSeconds()
    if !isHurried() {
      let horizon = AnswerAges.horizon(
        maximum: known.maximumAge, stale: known.staleAge ?? 0, now: now)
      // A file that cannot be written has been told of, and its old answers harm nobody.
      _ = try? answers.prune(before: horizon, while: { !isHurried() })
    }
    answers.close(waitingMilliseconds: isHurried() ? 250 : 1000, now: now)
  }
}

extension BatchOptions {
  /// Whose answers are looked up and kept.
  var answerKind: AnswerKind {
    AnswerKind(provider: IPAPIProvider.name, language: asking.language.rawValue)
  }
}

extension BatchOptions.Known {
  /// How old answers may be; that nothing is known is believed for a week at most.
  var ages: AnswerAges {
    AnswerAges(located: maximumAge, unknown: min(maximumAge, 7 * 86_400))
  }
}

extension BatchOptions.Asking {
  /// What the limit is kept by: the service's host, with its port where it is not the usual one.
  var limitHost: String { address.host + (address.port.map { ":\($0)" } ?? "") }

  /// Whether a refusal (403) is remembered: not of a key, which may be a wrong one, and not where it
  /// came over https, from a service that we do not share with everybody.
  var remembersRefusals: Bool { key == nil && address.scheme == .http }

  /// Whether there is anything for the limit file to hold.
  var usesLimitFile: Bool {
    !isOff && (batchRate != nil || singleRate != nil || remembersRefusals)
  }
}
