import Foundation
import IPGeoAPI
import IPGeoEnrichment
import IPGeoRateLimit
import IPGeoRecords
import IPGeoStore
import Testing

@testable import IPGeoCommand

/// What holds after `arguments` of `ipgeo batch`.
func resolve(_ arguments: String..., environment: [String: String] = [:]) throws -> BatchOptions {
  guard case .batch(let raw) = try Invocation.parse(["batch"] + arguments) else {
    throw CocoaError(.featureUnsupported)
  }
  return try BatchOptions(raw, environment: environment)
}

@Suite struct ResolveTests {
  @Test func `fills in the defaults`() throws {
    let options = try resolve()
    #expect(options.inputs == [.standardInput])
    #expect(options.readsStandardInputUnasked)
    #expect(options.reading.format == .auto)
    #expect(options.reading.maximumLine == 1_048_576)
    #expect(options.wishes.format == nil)
    #expect(options.wishes.writesHeader == nil)
    #expect(!options.isUnique && !options.sortsByHits && options.top == nil)
    #expect(options.failAbove == .zero)
    #expect(options.verbosity == .normal)
    #expect(options.progress == .auto)
    #expect(options.warnings.isEmpty)
    #expect(options.asking.address == .free)
    #expect(options.asking.key == nil)
    #expect(options.asking.language == .en)
    #expect(options.asking.batchRate == .publishedBatch)
    #expect(options.asking.singleRate == .publishedSingle)
    #expect(options.asking.jobs == 16)
    #expect(options.asking.timeoutNanoseconds == 30_000_000_000)
    #expect(options.asking.retries == 3)
  }

  @Test func `fills in what is known and how the run goes`() throws {
    let options = try resolve()
    #expect(options.known.isUsed && !options.known.refreshes && options.known.file == nil)
    #expect(options.known.maximumAge == 30 * 86_400 && options.known.staleAge == nil)
    #expect(options.known.ages.unknown == 7 * 86_400)
    #expect(!options.asking.isOff && options.asking.maximumRequests == nil)
    #expect(!options.running.isDry && options.running.lock == nil)
    #expect(options.running.lockWait == 0)
    #expect(try !resolve("--no-cache").known.isUsed)
    #expect(try resolve("--cache-only").asking.isOff)
    #expect(try resolve("--offline").asking.isOff)
    #expect(try resolve("--max-age", "1h").known.ages.unknown == 3600)
    #expect(try resolve("--max-age", "0s").known.maximumAge == 0)
  }

  @Test func `the limit file is of use where a limit or a refusal is kept`() throws {
    #expect(try resolve().asking.usesLimitFile)
    #expect(try resolve("--no-cache").asking.usesLimitFile)
    #expect(try !resolve("--offline").asking.usesLimitFile)
    #expect(try resolve().asking.remembersRefusals)
    let key = ["IPGEO_API_KEY": "k"]
    #expect(try !resolve(environment: key).asking.usesLimitFile)
    #expect(try resolve("--batch-rate", "5/1s", environment: key).asking.usesLimitFile)
    #expect(try !resolve("--api-url", "https://h").asking.remembersRefusals)
    #expect(try resolve("--api-url", "http://h:81").asking.limitHost == "h:81")
    #expect(try resolve("--api-url", "http://h").asking.limitHost == "h")
  }

