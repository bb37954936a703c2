import Foundation
import Testing

private let rows = """
  ip,status,hits,country,country_code,city,lat,lon,timezone,asn,as_org
  8.8.8.8,located,7,United States,US,Mountain View,37.4,-122.1,America/Los_Angeles,15169,Google LLC
  1.1.1.1,located,2,Australia,AU,Sydney,-33.9,151.2,Australia/Sydney,13335,=Cloudflare
  10.0.0.1,special,1,,,,,,,,

  """

@Suite struct SummaryCommandTests {
  private func summary(
    _ scene: Scene, _ arguments: [String], input: String = rows,
    variables: [String: String?] = [:]
  ) async throws -> RunResult {
    let run = try scene.start(["summary"] + arguments, input: .text(input), variables: variables)
    return await run.result()
  }

  @Test func `shows tables with bars`() async throws {
    try await withBareScene { scene in
      let result = try await summary(scene, [], variables: ["COLUMNS": "64"])
      #expect(result.end == .exit(0) && result.errors.isEmpty)
      let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(
        lines.prefix(6).joined(separator: "\n") == """
          10 hits of 3 addresses in 3 rows
          located 9, special 1, without a position 1

          Countries: 2                             hits   share  addresses
            United States  ██████████████████████     7  77.8 %          1
            Australia      ██████▎                    2  22.2 %          1
          """)
      let plain = try await summary(scene, [], variables: ["LC_ALL": "POSIX"])
      #expect(plain.text.contains("#####") && !plain.text.contains("█"))
      let colored = try await summary(scene, ["--color=always"])
      #expect(colored.text.contains("\u{1B}[36m"))
    }
  }

  @Test func `writes the form of the file's name`() async throws {
    try await withBareScene { scene in
      for (name, start) in [
        ("a.json", "{\"records\":3,"), ("a.csv", "group,name,"), ("a.md", "10 hits of"),
        ("a.txt", "10 hits of"),
      ] {
        let result = try await summary(scene, ["-o", name])
        #expect(result.end == .exit(0) && result.text.isEmpty && result.errors.isEmpty)
        #expect(try scene.read(name).hasPrefix(start))
      }
      let other = try await summary(scene, ["-o", "a.dat"])
      #expect(other.end == .exit(64) && other.errors.contains("names no form of a summary"))
      let told = try await summary(scene, ["-o", "a.dat", "--format", "json"])
      #expect(told.end == .exit(0))
      #expect(scene.names == ["a.csv", "a.dat", "a.json", "a.md", "a.txt"])
    }
  }

  @Test func `keeps spreadsheets from running names`() async throws {
    try await withBareScene { scene in
      let plain = try await summary(scene, ["--format", "csv"])
      #expect(plain.text.contains("network,=Cloudflare,,,13335,,2,1,0.2222\n"))
      let safe = try await summary(scene, ["--format", "csv", "--csv-safe"])
      #expect(safe.text.contains("network,'=Cloudflare,,,13335,,2,1,0.2222\n"))
      let odd = try await summary(scene, ["--format", "json", "--csv-safe"])
      #expect(odd.end == .exit(64))
    }
  }

