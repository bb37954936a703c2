import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `ipgeo cache path|stats|prune|clear`.
struct CacheTests {
  @Test func `path is shown whether or not there is a store, and none is made`() async throws {
    try await withBareScene { scene in
      let standard = try await scene.cache(["path"])
      #expect(standard.end == .exit(0) && standard.errors.isEmpty)
      #expect(standard.text == "\(scene.environment["XDG_CACHE_HOME"] ?? "")/ipgeo/answers.db\n")
      let named = try await scene.cache(["path"], variables: ["IPGEO_CACHE": "a.db"])
      #expect(named.text == "a.db\n")
      #expect(try await scene.cache(["path", "--cache", "b.db"]).text == "b.db\n")
      #expect(scene.names.isEmpty)
      let full = try await scene.cache(["path"], output: .file("/dev/full"))
      #expect(full.end == .exit(74))
    }
  }

  @Test func `a store that is not there counts nothing, and none is made`() async throws {
    try await withBareScene { scene in
      let store = scene.path("folder/answers.db")
      let text = try await scene.cache(["stats", "--cache", store])
      #expect(text.end == .exit(0))
      #expect(text.text == "path      \(store)\nsize      no file yet\nanswers   0\n")
      #expect(text.errors == "ipgeo: there is no store at \(store) yet\n")
      let json = try await scene.cache(["stats", "-q", "--format=json", "--cache", store])
      #expect(json.end == .exit(0) && json.errors.isEmpty)
      #expect(
        json.text == """
          {"path":"\(store)","exists":false,"size":0,"answers":0,"kinds":[],\
          "oldest_asked_at":null,"newest_asked_at":null}

          """)
      for arguments in [["prune"], ["clear"], ["export"], ["export", "-o", "empty.jsonl"]] {
        let result = try await scene.cache(arguments + ["--cache", store])
        #expect(result.end == .exit(0) && result.output.isEmpty)
        #expect(result.errors.hasPrefix("ipgeo: there is no store at \(store): nothing to "))
      }
      #expect(scene.names == ["empty.jsonl"])
      #expect(try scene.read("empty.jsonl").isEmpty)
    }
  }

  @Test func `stats counts by provider and language, and tells ages and size`() async throws {
    try await withBareScene { scene in
      let lines =
        answerLine("8.8.8.8", askedAt: "2026-01-02T03:04:05Z") + answerLine("8.8.4.4")
        + answerLine("8.8.8.8", language: "de", askedAt: "2025-12-31T23:59:59Z")
      #expect(try await scene.cache(["import"], input: .text(lines)).end == .exit(0))
      let path = try await scene.cache(["path"]).text.dropLast()
      let result = try await scene.cache(["stats"])
      let size = try #require(try await scene.statistics()["size"] as? Int)
      let file = try FileManager.default.attributesOfItem(atPath: String(path))
      #expect(try #require(file[.size] as? Int) <= size)
      #expect((file[.posixPermissions] as? Int) == 0o600)
      #expect(result.end == .exit(0) && result.errors.isEmpty)
      let kept = result.text.split(separator: "\n").filter { !$0.hasPrefix("size") }
      #expect(
        kept == [
          "path      \(path)", "answers   3", "          1 ip-api de", "          2 ip-api en",
          "oldest    2025-12-31T23:59:59Z", "newest    2026-01-02T03:04:05Z",
        ])
      let statistics = try await scene.statistics()
      #expect(
        statistics["kinds"] as? NSArray == [
          ["provider": "ip-api", "language": "de", "answers": 1],
          ["provider": "ip-api", "language": "en", "answers": 2],
        ])
      #expect(statistics["oldest_asked_at"] as? String == "2025-12-31T23:59:59Z")
      #expect(statistics["exists"] as? Bool == true)
    }
  }

  @Test func `prune deletes what is old enough and nothing else`() async throws {
    try await withBareScene { scene in
      let lines =
        answerLine("8.8.8.1", askedAt: daysAgo(61)) + answerLine("8.8.8.2", askedAt: daysAgo(59))
        + answerLine("8.8.8.3", askedAt: daysAgo(1)) + answerLine("8.8.8.4", askedAt: daysAgo(0))
      _ = try await scene.cache(["import"], input: .text(lines))
      let usual = try await scene.cache(["prune"])
      #expect(usual.end == .exit(0) && usual.output.isEmpty)
      #expect(usual.errors.hasPrefix("ipgeo: 1 answer deleted from "))
      let none = try await scene.cache(["prune", "-q"])
      #expect(none.end == .exit(0) && none.errors.isEmpty)
      #expect(try await scene.answers() == 3)
      #expect(try await scene.cache(["prune", "--older-than", "58d"]).end == .exit(0))
      let left = try await scene.cache(["export", "-q"]).text
      #expect(!left.contains("8.8.8.2") && left.contains("8.8.8.3") && left.contains("8.8.8.4"))
      #expect(try await scene.cache(["prune", "--older-than", "106751d"]).end == .exit(0))
      #expect(try await scene.answers() == 2)
      #expect(try await scene.cache(["prune", "--older-than", "0s"]).end == .exit(0))
      #expect(try await scene.answers() == 0)
    }
  }

  @Test func `clear deletes all answers and never the limit`() async throws {
    try await withBareScene { scene in
      let limit = try scene.write("limit.db", "not to be touched")
      let variables = ["IPGEO_LIMIT_FILE": limit]
      _ = try await scene.cache(
        ["import"], input: .text(answerLine("8.8.8.8") + answerLine("1.1.1.1")))
      let result = try await scene.cache(["clear"], variables: variables)
      #expect(result.end == .exit(0) && result.output.isEmpty)
      #expect(result.errors.hasPrefix("ipgeo: 2 answers deleted from "))
      #expect(try await scene.answers() == 0)
      #expect(try scene.read("limit.db") == "not to be touched")
      #expect(scene.names == ["limit.db"])
    }
  }

  @Test(arguments: ["stats", "export", "prune", "clear", "import"])
  func `a file of somebody else's is left alone`(word: String) async throws {
    try await withBareScene { scene in
      try scene.write("list.txt", "8.8.8.8\n")
      let result = try await scene.cache([word, "--cache", "list.txt"])
      #expect(result.end == .exit(["stats", "export"].contains(word) ? 66 : 73))
      #expect(result.output.isEmpty)
      #expect(result.errors.contains("list.txt is not ipgeo's: it is left alone"))
      #expect(try scene.read("list.txt") == "8.8.8.8\n")
      #expect(scene.names == ["list.txt"])
    }
  }

  @Test(arguments: ["stats", "clear"])
  func `so is a folder, and what a newer version made`(word: String) async throws {
    try await withBareScene { scene in
      let code: Int32 = word == "stats" ? 66 : 73
      let folder = try await scene.cache([word, "--cache", "."])
      #expect(folder.end == .exit(code) && folder.errors.contains("it is a folder"))
      _ = try await scene.cache(
        ["import", "--cache", "a.db"], input: .text(answerLine("8.8.8.8")))
      var bytes = try Data(contentsOf: URL(fileURLWithPath: scene.path("a.db")))
      // SQLite's header: the user version is a big-endian number at byte 60.
      bytes.replaceSubrange(60..<64, with: [0, 0, 0, 99])
      try scene.write("a.db", bytes)
      let newer = try await scene.cache([word, "--cache", "a.db"])
      #expect(newer.end == .exit(code))
      #expect(newer.errors.contains("a.db was made by a newer ipgeo (form 99)"))
      #expect(try Data(contentsOf: URL(fileURLWithPath: scene.path("a.db"))) == bytes)
    }
  }

  @Test func `a damaged store is set aside, and who wanted to read it hears so`() async throws {
    try await withBareScene { scene in
      for (word, code) in [("stats", 65), ("export", 65), ("clear", 0), ("import", 0)] {
        try scene.write("a.db", [UInt8](repeating: 0x58, count: 5000))
        try scene.write("out.jsonl", "old\n")
        let result = try await scene.cache(
          [word, "-q", "--cache", "a.db"] + (word == "export" ? ["-o", "out.jsonl"] : []),
          input: .text(answerLine("8.8.8.8")))
        #expect(result.end == .exit(Int32(code)), "\(word)")
        #expect(result.errors.contains("a.db was damaged: it is now") == (code != 0), "\(word)")
        #expect(try scene.read("out.jsonl") == "old\n", "\(word)")
        #expect(try await scene.answers(["--cache", "a.db"]) == (word == "import" ? 1 : 0))
      }
      #expect(scene.names.filter { $0.contains(".corrupt-") }.count == 4)
    }
  }

  @Test(.disabled(if: geteuid() == 0, "root may write everything"))
  func `a read-only store can be read but not changed`() async throws {
    try await withBareScene { scene in
      try FileManager.default.createDirectory(
        atPath: scene.path("d"), withIntermediateDirectories: false)
      _ = try await scene.cache(
        ["import", "--cache", "d/a.db"], input: .text(answerLine("8.8.8.8")))
      chmod(scene.path("d/a.db"), 0o400)
      chmod(scene.path("d"), 0o500)
      defer { chmod(scene.path("d"), 0o700) }
      #expect(try await scene.answers(["--cache", "d/a.db"]) == 1)
      let export = try await scene.cache(["export", "--cache", "d/a.db"])
      #expect(export.end == .exit(0) && export.text.contains("8.8.8.8"))
      for word in ["prune", "clear", "import"] {
        let result = try await scene.cache([word, "--cache", "d/a.db"])
        #expect(result.end == .exit(73) && result.errors.contains("read-only"), "\(word)")
      }
    }
  }

  @Test func `the word alone, and one that is none, are wrong use`() async throws {
    try await withBareScene { scene in
      let alone = try await scene.cache([])
      #expect(alone.end == .exit(64) && alone.output.isEmpty)
      #expect(alone.errors.hasPrefix("Usage: ipgeo cache COMMAND"))
      let unknown = try await scene.cache(["purge"])
      #expect(unknown.end == .exit(64) && unknown.errors.contains("the nearest is prune"))
      #expect(try await scene.cache(["export", "--help"]).text.contains("Members of a line"))
    }
  }
}
