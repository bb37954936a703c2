import IPGeoRecords
import Testing

@testable import IPGeoEnrichment

/// The form of rows, by what the inputs turned out to be.
@Suite struct RowPlanTests {
  private func table(
    _ names: String..., delimiter: Character = ",", header: Bool = true
  ) -> InputLayout {
    let text = names.joined(separator: String(delimiter))
    return InputLayout(
      format: delimiter == "\t" ? .tsv : .csv,
      table: TableLayout(
        delimiter: delimiter.asciiValue ?? 0, header: header ? Array(text.utf8) : nil,
        names: names, addressColumn: 0))
  }

  private func plan(
    _ layouts: InputLayout..., passes: Bool = true, _ change: (inout RowWishes) -> Void = { _ in }
  ) throws(RunRefusal) -> RowPlan {
    var wishes = RowWishes()
    change(&wishes)
    var inputs: [RowPlan.Input] = []
    for (place, layout) in layouts.enumerated() {
      inputs.append(.init(name: "input\(place)", layout: layout))
    }
    return try RowPlan(inputs, fields: [.ip, .country], passes: passes, wishes)
  }

  private let list = InputLayout(format: .list)
  private let log = InputLayout(format: .log)
  private let lines = InputLayout(format: .jsonl)

  @Test func `the format is the first input's own, where nothing else is said`() throws {
    #expect(try plan(list).styles[0].format == .csv)
    #expect(try plan(log).styles[0].format == .csv)
    #expect(try plan(lines, list).styles[0].format == .jsonl)
    #expect(try plan(table("ip", "a", delimiter: "\t")).styles[0].format == .tsv)
    #expect(try plan(lines) { $0.format = .csv }.styles[0].format == .csv)
    #expect(try plan(lines) { $0.isExcel = true }.styles[0].format == .csv)
    #expect(try plan().styles == [.usual(.csv)])
    #expect(try plan { $0.format = .tsv }.styles == [.usual(.tsv)])
  }

  @Test func `rows take over what records hold`() throws {
    #expect(try plan(list).styles[0].passing == .nothing)
    #expect(try plan(lines).styles[0].passing == .members)
    #expect(try plan(lines) { $0.format = .csv }.styles[0].passing == .nothing)
    let cells = table("ip", "a", delimiter: ";")
    let layout = try #require(cells.table)
    let style = try plan(cells).styles[0]
    #expect(style.passing == .cells(layout) && style.delimiter == 0x3B && style.prefix == "geo_")
    #expect(try plan(cells) { $0.format = .csv }.styles[0].passing == .cells(layout))
    #expect(try plan(cells) { $0.format = .tsv }.styles[0].passing == .recutCells(layout))
    #expect(try plan(cells) { $0.format = .jsonl }.styles[0].passing == .cellsAsMembers(layout))
  }

  @Test func `a row for an address takes over nothing`() throws {
    let plan = try plan(table("ip", "geo_country", delimiter: ";"), passes: false)
    #expect(plan.styles[0] == .usual(.csv))
  }

  @Test func `the prefix is of names beside the caller's`() throws {
    #expect(try plan(list) { $0.prefix = "x_" }.styles[0].prefix == "")
    #expect(try plan(table("ip", "a")) { $0.prefix = "x_" }.styles[0].prefix == "x_")
  }

  @Test func `a name that is there already is refused, in whatever case`() throws {
    #expect(throws: RunRefusal.self) { try plan(table("ip", "GEO_Country")) }
    let refusal = #expect(throws: RunRefusal.self) {
      try plan(table("IP", "a")) { $0.prefix = "" }
    }
    #expect(refusal?.isOfUsage == true)
    #expect(refusal?.message.contains("--prefix") == true)
    _ = try plan(table("ip", "geo_country")) { $0.format = .jsonl }
    _ = try plan(table("ip", "geo_city"))
  }

  @Test func `tables under one header have the same columns and delimiter`() throws {
    _ = try plan(table("ip", "a"), table("ip", "a"))
    for other in [
      table("ip", "b"), table("a", "ip"), table("ip", "a", delimiter: ";"), list, lines,
    ] {
      let refusal = #expect(throws: RunRefusal.self) { try plan(table("ip", "a"), other) }
      #expect(refusal?.isOfUsage == false)
      #expect(refusal?.message.hasPrefix("input1: ") == true)
    }
    _ = try plan(list, log, lines)
    #expect(throws: RunRefusal.self) { try plan(list, table("ip", "a")) }
  }

  @Test func `JSON lines have no header, and each input its own form`() throws {
    let cells = table("ip", "a")
    let layout = try #require(cells.table)
    let plan = try plan(list, cells, lines) { $0.format = .jsonl }
    #expect(plan.styles.map(\.passing) == [.nothing, .cellsAsMembers(layout), .members])
    #expect(!plan.writesHeader)
    #expect(try !self.plan(lines) { $0.writesHeader = true }.writesHeader)
  }

  @Test func `a header is written where the input has one, or by order`() throws {
    let headerless = table("column_1", "column_2", header: false)
    #expect(try plan(list).writesHeader)
    #expect(try plan(table("ip", "a")).writesHeader)
    #expect(try !plan(headerless).writesHeader)
    #expect(try plan(headerless) { $0.writesHeader = true }.writesHeader)
    #expect(try !plan(table("ip", "a")) { $0.writesHeader = false }.writesHeader)
    #expect(try plan().writesHeader)
  }
}
