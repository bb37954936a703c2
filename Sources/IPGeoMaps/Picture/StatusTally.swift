internal import IPGeoCore
internal import IPGeoRecords
internal import IPGeoSummaries

/// What became of the hits of a picture, by status and reason.
struct StatusTally {
  /// The hits of a status.
  struct Part {
    /// `nil` for rows that do not say.
    let status: Status?
    let hits: UInt64
    /// Why they have no place, most hits first.
    ///
    /// Words are from outside; what gives no reason has none here.
    let reasons: [(word: String, hits: UInt64)]

    /// What it is called; its word, as in rows.
    var word: String { status?.word ?? "without a status" }
  }

  /// Those that have hits, in the order of statuses.
  let parts: [Part]

  init(_ cells: [TallyCell]) {
    var hits: [Status?: UInt64] = [:]
    var reasons: [Status?: [Spelling: UInt64]] = [:]
    for cell in cells where cell.hits > 0 {
      hits[cell.status, default: 0].addUpTo(cell.hits)
      guard !cell.isPlaced, let reason = cell.reason, !reason.isEmpty else { continue }
      reasons[cell.status, default: [:]][Spelling(reason), default: 0].addUpTo(cell.hits)
    }
    parts = (Status.allCases.map { $0 } + [nil]).compactMap { status in
      guard let sum = hits[status] else { return nil }
      let order = (reasons[status] ?? [:]).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      return Part(status: status, hits: sum, reasons: order.map { ($0.key.text, $0.value) })
    }
  }

  /// Whether any row says what became of it.
  var isTold: Bool { parts.contains { $0.status != nil } }

  /// All hits.
  var total: UInt64 { parts.reduce(0) { $0.addingUpTo($1.hits) } }

  /// The hits that are counted by place, of which shares are told.
  var placed: UInt64 {
    parts.reduce(0) {
      $1.status == nil || $1.status == .located ? $0.addingUpTo($1.hits) : $0
    }
  }

  /// The hits of a status.
  func hits(of status: Status) -> UInt64 { parts.first { $0.status == status }?.hits ?? 0 }
}

extension StatusTally.Part {
  /// How many reasons are named.
  private static let named = 3

  /// Its reasons in words, each with its hits where there are several: `rate-limited 12, timeout 4`.
  ///
  /// Empty where there is none. Text from outside is as harmless as `VisibleText` makes it.
  var reasonWords: String {
    if reasons.count == 1, let only = reasons.first, only.hits == hits {
      return Self.label(only.word)
    }
    var words = reasons.prefix(Self.named).map { "\(Self.label($0.word)) \($0.hits.groupedDigits)" }
    let more = reasons.count - Self.named
    if more > 0 { words.append("\(more.groupedDigits) more") }
    return words.joined(separator: ", ")
  }

  private static func label(_ word: String) -> String { VisibleText.escape(word, limit: 40) }
}
