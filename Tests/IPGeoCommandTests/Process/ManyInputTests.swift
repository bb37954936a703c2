import Foundation
import IPGeoStandIn
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Several inputs as one stream, of one format and of many.
struct ManyInputTests {
  static let a = "ip,n\n8.8.8.8,a\n"

  private func write(_ scene: Scene) throws {
    for (name, text) in [
      ("a.csv", Self.a), ("b.csv", "ip,n\r\n1.1.1.1,b\r\n"),
      ("quoted.csv", "\"ip\",\"n\"\n9.9.9.9,q\n"),
      ("other.csv", "ip,m\n1.1.1.1,b\n"), ("turned.csv", "n,ip\nb,1.1.1.1\n"),
      ("bare.csv", "1.1.1.1,b\n"), ("b.tsv", "ip\tn\n1.1.1.1\tb\n"), ("list", "1.0.0.1\n"),
      ("lines.jsonl", "{\"ip\":\"9.9.9.9\"}\n"), ("header.csv", "ip,n\n"), ("empty", ""),
      ("blank", "\n \r\n\t\n"),
      ("x.log", "8.8.4.4 - - [01/Jan/2026:00:00:00 +0000] \"GET / HTTP/1.1\" 200 5\n"),
    ] { try scene.write(name, text) }
  }

