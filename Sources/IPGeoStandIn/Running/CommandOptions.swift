/// The options of the `ipgeo-stand-in` command.
public struct CommandOptions: Sendable {
  /// Why the options could not be read: one line.
  public struct Failure: Error, Hashable, Sendable {
    /// The line.
    public let message: String

    /// Makes a failure of a line.
    public init(message: String) { self.message = message }
  }

  /// What the server is made with.
  public var configuration = StandInServer.Configuration()
  /// The port; 0: the system chooses.
  public var port: UInt16 = 0
  /// The file that gets a line of JSON per request.
  public var logPath: String?
  /// Whether the help is wanted, not a server.
  public var wantsHelp = false

  /// Reads the arguments without the command's name.
  public init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(halves.first ?? "")
      if halves.count == 1, try applySwitch(name) { continue }
      guard Self.takesValue.contains(name) else {
        throw Failure(message: "unknown option '\(name)'; --help lists them")
      }
      guard let value = halves.count == 2 ? String(halves[1]) : rest.popFirst() else {
        throw Failure(message: "\(name) needs a value")
      }
      try apply(name, value)
    }
  }

  private mutating func applySwitch(_ name: String) throws(Failure) -> Bool {
    switch name {
    case "--help", "-h": wantsHelp = true
    case "--sliding": configuration.windowKind = .sliding
    case "--no-limit":
      configuration.batchLimit = nil
      configuration.singleLimit = nil
    case "--no-rate-headers": configuration.rateHeaders = false
    case "--ttl-zero": configuration.ttlZeroOn429 = true
    case "--refusal-text": configuration.body429 = .text
    case "--canonical": configuration.queryForm = .canonical
    case "--tls": configuration.answersAsTLSPort = true
    case "--iss-numbers": configuration.iss.numbers = true
    case "--iss-fixed-order": configuration.iss.fixedOrder = true
    default: return false
    }
    return true
  }

  private static let takesValue: Set<String> = [
    "--port", "--batch-limit", "--single-limit", "--window", "--rounding", "--latency",
    "--reply-delay", "--order", "--key", "--fault", "--log", "--seed", "--ban-after", "--ban",
    "--ban-for", "--self", "--batch-size", "--bad-json-status", "--iss-frozen",
  ]

  private mutating func apply(_ name: String, _ value: String) throws(Failure) {
    switch name {
    case "--port": port = try Self.number(name, value)
    case "--batch-limit": configuration.batchLimit = try Self.natural(name, value)
    case "--single-limit": configuration.singleLimit = try Self.natural(name, value)
    case "--window": configuration.windowMilliseconds = try Self.milliseconds(name, value)
    case "--latency": configuration.latencyMilliseconds = try Self.range(name, value)
    case "--reply-delay": configuration.replyDelayMilliseconds = try Self.range(name, value)
    case "--key": configuration.key = value
    case "--log": logPath = value
    case "--self": configuration.selfAddress = value
    case "--seed": configuration.seed = try Self.number(name, value)
    case "--ban-after": configuration.banAfter429s = try Self.natural(name, value)
    case "--ban-for": configuration.banMilliseconds = try Self.milliseconds(name, value)
    case "--batch-size": configuration.batchSize = try Self.natural(name, value)
    case "--bad-json-status": configuration.badJSONStatus = try Self.natural(name, value)
    case "--iss-frozen": configuration.iss.frozenTimestamp = try Self.number(name, value)
    case "--rounding":
      configuration.resetRounding = try Self.choice(
        name, value, ["up": .up, "down": .down, "nearest": .nearest])
    case "--order":
      configuration.order = try Self.choice(
        name, value, ["same": .same, "reversed": .reversed, "shuffled": .shuffled])
    case "--ban":
      configuration.ban = try Self.choice(
        name, value, ["silent": .silent, "forbidden": .forbidden])
    case "--fault":
      do throws(FaultGrammarError) {
        configuration.faults.append(try FaultRule(parsing: value))
      } catch {
        throw Failure(message: "--fault: \(error.description)")
      }
    default: throw Failure(message: "unknown option '\(name)'; --help lists them")
    }
  }

  private static func number<Number: FixedWidthInteger>(
    _ name: String, _ text: String
  ) throws(Failure) -> Number {
    guard let number = Number(text) else {
      throw Failure(message: "\(name): '\(text)' is no number in range")
    }
    return number
  }

  private static func natural(_ name: String, _ text: String) throws(Failure) -> Int {
    guard let number = Int(text), number >= 0 else {
      throw Failure(message: "\(name): '\(text)' is no whole number")
    }
    return number
  }

  private static func choice<Value>(
    _ name: String, _ text: String, _ values: [String: Value]
  ) throws(Failure) -> Value {
    guard let value = values[text] else {
      let names = values.keys.sorted().joined(separator: ", ")
      throw Failure(message: "\(name): '\(text)' is none of \(names)")
    }
    return value
  }

  /// Reads `20ms`, `6s`, `1.5s`, `2m`; a bare number is milliseconds.
  static func milliseconds(_ name: String, _ text: String) throws(Failure) -> Int {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let factors = ["": 1.0, "ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000]
    guard let factor = factors[String(text.dropFirst(digits.count))],
      let number = Double(digits), number * factor < 1e12
    else { throw Failure(message: "\(name): '\(text)' is no duration such as 20ms, 6s or 2m") }
    return Int((number * factor).rounded())
  }

  /// Reads `20ms` and `0-200ms`; the first number takes the unit of the second.
  static func range(_ name: String, _ text: String) throws(Failure) -> ClosedRange<Int> {
    let ends = text.split(separator: "-", maxSplits: 1).map(String.init)
    guard ends.count == 2 else {
      let only = try milliseconds(name, text)
      return only...only
    }
    let unit = String(ends[1].drop { $0.isNumber || $0 == "." })
    let isBare = ends[0].allSatisfy { $0.isNumber || $0 == "." }
    let first = try milliseconds(name, isBare ? ends[0] + unit : ends[0])
    let last = try milliseconds(name, ends[1])
    guard first <= last else { throw Failure(message: "\(name): '\(text)' runs backwards") }
    return first...last
  }
}

