import Foundation
import IPGeoStandIn
import Testing

/// Runs as cron starts them: entries 60 and 62 of the inputs.
struct CronTests {
  @Test func `62: one bad line does not end a run`() async throws {
    try await withScene { scene in
      let input = RunInput.text("8.8.8.8\nnot-an-ip\n10.0.0.5\n1.1.1.1\n")
      let result = try await scene.batch(["--failures", "f"], input: input)
      #expect(result.end == .exit(0))
      #expect(
        try result.table.verdicts == [
          "located", "invalid/not-an-address", "special/private-use", "located",
        ])
      let failures = try jsonLines(try scene.read("f"))
      #expect(failures.count == 1 && failures.first?["line"] as? Int == 2)
      #expect(try await scene.batch(["--strict"], input: input).end == .exit(2))
      #expect(scene.asked.count == 2)
    }
  }

  // Without HOME and XDG folders the account's entry counts: whose runs these are must have none,
  // or the tests would write into somebody's home.
  static let homes: [[String: String?]] = [
    [:], ["HOME": ""], ["HOME": "/nonexistent"], ["HOME": "relative"],
    ["HOME": "", "XDG_CACHE_HOME": "relative", "XDG_STATE_HOME": "./relative"],
  ]

  @Test func `-q is silent where all went well, from the first night on`() async throws {
    try await withScene { scene in
      try scene.write("in", list(publicAddresses(150)) + "10.0.0.1\n")
      for more in [[], [], ["--refresh"], ["--no-cache"], ["--cache-only"]] {
        let result = try await scene.batch(["-q", "in"] + more)
        #expect(result.end == .exit(0) && result.errors.isEmpty, "\(result.errors)")
      }
      let none = try await scene.batch(["-q"], input: .text(""))
      #expect(none.end == .exit(0))
      #expect(none.errors.split(separator: "\n").count == 1, "\(none.errors)")
    }
  }

  @Test(arguments: [["LC_ALL": "C"], ["LC_ALL": "POSIX", "TERM": nil], ["LC_ALL": nil]])
  func `60: as from cron: no terminal, another locale, stdin closed`(
    variables: [String: String?]
  ) async throws {
    try await withScene { scene in
      try scene.write("in", list(publicAddresses(150)))
      let usual = try await scene.batch(["in", "--lang", "de"])
      for input in [RunInput.closed, .null] {
        for errors in [RunOutput.collected, .closed] {
          let result = try await scene.batch(
            ["in", "--lang", "de", "-q"], input: input, errors: errors, variables: variables)
          #expect(result.end == .exit(0) && result.errors.isEmpty, "\(result.errors)")
          #expect(result.output == usual.output)
        }
      }
      #expect(scene.asked.count == 150)
    }
  }

  @Test func `60: with stdout closed the store and the limit are no place for rows`() async throws {
    try await withScene { scene in
      try scene.write("in", "8.8.8.8\n")
      let result = try await scene.batch(["in"], input: .closed, output: .closed, errors: .closed)
      #expect(result.end == .exit(74))
      #expect(try await scene.batch(["in"]).messages.isEmpty)
      let out = try await scene.batch(
        ["in", "-o", "out.csv"], input: .closed, output: .closed, errors: .closed)
      #expect(out.end == .exit(0))
      #expect(try Table(csv: try scene.read("out.csv"))["status"] == ["located"])
    }
  }
}
