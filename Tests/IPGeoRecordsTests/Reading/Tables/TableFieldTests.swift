import IPGeoCore
import Testing

@testable import IPGeoRecords

/// `--ip-field` on tables.
struct TableFieldTests {
  private func column(
    _ field: String, _ input: String, _ change: (inout ReadingOptions) -> Void = { _ in }
  ) throws -> Int? {
    let options = tableOptions {
      $0.addressField = field
      change(&$0)
    }
    return try readTable(input, options).table?.addressColumn
  }

  private func error(_ field: String, _ input: String) -> LayoutError? {
    layoutError(input, tableOptions { $0.addressField = field })
  }

  @Test func `a name is taken as it stands, else as people write it`() throws {
    let input = "a b,A_B,c\n1.1.1.1,8.8.8.8,9.9.9.9\n"
    #expect(try column("A_B", input) == 1)
    #expect(try column("a b", input) == 0)
    #expect(try column("C", input) == 2)
    #expect(error("a-b", input) == .ambiguous(fields: ["a b", "A_B"]))
    #expect(error("d", input) == .noSuchField(name: "d", fields: ["a b", "A_B", "c"]))
    #expect(
      error("ip", "ip,ip\n8.8.8.8,1.1.1.1\n")
        == .ambiguous(fields: ["ip (column 1)", "ip (column 2)"]))
  }

  @Test func `a number counts from 1`() throws {
    #expect(try column("2", "ip,ip\n8.8.8.8,1.1.1.1\n") == 1)
    #expect(try column("1", "8.8.8.8,1.1.1.1\n") == 0)
    #expect(try column("2", "8.8.8.8,1.1.1.1\n") == 1)
    let fields = ["ip", "ip"]
    for field in ["0", "3", "99999999999999999999", "-1", ""] {
      #expect(
        error(field, "ip,ip\n8.8.8.8,1.1.1.1\n") == .noSuchField(name: field, fields: fields))
    }
  }

  @Test func `a header that is the number wins over counting`() throws {
    #expect(try column("1", "0,1,2\na,8.8.8.8,b\n") == 1)
    #expect(try column("3", "0,1,2\na,b,8.8.8.8\n") == 2)
  }

  @Test func `where nothing names the columns a name is none of them`() throws {
    #expect(
      error("ip", "8.8.8.8,a\n1.1.1.1,b\n")
        == .noSuchField(name: "ip", fields: ["column_1", "column_2"]))
    #expect(try column("column_2", "8.8.8.8,1.1.1.1\n") == 1)
    #expect(
      layoutError(
        "ip,a\n8.8.8.8,b\n",
        tableOptions {
          $0.addressField = "ip"
          $0.hasNoHeader = true
        }) == .noSuchField(name: "ip", fields: ["column_1", "column_2"]))
  }

  @Test func `the name told chooses the delimiter`() throws {
    let found = try readTable(
      "when;who\n1,5;8.8.8.8\n", tableOptions { $0.addressField = "who" })
    #expect(found.words == ["8.8.8.8"])
    #expect(found.table?.delimiter == UInt8(ascii: ";"))
  }
}
