import IPGeoRecords
import Testing

@testable import IPGeoCommand

private struct Case: Sendable, CustomTestStringConvertible {
  let arguments: [String]
  var environment: [String: String] = [:]
  let line: String
  var code = ExitCode.usage

  init(
    _ arguments: String..., environment: [String: String] = [:], code: ExitCode = .usage,
    line: String
  ) {
    self.arguments = arguments
    self.environment = environment
    self.code = code
    self.line = line
  }

  var testDescription: String { arguments.joined(separator: " ") }
}

private let tryBatch = "Try 'ipgeo batch --help'."
private let languages = "en, de, es, pt-BR, fr, ja, zh-CN, ru"

private let commandCases = [
  Case(
    "8.8.8.8",
    line: """
      '8.8.8.8' is an address, not a command; to look it up, use: ipgeo lookup 8.8.8.8
      """),
  Case(
    "2001:4860:4860::8888",
    line: """
      '2001:4860:4860::8888' is an address, not a command; to look it up, use: ipgeo lookup \
      2001:4860:4860::8888
      """),
  Case(
    "lookup",
    line: """
      no address is named: name one, - to read them from standard input, or --self for your own
      """),
  Case(
    "lookup", "8.8.8.8", "",
    line: """
      an address is empty, as of an unset variable: name one, - to read them from standard input, or \
      --self for your own
      """),
  Case(
    "lookup", "--self", "--offline",
    line: "--self and --offline do not go together: leave one of them out"),
  Case(
    "lookup", "8.8.8.8", "--format", "value",
    line: "--format value says nothing without --fields LIST: add it, or leave --format value out"),
  Case(
    "lookup", "8.8.8.8", "--map", "world.png",
    line: "'world.png': the extension names no kind of map: use .html, .svg or .geojson"),
  Case(
    "lookup", "-", "-",
    line: "standard input (-) is named twice, but can be read once only: name it once"),
  Case(
    "lookup", "8.8.8.8", "--resolv",
    line: "unknown option '--resolv'; the nearest is --resolve. Try 'ipgeo lookup --help'."),
  Case("database", line: "no database is named: name a .mmdb file"),
  Case(
    "database", "a.mmdb", "",
    line: "a database's name is empty, as of an unset variable: name a .mmdb file"),
  Case(
    "database", "-",
    line: """
      a database cannot be read from standard input, as it is read at many places: name a .mmdb file
      """),
  Case(
    "database", "a.mmdb", "--verfy",
    line: "unknown option '--verfy'; the nearest is --verify. Try 'ipgeo database --help'."),
  Case(
    "help", "completoin",
    line: "unknown command 'completoin'; the nearest is completion. Try 'ipgeo --help'."),
  Case(
    "map", "rows.csv", "-o", "world.png",
    line: "'world.png': the extension names no kind of map: use .html, .svg or .geojson"),
  Case(
    "map", "--with-addresses",
    line: "--with-addresses and --format text do not go together: leave one of them out"),
  Case(
    "map", "-o", "a.svg", "--with-adresses",
    line: """
      unknown option '--with-adresses'; the nearest is --with-addresses. Try 'ipgeo map --help'.
      """),
  Case(
    "summary", "-o", "a.xlsx",
    line: """
      'a.xlsx': the extension names no form of a summary: use .txt, .json, .csv or .md, or add \
      --format
      """),
  Case(
    "summary", "--csv-safe",
    line: "--csv-safe and --format text do not go together: leave one of them out"),
  Case(
    "summary", "--top", "-1",
    line: "--top: '-1' is not a whole number from 0 to 1,000,000,000"),
  Case("bach", line: "unknown command 'bach'; the nearest is batch. Try 'ipgeo --help'."),
  Case(
    "version", line: "unknown command 'version'; the nearest is --version. Try 'ipgeo --help'."),
  Case("", line: "unknown command ''; the nearest is map. Try 'ipgeo --help'."),
  Case("ips.txt", line: "unknown command 'ips.txt'; to enrich a list, use: ipgeo batch FILE"),
  Case("-", line: "unknown command '-'; to enrich a list, use: ipgeo batch -"),
  Case(
    "--verison", line: "unknown option '--verison'; the nearest is --version. Try 'ipgeo --help'."),
  Case("-V", line: "unknown option '-V'; the nearest is --version. Try 'ipgeo --help'."),
  Case(
    "--unique",
    line: """
      '--unique' is an option of batch: write it after that word, as in ipgeo batch --unique
      """),
  Case(
    "cache", "stat", line: "unknown command 'stat'; the nearest is stats. Try 'ipgeo cache --help'."
  ),
  Case(
    "cache", "8.8.8.8",
    line: "unknown command '8.8.8.8'; the nearest is path. Try 'ipgeo cache --help'."),
  Case(
    "cache", "--older-than", "3d", "prune",
    line: """
      '--older-than' is an option of cache prune: write it after that word, as in ipgeo cache prune \
      --older-than
      """),
  Case(
    "cache", "export", "out.jsonl",
    line: "ipgeo cache export takes no 'out.jsonl' there. Try 'ipgeo cache export --help'."),
  Case(
    "cache", "prune", "--older-than", "60",
    line: "--older-than: '60' has no unit (ms, s, m, h, d): write 60s for seconds"),
  Case(
    "cache", "stats", "--format", "yaml",
    line: "--format: 'yaml' is not known; known: text, json"),
  Case(
    "cache", "stats", "--out", "x",
    line: "unknown option '--out'; the nearest is --quiet. Try 'ipgeo cache stats --help'."),
  Case(
    "cache", "path", "--cache", "-",
    line: "--cache cannot be standard output, which carries records only: name a file"),
  Case(
    "iss", "--map", "iss.png",
    line: "'iss.png': the extension names no kind of map: use .html, .svg or .geojson"),
  Case(
    "iss", "--watch", "--every", "4999ms",
    line: "--every: '4999ms' is shorter than 5s, and the service asks for no more"),
  Case(
    "iss", "--every", "10s",
    line: "--every says nothing without --watch: add it, or leave --every out"),
  Case("iss", "--timeout", "8001ms", line: "--timeout: '8001ms' is longer than 8s"),
  Case(
    "iss", "--url", "http://u:secret@h/",
    line: "--url: the value holds a user name; leave it out"),
  Case(
    "iss", environment: ["IPGEO_ISS_URL": "ftp://h"],
    line: "IPGEO_ISS_URL: the value does not start with http:// or https://"),
  Case("iss", "now", line: "ipgeo iss takes no 'now' there. Try 'ipgeo iss --help'."),
  Case(
    "--watch",
    line: "'--watch' is an option of iss: write it after that word, as in ipgeo iss --watch"),
  Case(
    "help", "cache", "exprt",
    line: "unknown command 'exprt'; the nearest is export. Try 'ipgeo cache --help'."),
  Case(
    "help", "cache", "export", "now",
    line: "ipgeo help takes no 'now' there. Try 'ipgeo help --help'."),
  Case("help", "batch", "now", line: "ipgeo help takes no 'now' there. Try 'ipgeo help --help'."),
]

