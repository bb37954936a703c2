import Foundation
import IPGeoStandIn
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `-o FILE.gz` and `-o FILE.zst`; programs that this machine lacks are left out.
struct CompressedOutputTests {
  struct Program: Sendable, CustomStringConvertible {
    var name: String
    var suffix: String
    var description: String { name }
  }

  static let programs = [Program(name: "gzip", suffix: "gz"), Program(name: "zstd", suffix: "zst")]
    .filter { PackedTests.path($0.name) != nil }
  static let fields = ["-f", "ip,status"]

  /// Unpacks a file by the program itself; it must be whole.
  private func unpack(
    _ file: String, _ program: String, _ scene: Scene
  ) async throws -> String {
    let path = try #require(PackedTests.path(program))
    let tested = try await scene.start(
      program: path, ["-t"], input: .file(scene.path(file))
    ).result()
    #expect(tested.end == .exit(0), "\(file): \(tested.errors)")
    let run = try scene.start(program: path, ["-dc"], input: .file(scene.path(file)))
    return await run.result().text
  }

  /// Puts a script in the place of gzip; what it returns finds it.
  private func replaceGzip(_ script: String, _ scene: Scene) throws -> [String: String?] {
    try FileManager.default.createDirectory(
      atPath: scene.path("bin"), withIntermediateDirectories: true)
    // A process that is being started would keep the file open for writing, and so "busy".
    let file = try descriptorLock.withLock {
      try scene.write("bin/gzip", "#!/bin/sh\n" + script + "\n")
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    return ["PATH": scene.path("bin") + ":/usr/bin:/bin"]
  }

  @Test(arguments: programs)
  func `the rows are those of the plain file`(program: Program) async throws {
    try await withScene { scene in
      try scene.write("in.jsonl", "{\"ip\":\"8.8.8.8\"}\n{\"ip\":\"10.0.0.1\"}\n")
      for name in ["out.csv", "out.tsv", "out.jsonl", "out.ndjson", "out"] {
        let plain = try await scene.batch(["in.jsonl", "-o", name])
        #expect(plain.end == .exit(0))
        let packed = "\(name).\(program.suffix)"
        let result = try await scene.batch(["in.jsonl", "-o", packed])
        #expect(result.end == .exit(0) && result.output.isEmpty, "\(result.errors)")
        #expect(try await unpack(packed, program.name, scene) == scene.read(name), "\(name)")
        #expect(scene.names == ["in.jsonl", name, packed].sorted())
        for made in [name, packed] { unlink(scene.path(made)) }
      }
    }
  }

  @Test(arguments: programs)
  func `the same rows make the same bytes, however they come`(program: Program) async throws {
    try await withScene { scene in
      let addresses = publicAddresses(1500)
      try scene.write("in", list(addresses))
      let (first, second) = ("a.csv.\(program.suffix)", "b.csv.\(program.suffix)")
      let known = try await scene.batch(Scene.freely + ["in", "-o", first])
      #expect(known.end == .exit(0), "\(known.errors)")
      let run = try scene.startBatch(Scene.freely + ["-o", second], input: .open)
      for start in stride(from: 0, to: addresses.count, by: 100) {
        run.write(list(Array(addresses[start..<start + 100])))
        await onThread { usleep(2000) }
      }
      run.endInput()
      #expect(await run.result().end == .exit(0))
      #expect(
        try Data(contentsOf: URL(filePath: scene.path(first)))
          == Data(contentsOf: URL(filePath: scene.path(second))))
    }
  }