  @Test func `compares what it is told to, and shows so many`() async throws {
    let input = "ip,country\n8.8.8.8,A\n8.8.8.8,A\n8.8.8.8,A\n1.1.1.1,B\n1.1.1.2,B\n9.9.9.9,C\n"
    try await withBareScene { scene in
      func first(_ arguments: String...) async throws -> [Substring] {
        let result = try await summary(scene, ["--format", "csv"] + arguments, input: input)
        #expect(result.end == .exit(0))
        return result.text.split(separator: "\n").filter { $0.hasPrefix("country") }
      }
      let most = try await first("--top=1")
      #expect(most == ["country,A,,,,,3,1,0.5", "country_rest,,,,,,3,3,0.5"])
      let byAddresses = try await first("--by", "addresses", "--top", "0")
      #expect(
        byAddresses == [
          "country,B,,,,,2,2,0.5", "country,A,,,,,3,1,0.25", "country,C,,,,,1,1,0.25",
        ])
    }
  }

  @Test func `needs no coordinates, but something to sum up`() async throws {
    try await withBareScene { scene in
      let raw = try await summary(scene, [], input: "8.8.8.8\n")
      #expect(raw.end == .exit(65))
      #expect(raw.errors.hasSuffix("write: ... | ipgeo batch | ipgeo summary\n"))
      let none = try await summary(scene, [], input: "ip,status\n8.8.8.8,located\n")
      #expect(none.end == .exit(65))
      let log = try scene.write("my log", "8.8.8.8\n")
      let named = try await summary(scene, [log])
      // A name that a shell would not take as it is stays out of the command.
      #expect(named.errors.hasSuffix("write: ipgeo batch FILE | ipgeo summary\n"))
    }
  }

  @Test func `a closed pipe ends it as it ends others`() async throws {
    try await withBareScene { scene in
      let run = try scene.start(["summary"], input: .text(rows), output: .head(0))
      #expect(await run.result().end == .signal(SIGPIPE))
    }
  }

  @Test func `says what inputs were read as`() async throws {
    try await withBareScene { scene in
      let result = try await summary(scene, ["-v"])
      #expect(result.errors == "ipgeo: standard input: read as csv\n")
    }
  }

  @Test func `is of ASCII where the locale is`() async throws {
    let input = "ip,country,city\n8.8.8.8,Türkei,Köln\n"
    try await withBareScene { scene in
      for locale in ["C", "POSIX"] {
        let result = try await summary(scene, [], input: input, variables: ["LC_ALL": locale])
        #expect(result.end == .exit(0))
        #expect(result.output.allSatisfy { $0 < 0x80 })
        #expect(result.text.contains(#"K\u{F6}ln"#))
        let refused = try await summary(
          scene, ["--prefix", "x"], input: input, variables: ["LC_ALL": locale])
        #expect(refused.end == .exit(64) && refused.errors.utf8.allSatisfy { $0 < 0x80 })
        let list = try await summary(
          scene, [], input: "8.8.8.8\n", variables: ["LC_ALL": locale])
        #expect(list.end == .exit(65) && list.errors.utf8.allSatisfy { $0 < 0x80 })
      }
      // A form for programs has the names as they are.
      let csv = try await summary(
        scene, ["--format=csv"], input: input, variables: ["LC_ALL": "C"])
      #expect(csv.text.contains("Köln"))
    }
  }

  @Test func `addresses that are not known are compared with nothing`() async throws {
    let input = "lat,lon,country_code\n1,2,A\n3,4,B\n"
    try await withBareScene { scene in
      let result = try await summary(scene, ["--by", "addresses", "-o", "a.csv"], input: input)
      #expect(result.end == .exit(65) && result.text.isEmpty && scene.names.isEmpty)
      #expect(result.errors.contains("--by addresses: rows do not hold their addresses; write ip"))
      let csv = try await summary(scene, ["--format=csv"], input: input)
      #expect(csv.end == .exit(0) && csv.text.contains("country,,A,,,,1,,0.5\n"))
      #expect(csv.errors.contains("addresses are not counted"))
    }
  }

  @Test func `the real reason is told of each row that is left out`() async throws {
    let cases: [(String, [String], String)] = [
      ("{\"lat\":1,\"lon\":2}\nhello\n", [], "standard input:2: this line is no JSON"),
      ("{\"lat\":1,\"lon\":2}\n{\"lat\":NaN}\n", [], "standard input:2: this line is no JSON"),
      ("{\"lat\":1,\"lon\":2}\n[]\n", [], "standard input:2: this line is JSON, and no object"),
      ("{\"lat\":1,\"lon\":2}\n{\"lat\":1,", [], ":2: this line is JSON that breaks off"),
      (rows, ["--max-line", "40"], "standard input:2: this row is longer than --max-line allows"),
      ("lat,lon,n\n1,2,\"x\n3,4,y\n", [], ":2: nothing closes a quote of this row"),
      ("lat,lon\n1,2\n" + "{\"lat\":1}\n", [], ":3: this is of another form"),
      ("{\"lat\":1,\"lon\":2}\n{}\n", [], ":2: this row has none of the fields"),
      ("lat;lon\n39,03;2\n", [], ":2: lat and lon have a comma for their point"),
    ]
    try await withBareScene { scene in
      for (input, options, message) in cases {
        let result = try await summary(scene, options, input: input)
        #expect(result.end == .exit(0), "\(input)")
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.errors.contains("quote") == message.contains("quote"))
      }
      let none = try await summary(scene, ["--max-line", "10"])
      #expect(none.end == .exit(65) && none.errors.contains("--max-line allows"))
    }
  }
}