private let optionCases = [
  Case(
    "batch", "--feilds",
    line: """
      unknown option '--feilds'; the nearest is --fields. \(tryBatch)
      """),
  Case(
    "batch", "--colour=never",
    line: """
      unknown option '--colour'; the nearest is --color. \(tryBatch)
      """),
  Case("batch", "-J", line: "unknown option '-J'; the nearest is -j. \(tryBatch)"),
  Case("batch", "-ut", line: "unknown option '-t'; the nearest is --top. \(tryBatch)"),
  Case("batch", "-8", line: "unknown option '-8'. \(tryBatch)"),
  Case(
    "batch", "-format", "csv",
    line: """
      '-format' has one dash, and a long option has two: write '--format'. \(tryBatch)
      """),
  Case("batch", "--jobs", line: "--jobs needs a value (N), but nothing follows. \(tryBatch)"),
  Case("batch", "-qo", line: "-o needs a value (FILE), but nothing follows. \(tryBatch)"),
  Case(
    "batch", "-o", "--format", "csv",
    line: """
      -o needs a value (FILE), but the option '--format' follows. \(tryBatch)
      """),
  Case(
    "batch", "-o", "--", "x",
    line: """
      -o needs a value (FILE), but the option '--' follows. \(tryBatch)
      """),
  Case("batch", "--output=", line: "the value of --output is empty, and FILE is needed"),
  Case("batch", "-o", "", line: "the value of -o is empty, and FILE is needed"),
  Case("batch", "-o=", line: "the value of -o is empty, and FILE is needed"),
  Case("batch", "--strict=yes", line: "--strict takes no value, but was given 'yes': leave it out"),
  Case("batch", "--strict=", line: "--strict takes no value, but was given '': leave it out"),
  Case("batch", "-u=1", line: "-u takes no value, but was given '1': leave it out"),
  Case(
    "batch", "--x\u{1B}[2J\u{202E}\n",
    line: """
      unknown option '--x\\x1B[2J\\u{202E}\\n'; the nearest is --ip-field. \(tryBatch)
      """),
  Case(
    "batch", "",
    line: """
      an input's name is empty, as of an unset variable: name a file, or - for standard input
      """),
  Case(
    "batch", "-", "-",
    line: """
      standard input (-) is named twice, but can be read once only: name it once
      """),
]

