internal import IPGeoMaps

extension BatchTable {
  static let input: [Spec] = [
    .choice(
      OptionFacts(
        name: "input-format", group: .input, summary: "what the input is",
        details: """
          auto tells by the first bytes, never by a file's name. list is one address a line, \
          perhaps with a leading count as uniq -c prints it; blank lines and lines that start with \
          # are passed over. log is an access log, whose client stands before a [date], or is the \
          c-ip of W3C and IIS. text takes each line's first public address that stands alone, else \
          its first one. csv has its delimiter found among , ; tab and |, and its column by name or \
          content; tsv has tabs. jsonl is one JSON object a line. What gzip, zstd, xz or bzip2 have packed is \
          unpacked by these programs.
          """, standard: "auto"),
      \.inputFormat),
    .value(
      OptionFacts(
        name: "ip-field", placeholder: "NAME|N|a.b", group: .input,
        summary: "where the address stands",
        details: """
          A column's name, or its number from 1; in a log the number of a blank-separated field; in \
          JSON a key, or else a path through objects.
          """, standard: "found by name, else by content"),
      \.addressField, { $0 }),
    .value(
      OptionFacts(
        name: "delimiter", placeholder: "C", group: .input,
        summary: "what stands between csv cells",
        details: "One character, or tab.", standard: "found among , ; tab and |"),
      \.delimiter, { (text) throws(ValueFault) in try DelimiterText.parse(text) }),
    .flag(
      OptionFacts(
        name: "no-header", group: .input, summary: "the first csv record is data",
        details: "Without it, a first record that holds an address in that column is data."),
      \.hasNoHeader),
    .choice(
      OptionFacts(
        name: "client", group: .input, summary: "which address of a forwarded list",
        details: """
          Of an X-Forwarded-For or Forwarded list first-public is the left-most public address, \
          which whoever sent the request can forge; last is the one that the last proxy saw.
          """, standard: "first-public"),
      \.client),
    .values(
      OptionFacts(
        name: "trusted-proxy", placeholder: "CIDR", group: .input,
        summary: "skip these from the right of a forwarded list",
        details: """
          The first address from the right that is in none of them is the client. Several may be \
          given, with commas or by repeating the option.
          """),
      \.trustedProxies, { (text) throws(ValueFault) in try PrefixList.parse(text) }),
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
    .value(
      OptionFacts(
        name: "shard", placeholder: "K/N", group: .input,
        summary: "only the records of the K-th of N parts of all addresses",
        details: """
          An address is in the same part on every machine, so that N runs with 1/N to N/N have each \
          record between them once. Records without an address are in the first part. Machines \
          behind one address of their own share its limit and do not know of each other.
          """),
      \.shard, { (text) throws(ValueFault) in try ShardText.parse(text) }),
  ]

  static let output: [Spec] = [
    .value(
      OptionFacts(
        name: "output", short: "o", placeholder: "FILE", completion: .file, group: .output,
        summary: "write the rows to FILE, all or nothing",
        details: """
          FILE takes its name when the run has ended with exit 0, 2 or 3; otherwise it is left as \
          it was and the rows stand in FILE.partial. A pipe or device is written straight. A name \
          that ends in .gz or .zst, as out.csv.gz does, is written through gzip or zstd.
          """, standard: "stdout"),
      \.output, { $0 }),
    .choice(
      OptionFacts(
        name: "format", group: .output, summary: "form of the rows",
        details: """
          The cells of csv and the members of jsonl pass through, and ours are added: columns \
          geo_… or an object geo. From jsonl to csv, and of lists, logs and text, ours stand alone. \
          table is for people: some of our columns, as wide as the first rows need. At a terminal a \
          row that has no room is cut, and --color colours the status.
          """,
        standard: """
          by the output's extension .csv, .tsv, .jsonl or .ndjson, before .gz or .zst too, else the \
          input's own, csv where it has none
          """),
      \.format),
    .value(
      OptionFacts(
        name: "fields", short: "f", placeholder: "LIST", completion: .fields, group: .output,
        summary: "columns: a,b,c in that order, or +a,-b",
        details: "+a adds a column to the usual ones and -b drops one."),
      \.fields, { $0 }),
    .choice(
      OptionFacts(
        name: "schema", group: .output, summary: "whose names the columns have",
        details: """
          ip-api: as the service's JSON has them. ecs: as the Elastic Common Schema has them, nested \
          in jsonl, with full stops elsewhere. --fields takes our names whatever the schema; what a \
          schema lacks keeps ours, in ecs in an object ipgeo.
          """, standard: "ipgeo"),
      \.schema),
    .choice(
      OptionFacts(
        name: "header", group: .output, summary: "first line with the columns' names",
        details: """
          auto writes it in csv and tsv, unless the input is a table without one; jsonl has none.
          """, standard: "auto"),
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
        name: "keep-line", group: .output, summary: "add the whole record as the column record"),
      \.keepsLine),
    .value(
      OptionFacts(
        name: "nest", placeholder: "NAME", group: .output,
        summary: "name of our object in a jsonl row",
        details: "A record that has that name already gets NAME_2.", standard: "geo"),
      \.nest, { $0 }),
    .value(
      OptionFacts(
        name: "prefix", placeholder: "P", takesEmpty: true, group: .output,
        summary: "what our columns' names begin with beside the caller's",
        details: """
          '' for none. A name that the input has already, in whatever case, is an error.
          """, standard: "geo_"),
      \.prefix, { $0 }),
    .flag(
      OptionFacts(
        name: "csv-safe", group: .output,
        summary: "keep spreadsheets from running cells as formulas",
        details: """
          A cell that starts with =, +, -, @, a tab or a carriage return gets a quote ('), unless \
          it is a number.
          """),
      \.isCSVSafe),
    .flag(
      OptionFacts(
        name: "excel", group: .output, summary: "csv as Excel reads it",
        details: "With a byte order mark and CRLF line ends, and --csv-safe."),
      \.isExcel),
    .value(
      OptionFacts(
        name: "failures", placeholder: "FILE", completion: .file, group: .output,
        summary: "write what failed or was invalid to FILE, as JSON lines",
        details: "FILE is replaced when the run has ended, and is empty when nothing failed."),
      \.failures, { $0 }),
    .value(
      OptionFacts(
        name: "report", placeholder: "FILE", completion: .files(ending: ["html"]), group: .output,
        summary: "write map and summary of the run to FILE, a page (.html)",
        details: """
          As ipgeo map makes it of the rows. FILE is replaced at exit 0, 2 or 3; otherwise it is left \
          as it was.
          """),
      \.report,
      { (path) throws(ValueFault) in
        guard MapFileFormat(path: path) == .html else {
          throw ValueFault("does not end in .html, and a report is a page: name it so")
        }
        return path
      }),
    .flag(
      OptionFacts(
        name: "with-addresses", group: .output, summary: "name the addresses in the report",
        details: "Without it the page names places and networks only, so that it can be passed on."),
      \.showsAddresses),
  ]
}
