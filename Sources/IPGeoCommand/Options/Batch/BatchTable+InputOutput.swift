extension BatchTable {
  static let input: [Spec] = [
    .choice(
      OptionFacts(
        name: "input-format", group: .input, summary: "what the input is",
        details: """
          auto tells by the first bytes, never by a file's name. list is one address a line, \
          perhaps with a leading count as uniq -c prints it; blank lines and lines that start with \
          # are passed over.
          """, standard: "auto"),
      \.inputFormat),
    .value(
      OptionFacts(
        name: "max-line", placeholder: "BYTES", group: .input,
        summary: "longest record that is read whole",
        details: "A longer one is invalid (line-too-long). Takes the suffixes k, m and g.",
        standard: "1m"),
      \.maximumLine, { (text) throws(ValueFault) in try ByteSize.parse(text) }),
    .flag(
      OptionFacts(
        name: "strict", group: .input, summary: "exit 2 if any record is invalid",
        details: "Every record is still written. A run without records exits 65."),
      \.isStrict),
  ]

  static let output: [Spec] = [
    .value(
      OptionFacts(
        name: "output", short: "o", placeholder: "FILE", completion: .file, group: .output,
        summary: "write the rows to FILE, all or nothing",
        details: """
          FILE takes its name when the run has ended with exit 0, 2 or 3; otherwise it is left as \
          it was and the rows stand in FILE.partial. A pipe or device is written straight.
          """, standard: "stdout"),
      \.output, { $0 }),
    .choice(
      OptionFacts(
        name: "format", group: .output, summary: "form of the rows",
        details: "A file named without any extension, and stdout, get csv.",
        standard: "by the output's extension .csv, .tsv, .jsonl or .ndjson, else csv"),
      \.format),
    .value(
      OptionFacts(
        name: "fields", short: "f", placeholder: "LIST", completion: .fields, group: .output,
        summary: "columns: a,b,c in that order, or +a,-b",
        details: "+a adds a column to the usual ones and -b drops one."),
      \.fields, { $0 }),
    .choice(
      OptionFacts(
        name: "header", group: .output, summary: "first line with the columns' names",
        details: "auto writes it in csv and tsv; jsonl has none.", standard: "auto"),
      \.header),
    .flag(
      OptionFacts(
        name: "unique", short: "u", group: .output,
        summary: "one row per distinct address, with hits",
        details: """
          In order of first sight, when the input has ended. Invalid records are counted and go to \
          --failures.
          """),
      \.isUnique),
    .choice(
      OptionFacts(
        name: "sort", group: .output, summary: "busiest addresses first; implies --unique"),
      \.sort),
    .value(
      OptionFacts(
        name: "top", placeholder: "N", group: .output,
        summary: "only the N busiest addresses; implies --unique",
        details: "Only these are asked for."),
      \.top, { (text) throws(ValueFault) in try WholeNumber.parse(text, in: 1...1_000_000_000) }),
    .flag(
      OptionFacts(
        name: "csv-safe", group: .output,
        summary: "keep spreadsheets from running cells as formulas",
        details: """
          A cell that starts with =, +, -, @, a tab or a carriage return gets a quote (').
          """),
      \.isCSVSafe),
    .value(
      OptionFacts(
        name: "failures", placeholder: "FILE", completion: .file, group: .output,
        summary: "write what failed or was invalid to FILE, as JSON lines",
        details: "FILE is replaced when the run has ended, and is empty when nothing failed."),
      \.failures, { $0 }),
  ]
}
