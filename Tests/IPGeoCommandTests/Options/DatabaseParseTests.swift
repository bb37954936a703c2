import Testing

@testable import IPGeoCommand

private func database(_ arguments: String...) throws -> DatabaseOptions {
  guard case .database(let raw) = try Invocation.parse(["database"] + arguments) else {
    throw UsageError.emptyOperand
  }
  return try DatabaseOptions(raw)
}

@Suite struct DatabaseParseTests {
  @Test func `fills in the defaults`() throws {
    let options = try database("a.mmdb", "b.mmdb")
    #expect(options.files == ["a.mmdb", "b.mmdb"] && !options.verifies)
    #expect(options.format == .text && options.color == .auto && options.verbosity == .normal)
  }

  @Test func `takes what was typed`() throws {
    let options = try database(
      "--verify", "a", "--format=json", "-q", "--color", "never", "--", "-b")
    #expect(options.files == ["a", "-b"] && options.verifies && options.format == .json)
    #expect(options.verbosity == .quiet && options.color == .never)
  }

  @Test func `a database has to be named, and be a file`() {
    #expect(throws: UsageError.noDatabase(isEmpty: false)) { try database("--verify") }
    #expect(throws: UsageError.noDatabase(isEmpty: true)) { try database("") }
    #expect(throws: UsageError.databaseFromStream) { try database("a", "-") }
    #expect(throws: UsageError.self) { try database("a", "--format", "csv") }
  }
}
