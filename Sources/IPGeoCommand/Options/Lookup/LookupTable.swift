/// The options of `ipgeo lookup`.
enum LookupTable {
  typealias Spec = OptionSpec<RawLookupOptions>

  /// Parsing, help, man page and completions all come from here.
  static let table = OptionTable(
    command: "ipgeo lookup", options: asked + output + shared + CommonOptions.specs(),
    takesOperands: true,
    emptyOperand: .noAddress(isEmpty: true))

  private static let asked: [Spec] = [
    .flag(
      OptionFacts(
        name: "self", group: .input, summary: "look up the address that the service sees you by",
        details: """
          Before all others. Asked each time, for it may have changed; the answer is kept under the \
          address that it is about.
          """),
      \.asksOwn),
    .flag(
      OptionFacts(
        name: "resolve", group: .input, summary: "look host names up by the system's resolver",
        details: """
          The first address that it gives is asked about; the name itself is never sent to the \
          service. Without it a host name is no address.
          """),
      \.resolvesNames),
  ]

  private static let output: [Spec] = [
    .choice(
      OptionFacts(
        name: "format", group: .output, summary: "what is written",
        details: """
          text is a form and a map. json is one object for one address, a list of them for more or \
          none; jsonl is one object a line. value is what --fields names, bare: one line for each \
          address, a tab between two fields, nothing for what is not known.
          """, standard: "text on a terminal, else jsonl"),
      \.format),
    .value(
      OptionFacts(
        name: "map", placeholder: "FILE", completion: MapTarget.files, group: .output,
        summary: "write a map to FILE: .html, .svg or .geojson",
        details: "FILE is replaced when the answers are there."),
      \.map, { $0 }),
    .flag(
      OptionFacts(
        name: "open", group: .output, summary: "show the map in the desktop's own program",
        details: """
          By xdg-open, on macOS by open. Without --map a page among the temporary files is shown, \
          which stays there.
          """),
      \.opensMap),
    .flag(
      OptionFacts(
        name: "with-addresses", group: .output, summary: "name the addresses in the map's file",
        details: "Without it the file names places only, so that it can be passed on."),
      \.showsAddresses),
  ]

  /// Those that batch has, too.
  private static let shared: [Spec] =
    taken(["fields", "schema"], from: BatchTable.output)
    + taken(
      [
        "lang", "api-url", "batch-rate", "single-rate", "timeout", "retries", "database",
        "fallback", "offline", "limit-file",
      ], from: BatchTable.asking)
    + BatchTable.known.map { $0.lifted(\.shared) }
    + taken(["color", "quiet", "verbose"], from: BatchTable.run)

  private static func taken(_ names: Set<String>, from options: [BatchTable.Spec]) -> [Spec] {
    options.filter { names.contains($0.facts.name) }.map { option in
      let lifted: Spec = option.lifted(\.shared)
      var facts = lifted.facts
      if let details = details[facts.name] { facts.details = details }
      if let summary = summaries[facts.name] { facts.summary = summary }
      return Spec(facts, lifted.update)
    }
  }

  /// What is to be said of them otherwise than for batch.
  private static let details = [
    "fields": "As a,b these and in that order; as +a,-b the usual ones, changed. In text they are "
      + "the lines of the form.",
    "schema":
      "ip-api: as the service's JSON has them. ecs: as the Elastic Common Schema has them. For "
      + "json, jsonl and csv; jsonl where no --format is given, on a terminal, too.",
    "single-rate": "All of it is for up to \(LookupShare.few) addresses; with more, and in runs of "
      + "batch, a ninth of it, rounded down, stays free.",
  ]

  private static let summaries = [
    "quiet": "say nothing but errors", "color": "colour the form, the map and messages",
    "verbose": "say more: what names led to, the limit's pauses",
  ]
}
