internal import IPGeoCore

/// Tells how rows that a run wrote are laid out, and where our fields stand in them.
struct RowsJudge {
  private let head: UnsafeRawBufferPointer
  private let isWhole: Bool
  private let options: ReadingOptions
  private let choice: FieldSetChoice

  /// Judges the first bytes of a text, in UTF-8, without byte order mark and blank lines in front.
  init(
    _ head: UnsafeRawBufferPointer, isWhole: Bool, _ options: ReadingOptions,
    _ choice: FieldSetChoice
  ) {
    self.head = head
    self.isWhole = isWhole
    self.options = options
    self.choice = choice
  }

  /// What finds the rows.
  /// - Throws: Where it holds something else, and where it cannot be told which fields are ours.
  func finder() throws(LayoutError) -> any RecordFinder {
    if head.allSatisfy({ $0 == 0 || $0 == 0x20 || 0x09...0x0D ~= $0 }) { return WholeLineFinder() }
    if let other = OtherJSON.kind(of: head, hasPlaces: true) { throw other }
    let looked = JSONLinesFinder.looked(at: head)
    let lines = JSONLinesFinder.headLines(looked, isWhole: isWhole && looked.count == head.count)
    if JSONLinesFinder.areObjects(lines, in: looked) {
      return try jsonFinder(lines, in: looked)
    }
    // Rows that something else was joined to, which is told of line by line.
    if let first = lines.first, looked[first].first == UInt8(ascii: "{"),
      let finder = try? jsonFinder([first], in: looked)
    {
      return finder
    }
    if isTableForPeople { throw .rows(.tableForPeople) }
    return try tableFinder()
  }

  /// Why no set is ours.
  private func refusal(_ names: [String], isJSON: Bool) -> LayoutError {
    if choice.isTold {
      let told = (choice.nest.map { "\($0)." } ?? "") + (choice.prefix ?? "")
      return .rows(.noSuchSet(name: told, fields: names))
    }
    do throws(LayoutError) {
      let finder = try LayoutJudge.finder(head, isWhole: isWhole, options)
      return .rows(kind(of: finder))
    } catch {
      switch error {
      case .ambiguous:
        return .rows(.notRows(kind: isJSON ? "JSON" : "a table", holdsAddresses: true))
      case .noAddressField where isJSON:
        return .rows(.notRows(kind: "JSON without places", holdsAddresses: false))
      case .noAddressField:
        return .rows(.notRows(kind: "a table without places", holdsAddresses: false))
      default: return error
      }
    }
  }

  /// What an input is that batch reads.
  private func kind(of finder: any RecordFinder) -> RowsFault {
    switch finder.format {
    case .log:
      let shape = finder.layout.detail.map { " (\($0))" } ?? ""
      return .notRows(kind: "an access log" + shape, holdsAddresses: true)
    case .text: return .notRows(kind: "text with addresses in it", holdsAddresses: true)
    case .csv, .tsv:
      return .notRows(kind: "a table of addresses without places", holdsAddresses: true)
    case .jsonl: return .notRows(kind: "JSON with addresses and no places", holdsAddresses: true)
    default:
      var finder = finder
      var found = Findings(maximumLine: .max)
      _ = finder.find(in: head, lines: 0..<head.count, mayGoOn: false, into: &found)
      return found.records.contains { $0.reason == nil }
        ? .notRows(kind: "a list of addresses", holdsAddresses: true)
        : .notRows(kind: "text without places", holdsAddresses: false)
    }
  }
}

// MARK: JSON lines

extension RowsJudge {
  private func jsonFinder(
    _ lines: [Range<Int>], in looked: UnsafeRawBufferPointer
  ) throws(LayoutError) -> any RecordFinder {
    var names = RowMembers(told: choice.nest)
    for line in lines { names.add(UnsafeRawBufferPointer(rebasing: looked[line])) }
    guard let set = names.sets.chosen(by: choice) else {
      var members = HeadMembers(options.client)
      for line in lines { members.add(UnsafeRawBufferPointer(rebasing: looked[line])) }
      if let wrapper = OtherJSON.wrapper(members, hasPlaces: true) { throw wrapper }
      throw refusal(names.all, isJSON: true)
    }
    return JSONLinesFinder(rowsWith: try set.checked(choice, names.all, own: names.own))
  }
}

// MARK: Tables

extension RowsJudge {
  /// A table as cut at one delimiter.
  private struct Cut {
    var delimiter: UInt8
    /// The header as it stands.
    var header: [UInt8]
    var names: [String]
    var lineEnd: LineEnd
    var set: FieldSet
  }

