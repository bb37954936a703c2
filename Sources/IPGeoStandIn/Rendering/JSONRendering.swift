internal import Synchronization

/// Compact JSON objects, one per answer.
extension Answer {
  /// Appends the answer as one JSON object, with a broken value where `tweak` asks for it.
  func appendJSON(
    _ mask: FieldMask, language: String, tweak: AnswerTweak? = nil, to out: inout [UInt8]
  ) {
    out.append(UInt8(ascii: "{"))
    var isFirst = true
    for (field, value) in values(mask, language: language) {
      if tweak == .withoutQuery && field == .query { continue }
      if !isFirst { out.append(UInt8(ascii: ",")) }
      isFirst = false
      out.append(UInt8(ascii: "\""))
      out.append(contentsOf: field.name.utf8)
      out.append(contentsOf: "\":".utf8)
      Self.append(tweaked(field, value, tweak), to: &out)
    }
    out.append(UInt8(ascii: "}"))
  }

  private func tweaked(
    _ field: WireField, _ value: WireValue, _ tweak: AnswerTweak?
  ) -> WireValue {
    switch (tweak, field) {
    case (.nullValues, .lat), (.nullValues, .city), (.nullValues, .isp), (.nullValues, .mobile):
      return .null
    case (.oddNetwork, .as): return .text("AS99999999999, no number of 32 bits")
    default: break
    }
    guard case .number(let digits) = value else { return value }
    switch (tweak, field) {
    case (.illTyped, .lat): return .text("abc")
    case (.outOfRange, .lat): return .number("123")
    case (.stringNumbers, .lat), (.stringNumbers, .lon): return .text(digits)
    default: return value
    }
  }

  private static func append(_ value: WireValue, to out: inout [UInt8]) {
    switch value {
    case .text(let text): GoText.append(text.utf8, to: &out)
    case .number(let digits): out.append(contentsOf: digits.utf8)
    case .flag(let flag): out.append(contentsOf: flag ? "true".utf8 : "false".utf8)
    case .null: out.append(contentsOf: "null".utf8)
    }
  }
}

/// Ready objects up to the text of `query`, one table per mask and language.
///
/// A batch of a hundred is then a hundred copies: the stand-in must cost little where a benchmark
/// shares its processors. A table never changes once it is made, as a lock per element is what
/// sixteen connections would then spend their time on (measured: 25 times slower).
final class ReadyAnswers: Sendable {
  // All objects one after the other, and where each ends.
  private let text: [UInt8]
  private let ends: [Int]
  private let networks = Networks.all.count
  private let hasReverse: Bool

  private init(mask: FieldMask, language: String) {
    hasReverse = mask.contains(.reverse)
    var text: [UInt8] = []
    var ends: [Int] = []
    for place in Places.all.indices {
      for network in Networks.all.indices {
        let answer = Answer(facts: .hashed(place: place, network: network))
        answer.appendJSON(mask, language: language, to: &text)
        // `query` is the last key on the wire, so what comes before its text is the same for all.
        text.removeLast(min(3, text.count))
        ends.append(text.count)
      }
    }
    (self.text, self.ends) = (text, ends)
  }

  // Requests can name any mask and language, so the set is bounded.
  private static let tables = Mutex<[String: ReadyAnswers]>([:])

  /// The table for a mask and a language; `nil` where the query is not told back.
  static func table(_ mask: FieldMask, language: String) -> ReadyAnswers? {
    guard mask.contains(.query) else { return nil }
    let known = Translations.languages.contains(language) ? language : "en"
    let key = "\(mask.bits) \(known)"
    return tables.withLock { tables in
      if let table = tables[key] { return table }
      if tables.count > 64 { tables.removeAll() }
      let table = ReadyAnswers(mask: mask, language: known)
      tables[key] = table
      return table
    }
  }

  /// Appends a hashed answer; `false` when it has no ready form.
  func append(_ answer: Answer, to out: inout [UInt8]) -> Bool {
    guard case .hashed(let place, let network) = answer.facts,
      !(answer.tellsReverse && hasReverse)
    else { return false }
    let row = place &* networks &+ network
    guard ends.indices.contains(row) else { return false }
    let start = row == 0 ? 0 : ends[row - 1]
    out.append(contentsOf: text[start..<ends[row]])
    GoText.append(answer.query, to: &out)
    out.append(UInt8(ascii: "}"))
    return true
  }
}