  @Test(arguments: [
    ["--no-cache", "--cache", "c"], ["--no-cache", "--refresh"], ["--no-cache", "--cache-only"],
    ["--no-cache", "--stale-ok", "1d"], ["--refresh", "--cache-only"], ["--refresh", "--offline"],
    ["--retry-failed", "f", "a.txt"], ["--retry-failed", "f", "--input-format", "list"],
  ])
  func `options that exclude each other are refused`(arguments: [String]) throws {
    guard case .batch(let raw) = try Invocation.parse(["batch"] + arguments) else { return }
    #expect {
      try BatchOptions(raw, environment: [:])
    } throws: { error in
      if case .excludes(let first, _) = error as? UsageError {
        first == arguments[0]
      } else {
        false
      }
    }
  }

  @Test func `a wait needs its lock, and files are no streams`() throws {
    #expect(throws: UsageError.needs(option: "--lock-wait", "--lock FILE")) {
      try resolve("--lock-wait", "1s")
    }
    for option in ["--cache", "--limit-file", "--lock", "--status-file", "--metrics"] {
      #expect(throws: UsageError.notAStream(option: option)) { try resolve(option, "-") }
    }
  }

  @Test func `what failed is the one input`() throws {
    let options = try resolve("--retry-failed", "f.jsonl")
    #expect(options.inputs == [.file(path: "f.jsonl")] && options.retriesFailures)
    #expect(!options.readsStandardInputUnasked)
  }

  @Test func `keeps the order of inputs`() throws {
    let options = try resolve("a", "-", "b")
    #expect(options.inputs == [.file(path: "a"), .standardInput, .file(path: "b")])
    #expect(!options.readsStandardInputUnasked)
    #expect(try resolve("--", "-x").inputs == [.file(path: "-x")])
  }

  @Test(arguments: [
    ("o.csv", RowFormat?.some(.csv)), ("o.TSV", .tsv), ("d.x/o.jsonl", .jsonl),
    ("o.ndjson", .jsonl),
    ("d.jsonl/o", nil), ("o", nil), ("/dev/null", nil), (".jsonl", nil), ("o.", nil), ("-", nil),
    ("a.csv.jsonl", .jsonl),
  ])
  func `takes the format from the output's extension`(path: String, format: RowFormat?) throws {
    #expect(try resolve("-o", path).wishes.format == format)
  }

  @Test(arguments: [
    ("o.csv.gz", RowFormat?.some(.csv), Packing?.some(.gzip)), ("o.TSV.GZ", .tsv, .gzip),
    ("d.x/o.jsonl.zst", .jsonl, .zstd), ("o.ndjson.gz", .jsonl, .gzip), ("o.gz", nil, .gzip),
    ("o.zst", nil, .zstd), (".csv.gz", nil, .gzip), ("o..gz", nil, .gzip), (".gz", nil, nil),
    ("d.gz/o", nil, nil), ("o.gz.csv", .csv, nil), ("o.csv", .csv, nil), ("-", nil, nil),
  ])
  func `takes packing and format from the output's extensions`(
    path: String, format: RowFormat?, packing: Packing?
  ) throws {
    let options = try resolve("-o", path)
    #expect(options.wishes.format == format && options.packing == packing)
  }

  @Test func `an explicit format wins before a packed extension, too`() throws {
    let options = try resolve("-o", "o.txt.zst", "--format", "jsonl")
    #expect(options.wishes.format == .jsonl && options.packing == .zstd)
    #expect(try resolve("-o", "o.csv.gz", "--format", "tsv").wishes.format == .tsv)
    #expect(throws: UsageError.unknownExtension(path: "o.txt.gz", ".txt")) {
      try resolve("-o", "o.txt.gz")
    }
  }

  @Test func `warns where failures are to be packed by their name`() throws {
    #expect(try resolve("--failures", "f.jsonl").warnings.isEmpty)
    #expect(try resolve("--failures", "f.gz").warnings.count == 1)
    #expect(try resolve("--failures", "f.txt.zst").warnings.count == 1)
  }

  @Test func `an explicit format wins over the extension`() throws {
    #expect(try resolve("-o", "o.csv", "--format", "tsv").wishes.format == .tsv)
    #expect(try resolve("-o", "o.txt", "--format", "jsonl").wishes.format == .jsonl)
    #expect(try resolve("-o", "-").output == nil)
  }

  @Test func `writes a header where the format has one`() throws {
    #expect(try resolve("--header", "always").wishes.writesHeader == true)
    #expect(try resolve("--header", "never").wishes.writesHeader == false)
    #expect(try resolve("--header", "auto").wishes.writesHeader == nil)
  }

  @Test func `sort and top imply unique`() throws {
    let sorted = try resolve("--sort", "hits")
    #expect(sorted.isUnique && sorted.sortsByHits)
    let top = try resolve("--top", "3")
    #expect(top.isUnique && top.sortsByHits && top.top == 3)
    #expect(try !resolve("-u").sortsByHits)
  }
}

