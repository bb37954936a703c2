import Foundation
import IPGeoStandIn
import Testing

/// What batch writes in any form, read back: the sums are the run's.
@Suite struct RowsRoundTripTests {
  private static let list = """
    8.8.8.8
    1.1.1.1
    8.8.8.8
    10.0.0.1
    not one
    2001:4860:4860::8888
    9.9.9.9
    8.8.8.8

    """
  private static let table = """
    n,ip,lat,lon,hits
    "a, ""b""\nc",8.8.8.8,5,5,70
    x,1.1.1.1,,,
    y,8.8.8.8,5,5,70
    z,10.0.0.1,,,
    z,not one,,,
    z,2001:4860:4860::8888,,,
    ,9.9.9.9,5,5,70
    ,8.8.8.8,5,5,70

    """
  private static let lines =
    list.split(separator: "\n").map { #"{"ip":"\#($0)","geo_lat":5,"x":{"lat":5,"lon":5}}"# }
    .joined(separator: "\n")

  /// The sums that do not depend on the form.
  private struct Sums: Equatable {
    var hits: Int?
    var addresses: Int?
    var statuses: [String: Int]
    var countries: [String: Int]
    var cities: [String: Int]

    init(_ json: String) throws {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      hits = object["hits"] as? Int
      addresses = object["addresses"] as? Int
      statuses = (object["statuses"] as? [String: [String: Int]] ?? [:]).compactMapValues {
        $0["hits"]
      }
      func groups(_ name: String, _ key: String) -> [String: Int] {
        let top = (object[name] as? [String: Any])?["top"] as? [[String: Any]] ?? []
        return top.reduce(into: [:]) { $0[$1[key] as? String ?? "-"] = $1["hits"] as? Int }
      }
      countries = groups("countries", "country_code")
      cities = groups("cities", "city")
    }
  }

  private func sums(
    _ scene: Scene, _ arguments: [String], of rows: RunInput
  ) async throws -> Sums {
    let summary = try scene.start(
      ["summary", "--format", "json", "--top", "0"] + arguments, input: rows)
    let result = await summary.result()
    #expect(result.end == .exit(0), "\(result.errors)")
    return try Sums(result.text)
  }

  private static let runs: [(input: String, options: [String], told: [String])] = [
    (list, [], []), (list, ["--format", "tsv"], []), (list, ["--format", "jsonl"], []),
    (list, ["--unique"], []), (list, ["--sort", "hits", "--format", "jsonl"], []),
    (list, ["--excel"], []), (list, ["--csv-safe"], []), (list, ["--keep-line"], []),
    (list, ["-f", "status,country_code,city,lon,lat,address,country"], []),
    (list, ["-f", "+address,+line,+file,+hosting,-zip"], []),
    (table, [], []), (table, ["--format", "tsv"], []), (table, ["--format", "jsonl"], []),
    (table, ["--prefix", "my "], []), (table, ["--prefix", "geo."], []),
    (table, ["--nest", "o", "--format", "jsonl"], []),
    (table, ["-f", "status,country_code,city"], []),
    (table.replacing(",", with: ";"), ["--delimiter", ";"], []),
    (table.replacing(",", with: "^"), ["--delimiter", "^"], []),
    (table.replacing("1.1.1.1,,,", with: "1.1.1.1,,,,too,many"), [], []),
    (lines, [], []), (lines, ["--nest", "place"], []), (lines, ["--nest", "x"], []),
    (lines, ["--format", "csv"], []), (lines, ["--nest", "a\"\\é"], []),
    (lines.replacing("\"x\"", with: "\"geo\""), [], []),
    (lines.replacing("\"x\"", with: "\"geo\""), ["--nest", "g"], ["--nest", "g"]),
  ]

  @Test(arguments: runs.indices)
  func `any form of rows has the sums of the run`(index: Int) async throws {
    let run = Self.runs[index]
    try await withScene { scene in
      let input = try scene.write("in", run.input)
      let result = try await scene.batch(run.options + [input])
      #expect(result.end == .exit(0), "\(result.errors)")
      let sums = try await sums(scene, run.told, of: .bytes(result.output))
      // One row of --unique stands for an address, and invalid records have none.
      let isUnique = run.options.contains("--unique") || run.options.contains("--sort")
      #expect(sums.hits == (isUnique ? 7 : 8))
      #expect(
        sums.statuses == [
          "located": 6, "special": 1, "unknown": 0, "invalid": isUnique ? 0 : 1, "failed": 0,
          "none": 0,
        ])
      #expect(sums.addresses == 5)
      let plain = try await scene.batch(["--format", "csv"], input: .text(Self.list))
      let wanted = try await self.sums(scene, [], of: .bytes(plain.output))
      #expect(sums.countries == wanted.countries && sums.cities == wanted.cities)
      #expect(sums.countries.values.reduce(0, +) == 6)
    }
  }

  @Test(arguments: ["rows.csv.gz", "rows.jsonl.zst", "rows.tsv.gz"])
  func `packed rows are read as they are`(name: String) async throws {
    try await withScene { scene in
      let written = try await scene.batch(["-o", name], input: .text(Self.list))
      #expect(written.end == .exit(0), "\(written.errors)")
      let read = try scene.start(["summary", "--format", "json", name])
      let sums = try Sums(await read.result().text)
      #expect(sums.hits == 8 && sums.addresses == 5)
      let map = try scene.start(["map", name, "-q"], variables: ["COLUMNS": "60"])
      let drawn = await map.result()
      let words = drawn.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.hasSuffix("6 hits on the map, 2 without a position, 5 addresses"))
    }
  }

  @Test func `rows of several files are one`() async throws {
    try await withScene { scene in
      _ = try await scene.batch(["-o", "a.csv"], input: .text(Self.list))
      _ = try await scene.batch(["-o", "b.jsonl"], input: .text(Self.lines))
      let read = try scene.start(
        ["summary", "a.csv", "--format=json", "b.jsonl", "-"],
        input: .text("country_code,ip\nZZ,8.8.8.8\n"))
      let sums = try Sums(await read.result().text)
      #expect(sums.hits == 17 && sums.addresses == 5)
      #expect(sums.countries["ZZ"] == 1)
      #expect(sums.statuses["none"] == 1)
    }
  }
}