  @Test func `equal columns have one header, and each row keeps its line end`() async throws {
    try await withScene { scene in
      try write(scene)
      let result = try await scene.batch(["-f", "ip", "a.csv", "b.csv", "quoted.csv"])
      #expect(
        result.text == "ip,n,geo_ip\n8.8.8.8,a,8.8.8.8\n1.1.1.1,b,1.1.1.1\r\n9.9.9.9,q,9.9.9.9\n")
    }
  }

  @Test(arguments: ["empty", "blank", "header.csv", "/dev/null"])
  func `an input of nothing among tables takes no part`(nothing: String) async throws {
    try await withScene { scene in
      try write(scene)
      for order in [[nothing, "a.csv", "b.csv"], ["a.csv", nothing, "b.csv"]] {
        let result = try await scene.batch(["-f", "ip"] + order)
        #expect(
          result.text == "ip,n,geo_ip\n8.8.8.8,a,8.8.8.8\n1.1.1.1,b,1.1.1.1\r\n", "\(order)")
        #expect(result.end == .exit(0))
        #expect(result.errors.hasSuffix("; read as csv (column ip)\n"), "\(result.errors)")
      }
    }
  }

  @Test(arguments: ["other.csv", "turned.csv", "bare.csv", "b.tsv", "list", "lines.jsonl", "x.log"])
  func `other columns are 65 before anything is asked, as JSON lines they go together`(
    other: String
  ) async throws {
    try await withScene { scene in
      try write(scene)
      for order in [["a.csv", other], ["a.csv", "b.csv", other]] {
        let result = try await scene.batch(order + ["-o", "out"])
        #expect(result.end == .exit(65), "\(result)")
        #expect(result.errors.contains(other) && result.errors.contains("a.csv"))
        #expect(!result.errors.contains("no records") && !scene.exists("out"))
      }
      #expect(scene.asked.isEmpty)
      let lines = try await scene.batch(["a.csv", other, "--format", "jsonl", "-f", "status"])
      #expect(lines.end == .exit(0), "\(lines)")
      #expect(try lines.objects.count == 2)
      let unique = try await scene.batch(["a.csv", other, "-u", "--format", "csv", "-f", "ip,hits"])
      #expect(try unique.table.cells.count == 2, "\(unique)")
    }
  }

  @Test func `lists, logs and JSON lines go together, and all are named`() async throws {
    try await withScene { scene in
      try write(scene)
      let result = try await scene.batch(
        ["-f", "ip,file,line", "list", "x.log", "lines.jsonl", "list"])
      #expect(
        result.text == "ip,file,line\n1.0.0.1,list,1\n8.8.4.4,x.log,1\n9.9.9.9,lines.jsonl,1\n"
          + "1.0.0.1,list,1\n")
      for word in ["list", "log (", "jsonl ("] { #expect(result.errors.contains(word)) }
    }
  }

  @Test func `a form that is told holds for all inputs`() async throws {
    try await withScene { scene in
      try write(scene)
      let result = try await scene.batch(
        ["--input-format", "list", "-f", "reason", "a.csv", "list"])
      #expect(try result.table["reason"] == ["not-an-address", "trailing-text", ""])
    }
  }

  @Test func `an --ip-field that one of them lacks is 64, and nothing is asked`() async throws {
    try await withScene { scene in
      try write(scene)
      let result = try await scene.batch(["--ip-field", "m", "other.csv", "a.csv"])
      #expect(result.end == .exit(64) && scene.asked.isEmpty && result.output.isEmpty)
      #expect(result.errors.contains("a.csv") && result.errors.contains("'m'"))
      let named = try await scene.batch(["--ip-field", "foo", "list"])
      #expect(named.end == .exit(64) && named.errors.contains("list"), "\(named.errors)")
      #expect(!named.errors.contains(": ;"), "no list of nothing: \(named.errors)")
    }
  }

  @Test func `300 small files under 64 descriptors are one stream in order`() async throws {
    try await withScene { scene in
      let names = (0..<300).map { "f\($0).csv" }
      for (index, name) in names.enumerated() {
        try scene.write(name, "n,ip\n\(index),5.0.\(index / 256).\(index % 256)\n")
      }
      let words = scene.batchArguments(["-f", "file,line"] + names)
      let run = try scene.start(
        program: "/bin/sh", ["-c", "ulimit -n 64; exec \"$@\"", "sh", Scene.command] + words)
      let result = await run.result()
      #expect(result.end == .exit(0), "\(result.errors)")
      let table = try result.table
      #expect(table["n"] == (0..<300).map(String.init) && table["geo_file"] == names)
      #expect(table["geo_line"].allSatisfy { $0 == "2" })
      // A hundred addresses a request: they collect across files.
      #expect((scene.server?.log.count { $0.endpoint == .batch } ?? 9) <= 4)
    }
  }

  @Test func `stdin and FIFOs stand where they are named`() async throws {
    try await withScene { scene in
      try write(scene)
      #expect(mkfifo(scene.path("fifo"), 0o600) == 0)
      let run = try scene.startBatch(
        ["-f", "file", "a.csv", "-", "fifo", "b.csv"], input: .text("ip,n\n9.9.9.9,s\n"))
      let writer = try scene.start(
        program: "/bin/sh", ["-c", "printf 'ip,n\\n1.0.0.1,f\\n' > fifo"])
      let result = await run.result()
      #expect(await writer.result().end == .exit(0))
      #expect(try result.table["n"] == ["a", "s", "f", "b"], "\(result)")
      #expect(try result.table["geo_file"] == ["a.csv", "-", "fifo", "b.csv"])
      let twice = try await scene.batch(["-", "-"], input: .text(Self.a))
      #expect(twice.end == .exit(64))
    }
  }

  @Test func `blank lines before a pause do not settle what a pipe holds`() async throws {
    try await withScene { scene in
      let run = try scene.startBatch(["-f", "ip"], input: .open)
      run.write("\n\r\n  \n")
      // Where the reader has not seen the pause yet, the rows are the same.
      try await Task.sleep(for: .milliseconds(300))
      run.write("ip,n\n8.8.8.8,a\n")
      run.endInput()
      let result = await run.result()
      #expect(try result.table["geo_ip"] == ["8.8.8.8"], "\(result)")
    }
  }

  @Test func `one that is missing does not keep the others from their rows`() async throws {
    try await withScene { scene in
      try write(scene)
      let result = try await scene.batch(["-f", "ip", "a.csv", "nowhere.csv", "b.csv"])
      #expect(result.end == .exit(66) && result.errors.contains("nowhere.csv"))
      #expect(try result.table["n"] == ["a", "b"])
    }
  }

  @Test func `--dry-run judges them as a run does`() async throws {
    try await withScene { scene in
      try write(scene)
      let good = try await scene.batch(["--dry-run", "a.csv", "b.csv", "quoted.csv"])
      #expect(good.end == .exit(0) && good.text.contains("to ask     3"), "\(good.text)")
      let bad = try await scene.batch(["--dry-run", "a.csv", "other.csv"])
      #expect(bad.end == .exit(65) && bad.output.isEmpty)
      #expect(scene.asked.isEmpty)
    }
  }
}