  @Test(arguments: [("gzip", "gz"), ("zstd", "zst")])
  func `without the program it is one line and 73 before anything is asked or made`(
    program: String, suffix: String
  ) async throws {
    try await withScene { scene in
      let output = "out.csv.\(suffix)"
      let result = try await scene.batch(
        ["-o", output, "--failures", "f"], input: .text("8.8.8.8\n"),
        variables: ["PATH": scene.folder.path + ":bin:"])
      #expect(result.end == .exit(73))
      #expect(
        result.errors
          == "ipgeo: cannot create \(output): there is no \(program) in PATH that could pack the "
          + "rows; apt-get install \(program)\n")
      #expect(scene.names.isEmpty && scene.asked.isEmpty)
    }
  }

  @Test(arguments: programs)
  func `58: a file that is there is replaced at exit 2 and left alone at 66`(
    program: Program
  ) async throws {
    try await withScene { scene in
      let output = "out.csv.\(program.suffix)"
      try scene.write(output, "old\n")
      try scene.write("in", "8.8.8.8\nx\n")
      let missing = try await scene.batch(Self.fields + ["in", "nowhere", "-o", output])
      #expect(missing.end == .exit(66))
      #expect(try scene.read(output) == "old\n")
      let rows = "ip,status\n8.8.8.8,located\nx,invalid\n"
      #expect(try await unpack(output + ".partial", program.name, scene) == rows)
      let strict = try await scene.batch(Self.fields + ["in", "--strict", "-o", output])
      #expect(strict.end == .exit(2))
      #expect(try await unpack(output, program.name, scene) == rows)
      #expect(scene.names == ["in", output])
    }
  }

  @Test(arguments: programs, [SIGINT, SIGTERM])
  func `after a signal the partial is whole, all its rows in it`(
    program: Program, signal: Int32
  ) async throws {
    let watch = RequestWatch()
    try await withScene {
      $0.onRequest = { watch.note($0) }
    } _: { scene in
      let addresses = publicAddresses(250)
      try scene.write("in", list(addresses))
      let output = "out.csv.\(program.suffix)"
      let run = try scene.startBatch(SignalTests.once + ["in", "-o", output])
      #expect(await watch.hasSeen(1))
      run.signal(signal)
      #expect(await run.result().end == .signal(signal))
      #expect(scene.names == ["in", output + ".partial"])
      let text = try await unpack(output + ".partial", program.name, scene)
      #expect(try Table(csv: text)["ip"] == addresses)
    }
  }

  @Test(.enabled(if: PackedTests.path("gzip") != nil))
  func `Ctrl-C, and a SIGTERM to all processes of the job, are the run's alone`() async throws {
    let watch = RequestWatch()
    try await withScene {
      $0.onRequest = { watch.note($0) }
    } _: { scene in
      let addresses = publicAddresses(250)
      try scene.write("in", list(addresses))
      let variables = try replaceGzip("echo $$ > number; exec /usr/bin/gzip \"$@\"", scene)
      let run = try scene.startBatch(
        SignalTests.once + ["in", "-o", "out.csv.gz"], input: .terminal, errors: .terminal,
        variables: variables)
      #expect(await watch.hasSeen(1))
      let number = try #require(Int32(scene.read("number").filter(\.isNumber)))
      #expect(kill(number, SIGTERM) == 0)
      run.write("\u{3}")
      let result = await run.result()
      #expect(result.end == .signal(SIGINT), "\(result.errors)")
      let text = try await unpack("out.csv.gz.partial", "gzip", scene)
      #expect(try Table(csv: text)["ip"] == addresses)
      #expect(kill(number, 0) != 0, "the program is gone")
    }
  }

  @Test(.enabled(if: PackedTests.path("gzip") != nil))
  func `after SIGKILL nothing has the name, and the next run is as any`() async throws {
    let watch = RequestWatch()
    try await withScene {
      $0.onRequest = { watch.note($0) }
    } _: { scene in
      let addresses = publicAddresses(250)
      try scene.write("in", list(addresses))
      let variables = try replaceGzip("echo $$ > number; exec /usr/bin/gzip \"$@\"", scene)
      let run = try scene.startBatch(
        SignalTests.once + ["in", "-o", "out.csv.gz"], variables: variables)
      #expect(await watch.hasSeen(1))
      run.signal(SIGKILL)
      #expect(await run.result().end == .signal(SIGKILL))
      #expect(!scene.exists("out.csv.gz") && !scene.exists("out.csv.gz.partial"))
      // Its input has ended, and so it ends by itself.
      let number = try #require(Int32(scene.read("number").filter(\.isNumber)))
      #expect(await onThread { Self.waitFor { kill(number, 0) != 0 } })
      let again = try await scene.batch(Scene.freely + ["in", "-o", "out.csv.gz"])
      #expect(again.end == .exit(0))
      let text = try await unpack("out.csv.gz", "gzip", scene)
      #expect(try Table(csv: text)["ip"] == addresses)
      #expect(scene.names.filter { $0.hasPrefix(".") }.isEmpty, "\(scene.names)")
    }
  }

  @Test(arguments: [
    ("cat; echo done;", "ip,status\n8.8.8.8,located\n10.0.0.1,special\ndone\n", 1),
    ("echo done;", "done\n", 20_000),
  ])
  func `a program that hangs is left behind by a signal, and what it made, too`(
    script: String, made: String, rows: Int
  ) async throws {
    try await withScene { scene in
      let variables = try replaceGzip("echo $$ > number; \(script) exec sleep 1000", scene)
      let run = try scene.startBatch(
        Self.fields + ["-o", "out.csv.gz"], input: .open, variables: variables)
      run.write("8.8.8.8\n")
      run.write(list(Array(repeating: "10.0.0.1", count: rows)))
      run.endInput()
      #expect(await onThread { Self.waitFor { scene.hidden.contains { $0.hasSuffix("done\n") } } })
      run.signal(SIGTERM)
      #expect(await run.result().end == .signal(SIGTERM))
      #expect(try scene.read("out.csv.gz.partial") == made)
      #expect(!scene.exists("out.csv.gz"))
      kill(try #require(Int32(scene.read("number").filter(\.isNumber))), SIGKILL)
    }
  }

  @Test(arguments: [
    ("exit 3", "gzip ended with 3"), ("kill -9 $$", "gzip was ended by signal 9"),
    ("exit 0", "gzip ended before it had all rows"),
    ("cat > /dev/null; exit 4", "gzip ended with 4"),
    ("echo 'gzip: \u{1B}[2J' >&2; exit 1", "gzip ended with 1 (gzip: \\x1B[2J)"),
  ])
  func `a program that fails is a write error, and the rows stand beside the file`(
    script: String, words: String
  ) async throws {
    try await withScene { scene in
      try scene.write("out.csv.gz", "old\n")
      // More rows than a pipe holds: none of them goes in unnoticed.
      let addresses = (0..<20_000).map { "10.0.\($0 >> 8).\($0 & 255)" }
      try scene.write("in", list(addresses))
      let variables = try replaceGzip(script, scene)
      let result = try await scene.batch(
        ["in", "-o", "out.csv.gz", "--summary-file", "s"], variables: variables, deadline: 60)
      #expect(result.end == .exit(74), "\(result.errors)")
      #expect(
        result.errors.contains("ipgeo: cannot write out.csv.gz: \(words)\n"), "\(result.errors)")
      #expect(try scene.read("out.csv.gz") == "old\n")
      #expect(scene.names == ["bin", "in", "out.csv.gz", "out.csv.gz.partial", "s"])
      #expect(try Summary(scene.read("s"))["exit_code"] == 74)
    }
  }

  @Test func `a program that dies while answers are awaited ends the run at once`() async throws {
    try await withScene { scene in
      let variables = try replaceGzip("echo $$ > number; exec sleep 1000", scene)
      let run = try scene.startBatch(
        SignalTests.once + ["-o", "out.csv.gz"], input: .open, variables: variables)
      run.write("8.8.8.8\n")
      #expect(await onThread { Self.waitFor { !((try? scene.read("number")) ?? "").isEmpty } })
      let number = try #require(Int32(scene.read("number").filter(\.isNumber)))
      kill(number, SIGKILL)
      let result = await run.result()
      #expect(result.end == .exit(74), "\(result.errors)")
      #expect(result.errors.contains("cannot write out.csv.gz: gzip was ended by signal 9\n"))
    }
  }

  @Test(.enabled(if: PackedTests.path("gzip") != nil && access("/dev/full", W_OK) == 0))
  func `a full disk is a write error, in the program's own words`() async throws {
    try await withScene { scene in
      symlink("/dev/full", scene.path("out.csv.gz"))
      let result = try await scene.batch(["-o", "out.csv.gz"], input: .text("8.8.8.8\n"))
      #expect(result.end == .exit(74))
      #expect(result.errors.contains("cannot write out.csv.gz: gzip ended with 1 (gzip: "))
      #expect(result.errors.contains("No space left on device"), "\(result.errors)")
    }
  }

  @Test(.enabled(if: PackedTests.path("gzip") != nil))
  func `a pipe is written straight, and one that nobody reads to its end ends the run`()
    async throws
  {
    try await withScene { scene in
      #expect(mkfifo(scene.path("out.csv.gz"), 0o600) == 0)
      let reader = try scene.start(
        program: "/bin/sh", ["-c", "gzip -dc < out.csv.gz"])
      let result = try await scene.batch(
        Self.fields + ["-o", "out.csv.gz"], input: .text("8.8.8.8\n"))
      #expect(result.end == .exit(0), "\(result.errors)")
      #expect(await reader.result().text == "ip,status\n8.8.8.8,located\n")

      // Addresses that pack badly, many more than the pipes hold.
      let random = (0..<200_000).map {
        "10.\($0 &* 40_503 & 255).\($0 &* 2_654_435 >> 7 & 255).\($0 & 255)"
      }
      try scene.write("in", list(random))
      let head = try scene.start(program: "/bin/sh", ["-c", "head -c 10 < out.csv.gz > /dev/null"])
      let closed = try await scene.batch(["in", "-o", "out.csv.gz"], deadline: 120)
      #expect(closed.end == .signal(SIGPIPE), "\(closed.errors)")
      #expect(!closed.errors.contains("cannot write"), "\(closed.errors)")
      #expect(await head.result().end == .exit(0))
    }
  }

  @Test func `the program gets no key and no option of the environment`() async throws {
    try await withScene { scene in
      var variables = try replaceGzip("env > seen; echo \"$@\" >> seen; cat", scene)
      variables["IPGEO_CACHE"] = scene.path("secret.db")
      variables["GZIP"] = "-1"
      let result = try await scene.batch(
        Self.fields + ["-o", "out.gz"], input: .text("8.8.8.8\n"), variables: variables)
      #expect(result.end == .exit(0), "\(result.errors)")
      let seen = try scene.read("seen")
      #expect(!seen.contains("IPGEO") && !seen.contains("GZIP") && seen.hasSuffix("\n-nc\n"))
      #expect(try scene.read("out.gz") == "ip,status\n8.8.8.8,located\n")
    }
  }

  @Test func `failures stay plain, which is said of a name that promises more`() async throws {
    try await withScene { scene in
      let result = try await scene.batch(
        Self.fields + ["--failures", "f.jsonl.gz"], input: .text("x\n8.8.8.8\n"))
      #expect(result.end == .exit(0))
      #expect(result.errors.contains("ipgeo: --failures f.jsonl.gz is written as plain text"))
      #expect(try jsonLines(scene.read("f.jsonl.gz")).count == 1)
    }
  }

  private static func waitFor(_ condition: () -> Bool) -> Bool {
    for _ in 0..<6000 {
      if condition() { return true }
      usleep(5000)
    }
    return false
  }
}

extension Scene {
  /// What stands in the files that have no name of their own yet.
  fileprivate var hidden: [String] {
    names.filter { $0.hasPrefix(".") }.compactMap { try? read($0) }
  }
}
