import Testing

/// Rows with more cells than their header: kept, counted, and named once.
@Suite struct LongRowTests {
  private static let ragged = "ip,a,b\n8.8.8.8,1\n1.1.1.1,1,2,3\n9.9.9.9\n1.1.1.1,1,2,3,4\n"

  @Test func `35: a row longer than its header is named once and counted`() async throws {
    try await withScene { scene in
      try scene.write("ragged.csv", Self.ragged)
      let result = try await scene.batch(
        ["ragged.csv", "-f", "ip", "--summary-file", "s.json"])
      #expect(result.end == .exit(0))
      let named = result.errors.split(separator: "\n").filter { $0.contains("the header") }
      #expect(
        named == [
          """
          ipgeo: ragged.csv:3: the row has 4 cells and the header 3; all are kept, and ours stand behind \
          them; 2 rows are so
          """
        ])
      #expect(try scene.read("s.json").contains("\"long_rows\":2,"))
      #expect(
        result.text.split(separator: "\n") == [
          "ip,a,b,geo_ip", "8.8.8.8,1,,8.8.8.8", "1.1.1.1,1,2,3,1.1.1.1", "9.9.9.9,,,9.9.9.9",
          "1.1.1.1,1,2,3,4,1.1.1.1",
        ])
    }
  }

  @Test func `where nothing names the columns no row is too long`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        input: .text("8.8.8.8,a\n1.1.1.1,b,c\n9.9.9.9,d\n8.8.4.4,e\n"))
      #expect(result.end == .exit(0))
      #expect(!result.errors.contains("cells"), "\(result.errors)")
    }
  }

  @Test func `the first of them is named, however far the last is`() async throws {
    try await withScene { scene in
      // Several chunks, with a long row in the first and in the last one.
      let rows = String(repeating: "10.0.0.1,a\n", count: 100_000)
      try scene.write("far.csv", "ip,n\n10.0.0.1,a,b\n" + rows + "10.0.0.1,a,b\n")
      let result = try await scene.batch(["far.csv", "-f", "ip"])
      #expect(result.errors.contains("far.csv:2: the row has 3 cells"), "\(result.errors)")
      #expect(result.errors.contains("; 2 rows are so"))
    }
  }
}