@Suite struct AskingTests {
  @Test func `the option wins over the environment, which wins over the default`() throws {
    let environment = ["IPGEO_API_URL": "http://from.environment/"]
    #expect(
      try resolve(environment: environment).asking.address.description == "http://from.environment")
    #expect(
      try resolve("--api-url", "http://from.option", environment: environment).asking.address.host
        == "from.option")
    #expect(try resolve(environment: ["IPGEO_API_URL": ""]).asking.address == .free)
  }

  @Test func `a key moves to the pro service and lifts the limit`() throws {
    let asking = try resolve(environment: ["IPGEO_API_KEY": " s3cret\n"]).asking
    #expect(asking.address == .pro)
    #expect(asking.address.description == "https://pro.ip-api.com")
    #expect(asking.key == APIKey("s3cret"))
    #expect(asking.batchRate == nil && asking.singleRate == nil)
    let slowed = try resolve("--batch-rate", "99/1s", environment: ["IPGEO_API_KEY": "k"])
    #expect(slowed.asking.batchRate?.requests == 99)
  }

  @Test(arguments: [
    ("https://own.example", true), ("http://127.0.0.1:8080", true), ("http://localhost", true),
    ("http://[::1]:80/", true), ("http://127.9.9.9", true), ("http://own.example", false),
    ("http://ip-api.com", false), ("http://pro.ip-api.com", false),
    ("http://127.0.0.1.example", false),
    ("http://127.1", false), ("http://127.0.0.256", false), ("http://localhost.example", false),
    ("http://0127.0.0.1", false),
  ])
  func `a key goes out encrypted or to this machine alone`(url: String, isSent: Bool) throws {
    let options = try resolve("--api-url", url, environment: ["IPGEO_API_KEY": "s3cret"])
    #expect((options.asking.key != nil) == isSent)
    #expect((options.asking.batchRate == nil) == isSent)
    #expect(options.warnings.count == (isSent ? 0 : 1))
    #expect(!options.warnings.joined().contains("s3cret"))
  }

  @Test func `a key shows itself nowhere`() throws {
    let options = try resolve(environment: ["IPGEO_API_KEY": "s3cret"])
    var dumped = ""
    dump(options, to: &dumped)
    #expect(!dumped.contains("s3cret"))
    #expect(!"\(options)".contains("s3cret"))
    #expect(!String(reflecting: options).contains("s3cret"))
  }

  @Test func `reads a key from a file`() throws {
    let path = NSTemporaryDirectory() + "ipgeo-key-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("\u{FEFF}  from-file \r\n".utf8).write(to: URL(filePath: path))
    let environment = ["IPGEO_API_KEY_FILE": path]
    #expect(try resolve(environment: environment).asking.key == APIKey("from-file"))
    let both = environment.merging(["IPGEO_API_KEY": "direct"]) { $1 }
    #expect(try resolve(environment: both).asking.key == APIKey("direct"))

    try Data(" \n".utf8).write(to: URL(filePath: path))
    #expect(throws: UsageError.keyFileEmpty(path: path)) { try resolve(environment: environment) }
    try Data("two words\n".utf8).write(to: URL(filePath: path))
    #expect(throws: UsageError.self) { try resolve(environment: environment) }
  }

  @Test func `a rate above the published one needs a key or a service of one's own`() throws {
    #expect(throws: UsageError.self) { try resolve("--batch-rate", "16/60s") }
    #expect(throws: UsageError.self) { try resolve("--batch-rate", "15/59s") }
    #expect(throws: UsageError.self) { try resolve("--batch-rate", "30/2m") }
    #expect(throws: UsageError.self) { try resolve("--single-rate", "46/1m") }
    for host in ["ip-api.com", "IP-API.com", "ip-api.com.", "pro.ip-api.com", "ip-api.com:80"] {
      #expect(throws: UsageError.self, "\(host)") {
        try resolve("--api-url", "http://\(host)/", "--batch-rate", "16/60s")
      }
    }
    #expect(try resolve("--batch-rate", "15/1m").asking.batchRate == .publishedBatch)
    #expect(try resolve("--batch-rate", "1/4s").asking.batchRate?.requests == 1)
    for host in ["127.0.0.1", "notip-api.com", "ip-api.com.example"] {
      let options = try resolve("--api-url", "http://\(host)", "--batch-rate", "15/6s")
      #expect(options.asking.batchRate?.window == 6_000_000_000)
      #expect(options.asking.singleRate == .publishedSingle)
    }
  }
}
