/// What the log comes to.
extension StandInServer {
  /// How often each text was asked for, in whatever request.
  public var askedCounts: [String: Int] { Self.counts(log) { _ in true } }

  /// How often each text was in a request that was answered as it should be.
  public var answeredCounts: [String: Int] { Self.counts(log, where: \.isAnswered) }

  /// The sums over all requests so far.
  public var counters: StandInCounters {
    let log = log
    var counters = StandInCounters()
    var isAnswered: [String: Bool] = [:]
    for entry in log {
      counters.requests[entry.endpoint, default: 0] += 1
      if entry.status == 429 { counters.total429 += 1 }
      if entry.isOverLimit { counters.overLimit += 1 }
      let queries = entry.queries
      counters.asked += queries.count
      for query in queries where isAnswered[query] == true { counters.askedAgainAfterAnswer += 1 }
      for query in queries {
        isAnswered[query, default: false] = entry.isAnswered || isAnswered[query] == true
      }
    }
    counters.distinct = isAnswered.count
    counters.connections = connectionCount
    return counters
  }

  private static func counts(
    _ log: [LoggedRequest], where isCounted: (LoggedRequest) -> Bool
  ) -> [String: Int] {
    var counts: [String: Int] = [:]
    for entry in log where isCounted(entry) {
      for query in entry.queries { counts[query, default: 0] += 1 }
    }
    return counts
  }

  /// The JSON object that the stand-in gives for a text in a batch: what a test holds a row to.
  ///
  /// `fields` is the service's bit mask.
  public static func answerJSON(
    for query: String, fields: UInt32 = 61439, language: String = "en"
  ) -> String {
    let answer = Answer(query: Array(query.utf8), form: .verbatim, usesNames: false)
    var out: [UInt8] = []
    answer.appendJSON(FieldMask(bits: fields), language: language, to: &out)
    return String(decoding: out, as: UTF8.self)
  }
}
