import Testing

@testable import IPGeoStandIn

struct FaultGrammarTests {
  @Test func `rules are read as they are written`() throws {
    #expect(
      try FaultRule(parsing: "every 4 offset 1: reset")
        == FaultRule(.reset, on: .every(4, offset: 1)))
    #expect(
      try FaultRule(parsing: "batch request 2,5-7 once:429 ttl=0 retry-after=5 headers=no")
        == FaultRule(
          .tooManyRequests(ttl: 0, retryAfter: "5", headers: false), on: .numbers([2, 5, 6, 7]),
          endpoint: .batch, times: 1))
    #expect(
      try FaultRule(parsing: "iss always times 3: html | status 502 body=bad_gateway | cut 20")
        == FaultRule(
          rotating: [.html200, .status(502, body: "bad gateway"), .cut(afterBytes: 20)],
          on: .always, endpoint: .iss, times: 3))
    #expect(
      try FaultRule(parsing: "always: trickle | trickle 5 | trickle 5 20").faults
        == [
          .trickle(bytes: 1, everyMilliseconds: 1000), .trickle(bytes: 5, everyMilliseconds: 1000),
          .trickle(bytes: 5, everyMilliseconds: 20),
        ])
    #expect(
      try FaultRule(parsing: "always: fail reserved_range").faults
        == [.failed(message: "reserved range")])
    #expect(
      try FaultRule(parsing: "single always: redirect http://a:1/b?c=d | huge 500").faults
        == [.redirect(location: "http://a:1/b?c=d"), .hugeBody(megabytes: 500)])
  }

  @Test func `every fault of the grammar can be written`() throws {
    let words =
      "reset close silence not-http chunked empty half html garbage-headers redirect shuffled "
      + "short null duplicate extra no-query ill-typed out-of-range string-numbers not-array "
      + "empty-array trickle 429 null-values odd-as"
    for word in words.split(separator: " ") {
      #expect(try FaultRule(parsing: "always: \(word)").faults.count == 1)
      #expect(FaultRule.grammar.contains(word))
    }
  }

  @Test(arguments: [
    "", "reset", "every: reset", "every 0: reset", "every x: reset", "sometimes: reset",
    "request: reset", "request 0: reset", "request 5-3: reset", "always:", "always: bang",
    "always: reset |", "always: cut", "always: cut -1", "always: reset 5", "always twice: reset",
    "batch: reset", "always: status", "request 1-99999999999: reset", "always: fail",
    "always: huge 0",
  ])
  func `what is no rule is refused`(text: String) {
    #expect(throws: FaultGrammarError.self) { try FaultRule(parsing: text) }
  }
}

struct CommandOptionsTests {
  @Test func `options become the configuration`() throws {
    let options = try CommandOptions([
      "--port", "8080", "--batch-limit=5", "--single-limit", "7", "--window", "6s", "--sliding",
      "--rounding", "down", "--latency", "0-200ms", "--reply-delay=20ms", "--order", "reversed",
      "--key", "K", "--fault", "every 4: reset", "--fault=always: half", "--log", "x.jsonl",
      "--ban-after", "3", "--ban", "forbidden", "--ban-for", "1h", "--ttl-zero", "--seed", "9",
    ])
    let configuration = options.configuration
    #expect(options.port == 8080 && options.logPath == "x.jsonl" && !options.wantsHelp)
    #expect(configuration.batchLimit == 5 && configuration.singleLimit == 7)
    #expect(configuration.windowMilliseconds == 6000 && configuration.windowKind == .sliding)
    #expect(configuration.resetRounding == .down && configuration.order == .reversed)
    #expect(configuration.latencyMilliseconds == 0...200)
    #expect(configuration.replyDelayMilliseconds == 20...20)
    #expect(configuration.key == "K" && configuration.faults.count == 2)
    #expect(configuration.banAfter429s == 3 && configuration.ban == .forbidden)
    #expect(configuration.banMilliseconds == 3_600_000)
    #expect(configuration.ttlZeroOn429 && configuration.seed == 9)
    #expect(try CommandOptions(["--no-limit"]).configuration.batchLimit == nil)
    #expect(try CommandOptions(["--help"]).wantsHelp)
  }

  @Test(arguments: [
    ["--bogus"], ["--port"], ["--port", "65536"], ["--port", "-1"], ["--window", "6 s"],
    ["--window", ""], ["--latency", "9-3ms"], ["--order", "odd"], ["--fault", "x"], ["file"],
    ["--sliding=yes"], ["--window", "99999999999h"],
  ])
  func `what is no option is refused`(arguments: [String]) {
    #expect(throws: CommandOptions.Failure.self) { try CommandOptions(arguments) }
  }

  @Test func `the help names every option`() {
    let words =
      "port log batch-limit single-limit no-limit window sliding rounding no-rate-headers ttl-zero "
      + "refusal-text ban-after ban ban-for key latency reply-delay order canonical seed tls self "
      + "batch-size bad-json-status iss-numbers iss-fixed-order iss-frozen fault"
    for word in words.split(separator: " ") {
      #expect(CommandOptions.help.contains("  --\(word) "), "\(word)")
    }
  }
}