  private func tableFinder() throws(LayoutError) -> any RecordFinder {
    let mark = options.delimiter == nil ? TableJudge.mark(head) : nil
    let preamble = mark == nil ? 0 : 1
    let told = options.delimiter ?? mark
    guard let cut = cut(told: told, preamble: preamble) else {
      if holdsStatus(told: told, preamble: preamble) { throw .rows(.noHeader) }
      let names = header(told ?? TableJudge.delimiters[0], preamble: preamble)?.names ?? []
      throw refusal(names, isJSON: false)
    }
    let set = try cut.set.checked(choice, cut.names, own: cut.names)
    let table = TableLayout(
      delimiter: cut.delimiter, header: cut.header, lineEnd: cut.lineEnd, names: cut.names,
      // No column holds what is looked for.
      addressColumn: .max)
    let format: InputFormat = cut.delimiter == 0x09 ? .tsv : .csv
    return TableFinder(
      InputLayout(format: format, table: table, fields: set), table, client: options.client,
      preamble: preamble + 1)
  }

  /// The delimiter at which the header shows most of our fields.
  private func cut(told: UInt8?, preamble: Int) -> Cut? {
    let usual = told.map { [$0] } ?? TableJudge.delimiters
    let cuts = usual.compactMap { cut(at: $0, preamble: preamble) }
    if told == nil, !cuts.contains(where: { $0.set.hasPosition }) {
      let rare = RowsJudge.rareDelimiters.compactMap { cut(at: $0, preamble: preamble) }
      return (rare + cuts.reversed()).max(by: isWorse)
    }
    // Of equal ones `max` takes the last.
    return cuts.reversed().max(by: isWorse)
  }

  private func isWorse(_ one: Cut, _ other: Cut) -> Bool {
    rank(one).lexicographicallyPrecedes(rank(other))
  }

  private func rank(_ cut: Cut) -> [Int] {
    [cut.set.hasPosition ? 1 : 0, cut.set.places.count, -cut.set.prefix.utf8.count]
  }

  /// What `--delimiter` of batch takes besides the usual ones, but for what stands in names.
  private static let rareDelimiters: [UInt8] = (UInt8(0x20)...0x7E).filter {
    switch $0 {
    case 0x20, 0x22, 0x2D, 0x2E, 0x30...0x3A, 0x41...0x5A, 0x5F, 0x61...0x7A: false
    default: !TableJudge.delimiters.contains($0)
    }
  }

  private func cut(at delimiter: UInt8, preamble: Int) -> Cut? {
    guard let header = header(delimiter, preamble: preamble),
      let set = FieldSets(columns: header.names).chosen(by: choice)
    else { return nil }
    return Cut(
      delimiter: delimiter, header: header.bytes, names: header.names, lineEnd: header.lineEnd,
      set: set)
  }

  private func header(
    _ delimiter: UInt8, preamble: Int
  ) -> (bytes: [UInt8], names: [String], lineEnd: LineEnd)? {
    let table = TableLayout(delimiter: delimiter, header: nil, names: [], addressColumn: .max)
    var finder = TableFinder(
      InputLayout(format: .csv), table, client: ClientRule(), preamble: preamble)
    var found = Findings(maximumLine: max(options.maximumLine, head.count))
    _ = finder.find(in: head, lines: 0..<head.count, mayGoOn: false, into: &found)
    guard let first = found.records.first else { return nil }
    let bytes = UnsafeRawBufferPointer(
      rebasing: head[Int(first.whole.lowerBound)..<Int(first.whole.upperBound)])
    return (Array(bytes), TableText.texts(of: bytes, delimiter: delimiter), first.lineEnd)
  }

  /// Whether a cell of the first record is a status: the rows of a run without their header.
  private func holdsStatus(told: UInt8?, preamble: Int) -> Bool {
    (told.map { [$0] } ?? TableJudge.delimiters).contains { delimiter in
      guard let names = header(delimiter, preamble: preamble)?.names, names.count > 1 else {
        return false
      }
      return Status.allCases.contains { names.contains($0.word) }
    }
  }

  /// Whether the second line underlines the names of our fields, as `--format table` does.
  private var isTableForPeople: Bool {
    var cutter = LineCutter(head, 0..<head.count)
    guard let first = cutter.next(), let second = cutter.next() else { return false }
    let rule = head[second]
    guard rule.contains(0x2D), rule.allSatisfy({ $0 == 0x2D || $0 == 0x20 }) else { return false }
    let words = head[first].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    return !words.isEmpty && words.allSatisfy { Field(rawValue: $0) != nil }
  }
}
