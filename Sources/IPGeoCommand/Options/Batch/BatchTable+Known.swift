extension BatchTable {
  static let known: [Spec] = [
    .value(
      OptionFacts(
        name: "cache", placeholder: "FILE", completion: .file, group: .known,
        summary: "keep answers in FILE, and take known ones from there",
        standard: "ipgeo/answers.db in $XDG_CACHE_HOME or ~/.cache"),
      \.cache, { $0 }),
    .flag(
      OptionFacts(
        name: "no-cache", group: .known, summary: "neither use nor keep answers of other runs",
        details: "The limit is shared all the same."),
      \.ignoresCache),
    .flag(
      OptionFacts(
        name: "refresh", group: .known, summary: "ask for everything anew, and keep the answers"),
      \.refreshes),
    .flag(
      OptionFacts(
        name: "cache-only", group: .known, summary: "ask for nothing: known answers only",
        details: "What is not known fails (not-known)."),
      \.asksNothing),
    .value(
      OptionFacts(
        name: "max-age", placeholder: "DURATION", group: .known,
        summary: "how old a known answer may be",
        details: """
          Up to a tenth more or less, different for each address, so that not all end in one night. \
          That the service knows nothing of an address is believed for 7 days at most.
          """, standard: DurationText.text(BatchOptions.standardMaximumAge)),
      \.maximumAge, { (text) throws(ValueFault) in try DurationText.parse(text) }),
    .value(
      OptionFacts(
        name: "stale-ok", placeholder: "DURATION", group: .known,
        summary: "where an address cannot be asked, an answer up to that old will do"),
      \.staleAge, { (text) throws(ValueFault) in try DurationText.parsePositive(text) }),
  ]
}
