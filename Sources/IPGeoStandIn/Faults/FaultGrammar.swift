/// Why a fault rule could not be read.
public struct FaultGrammarError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line that names the word at fault.
  public let description: String
}

extension FaultRule {
  /// The grammar, as `--help` shows it.
  public static let grammar = """
    RULE     [ENDPOINT] WHEN [HOW OFTEN]: FAULT [| FAULT]...
    ENDPOINT batch, single, iss or other; requests are then counted on it alone, else over all
    WHEN     every N [offset K]      4, 8, 12...; with offset 1: 1, 5, 9...
             request 3,5-7           these numbers, from 1
             always
    HOW OFTEN once, or: times N
    FAULT    several are met in turn; the first rule that is about a request counts
      reset | close | silence | not-http | chunked
      cut BYTES                      the body ends early
      trickle [BYTES [MS]]           default 1 byte every 1000 ms
      empty | half | html | garbage-headers
      status CODE [retry-after=V] [body=TEXT]
      429 [ttl=N] [retry-after=V] [headers=no] [body=TEXT]
      redirect [URL] | huge MEGABYTES
      shuffled | short | null | duplicate | extra | no-query | ill-typed | out-of-range
      null-values | odd-as | string-numbers | not-array | empty-array
      fail MESSAGE                   the first element fails: private_range
    A text (body=..., MESSAGE) ends at a blank; _ stands for one.
    """

  /// Reads a rule as `--fault` takes it, for example `batch every 4 offset 1: reset | half`.
  public init(parsing text: String) throws(FaultGrammarError) {
    guard let colon = text.firstIndex(of: ":") else {
      throw FaultGrammarError(description: "no ':' in the fault rule '\(text)'")
    }
    var words = text[..<colon].split(separator: " ").map(String.init)[...]
    var rule = FaultRule(rotating: [], on: .always)
    if let word = words.first, let endpoint = Endpoint(rawValue: word) {
      rule.endpoint = endpoint
      words.removeFirst()
    }
    rule.requests = try Self.requests(&words)
    if words.first == "once" {
      rule.times = 1
      words.removeFirst()
    } else if words.first == "times" {
      words.removeFirst()
      rule.times = try Self.number(words.popFirst(), after: "times", atLeast: 0)
    }
    if let word = words.first {
      throw FaultGrammarError(description: "'\(word)' is not understood in '\(text)'")
    }
    for part in text[text.index(after: colon)...].split(
      separator: "|", omittingEmptySubsequences: false)
    {
      rule.faults.append(try Self.fault(part.split(separator: " ").map(String.init)))
    }
    self = rule
  }

  private static func requests(
    _ words: inout ArraySlice<String>
  ) throws(FaultGrammarError) -> Requests {
    switch words.popFirst() {
    case "always": return .always
    case "every":
      let step = try number(words.popFirst(), after: "every", atLeast: 1)
      guard words.first == "offset" else { return .every(step) }
      words.removeFirst()
      return .every(step, offset: try number(words.popFirst(), after: "offset", atLeast: 0))
    case "request", "requests":
      var numbers: Set<Int> = []
      for part in (words.popFirst() ?? "").split(separator: ",") {
        let ends = part.split(separator: "-", maxSplits: 1).map(String.init)
        let first = try number(ends.first, after: "request", atLeast: 1)
        let last = ends.count == 2 ? try number(ends[1], after: "-", atLeast: first) : first
        guard last - first < 1_000_000 else {
          throw FaultGrammarError(description: "'\(part)' is too long a range")
        }
        numbers.formUnion(first...last)
      }
      if numbers.isEmpty {
        throw FaultGrammarError(description: "a number is missing after 'request'")
      }
      return .numbers(numbers)
    case let word:
      throw FaultGrammarError(
        description: "'\(word ?? "")' is not 'every', 'request' or 'always'")
    }
  }

  private static func fault(_ words: [String]) throws(FaultGrammarError) -> Fault {
    guard let name = words.first else {
      throw FaultGrammarError(description: "a fault is missing")
    }
    if let simple = simpleFaults[name] {
      if words.count > 1 {
        throw FaultGrammarError(description: "'\(name)' takes no '\(words[1])'")
      }
      return simple
    }
    var plain: [String] = []
    var named: [String: String] = [:]
    for word in words.dropFirst() {
      let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if halves.count == 2, name == "status" || name == "429" {
        named[String(halves[0])] = String(halves[1]).replacing("_", with: " ")
      } else {
        plain.append(word)
      }
    }
    return try fault(name, plain, named)
  }

  private static func fault(
    _ name: String, _ plain: [String], _ named: [String: String]
  ) throws(FaultGrammarError) -> Fault {
    let first = plain.first
    switch name {
    case "cut": return .cut(afterBytes: try number(first, after: name, atLeast: 0))
    case "huge": return .hugeBody(megabytes: try number(first, after: name, atLeast: 1))
    case "fail":
      guard let first else {
        throw FaultGrammarError(description: "a message is missing after 'fail'")
      }
      return .failed(message: first.replacing("_", with: " "))
    case "redirect": return .redirect(location: first ?? "http://127.0.0.1/login")
    case "trickle":
      let bytes = first == nil ? 1 : try number(first, after: name, atLeast: 1)
      let milliseconds =
        plain.count < 2 ? 1000 : try number(plain[1], after: name, atLeast: 0)
      return .trickle(bytes: bytes, everyMilliseconds: milliseconds)
    case "status":
      let code = try number(first, after: name, atLeast: 100)
      return .status(code, body: named["body"] ?? "", retryAfter: named["retry-after"])
    case "429":
      return .tooManyRequests(
        ttl: named["ttl"].flatMap { Int($0) }, retryAfter: named["retry-after"],
        headers: named["headers"] != "no", body: named["body"] ?? "")
    default: throw FaultGrammarError(description: "'\(name)' is no fault")
    }
  }

  private static let simpleFaults: [String: Fault] = [
    "reset": .reset, "close": .close, "silence": .neverAnswer, "not-http": .notHTTP,
    "chunked": .chunked, "empty": .emptyBody200, "half": .halfJSON, "html": .html200,
    "garbage-headers": .garbageHeaders, "shuffled": .shuffled, "short": .oneShort,
    "null": .nullElement, "duplicate": .duplicateElement, "extra": .extraElement,
    "no-query": .withoutQuery, "ill-typed": .illTyped, "out-of-range": .outOfRange,
    "null-values": .nullValues, "odd-as": .oddNetwork, "string-numbers": .stringNumbers,
    "not-array": .notArray, "empty-array": .emptyArray,
  ]

  private static func number(
    _ word: String?, after: String, atLeast least: Int
  ) throws(FaultGrammarError) -> Int {
    guard let word, let number = Int(word), number >= least else {
      throw FaultGrammarError(
        description: "'\(word ?? "")' is no number of at least \(least) after '\(after)'")
    }
    return number
  }
}