private let valueCases = [
  Case(
    "batch", "--input-format", "xlsx",
    line: """
      --input-format: 'xlsx' is not known; known: auto, list, log, text, csv, tsv, jsonl
      """),
  Case(
    "batch", "--delimiter", "::",
    line: "--delimiter: '::' is not one character of ASCII, or tab"),
  Case(
    "batch", "--delimiter", ":",
    line: """
      --delimiter: ':' cannot stand between cells: addresses or quotes are written with it
      """),
  Case(
    "batch", "--trusted-proxy", "10.0.0.0/8,proxy",
    line: """
      --trusted-proxy: '10.0.0.0/8,proxy' is not an address or a network, as 10.0.0.0/8 or \
      2001:db8::/32
      """),
  Case(
    "batch", "--input-format", "list", "--ip-field", "2",
    line: "--ip-field and --input-format list do not go together: leave one of them out"),
  Case(
    "batch", "--input-format", "jsonl", "--delimiter", ";",
    line: "--delimiter and --input-format jsonl do not go together: leave one of them out"),
  Case(
    "batch", "--input-format", "log", "--no-header",
    line: "--no-header and --input-format log do not go together: leave one of them out"),
  Case(
    "batch", "--keep-line", "--top", "3",
    line: "--keep-line and --top do not go together: leave one of them out"),
  Case(
    "batch", "--client", "last", "--trusted-proxy", "::1",
    line: "--client and --trusted-proxy do not go together: leave one of them out"),
  Case(
    "batch", "--input-format", "failures",
    line: """
      --input-format: 'failures' is not known; known: auto, list, log, text, csv, tsv, jsonl
      """),
  Case(
    "batch", "--format", "xml", line: "--format: 'xml' is not known; known: csv, tsv, jsonl, table"),
  Case("batch", "--header", "no", line: "--header: 'no' is not known; known: auto, always, never"),
  Case("batch", "--sort", "ip", line: "--sort: 'ip' is not known; known: hits"),
  Case("batch", "--lang", "tr", line: "--lang: 'tr' is not known; known: \(languages)"),
  Case("batch", "-j0", line: "-j: '0' is not a whole number from 1 to 256"),
  Case("batch", "--jobs", "-3", line: "--jobs: '-3' is not a whole number from 1 to 256"),
  Case("batch", "--top", "0", line: "--top: '0' is not a whole number from 1 to 1,000,000,000"),
  Case("batch", "--retries", "3x", line: "--retries: '3x' is not a whole number from 0 to 100"),
  Case(
    "batch", "--timeout", "30",
    line: """
      --timeout: '30' has no unit (ms, s, m, h, d): write 30s for seconds
      """),
  Case(
    "batch", "--timeout", "0s",
    line: """
      --timeout: '0s' is no time at all, and some is needed
      """),
  Case("batch", "--timeout", "2d", line: "--timeout: '2d' is longer than 1d"),
  Case(
    "batch", "--timeout", "soon",
    line: """
      --timeout: 'soon' is not a duration such as 500ms, 30s, 2m, 1h30m or 30d
      """),
  Case(
    "batch", "--max-line", "big",
    line: """
      --max-line: 'big' is not a size such as 4096, 64k or 1m
      """),
  Case("batch", "--max-line", "0", line: "--max-line: '0' is not a size from 1 byte to 1g"),
  Case(
    "batch", "--fail-above", "101",
    line: """
      --fail-above: '101' is not a percentage from 0 to 100, such as 2 or 2%
      """),
  Case(
    "batch", "--batch-rate", "15",
    line: """
      --batch-rate: '15' is not a rate such as 15/60s (requests/duration)
      """),
  Case(
    "batch", "--batch-rate", "15/60",
    line: """
      --batch-rate: '15/60' is not a rate such as 15/60s: '60' has no unit (ms, s, m, h, d): write \
      60s for seconds
      """),
  Case(
    "batch", "--single-rate", "0/1s",
    line: """
      --single-rate: '0/1s' is not a rate of 1 to 1,000,000 requests
      """),
]

