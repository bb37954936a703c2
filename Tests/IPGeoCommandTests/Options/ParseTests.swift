import IPGeoAPI
import IPGeoAddresses
import IPGeoRateLimit
import IPGeoRecords
import Testing

@testable import IPGeoCommand

/// The options that `arguments` of `ipgeo batch` are read as.
private func batch(_ arguments: String...) throws -> RawBatchOptions {
  guard case .batch(let options) = try Invocation.parse(["batch"] + arguments) else {
    throw NoBatch()
  }
  return options
}

private struct NoBatch: Error {}

private func options(_ change: (inout RawBatchOptions) -> Void) -> RawBatchOptions {
  var options = RawBatchOptions()
  change(&options)
  return options
}

@Suite struct ParseTests {
  @Test func `reads every option of batch`() throws {
    let long = try batch(
      "--input-format", "list", "--ip-field", "a.b", "--delimiter", "tab", "--no-header",
      "--client",
      "last", "--trusted-proxy", "10.0.0.0/8, ::1", "--trusted-proxy=192.0.2.1", "--keep-line",
      "--nest", "where", "--prefix=", "--excel", "--max-line", "64k", "--strict", "--output",
      "o.csv", "--format",
      "jsonl", "--schema", "ecs", "--fields", "ip,city", "--header", "never", "--unique", "--sort",
      "hits", "--top",
      "5", "--csv-safe", "--failures", "f.jsonl", "--report", "r.html",
      "--with-addresses", "--lang", "PT-br", "--api-url", "http://h/",
      "--batch-rate", "15/6s", "--single-rate", "45/6s", "--jobs", "8", "--timeout", "500ms",
      "--retries", "0", "--database", "a.mmdb", "--database=b.mmdb", "--fallback", "ip-api",
      "--no-cache", "--fail-above", "2%", "--summary-file", "s.json",
      "--progress", "always", "--color", "never", "--quiet", "--offline", "--limit-file", "l.db",
      "--cache", "c.db", "--refresh", "--cache-only", "--max-age", "2d", "--stale-ok", "90d",
      "--dry-run", "--max-requests", "7", "--max-time", "2h", "--until", "06:00", "--retry-failed",
      "r.jsonl", "--lock",
      "k", "--lock-wait", "1m", "--status-file", "st.json", "--metrics", "m.prom", "a.txt")
    #expect(
      long
        == options {
          $0.inputs = ["a.txt"]
          $0.inputFormat = .list
          $0.addressField = "a.b"
          $0.delimiter = 0x09
          $0.hasNoHeader = true
          $0.client = .last
          $0.trustedProxies = ["10.0.0.0/8", "::1/128", "192.0.2.1/32"].compactMap {
            AddressPrefix($0)
          }
          $0.keepsLine = true
          $0.nest = "where"
          $0.prefix = ""
          $0.isExcel = true
          $0.maximumLine = 65_536
          $0.isStrict = true
          $0.databases = ["a.mmdb", "b.mmdb"]
          $0.fallback = .ipAPI
          $0.output = "o.csv"
          $0.format = .jsonl
          $0.fields = "ip,city"
          $0.schema = .ecs
          $0.header = .never
          $0.isUnique = true
          $0.sort = .hits
          $0.top = 5
          $0.isCSVSafe = true
          $0.failures = "f.jsonl"
          $0.report = "r.html"
          $0.showsAddresses = true
          $0.language = .ptBR
          $0.apiURL = "http://h/"
          $0.batchRate = RateLimit(requests: 15, window: 6_000_000_000)
          $0.singleRate = RateLimit(requests: 45, window: 6_000_000_000)
          $0.jobs = 8
          $0.timeoutNanoseconds = 500_000_000
          $0.retries = 0
          $0.ignoresCache = true
          $0.failAbove = Percentage(millionths: 20_000)
          $0.summaryFile = "s.json"
          $0.progress = .always
          $0.color = .never
          $0.verbosity = .quiet
          $0.isOffline = true
          $0.limitFile = "l.db"
          $0.cache = "c.db"
          $0.refreshes = true
          $0.asksNothing = true
          $0.maximumAge = 172_800_000_000_000
          $0.staleAge = 7_776_000_000_000_000
          $0.isDryRun = true
          $0.maximumRequests = 7
          $0.maximumTime = 7_200_000_000_000
          $0.until = try? TimeOfDay(parsing: "06:00")
          $0.retryFailed = "r.jsonl"
          $0.lock = "k"
          $0.lockWait = 60_000_000_000
          $0.statusFile = "st.json"
          $0.metrics = "m.prom"
        })
  }

  @Test func `every option of the table is tried here`() {
    // A new option fails this until the test above knows it.
    #expect(BatchTable.table.options.count == 59)
    let names = BatchTable.table.facts.map(\.name)
    #expect(Set(names).count == names.count)
    let letters = BatchTable.table.facts.compactMap(\.short)
    #expect(Set(letters).count == letters.count)
    for option in BatchTable.table.options {
      if case .value = option.update {
        #expect(option.facts.placeholder != nil, "\(option.facts.name)")
      } else {
        #expect(option.facts.placeholder == nil, "\(option.facts.name)")
      }
      #expect(!option.facts.summary.hasSuffix("."), "\(option.facts.name)")
    }
  }

  @Test(arguments: [
    ["-j8"], ["-j", "8"], ["-j=8"], ["--jobs=8"], ["--jobs", "8"], ["-j1", "--jobs", "8"],
  ])
  func `takes a value in every form, and the last one counts`(arguments: [String]) throws {
    let parsed = try Invocation.parse(["batch"] + arguments)
    #expect(parsed == .batch(options { $0.jobs = 8 }))
  }

  @Test func `combines short letters`() throws {
    #expect(
      try batch("-uq")
        == options {
          $0.isUnique = true
          $0.verbosity = .quiet
        })
    let expected = options {
      $0.verbosity = .quiet
      $0.output = "FILE"
    }
    #expect(try batch("-qo", "FILE") == expected)
    #expect(try batch("-qoFILE") == expected)
    #expect(try batch("-qo=FILE") == expected)
  }

  @Test func `of quiet and verbose the last one counts`() throws {
    #expect(try batch("-q", "-v").verbosity == .verbose)
    #expect(try batch("-vq").verbosity == .quiet)
  }

  @Test func `takes options after operands, and words after two dashes as they are`() throws {
    #expect(
      try batch("a", "-u", "-", "b")
        == options {
          $0.inputs = ["a", "-", "b"]
          $0.isUnique = true
        })
    #expect(try batch("a", "--", "-u", "--", "-").inputs == ["a", "-u", "--", "-"])
  }

  @Test func `a value may start with a dash where it is no option`() throws {
    #expect(try batch("--fields", "-zip,+hosting").fields == "-zip,+hosting")
    #expect(try batch("-f", "-zip").fields == "-zip")
    #expect(try batch("--output=--format").output == "--format")
    #expect(try batch("-o", "-").output == "-")
    #expect(try batch("--api-url=http://h/?a=b").apiURL == "http://h/?a=b")
  }

  @Test func `help and version come before what follows`() throws {
    #expect(
      try Invocation.parse(["batch", "-h", "--bogus"]) == .show(Help.batch.text(isLong: false)))
    #expect(try Invocation.parse(["batch", "-uh"]) == .show(Help.batch.text(isLong: false)))
    #expect(try Invocation.parse(["batch", "a", "--help"]) == .show(Help.batch.text(isLong: true)))
    #expect(try Invocation.parse(["--help"]) == .show(Help.program.text(isLong: true)))
    #expect(try Invocation.parse(["-h"]) == .show(Help.program.text(isLong: false)))
    #expect(try Invocation.parse(["help"]) == .show(Help.program.text(isLong: true)))
    #expect(try Invocation.parse(["help", "batch"]) == .show(Help.batch.text(isLong: true)))
    #expect(try Invocation.parse(["--version"]) == .show("ipgeo 0.1.0-dev\n"))
    #expect(try Invocation.parse(["batch", "--version"]) == .show("ipgeo 0.1.0-dev\n"))
    #expect(try Invocation.parse([]) == .showUsage(Help.program.text(isLong: false)))
  }

  @Test func `nothing typed leaves everything open`() throws {
    #expect(try batch() == RawBatchOptions())
  }
}
