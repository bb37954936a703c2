internal import IPGeoAddresses

/// Tells from the first lines of a text whether it is a table, and how it is laid out.
struct TableJudge {
  private let head: UnsafeRawBufferPointer
  private let isWhole: Bool
  private let options: ReadingOptions
  /// The delimiter that a first line `sep=;` names.
  private let mark: UInt8?

  /// What may stand between two cells; of two that fit equally well the first one does.
  static let delimiters: [UInt8] = [0x2c, 0x3b, 0x09, 0x7c]

  /// Chooses the delimiter and the column of the address.
  /// - Parameters:
  ///   - head: The first bytes of the text, in UTF-8, without byte order mark.
  ///   - isWhole: Whether the text ends there; else its last line may go on.
  ///   - options: What the caller said of it.
  /// - Returns: `nil` where the format is to be found and this is no table.
  /// - Throws: Where it is a table, and no column, or more than one, could hold the address.
  static func judge(
    _ head: UnsafeRawBufferPointer, isWhole: Bool, _ options: ReadingOptions
  ) throws(LayoutError) -> TableFinder? {
    let judge = TableJudge(head, isWhole: isWhole, options)
    guard let sample = judge.chosenSample() else { return nil }
    return try judge.finder(sample)
  }

  /// Whether all that has come may be the header of a table whose column only its rows tell.
  ///
  /// A line that holds an address is none, so that nothing waits that could be answered.
  static func isHeaderAlone(_ head: UnsafeRawBufferPointer, _ options: ReadingOptions) -> Bool {
    guard [.auto, .csv, .tsv].contains(options.format), !options.hasNoHeader,
      options.addressField == nil
    else { return false }
    let judge = TableJudge(head, isWhole: false, options)
    let samples = judge.toldDelimiter.map { [judge.sample($0)] } ?? delimiters.map(judge.sample)
    guard samples.allSatisfy({ $0.rows.count <= 1 && judge.fit($0).rawValue < Fit.table.rawValue })
    else { return false }
    return !judge.holdsAddress && samples.contains { judge.isTold || $0.firstTexts.count > 1 }
  }

  private init(_ head: UnsafeRawBufferPointer, isWhole: Bool, _ options: ReadingOptions) {
    self.head = head
    self.isWhole = isWhole
    self.options = options
    mark = TableJudge.mark(head)
  }

  /// Whether it is a table for certain: the caller or its first line says so.
  private var isTold: Bool {
    options.format != .auto || options.delimiter != nil || mark != nil
  }

  /// What the caller or the first line says.
  private var toldDelimiter: UInt8? {
    options.delimiter ?? (options.format == .tsv ? 0x09 : mark)
  }

  private func sample(_ delimiter: UInt8) -> TableSample {
    TableSample(
      head, isWhole: isWhole, delimiter: delimiter, preamble: mark == nil ? 0 : 1, options)
  }

  /// What a first line `sep=;` names, as spreadsheets write it.
  static func mark(_ head: UnsafeRawBufferPointer) -> UInt8? {
    guard head.count >= 5, String(decoding: head[..<4], as: UTF8.self).lowercased() == "sep="
    else { return nil }
    let byte = head[4]
    let isEnd =
      head.count == 5 || head[5] == LineCutter.feed || head[5] == LineCutter.carriageReturn
    switch byte {
    case 0x09, 0x21, 0x23...0x2f, 0x3a...0x40, 0x5b...0x60, 0x7b...0x7e, 0x20:
      return isEnd ? byte : nil
    default: return nil
    }
  }
}

// MARK: The delimiter

extension TableJudge {
  /// How well a delimiter fits.
  private enum Fit: Int {
    case none
    /// A column of addresses, or a heading.
    case column
    /// Columns in a constant number, one of addresses.
    case table
    /// A header with a usual name in it.
    case header
    /// A header with the name that the caller told.
    case told
  }

  /// The records cut at the delimiter that fits; `nil` where none does, and nothing is told.
  private func chosenSample() -> TableSample? {
    if let toldDelimiter { return sample(toldDelimiter) }
    let samples = TableJudge.delimiters.map(sample)
    var best = samples[0]
    var bestFit = fit(best)
    for sample in samples.dropFirst() {
      let fit = fit(sample)
      if isBetter((fit, sample), than: (bestFit, best)) { (best, bestFit) = (sample, fit) }
    }
    if isTold || bestFit.rawValue >= Fit.header.rawValue { return best }
    if isHeadedList(samples) { return samples[0] }
    if isForwarded || samples[0].isForwardedList { return nil }
    if bestFit == .table, isHeaded(best) { return best }
    if isList { return nil }
    if bestFit == .table { return best }
    return samples.first { $0.isPlainTable && !holdsAddress }
  }

  private func isBetter(
    _ one: (fit: Fit, sample: TableSample), than other: (fit: Fit, sample: TableSample)
  ) -> Bool {
    if one.fit != other.fit { return one.fit.rawValue > other.fit.rawValue }
    if one.sample.isConsistent != other.sample.isConsistent {
      // A single column is always regular.
      if one.sample.columns > 1, other.sample.columns > 1 { return one.sample.isConsistent }
    }
    return one.sample.columns > other.sample.columns
  }

