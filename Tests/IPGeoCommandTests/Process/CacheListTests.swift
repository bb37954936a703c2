import Foundation
import IPGeoAddresses
import IPGeoCore
import IPGeoStore
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `ipgeo cache export|import`.
struct CacheListTests {
  /// Fills a store with answers of two languages and both statuses.
  private func fill(_ path: String, count: UInt32) throws {
    let store = try AnswerStore(path: path)
    let now = Int64(Date().timeIntervalSince1970)
    for language in ["en", "de"] {
      let kind = AnswerKind(provider: "ip-api", language: language)
      let answers = (0..<count).map { number in
        var location = Location()
        location.city = "City \(number % 100) \"\(language)\""
        location.latitude = Double(number % 900) / 10 - 45
        location.asn = number % 50
        location.isMobile = number % 3 == 0 ? nil : number % 2 == 0
        let v4 = IPAddress(ipv4: 0x0800_0000 &+ number)
        let v6 = IPAddress(high: 0x2a00_0000_0000_0000 | UInt64(number), low: 1)
        return StoredAnswer(
          address: number % 2 == 0 ? v4 : v6,
          outcome: number % 7 == 0 ? .unknown(.noData) : .located(location),
          askedAt: now - Int64(number), hasReverse: number % 5 == 0)
      }
      store.keep(answers, kind: kind, now: now)
    }
    store.close(now: now)
  }

  @Test func `what is exported and imported is the same, byte for byte`() async throws {
    try await withBareScene { scene in
      try fill(scene.path("a.db"), count: 4000)
      let first = try await scene.cache(["export", "--cache", "a.db"])
      #expect(first.end == .exit(0) && first.errors == "ipgeo: 8,000 answers exported\n")
      #expect(first.output.count { $0 == 0x0A } == 8000)
      let imported = try await scene.cache(
        ["import", "--cache", "b.db", "-"], input: .bytes(first.output))
      #expect(imported.end == .exit(0) && imported.output.isEmpty)
      #expect(imported.errors == "ipgeo: 8,000 answers taken\n")
      let second = try await scene.cache(["export", "-q", "--cache", "b.db", "-o", "b.jsonl"])
      #expect(second.end == .exit(0) && second.output.isEmpty && second.errors.isEmpty)
      #expect(try scene.read("b.jsonl") == first.text)
      // Into a store whose languages came in another order.
      _ = try await scene.cache(
        ["import", "--cache", "c.db"], input: .text(answerLine("8.0.0.0", language: "en")))
      _ = try await scene.cache(["import", "--cache", "c.db", "b.jsonl"])
      #expect(try await scene.cache(["export", "--cache", "c.db"]).output == first.output)
      #expect(scene.names == ["a.db", "b.db", "b.jsonl", "c.db"])
    }
  }

