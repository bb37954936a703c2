import Foundation
import IPGeoStandIn
import Testing

/// Known answers: what is asked, what is given from the store, what is kept.
struct StoreTests {
  @Test(arguments: ["csv", "jsonl"])
  func `a second run asks nothing and gives equal bytes`(format: String) async throws {
    try await withScene { scene in
      let addresses = publicAddresses(230) + ["2001:4860:4860::8888", "010.8.8.8", "10.0.0.1"]
      try scene.write("in", list(addresses + addresses))
      let first = try await scene.batch(["--format", format, "in"])
      #expect(first.end == .exit(0))
      #expect(scene.asked.count == 231)
      let second = try await scene.batch(["--format", format, "in"])
      #expect(second.end == .exit(0) && second.output == first.output)
      #expect(scene.asked.count == 231 && !first.output.isEmpty)
      #expect(try await scene.answers() == 231)
      #expect(scene.names == ["in"])
    }
  }

  @Test func `--refresh asks again and keeps what is answered`() async throws {
    try await withScene { scene in
      try scene.put([answer("8.8.8.8", daysAgo: 1), answer("1.1.1.1", daysAgo: 1)])
      try scene.write("in", "8.8.8.8\n")
      #expect(try await scene.batch(["in"]).table["city"] == ["Old Town"])
      #expect(scene.asked.isEmpty)
      let anew = try await scene.batch(["--refresh", "in"])
      #expect(anew.end == .exit(0))
      #expect(try anew.table["city"] == ["Ashburn"])
      let after = try await scene.batch(["in"])
      #expect(after.output == anew.output)
      #expect(scene.asked == ["8.8.8.8"])
      #expect(try await scene.answers() == 2)
    }
  }