  private func fit(_ sample: TableSample) -> Fit {
    let columns = TableColumns(sample, options)
    if let field = options.addressField, columns.hasName(field) { return .told }
    let addresses = columns.ofAddresses
    let usual = columns.usual
    if usual.count > 0, columns.names.count > 1 {
      let isRegular = sample.isConsistent && sample.columns == columns.names.count
      if isRegular || usual.contains(where: addresses.contains) {
        return .header
      }
    }
    if sample.columns > 1, sample.isConsistent, !addresses.isEmpty, !sample.isDecoration {
      return .table
    }
    return addresses.isEmpty ? .none : .column
  }

  /// Whether the first record names as many columns as most records have.
  private func isHeaded(_ sample: TableSample) -> Bool {
    sample.firstTexts.count == sample.columns && TableColumns(sample, options).hasHeader
  }

  /// Whether it is one column whose first line names it.
  private func isHeadedList(_ samples: [TableSample]) -> Bool {
    guard samples.allSatisfy({ $0.firstTexts.count == 1 }), let sample = samples.first,
      !options.hasNoHeader, let name = sample.firstTexts.first, ColumnNames.isHeading(name)
    else { return false }
    let isAlone = sample.rows.dropFirst().allSatisfy { $0.first?.isEmpty != false }
    return isAlone
      ? ColumnNames.isUsual(name) : sample.addressColumns(skippingFirst: true).contains(0)
  }

  /// Whether most lines are lines of a list: with counts, comments, decorations.
  private var isList: Bool {
    var found = Findings(maximumLine: options.maximumLine)
    let lines = 0..<(isWhole ? head.count : LineCutter.lastStart(in: head, 0..<head.count) ?? 0)
    _ = ListFinder(client: ClientRule()).find(in: head, lines: lines, mayGoOn: false, into: &found)
    let listed = found.records.count { $0.reason == nil && (!$0.isForwarded || hasBlanks($0.text)) }
    return listed * 2 > found.records.count
  }

  /// Whether blanks follow the commas, as in forwarded lists: cells have none.
  private func hasBlanks(_ text: Range<UInt32>) -> Bool {
    let text = UnsafeRawBufferPointer(
      rebasing: head[Int(text.lowerBound)..<Int(text.upperBound)])
    guard let comma = text.firstIndex(of: 0x2C) else { return true }
    return comma + 1 < text.count && text[comma + 1] == 0x20
  }

  /// Whether most lines are values of a `Forwarded` header, whose parts semicolons stand between.
  private var isForwarded: Bool {
    var lines = LineCutter(head, 0..<head.count)
    var (count, forwarded) = (0, 0)
    while let line = lines.next(), count < 100 {
      let text = UnsafeRawBufferPointer(rebasing: head[line])
      if AddressToken.trimmed(text).isEmpty { continue }
      count += 1
      let words = String(decoding: text.prefix(1024), as: UTF8.self).lowercased()
      let parts = words.split { $0 == ";" || $0 == "," || $0 == " " }
      if parts.contains(where: { $0.hasPrefix("for=") }) { forwarded += 1 }
    }
    return forwarded * 2 > count
  }

  /// Whether an address stands alone somewhere, as in a text.
  private var holdsAddress: Bool {
    head.split(whereSeparator: { byte in
      switch byte {
      case 0x2d, 0x2e, 0x30...0x3a, 0x41...0x5a, 0x5f, 0x61...0x7a: false
      default: true
      }
    }).contains { $0.count > 2 && IPAddress(bytes: UnsafeRawBufferPointer(rebasing: $0)) != nil }
  }
}

// MARK: The layout

extension TableJudge {
  private func finder(_ sample: TableSample) throws(LayoutError) -> TableFinder {
    let columns = TableColumns(sample, options)
    let preamble = (mark == nil ? 0 : 1) + (columns.hasHeader ? 1 : 0)
    let address = try addressColumn(sample, columns)
    let table = TableLayout(
      delimiter: sample.delimiter, header: columns.hasHeader ? sample.first : nil,
      lineEnd: sample.lineEnd, names: columns.names, addressColumn: address)
    let format: InputFormat =
      if options.format != .auto { options.format } else { sample.delimiter == 0x09 ? .tsv : .csv }
    let layout = InputLayout(
      format: format, detail: TableJudge.detail(format, table), table: table)
    return TableFinder(layout, table, client: options.client, preamble: preamble)
  }

  private func addressColumn(
    _ sample: TableSample, _ columns: TableColumns
  ) throws(LayoutError) -> Int {
    // Of an input without records nothing is wrong.
    if sample.firstTexts.isEmpty { return 0 }
    if let field = options.addressField { return try columns.told(field) }
    return try columns.found()
  }

  /// What is told of it: the delimiter where it is not the usual one, and the column.
  private static func detail(_ format: InputFormat, _ table: TableLayout) -> String {
    let column = table.addressColumn
    var name = ""
    if table.header != nil, table.names.indices.contains(column) { name = table.names[column] }
    let shown = name.isEmpty ? "\(column + 1)" : VisibleText.escape(name, limit: 40)
    if table.delimiter == (format == .tsv ? 0x09 : 0x2c) { return "column \(shown)" }
    if table.delimiter == 0x09 { return "delimiter TAB, column \(shown)" }
    let delimiter = [table.delimiter].withUnsafeBytes { VisibleText.escape($0) }
    return "delimiter '\(delimiter)', column \(shown)"
  }
}
