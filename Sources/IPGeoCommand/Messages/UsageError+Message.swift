internal import IPGeoRateLimit
internal import IPGeoRecords

extension UsageError {
  /// The code that the program ends with.
  var exitCode: ExitCode {
    switch self {
    case .keyFileUnreadable: .unreadableInput
    default: .usage
    }
  }

  /// What is wrong, why, and what to do: one line without the program's name.
  var message: String {
    switch self {
    case .unknownOption(let given, let nearest, let command):
      unknown("option", given, nearest, command)
    case .optionBeforeCommand(let given, let command):
      "\(quoted(given)) is an option of \(command): write it after that word, as in "
        + "ipgeo \(command) \(shown(given))"
    case .singleDash(let given, let command):
      "\(quoted(given)) has one dash, and a long option has two: write '-\(shown(given))'. "
        + tryHelp(command)
    case .missingValue(let option, let placeholder, let next, let command):
      "\(option) needs a value (\(placeholder)), but \(following(next)). \(tryHelp(command))"
    case .emptyValue(let option, let placeholder):
      "the value of \(option) is empty, and \(placeholder) is needed"
    case .valueForFlag(let option, let value):
      "\(option) takes no value, but was given \(quoted(value)): leave it out"
    case .badValue(let origin, let value, let fault):
      "\(origin): \(quoted(value)) \(shown(fault.problem))"
    case .badSecretValue(let origin, let fault):
      "\(origin): the value \(fault.problem)"
    case .emptyOperand:
      "an input's name is empty, as of an unset variable: name a file, or - for standard input"
    case .noAddress(let isEmpty):
      (isEmpty ? "an address is empty, as of an unset variable" : "no address is named")
        + ": name one, - to read them from standard input, or --self for your own"
    case .noDatabase(let isEmpty):
      (isEmpty ? "a database's name is empty, as of an unset variable" : "no database is named")
        + ": name a .mmdb file"
    case .noSchema(let name):
      (name.map { "there is no schema \(quoted($0))" } ?? "no schema is named")
        + ": name one of " + SchemaName.allCases.map(\.rawValue).joined(separator: ", ")
    case .databaseFromStream:
      "a database cannot be read from standard input, as it is read at many places: name a .mmdb file"
    case .repeatedStandardInput:
      "standard input (-) is named twice, but can be read once only: name it once"
    case .unexpectedOperand(let word, let command):
      "\(command) takes no \(quoted(word)) there. \(tryHelp(command))"
    case .unknownCommand(let given, let nearest, let group):
      unknown("command", given, nearest, group)
    case .noShell: "no shell is named: name one of \(Shell.words.joined(separator: ", "))"
    case .unknownShell(let given, let nearest):
      unknown("shell", given, nearest, "ipgeo completion")
    case .unknownPage(let given, let nearest):
      unknown("page", given, nearest, "ipgeo manual")
    case .addressAsCommand(let address):
      "\(quoted(address)) is an address, not a command; to look it up, use: ipgeo lookup \(address)"
    case .pathAsCommand(let path):
      "unknown command \(quoted(path)); to enrich a list, use: ipgeo batch "
        + (path == "-" ? "-" : "FILE")
    case .unknownExtension, .unknownMapExtension, .unknownSummaryExtension, .notAStream,
      .excludes, .needs, .ownOfDatabase, .rateAbovePublished, .keyFileUnreadable, .keyFileEmpty:
      settingMessage
    }
  }

  private var settingMessage: String {
    switch self {
    case .unknownExtension(let path, let suffix):
      "\(quoted(path)): the extension \(quoted(suffix)) names no format: use .csv, .tsv, .jsonl or "
        + ".ndjson, or add --format"
    case .unknownMapExtension(let path):
      "\(quoted(path)): the extension names no kind of map: use .html, .svg or .geojson"
    case .unknownSummaryExtension(let path):
      "\(quoted(path)): the extension names no form of a summary: use .txt, .json, .csv or .md, or "
        + "add --format"
    case .notAStream(let option):
      "\(option) cannot be standard output, which carries records only: name a file"
    case .excludes(let first, let second):
      "\(first) and \(second) do not go together: leave one of them out"
    case .needs(let option, let other):
      "\(option) says nothing without \(other): add it, or leave \(option) out"
    case .ownOfDatabase:
      "--self asks the service, and with a database alone nobody is asked: add --fallback ip-api, "
        + "or leave --self out"
    case .rateAbovePublished(let option, let rate, let published):
      "\(option): \(rate.text) can send \(rate.mostPerMinute.groupedDigits) requests within 60 s, "
        + "more than the published \(published.text) of the free service: lower it, or set a key "
        + "(IPGEO_API_KEY)"
    case .keyFileUnreadable(let path, let why):
      "cannot read the key of IPGEO_API_KEY_FILE in \(quoted(path)): \(why)"
    case .keyFileEmpty(let path):
      "the file of IPGEO_API_KEY_FILE is empty: \(quoted(path)) should hold the key alone"
    default: ""
    }
  }

  private func unknown(_ kind: String, _ given: String, _ nearest: String?, _ command: String)
    -> String
  {
    let suggestion = nearest.map { "; the nearest is \($0)" } ?? ""
    return "unknown \(kind) \(quoted(given))\(suggestion). \(tryHelp(command))"
  }

  private func following(_ next: String?) -> String {
    next.map { "the option \(quoted($0)) follows" } ?? "nothing follows"
  }

  private func tryHelp(_ command: String) -> String { "Try '\(command) --help'." }

  private func quoted(_ text: String) -> String { "'\(shown(text))'" }

  private func shown(_ text: String) -> String { VisibleText.escape(text, limit: 200) }
}
