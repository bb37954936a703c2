import IPGeoRecords

/// The form of a run's rows, decided when inputs are known and before anything is asked.
struct RowPlan: Sendable {
  /// An input with records, and how it is laid out.
  struct Input {
    /// What sentences call it.
    var name: String
    var layout: InputLayout
  }

  /// The input whose format decides where nothing else does; `nil` where none was known.
  private var first: Input?
  /// The form of each input's rows, by the input's place among those that were planned; never empty.
  private(set) var styles: [RowStyle] = []
  /// Whether the output begins with the columns' names.
  private(set) var writesHeader = false

  /// The form of a run that has nothing to read.
  static func empty(_ wishes: RowWishes) -> RowPlan {
    var plan = RowPlan()
    let style = plan.style(nil, wishes)
    plan.styles = [style]
    plan.writesHeader = style.hasHeader && wishes.writesHeader ?? true
    return plan
  }

  private init() {}

  /// Decides.
  /// - Parameters:
  ///   - inputs: The inputs in order; those without a byte and those that cannot be read left out.
  ///   - fields: Our columns.
  ///   - passes: Whether rows belong to a record each, and take over what it holds.
  ///   - wishes: What was asked for.
  /// - Throws: Where rows of such inputs do not go into one output.
  init(
    _ inputs: [Input], fields: [Field], passes: Bool, _ wishes: RowWishes
  ) throws(RunRefusal) {
    guard let first = inputs.first else {
      self = .empty(wishes)
      return
    }
    self.first = first
    for input in inputs {
      do throws(LayoutError) {
        try add(input.layout, passes: passes, wishes)
      } catch {
        throw RunRefusal(input: input.name, error: error)
      }
      try styles[styles.count - 1].check(fields, of: input.name)
    }
    writesHeader = styles[0].hasHeader && wishes.writesHeader ?? styles[0].namesColumns
  }

  /// Adds the form of another input's rows.
  /// - Returns: Its place.
  /// - Throws: Where its rows do not go into the same output.
  @discardableResult
  mutating func add(
    _ layout: InputLayout, passes: Bool, _ wishes: RowWishes
  ) throws(LayoutError) -> Int {
    var style = style(first?.layout, wishes)
    if passes {
      style.take(over: layout, mayRecut: wishes.format != nil)
      if style.table != nil { style.prefix = wishes.prefix }
    }
    if style.hasHeader, let earlier = styles.first, !style.goes(with: earlier) {
      throw .otherColumns(than: first?.name ?? "")
    }
    styles.append(style)
    return styles.count - 1
  }

  private func style(_ layout: InputLayout?, _ wishes: RowWishes) -> RowStyle {
    let own = layout?.usualFormat ?? .csv
    var style = RowStyle.usual(wishes.format ?? (wishes.isExcel && own == .jsonl ? .csv : own))
    style.schema = wishes.schema
    style.isCSVSafe = wishes.isCSVSafe
    style.isExcel = wishes.isExcel
    style.nest = wishes.nest
    return style
  }
}

extension InputLayout {
  /// How rows are written where nothing else is said.
  fileprivate var usualFormat: RowFormat {
    switch format {
    case .jsonl: .jsonl
    case .tsv: .tsv
    default: .csv
    }
  }
}

extension RowStyle {
  fileprivate var hasHeader: Bool { format != .jsonl }

  /// Whether the columns have names: only a table may have none.
  fileprivate var namesColumns: Bool {
    switch passing {
    case .cells(let table), .recutCells(let table): table.header != nil
    case .nothing, .members, .cellsAsMembers: true
    }
  }

  /// Lets rows take over what the records of such an input hold.
  fileprivate mutating func take(over layout: InputLayout, mayRecut: Bool) {
    guard let table = layout.table else {
      if format == .jsonl, layout.format == .jsonl { passing = .members }
      return
    }
    switch format {
    case .jsonl: passing = .cellsAsMembers(table)
    case .table: break
    case .csv, .tsv:
      let isTabbed = table.delimiter == 0x09
      if mayRecut, isTabbed != (format == .tsv) {
        passing = .recutCells(table)
      } else {
        passing = .cells(table)
        delimiter = table.delimiter
      }
    }
  }

  /// Whether rows of both can stand under one header.
  fileprivate func goes(with other: RowStyle) -> Bool {
    table?.names == other.table?.names && delimiter == other.delimiter
  }

  fileprivate func check(_ fields: [Field], of name: String) throws(RunRefusal) {
    guard hasHeader, let table, let clash = clash(with: table, fields: fields) else { return }
    throw RunRefusal(
      isOfUsage: true,
      message: "\(name): it has a column '\(VisibleText.escape(clash))' "
        + "already, as one of the new ones is named; give another --prefix")
  }
}
