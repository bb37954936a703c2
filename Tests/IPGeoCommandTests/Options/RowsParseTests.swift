import IPGeoEnrichment
import IPGeoRecords
import IPGeoSummaries
import Testing

@testable import IPGeoCommand

private func map(_ arguments: String...) throws -> MapOptions {
  guard case .map(let raw) = try Invocation.parse(["map"] + arguments) else {
    throw UsageError.emptyOperand
  }
  return try MapOptions(raw)
}

private func summary(_ arguments: String...) throws -> SummaryOptions {
  guard case .summary(let raw) = try Invocation.parse(["summary"] + arguments) else {
    throw UsageError.emptyOperand
  }
  return try SummaryOptions(raw)
}

@Suite struct RowsParseTests {
  @Test func `fills in the defaults of map`() throws {
    let options = try map()
    #expect(options.output == nil && options.format == .text && options.title == nil)
    #expect(!options.showsAddresses)
    #expect(options.rows.inputs == [.standardInput] && options.rows.readsStandardInputUnasked)
    #expect(options.rows.choice == FieldSetChoice(needsPosition: true))
    #expect(options.rows.maximumLine == 1 << 20 && options.rows.color == .auto)
  }

  @Test func `fills in the defaults of summary`() throws {
    let options = try summary("a.csv", "-")
    #expect(options.output == nil && options.format == .text && options.top == 10)
    #expect(options.measure == .hits && !options.isCSVSafe)
    #expect(options.rows.inputs == [.file(path: "a.csv"), .standardInput])
    #expect(!options.rows.readsStandardInputUnasked)
    #expect(options.rows.choice == FieldSetChoice(needsPosition: false))
  }

  @Test func `takes what was typed`() throws {
    let options = try map(
      "a", "-o", "x/Y.SVG", "--with-addresses", "--title=T", "--prefix", "", "--nest", "n", "-v",
      "--max-line", "64k", "--color", "never")
    #expect(options.output == "x/Y.SVG" && options.format == .svg && options.showsAddresses)
    #expect(options.title == "T" && options.rows.maximumLine == 64 << 10)
    #expect(options.rows.choice == FieldSetChoice(prefix: "", nest: "n", needsPosition: true))
    #expect(options.rows.color == .never && options.rows.verbosity == .verbose)
    let other = try summary("--by", "addresses", "--top", "0", "-o", "a.csv", "--csv-safe", "-q")
    #expect(other.measure == .addresses && other.top == 0 && other.isCSVSafe)
    #expect(other.format == .csv && other.output == "a.csv" && other.rows.verbosity == .quiet)
  }

  @Test func `a map in characters takes no title`() {
    let error = UsageError.needs(
      option: "--title", "-o FILE.html, or another --format than text")
    #expect(throws: error) { try map("a.csv", "--title", "T") }
    #expect(throws: error) { try map("-o", "a.svg", "--format", "text", "--title", "T") }
  }

  @Test func `a told format counts before the file's name`() throws {
    #expect(try map("-o", "a.svg", "--format", "geojson").format == .geojson)
    #expect(try map("-o", "a.txt", "--format", "text").format == .text)
    #expect(try map("-o", "-", "--format", "html").output == nil)
    #expect(try summary("-o", "a.csv", "--format", "markdown").format == .markdown)
  }

  @Test(arguments: ["a", "a.htm", "a.json", ".svg", "x.svg/", "html", "a.svg.gz"])
  func `a name that says no kind of map is refused`(path: String) {
    #expect(throws: UsageError.unknownMapExtension(path: path)) { try map("-o", path) }
  }

  @Test(arguments: ["a", "a.html", ".json", "x.md/", "a.csv.gz"])
  func `a name that says no form of a summary is refused`(path: String) {
    #expect(throws: UsageError.unknownSummaryExtension(path: path)) { try summary("-o", path) }
  }

  @Test(arguments: [
    "--top=x", "--top=-1", "--by=rows", "--format=xml", "--nest=", "--max-line=0", "--nope",
  ])
  func `a wrong value is refused`(argument: String) {
    #expect(throws: UsageError.self) { try summary(argument) }
  }

  @Test func `what a map of text has no place for is refused`() {
    for arguments in [["--title", "T"], ["--title=T", "--format", "text", "-o", "a.svg"]] {
      #expect(
        throws: UsageError.needs(
          option: "--title", "-o FILE.html, or another --format than text")
      ) {
        guard case .map(let raw) = try Invocation.parse(["map"] + arguments) else { return }
        _ = try MapOptions(raw)
      }
    }
    #expect(throws: UsageError.excludes("--with-addresses", "--format text")) {
      try map("--with-addresses")
    }
  }
}
