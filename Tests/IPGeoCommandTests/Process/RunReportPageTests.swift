import Foundation
import Testing

/// `batch --report`: the page of a run.
@Suite struct RunReportPageTests {
  private static let list = "8.8.8.8\n1.1.1.1\n8.8.8.8\n10.0.0.1\nnot one\n2001:4860:4860::8888\n"

  /// The page that `ipgeo map` makes of rows.
  private func page(_ scene: Scene, of rows: [UInt8], _ options: [String]) async throws -> String {
    let run = try scene.start(["map", "--format", "html", "-q"] + options, input: .bytes(rows))
    return await run.result().text
  }

  @Test(arguments: [
    (list, [String]()), (list, ["--format", "jsonl"]), (list, ["--keep-line"]),
    ("ip,n\n8.8.8.8,a\n10.0.0.1,b\n8.8.8.8,c\nx,d\n1.1.1.1,e\n", []),
    ("{\"ip\":\"8.8.8.8\"}\n{\"ip\":\"1.1.1.1\"}\n{\"ip\":7}\n{\"ip\":\"8.8.8.8\"}\n", []),
  ])
  func `is the page that map makes of the rows`(input: String, options: [String]) async throws {
    try await withScene { scene in
      for addresses in [[], ["--with-addresses"]] {
        let result = try await scene.batch(
          options + addresses + ["--report", "run.html"], input: .text(input))
        #expect(result.end == .exit(0), "\(result.errors)")
        let told = addresses + ["--title", "IP addresses"]
        #expect(try await scene.read("run.html") == page(scene, of: result.output, told))
        #expect(try scene.read("run.html").contains("8.8.8.8") == !addresses.isEmpty)
      }
    }
  }

  @Test func `of one row per address counts what lines count`() async throws {
    let input = "  40 8.8.8.8\n   2 1.1.1.1\n   1 8.8.8.8\n"
    try await withScene { scene in
      let result = try await scene.batch(
        ["--unique", "--report", "run.html"], input: .text(input))
      #expect(result.end == .exit(0))
      let wanted = try await page(scene, of: result.output, ["--title", "IP addresses"])
      #expect(try scene.read("run.html") == wanted)
      // What `--top` leaves out is not in it.
      let top = try await scene.batch(["--top", "1", "--report", "top.html"], input: .text(input))
      let one = try await page(scene, of: top.output, ["--title", "IP addresses"])
      #expect(try scene.read("top.html") == one && one != wanted)
    }
  }

  @Test func `of known answers needs nobody`() async throws {
    try await withScene { scene in
      _ = try await scene.batch(["--report", "a.html"], input: .text(Self.list))
      let offline = try await scene.batch(
        ["--offline", "--report", "b.html"], input: .text(Self.list))
      #expect(offline.end == .exit(0))
      #expect(try scene.read("a.html") == scene.read("b.html"))
      // What is not known is in it, too, and the run exits 2.
      let other = try await scene.batch(
        ["--offline", "--no-cache", "--report", "c.html"], input: .text(Self.list))
      #expect(other.end == .exit(2))
      let page = try await page(scene, of: other.output, ["--title", "IP addresses"])
      #expect(try scene.read("c.html") == page)
      // Whoever opens it sees at once what the run came to, and why.
      #expect(
        page.contains(
          "<p id=\"notice\" class=\"failed whole\">4 of 6 hits failed (66.7 %): not-known."))
      for words in [
        "1 special (private-use)", "1 invalid (not-an-address)", "4 failed (not-known)",
      ] {
        #expect(page.contains("<bdi>\(words)</bdi></li>"))
      }
    }
  }

  @Test func `takes its place only where the run is whole`() async throws {
    try await withScene { scene in
      try scene.write("run.html", "old")
      let invalid = try await scene.batch(["--report", "run.html"], input: .text("x\ny\n"))
      #expect(invalid.end == .exit(65))
      #expect(try scene.read("run.html") == "old")
      #expect(invalid.errors.contains("the report in run.html is of an earlier run"))
      let first = try await scene.batch(["--report", "new.html"], input: .text("x\n"))
      #expect(first.end == .exit(65) && first.errors.contains("no report in new.html"))
      let full = try await scene.batch(
        ["-o", "/dev/full", "--report", "run.html"], input: .text("8.8.8.8\n"))
      #expect(full.end == .exit(74))
      #expect(try scene.read("run.html") == "old")
      #expect(scene.names == ["run.html"])
      let budget = try await scene.batch(
        ["--max-requests", "0", "--no-cache", "--report", "run.html"], input: .text("9.9.9.9\n"))
      #expect(budget.end == .exit(3) && budget.errors.contains("the report is in run.html"))
      #expect(try scene.read("run.html").hasPrefix("<!"))
    }
  }

  @Test func `is refused before anything is asked`() async throws {
    try await withScene { scene in
      let cases: [([String], Int32, String)] = [
        (["--report", "run.svg"], 64, "does not end in .html"), (["--report", "-"], 64, ".html"),
        (["--with-addresses"], 64, "says nothing without --report FILE"),
        (["--report", "no/run.html"], 73, "no/run.html"),
        (["--report", "a.html", "--failures", "a.html"], 64, "the same file"),
      ]
      for (arguments, code, text) in cases {
        let result = try await scene.batch(arguments, input: .text("8.8.8.8\n"))
        #expect(result.end == .exit(code) && result.errors.contains(text), "\(result.errors)")
      }
      #expect(scene.asked.isEmpty && scene.names.isEmpty)
    }
  }

  @Test func `a dry run writes none`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        ["--dry-run", "--report", "run.html"], input: .text("8.8.8.8\n"))
      #expect(result.end == .exit(0) && scene.names.isEmpty)
    }
  }

  @Test func `is named by its input`() async throws {
    try await withScene { scene in
      try scene.write("night <1>.txt", Self.list)
      _ = try await scene.batch(["night <1>.txt", "--report", "run.html"])
      #expect(try scene.read("run.html").contains("<title>night &lt;1&gt;.txt"))
    }
  }
}
