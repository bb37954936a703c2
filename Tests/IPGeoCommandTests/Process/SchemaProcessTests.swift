import Foundation
import IPGeoRecords
import IPGeoStandIn
import Testing

private let list = "192.168.1.1\n8.8.8.8\nfoo\n203.0.113.9\n8.8.8.8:53\n2001:4860:4860::8888\n"

/// `--schema` of the built command, on the way from records to rows and from rows to sums.
@Suite struct SchemaProcessTests {
  @Test(arguments: ["ip-api", "ecs"])
  func `map and summary read rows of every schema as those of ours`(schema: String) async throws {
    try await withScene { scene in
      let inputs = [
        ("list.txt", list),
        (
          "lines.jsonl",
          list.split(separator: "\n").map { "{\"source\":{\"geo\":3},\"ip\":\"\($0)\"}\n" }.joined()
        ),
        ("table.csv", "n,ip\n" + list.split(separator: "\n").map { "1,\($0)\n" }.joined()),
      ]
      for (name, text) in inputs {
        try scene.write(name, text)
        for format in ["jsonl", "csv", "tsv"] {
          var seen: [[String]] = []
          for schema in ["ipgeo", schema] {
            let rows = "\(schema).\(format)"
            let run = try await scene.batch(["--schema", schema, name, "-o", rows])
            #expect(run.end == .exit(0))
            let map = await (try scene.start(["map", "-q", "--format=geojson", "--title=t", rows]))
              .result()
            let sums = await (try scene.start(["summary", "-q", "--format=csv", rows])).result()
            seen.append([map.text, sums.text])
          }
          #expect(seen[0] == seen[1], "\(name) \(format)")
          #expect(seen[0][1].contains("status,located,,,,3,3,2,"))
          #expect(seen[0][1].contains("status,special,,,,2,2,2,"))
        }
      }
    }
  }

  @Test(arguments: RowSchema.allCases)
  func `shared answers and templates give the same rows as answers of one address`(
    schema: RowSchema
  ) async throws {
    try await withScene { scene in
      let fields = "hits,ip,address,line,country,lat,record,reason"
      let many = try await scene.batch(
        ["--schema", schema.rawValue, "-f", fields, "--format", "jsonl"], input: .text(list))
      var single = ""
      for (index, line) in list.split(separator: "\n").enumerated() {
        let blank = String(repeating: "\n", count: index)
        single += try await scene.batch(
          ["--schema", schema.rawValue, "-f", fields, "--format", "jsonl"],
          input: .text("\(blank)\(line)\n")
        ).text
      }
      #expect(many.text == single && !single.isEmpty)
    }
  }

  @Test func `our object beside members of the input is of the schema, too`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        ["--schema", "ecs", "-f", "ip,asn"],
        input: .text("{\"ip\":\"8.8.8.8\",\"source\":{\"ip\":\"1.1.1.1\"}}\n"))
      #expect(
        result.text
          == #"{"ip":"8.8.8.8","source":{"ip":"1.1.1.1"},"geo":{"ecs":{"version":"9.4.0"},"#
          + #""source":{"address":"8.8.8.8","ip":"8.8.8.8","as":{"number":15169}}}}"# + "\n")
      let table = try await scene.batch(
        ["--schema", "ecs", "-f", "country", "--excel"], input: .text("ip\n8.8.8.8\n"))
      #expect(
        table.text
          == "\u{FEFF}ip,geo_source.geo.country_name\r\n8.8.8.8,United States\r\n")
      let clash = try await scene.batch(
        ["--schema", "ip-api", "--prefix", "", "-f", "ip"], input: .text("Query,n\n8.8.8.8,1\n"))
      #expect(clash.end == .exit(64) && clash.errors.contains("a column 'query' already"))
    }
  }

  @Test func `a row of an address has its hits`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        ["-u", "--schema", "ecs", "-f", "ip,hits", "--format", "csv"], input: .text(list))
      #expect(result.text.hasPrefix("source.address,source.ip,ipgeo.hits\n"))
      #expect(result.text.contains("8.8.8.8,8.8.8.8,2\n"))
    }
  }

  @Test func `lookup has the schemas, too`() async throws {
    try await withScene { scene in
      func lookup(_ arguments: [String]) async throws -> String {
        let url = try #require(scene.server?.baseURL)
        return await (try scene.start(["lookup", "--api-url", url, "8.8.8.8"] + arguments))
          .result().text
      }
      let json = try await lookup(["--schema", "ip-api", "--format", "json", "-f", "ip,asn"])
      #expect(json == #"{"query":"8.8.8.8","as":"AS15169 Google LLC"}"# + "\n")
      let table = try await lookup(["--schema", "ecs", "--format", "csv", "-f", "city"])
      #expect(table == "source.geo.city_name\nAshburn\n")
      let lines = try await lookup(["--schema", "ip-api", "-f", "country_code"])
      #expect(lines == "{\"countryCode\":\"US\"}\n")
    }
  }
}
