import IPGeoRecords
import Testing

@testable import IPGeoCommand

/// A value that each option of batch takes.
private let samples = [
  "input-format": "list", "max-line": "64k", "output": "o.csv", "format": "tsv", "fields": "ip",
  "header": "never", "sort": "hits", "top": "5", "failures": "f", "lang": "de",
  "api-url": "http://h", "batch-rate": "1/60s", "single-rate": "1/60s", "jobs": "8",
  "timeout": "1s", "retries": "1", "fail-above": "2", "summary-file": "s", "progress": "never",
  "color": "never", "limit-file": "l", "cache": "c", "max-age": "2d", "stale-ok": "90d",
  "max-requests": "7", "max-time": "2h", "until": "6:00", "retry-failed": "r", "lock": "k",
  "lock-wait": "1m",
  "status-file": "s", "metrics": "m", "ip-field": "2", "delimiter": ";", "client": "first",
  "trusted-proxy": "10.0.0.0/8", "nest": "g", "report": "r.html", "prefix": "p_",
  "database": "d.mmdb", "fallback": "ip-api", "shard": "2/5", "schema": "ecs",
]

/// What holds for every option, by the table alone.
@Suite struct TableTests {
  private static let valued = BatchTable.table.facts.filter { $0.placeholder != nil }
  private static let flags = BatchTable.table.facts.filter { $0.placeholder == nil }

  private func parse(_ arguments: String...) throws -> Invocation {
    try Invocation.parse(["batch"] + arguments)
  }

  @Test(arguments: valued.map(\.name))
  func `an option with a value takes it in every form`(name: String) throws {
    let facts = try #require(BatchTable.table.option(named: name)?.facts)
    let sample = try #require(samples[name])
    let parsed = try parse("--\(name)", sample)
    #expect(parsed != .batch(RawBatchOptions()))
    #expect(try parse("--\(name)=\(sample)") == parsed)
    if let short = facts.short {
      #expect(try parse("-\(short)", sample) == parsed)
      #expect(try parse("-\(short)\(sample)") == parsed)
      #expect(try parse("-\(short)=\(sample)") == parsed)
    }
    let placeholder = try #require(facts.placeholder)
    if facts.takesEmpty {
      #expect(try parse("--\(name)=") != parsed)
    } else {
      #expect(throws: UsageError.emptyValue(option: "--\(name)", placeholder: placeholder)) {
        try parse("--\(name)=")
      }
    }
    #expect(throws: UsageError.self) { try parse("--\(name)") }
    #expect(throws: UsageError.self) { try parse("--\(name)", "--strict") }
  }

  @Test(arguments: flags.map(\.name))
  func `a flag takes no value`(name: String) throws {
    #expect(try parse("--\(name)") != .batch(RawBatchOptions()))
    #expect(throws: UsageError.valueForFlag(option: "--\(name)", value: "1")) {
      try parse("--\(name)=1")
    }
    #expect(try parse("--\(name)", "x") == parse("--\(name)", "--", "x"))
  }

  @Test func `a mistyped name finds its way back`() throws {
    // Every long name with any one letter left out.
    for name in BatchTable.table.facts.map(\.name) where name.count > 3 {
      for index in name.indices {
        var typed = name
        typed.remove(at: index)
        if BatchTable.table.knows("--" + typed) { continue }
        let nearest = try #require(BatchTable.table.nearest(toLong: typed))
        #expect(nearest == "--\(name)", "\(typed)")
      }
    }
  }

  @Test func `no words crash the reading, and every error is one line`() {
    let pieces =
      [
        "-", "--", "=", "", " ", "\0", "é", "\u{301}", "\u{1F1E9}\u{1F1EA}", "u", "q", "o", "8",
        "\n",
      ]
      + BatchTable.table.facts.flatMap { ["--\($0.name)", "--\($0.name)="] } + Array(samples.values)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<3_000 {
      let words = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
          pieces.randomElement(using: &random) ?? ""
        }.joined()
      }
      do {
        if case .batch(let raw) = try Invocation.parse(["batch"] + words) {
          _ = try BatchOptions(raw, environment: [:])
        }
      } catch {
        #expect(!error.message.isEmpty, "\(words)")
        #expect(VisibleText.escape(error.message) == error.message, "\(words)")
      }
    }
  }
}