  @Test func `of two answers the newer one stays, whatever the order`() async throws {
    try await withBareScene { scene in
      let lines = [("2026-01-02", "Two"), ("2026-01-03", "Three"), ("2026-01-01", "One")]
      for (day, city) in lines {
        let line = answerLine("8.8.8.8", askedAt: day + "T00:00:00Z", city: city)
        #expect(try await scene.cache(["import"], input: .text(line)).end == .exit(0))
      }
      let result = try await scene.cache(
        ["import"], input: .text(answerLine("8.8.8.8", askedAt: "2026-01-01T00:00:00Z")))
      #expect(
        result.errors == "ipgeo: 0 answers taken, 1 left out as newer ones are known\n")
      let text = try await scene.cache(["export"]).text
      #expect(text.contains("\"city\":\"Three\"") && text.count { $0 == "\n" } == 1)
    }
  }

  @Test func `bad lines are named, and the good ones taken`() async throws {
    try await withBareScene { scene in
      let bad = answerLine("10.0.0.1")
      try scene.write(
        "in.jsonl",
        answerLine("8.8.8.1") + "nonsense\n" + bad + bad + "\n" + bad + bad + bad
          + answerLine("8.8.8.2"))
      let result = try await scene.cache(["import", "in.jsonl"])
      #expect(result.end == .exit(65) && result.output.isEmpty)
      #expect(
        result.errors == """
          ipgeo: in.jsonl:2: this is no JSON: a value is expected (at byte 0)
          ipgeo: in.jsonl:3: 10.0.0.1 is special (private-use): nobody is asked about it
          ipgeo: in.jsonl:4: 10.0.0.1 is special (private-use): nobody is asked about it
          ipgeo: in.jsonl:6: 10.0.0.1 is special (private-use): nobody is asked about it
          ipgeo: special: and 2 more like it
          ipgeo: 6 of 8 lines are no answers, and left out
          ipgeo: 2 answers taken

          """)
      #expect(try await scene.answers() == 2)
      let quiet = try await scene.cache(["import", "-q"], input: .text("x\n"))
      #expect(quiet.end == .exit(65))
      #expect(quiet.errors == "ipgeo: 1 of 1 line is no answer, and left out\n")
    }
  }

  @Test func `line ends, blank lines, byte order marks and UTF-16 are no matter`() async throws {
    try await withBareScene { scene in
      let lines = [answerLine("8.8.8.1"), answerLine("8.8.8.2", city: "Zürich")]
      let crlf = lines.joined().replacing("\n", with: "\r\n\r\n")
      // CR and LF are one character.
      try scene.write("crlf", "\u{FEFF}" + crlf.dropLast(2))
      try scene.write("utf16", try #require(lines.joined().data(using: .utf16)))
      for name in ["crlf", "utf16"] {
        let result = try await scene.cache(["import", "--cache", name + ".db", name])
        #expect(result.end == .exit(0), "\(name): \(result.errors)")
        #expect(try await scene.answers(["--cache", name + ".db"]) == 2)
        let text = try await scene.cache(["export", "--cache", name + ".db"]).text
        #expect(text.contains("Zürich"))
      }
    }
  }

  @Test func `a line without end is one bad line, and what follows is taken`() async throws {
    try await withBareScene { scene in
      let long = String(repeating: "[", count: 3 << 20)
      let result = try await scene.cache(
        ["import"], input: .text(answerLine("8.8.8.1") + long + "\n" + answerLine("8.8.8.2")))
      #expect(result.end == .exit(65))
      #expect(result.errors.contains("standard input:2: this line is longer than 1 MiB"))
      #expect(try await scene.answers() == 2)
    }
  }

  @Test func `inputs that cannot be read are told of, and the others taken`() async throws {
    try await withBareScene { scene in
      try scene.write("a", answerLine("8.8.8.1"))
      try scene.write("z.zip", [0x50, 0x4b, 0x03, 0x04, 1, 2, 3])
      let missing = try await scene.cache(["import", "nowhere", "a"])
      #expect(missing.end == .exit(66) && missing.errors.contains("nowhere: no such file"))
      #expect(try await scene.answers() == 1)
      let packed = try await scene.cache(["import", "z.zip", "a"])
      #expect(packed.end == .exit(65) && packed.errors.contains("z.zip: this is a zip archive"))
      let all = try await scene.cache(["import", "z.zip", "nowhere"], input: .null)
      #expect(all.end == .exit(66))
      let empty = try await scene.cache(["import", "-q"], input: .null)
      #expect(empty.end == .exit(0))
      #expect(empty.errors == "ipgeo: no answers in the input: nothing to do\n")
      let closed = try await scene.cache(["import"], input: .closed)
      #expect(closed.end == .exit(0))
    }
  }

  @Test func `a store that cannot be made is told before anything is read`() async throws {
    try await withBareScene { scene in
      try scene.write("file", "")
      let result = try await scene.cache(["import", "--cache", "file/a.db"], input: .open)
      #expect(result.end == .exit(73) && result.errors.contains("file/a.db cannot be used"))
      let export = try await scene.cache(["export", "--cache", "file/a.db"])
      #expect(export.end == .exit(66))
    }
  }

  @Test func `the store itself is neither output nor input`() async throws {
    try await withBareScene { scene in
      _ = try await scene.cache(
        ["import", "--cache", "a.db"], input: .text(answerLine("8.8.8.8")))
      symlink("a.db", scene.path("link"))
      let before = try await scene.cache(["export", "--cache", "a.db"]).text
      for arguments in [
        ["export", "-o", "a.db"], ["export", "-o", "link"], ["export", "-o", "a.db-wal"],
        ["import", "./a.db"], ["import", "link"],
      ] {
        let result = try await scene.cache(arguments + ["--cache", "a.db"])
        #expect(result.end == .exit(64), "\(arguments)")
      }
      let input = try await scene.cache(
        ["import", "--cache", "a.db"], input: .file(scene.path("a.db")))
      #expect(input.end == .exit(64))
      #expect(try await scene.cache(["export", "--cache", "link"]).text == before)
    }
  }

  @Test func `head ends an export quietly, and a full disk does not`() async throws {
    try await withBareScene { scene in
      try fill(scene.path("a.db"), count: 3000)
      let head = try await scene.cache(["export", "--cache", "a.db"], output: .head(1))
      #expect(head.end == .signal(SIGPIPE) && head.errors.isEmpty)
      let full = try await scene.cache(
        ["export", "--cache", "a.db"], output: .file("/dev/full"))
      #expect(full.end == .exit(74) && full.errors.contains("no space left on device"))
      let device = try await scene.cache(["export", "--cache", "a.db", "-o", "/dev/full"])
      #expect(device.end == .exit(74))
      let nowhere = try await scene.cache(["export", "--cache", "a.db", "-o", "none/x"])
      #expect(nowhere.end == .exit(73))
      #expect(scene.names == ["a.db"])
    }
  }

  @Test func `an import that is killed leaves whole transactions`() async throws {
    try await withBareScene { scene in
      let run = try scene.start(["cache", "import"], input: .open)
      // Two transactions, and lines that wait for a third.
      let lines = publicAddresses(12_000).map { answerLine($0) }.joined()
      await onThread { _ = run.write(lines) }
      while run.isRunning, try await scene.answers() < 10_000 {}
      run.signal(SIGKILL)
      #expect(await run.result().end == .signal(SIGKILL))
      #expect(try await scene.answers() == 10_000)
      let again = try await scene.cache(["import"], input: .text(lines))
      #expect(again.end == .exit(0))
      #expect(try await scene.answers() == 12_000)
    }
  }
}