private let settingCases = [
  Case(
    "batch", "-o", "out.xlsx.gz",
    line: """
      'out.xlsx.gz': the extension '.xlsx' names no format: use .csv, .tsv, .jsonl or .ndjson, or add \
      --format
      """),
  Case(
    "batch", "-o", "out.xlsx",
    line: """
      'out.xlsx': the extension '.xlsx' names no format: use .csv, .tsv, .jsonl or .ndjson, or add \
      --format
      """),
  Case(
    "batch", "--failures", "-",
    line: """
      --failures cannot be standard output, which carries records only: name a file
      """),
  Case(
    "batch", "--summary-file=-",
    line: """
      --summary-file cannot be standard output, which carries records only: name a file
      """),
  Case(
    "batch", "--batch-rate", "15/6s",
    line: """
      --batch-rate: 15/6s can send 150 requests within 60 s, more than the published 15/60s of the \
      free service: lower it, or set a key (IPGEO_API_KEY)
      """),
  Case(
    "batch", "--single-rate", "46/1m",
    line: """
      --single-rate: 46/60s can send 46 requests within 60 s, more than the published 45/60s of the \
      free service: lower it, or set a key (IPGEO_API_KEY)
      """),
  Case(
    "batch", "--api-url", "http://h/?key=s3cret",
    line: """
      --api-url: the value holds a query (?); leave it out
      """),
  Case(
    "batch", environment: ["IPGEO_DATABASE": ":"],
    line: "IPGEO_DATABASE: ':' names no file, as of unset variables; name one, or unset it"),
  Case(
    "lookup", "8.8.8.8", environment: ["IPGEO_DATABASE": "::"],
    line: "IPGEO_DATABASE: '::' names no file, as of unset variables; name one, or unset it"),
  Case(
    "batch", "--database", "-",
    line: """
      a database cannot be read from standard input, as it is read at many places: name a .mmdb file
      """),
  Case(
    "batch", environment: ["IPGEO_API_URL": "http://me:s3cret@h/"],
    line: """
      IPGEO_API_URL: the value holds a user name; leave it out
      """),
  Case(
    "batch", environment: ["IPGEO_API_URL": "ip-api.com"],
    line: """
      IPGEO_API_URL: the value does not start with http:// or https://
      """),
  Case(
    "batch", environment: ["IPGEO_API_KEY": "  "],
    line: """
      IPGEO_API_KEY: the value holds nothing but blanks
      """),
  Case(
    "batch", environment: ["IPGEO_API_KEY": "s3c ret"],
    line: """
      IPGEO_API_KEY: the value is not one word of visible ASCII characters
      """),
  Case(
    "batch", environment: ["IPGEO_API_KEY_FILE": "/nowhere/key"], code: .unreadableInput,
    line: "cannot read the key of IPGEO_API_KEY_FILE in '/nowhere/key': no such file or directory"),
  Case(
    "batch", environment: ["IPGEO_API_KEY_FILE": "/dev/null"],
    line: """
      the file of IPGEO_API_KEY_FILE is empty: '/dev/null' should hold the key alone
      """),
  Case(
    "batch", environment: ["IPGEO_API_KEY_FILE": "/"], code: .unreadableInput,
    line: "cannot read the key of IPGEO_API_KEY_FILE in '/': is a directory"),
]

@Suite struct ErrorLineTests {
  @Test(arguments: commandCases + optionCases + valueCases + settingCases)
  private func `says in one line what is wrong`(given: Case) throws {
    do {
      switch try Invocation.parse(given.arguments) {
      case .batch(let raw): _ = try BatchOptions(raw, environment: given.environment)
      case .map(let raw): _ = try MapOptions(raw)
      case .database(let raw): _ = try DatabaseOptions(raw)
      case .summary(let raw): _ = try SummaryOptions(raw)
      case .station(let raw): _ = try StationOptions(raw, environment: given.environment)
      case .lookup(let raw): _ = try LookupOptions(raw, environment: given.environment)
      case .schema(let raw): _ = try SchemaOptions(raw)
      case .cache(let raw): _ = try CacheOptions(raw, environment: given.environment)
      case .show, .showUsage: break
      }
      Issue.record("nothing is wrong")
    } catch {
      #expect(error.message == given.line)
      #expect(error.exitCode == given.code)
      #expect(VisibleText.escape(error.message) == error.message)
    }
  }

  @Test func `long arguments are cut in messages`() {
    let message = UsageError.unknownCommand(String(repeating: "é", count: 100_000), nearest: nil)
      .message
    #expect(message.count < 300)
    #expect(message.contains("é…'"))
  }
}