extension CommandOptions {
  /// The help text.
  public static let help = """
    A stand-in of ip-api.com and api.open-notify.org on 127.0.0.1.

    ipgeo-stand-in [OPTION]...

    It prints 'listening on http://127.0.0.1:PORT' and runs until SIGINT or SIGTERM, then prints
    one line of JSON: requests by endpoint, 429s, addresses asked, duplicates.

      --port N               default: any free port
      --log FILE             append a line of JSON for each request

    The limit, per client address
      --batch-limit N        requests to /batch per window (15)
      --single-limit N       look-ups per window (45)
      --no-limit             neither
      --window DURATION      length of both windows (60s)
      --sliding              sliding windows, not fixed ones
      --rounding up|down|nearest   how X-Ttl becomes whole seconds (up)
      --no-rate-headers      no X-Rl and X-Ttl
      --ttl-zero             a 429 says X-Ttl: 0
      --refusal-text         a 429 carries text
      --ban-after N          ban a client at its Nth 429
      --ban silent|forbidden what it then gets (silent)
      --ban-for DURATION     for how long (for ever)
      --key K                key=K lifts the limit, another key gets 403

    Replies
      --latency RANGE        before the limit sees a request: 20ms, 0-200ms (0)
      --reply-delay RANGE    after it
      --order same|reversed|shuffled   of a batch's elements (same)
      --canonical            query in canonical form, not as sent
      --seed N               of delays and shuffling (1)
      --tls                  every look-up gets the 403 of the TLS port
      --self ADDRESS         what an empty query is about
      --batch-size N         most entries of a batch (100)
      --bad-json-status N    for a batch that is no array (400)
      --iss-numbers          the station's coordinates as numbers
      --iss-fixed-order      its keys always in one order
      --iss-frozen SECONDS   its timestamp never changes

    --fault RULE             something goes wrong; may be given many times
    \(indented(FaultRule.grammar))

      --fault 'every 4: reset | cut 20 | empty | half | status 502 | 429 ttl=0 | shuffled | short'
      --fault 'batch request 2 once: 429 ttl=3' --fault 'iss always: html'

    """

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
  }
}