  @Test func `a look-up that fails under --refresh leaves the known answer`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.status(500), on: .always)]
    } _: { scene in
      try scene.put([answer("8.8.8.8", daysAgo: 1)])
      try scene.write("in", "8.8.8.8\n")
      let failed = try await scene.batch(["--refresh", "--retries", "0", "in"])
      #expect(failed.end == .exit(2))
      #expect(try failed.table.verdicts == ["failed/http-status"])
      #expect(try await scene.batch(["in"]).table["city"] == ["Old Town"])
    }
  }

  @Test func `--no-cache neither reads a store nor makes one`() async throws {
    try await withScene { scene in
      try scene.write("in", "8.8.8.8\n")
      let without = try await scene.batch(["--no-cache", "in"])
      #expect(without.end == .exit(0))
      #expect(!FileManager.default.fileExists(atPath: scene.store))
      #expect(scene.names == ["in"])
      try scene.put([answer("8.8.8.8", daysAgo: 1)])
      let before = scene.files.filter { $0.key.hasPrefix("cache") }
      #expect(try await scene.batch(["--no-cache", "in"]).table["city"] == ["Ashburn"])
      #expect(scene.files.filter { $0.key.hasPrefix("cache") } == before && before.count == 3)
      #expect(scene.asked == ["8.8.8.8", "8.8.8.8"])
    }
  }

  @Test func `--cache comes before IPGEO_CACHE, and that before XDG_CACHE_HOME`() async throws {
    try await withScene { scene in
      try scene.put([answer("8.8.8.8", city: "Folder", daysAgo: 1)])
      try scene.put([answer("8.8.8.8", city: "Variable", daysAgo: 1)], in: scene.path("v.db"))
      try scene.put([answer("8.8.8.8", city: "Option", daysAgo: 1)], in: scene.path("o.db"))
      let variable = ["IPGEO_CACHE": "v.db"]
      func cities(_ words: [String], _ variables: [String: String?]) async throws -> [String] {
        try await scene.batch(words, input: .text("8.8.8.8\n"), variables: variables)
          .table["city"]
      }
      #expect(try await cities([], [:]) == ["Folder"])
      #expect(try await cities([], ["IPGEO_CACHE": ""]) == ["Folder"])
      #expect(try await cities([], variable) == ["Variable"])
      #expect(try await cities(["--cache", "o.db"], variable) == ["Option"])
      #expect(scene.asked.isEmpty)
      #expect(try await cities(["--cache", "new/n.db"], variable) == ["Ashburn"])
      #expect(scene.names == ["new", "o.db", "v.db"])
      #expect(try await scene.answers(["--cache", "new/n.db"]) == 1)
      #expect(try await scene.answers() == 1)
    }
  }

  @Test(arguments: [
    (3.0, "2d", true), (3.0, "4d", false), (20.0, nil, false), (40.0, nil, true),
    (40.0, "50d", false), (0.0001, "0s", true), (-1.0, nil, true), (-1.0, "90d", true),
    (-400.0, nil, true),
  ])
  func `an answer is as good as its age, and one from the future is not`(
    daysAgo: Double, maximum: String?, isAsked: Bool
  ) async throws {
    try await withScene { scene in
      try scene.put([answer("8.8.8.8", daysAgo: daysAgo)])
      try scene.write("in", "8.8.8.8\n")
      let options = maximum.map { ["--max-age", $0] } ?? []
      let result = try await scene.batch(options + ["in"])
      #expect(result.end == .exit(0))
      #expect(try result.table["city"] == [isAsked ? "Ashburn" : "Old Town"])
      #expect(scene.asked.count == (isAsked ? 1 : 0))
      // What was asked stays known, whatever stood there before.
      if maximum == "0s" { return }
      #expect(try await scene.batch(options + ["in"]).output == result.output)
      #expect(scene.asked.count == (isAsked ? 1 : 0))
    }
  }

  @Test(arguments: [
    (5.0, nil, false), (9.0, nil, true), (9.0, "90d", true), (5.0, "2d", true),
  ])
  func `that nothing is known is believed for a week`(
    daysAgo: Double, maximum: String?, isAsked: Bool
  ) async throws {
    try await withScene { scene in
      try scene.put([answer("8.8.8.8", city: nil, daysAgo: daysAgo)])
      let options = maximum.map { ["--max-age", $0] } ?? []
      let result = try await scene.batch(options, input: .text("8.8.8.8\n"))
      #expect(result.end == .exit(0))
      #expect(try result.table.verdicts == [isAsked ? "located" : "unknown/no-data"])
      #expect(scene.asked.count == (isAsked ? 1 : 0))
    }
  }

  @Test func `what the service calls reserved is kept, and known the next time`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.failed(message: "reserved range"), on: .always)]
    } _: { scene in
      try scene.write("in", "8.8.8.8\n")
      for _ in 1...2 {
        let result = try await scene.batch(["in"])
        #expect(result.end == .exit(0))
        #expect(try result.table.verdicts == ["unknown/service-reserved"])
      }
      #expect(scene.asked == ["8.8.8.8"])
    }
  }

  @Test func `each language is known apart`() async throws {
    try await withScene { scene in
      try scene.write("in", "8.8.8.8\n1.1.1.1\n")
      let english = try await scene.batch(["in"])
      let german = try await scene.batch(["--lang", "de", "in"])
      #expect(english.end == .exit(0) && german.end == .exit(0))
      #expect(try english.table["country"] != german.table["country"])
      #expect(scene.asked.count == 4)
      #expect(try await scene.batch(["in"]).output == english.output)
      #expect(try await scene.batch(["--lang", "de", "in"]).output == german.output)
      #expect(scene.asked.count == 4)
    }
  }

  @Test func `an answer without a reverse name does not do for one that wants it`() async throws {
    try await withScene { scene in
      try scene.write("in", "8.8.8.8\n1.1.1.1\n")
      _ = try await scene.batch(["in"])
      let first = try await scene.batch(["-f", "ip,reverse,city", "in"])
      #expect(first.end == .exit(0))
      #expect(scene.asked.count == 4)
      #expect(try await scene.batch(["-f", "ip,reverse,city", "in"]).output == first.output)
      #expect(try await scene.batch(["in"]).table["city"] == first.table["city"])
      #expect(scene.asked.count == 4)
    }
  }

  @Test func `a stored answer serves every choice of fields`() async throws {
    let all =
      "ip,address,continent,continent_code,country,country_code,region,region_code,city,district,"
      + "zip,lat,lon,timezone,offset,currency,isp,org,asn,as_org,as_name,mobile,proxy,hosting,source"
    try await withScene { scene in
      try scene.write("in", list(publicAddresses(40) + ["8.8.8.8", "2001:4860:4860::8888"]))
      #expect(try await scene.batch(["-f", "ip", "in"]).end == .exit(0))
      let asked = scene.asked.count
      for fields in [all, "+hosting,-zip", "as_name,ip", "offset,lat"] {
        let known = try await scene.batch(["-f", fields, "--format", "jsonl", "in"])
        #expect(known.end == .exit(0))
        #expect(scene.asked.count == asked, "\(fields)")
      }
      let words = ["-f", all, "--format", "jsonl", "in"]
      let known = try await scene.batch(words)
      let anew = try await scene.batch(["--no-cache"] + words)
      #expect(known.output == anew.output)
      #expect(scene.asked.count == 2 * asked)
    }
  }

  @Test(arguments: [
    ([], ["59", "1"]), (["--max-age", "90d"], ["179", "61", "59", "1"]),
    (["--stale-ok", "95d"], ["179", "61", "59", "1"]), (["--max-age", "1d"], ["59", "1"]),
  ])
  func `a run ends by deleting what is too old`(
    options: [String], kept: [String]
  ) async throws {
    try await withScene { scene in
      let days = ["500", "179", "61", "59", "1"]
      try scene.put(
        days.enumerated().map { index, days in
          try answer("9.9.9.\(index)", city: days, daysAgo: Double(days) ?? 0)
        })
      let result = try await scene.batch(options, input: .text("8.8.8.8\n"))
      #expect(result.end == .exit(0))
      let export = try await scene.cache(["export", "-q"])
      let cities = try jsonLines(export.text).compactMap { $0["city"] as? String }
      #expect(Set(cities) == Set(kept + ["Ashburn"]))
    }
  }
}
