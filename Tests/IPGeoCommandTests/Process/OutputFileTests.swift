import Foundation
import IPGeoStandIn
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `-o FILE` and the other files: entries 57, 58 and 61 of the inputs.
struct OutputFileTests {
  @Test func `57: the input as output is refused, by any of its names`() async throws {
    try await withScene { scene in
      try scene.write("a.csv", "8.8.8.8\n")
      symlink("a.csv", scene.path("soft.csv"))
      link(scene.path("a.csv"), scene.path("hard.csv"))
      try FileManager.default.createDirectory(
        atPath: scene.path("d"), withIntermediateDirectories: false)
      for output in ["a.csv", "./a.csv", "soft.csv", "hard.csv", "d/../a.csv", scene.path("a.csv")]
      {
        for option in ["-o", "--failures", "--summary-file"] {
          let result = try await scene.batch(["a.csv", option, output])
          #expect(result.end == .exit(64), "\(option) \(output)")
          #expect(try scene.read("a.csv") == "8.8.8.8\n", "\(option) \(output)")
          #expect(result.output.isEmpty)
        }
      }
      #expect(scene.names == ["a.csv", "d", "hard.csv", "soft.csv"])
      #expect(scene.server?.log.isEmpty == true)
    }
  }

  @Test func `57: so is a file that comes in by stdin, or is stdout`() async throws {
    try await withScene { scene in
      let path = try scene.write("a.csv", "8.8.8.8\n")
      let redirected = try await scene.batch(["-o", "a.csv"], input: .file(path))
      #expect(redirected.end == .exit(64))
      let appended = try await scene.batch(["a.csv"], output: .append(path))
      #expect(appended.end == .exit(64))
      #expect(try scene.read("a.csv") == "8.8.8.8\n")
    }
  }

  @Test func `57: two outputs in one file are refused`() async throws {
    try await withScene { scene in
      for pair in [
        ["-o", "x.csv", "--failures", "./x.csv"], ["-o", "x.csv", "--summary-file", "x.csv"],
        ["--failures", "x.csv", "--summary-file", "x.csv"],
      ] {
        let result = try await scene.batch(pair, input: .text("8.8.8.8\n"))
        #expect(result.end == .exit(64), "\(pair)")
        #expect(scene.names.isEmpty)
      }
    }
  }

  @Test func `58: the output takes its name when all is done, and nothing else is left`()
    async throws
  {
    try await withScene { scene in
      for code in [0, 2] as [Int32] {
        try scene.write("out.csv", "old\n")
        let result = try await scene.batch(
          ["-o", "out.csv", "--strict"], input: .text("8.8.8.8\n" + (code == 2 ? "x\n" : "")))
        #expect(result.end == .exit(code) && result.output.isEmpty)
        let table = try Table(csv: try scene.read("out.csv"))
        #expect(table["ip"] == (code == 2 ? ["8.8.8.8", "x"] : ["8.8.8.8"]))
        #expect(scene.names == ["out.csv"])
      }
    }
  }

  @Test func `58: at exit 69 the target is untouched and the rows stand in its partial`()
    async throws
  {
    try await withScene {
      $0.faults = [FaultRule(.status(403), on: .always)]
    } _: { scene in
      try scene.write("out.csv", "old\n")
      let result = try await scene.batch(["-o", "out.csv"], input: .text("8.8.8.8\n10.0.0.1\n"))
      #expect(result.end == .exit(69))
      #expect(try scene.read("out.csv") == "old\n")
      let partial = try Table(csv: try scene.read("out.csv.partial"))
      #expect(partial.verdicts == ["failed/refused", "special/private-use"])
      #expect(scene.names == ["out.csv", "out.csv.partial"])
    }
  }

  @Test func `58: at exit 66 too`() async throws {
    try await withScene { scene in
      try scene.write("in", "8.8.8.8\n")
      let result = try await scene.batch(["-o", "out.csv", "in", "nowhere"])
      #expect(result.end == .exit(66))
      #expect(!scene.exists("out.csv"))
      #expect(try Table(csv: try scene.read("out.csv.partial"))["ip"] == ["8.8.8.8"])
    }
  }

  @Test func `links are followed, mode is kept, new files follow the umask`() async throws {
    try await withScene { scene in
      let real = try scene.write("real.csv", "old\n")
      chmod(real, 0o640)
      symlink("real.csv", scene.path("link.csv"))
      let result = try await scene.batch(["-o", "link.csv"], input: .text("8.8.8.8\n"))
      #expect(result.end == .exit(0))
      var status = stat()
      #expect(lstat(scene.path("link.csv"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
      #expect(stat(real, &status) == 0 && status.st_mode & 0o777 == 0o640)
      #expect(try Table(csv: try scene.read("real.csv"))["ip"] == ["8.8.8.8"])
      let mask = umask(0o022)
      umask(mask)
      _ = try await scene.batch(["-o", "new.csv"], input: .text("8.8.8.8\n"))
      #expect(stat(scene.path("new.csv"), &status) == 0)
      #expect(status.st_mode & 0o777 == 0o666 & ~mask)
    }
  }

  @Test func `58: a folder, or a file in no folder, cannot be made`() async throws {
    try await withScene { scene in
      try FileManager.default.createDirectory(
        atPath: scene.path("d.csv"), withIntermediateDirectories: false)
      for output in ["d.csv", "none/x.csv"] {
        let result = try await scene.batch(["-o", output], input: .text("8.8.8.8\n"))
        #expect(result.end == .exit(73), "\(output)")
        #expect(result.errors.contains(output), "\(result.errors)")
      }
      #expect(scene.server?.log.isEmpty == true, "nothing is asked in vain")
      for option in ["--failures", "--summary-file"] {
        let result = try await scene.batch([option, "none/x"], input: .text("8.8.8.8\n"))
        #expect(result.end == .exit(73), "\(option)")
      }
    }
  }

  @Test func `58: a FIFO is written straight and stays one`() async throws {
    try await withScene { scene in
      #expect(mkfifo(scene.path("pipe.csv"), 0o600) == 0)
      let reader = try scene.start(program: "/bin/cat", ["pipe.csv"])
      let result = try await scene.batch(["-o", "pipe.csv"], input: .text("8.8.8.8\n"))
      #expect(result.end == .exit(0))
      #expect(try await reader.result().table["ip"] == ["8.8.8.8"])
      var status = stat()
      #expect(
        lstat(scene.path("pipe.csv"), &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
      #expect(scene.names == ["pipe.csv"])
    }
  }

  @Test func `58: /dev/stdout and - are stdout`() async throws {
    try await withScene { scene in
      for output in ["/dev/stdout", "-"] {
        let result = try await scene.batch(
          ["-o", output, "--format", "csv"], input: .text("8.8.8.8\n"))
        #expect(result.end == .exit(0), "\(output)")
        #expect(try result.table["ip"] == ["8.8.8.8"], "\(output)")
        #expect(scene.names.isEmpty)
      }
    }
  }

  @Test func `61: two runs with one output at once leave one whole file`() async throws {
    try await withScene { scene in
      let inputs = [publicAddresses(400), Array(publicAddresses(800).suffix(400))]
      let runs = try inputs.map {
        try scene.startBatch(
          ["-o", "out.csv", "--batch-rate", "1000/1s"], input: .text(list($0)))
      }
      for run in runs { #expect(await run.result().end == .exit(0)) }
      let ips = try Table(csv: try scene.read("out.csv"))["ip"]
      #expect(inputs.contains(ips))
      #expect(scene.names == ["out.csv"])
    }
  }

  @Test func `the format follows the output's extension, and an unknown one is refused`()
    async throws
  {
    try await withScene { (scene) async throws in
      let input = RunInput.text("8.8.8.8\n")
      for name in ["o.jsonl", "o.ndjson"] {
        #expect(try await scene.batch(["-o", name], input: input).end == .exit(0))
        #expect(try jsonLines(try scene.read(name)).first?["ip"] as? String == "8.8.8.8")
      }
      #expect(try await scene.batch(["-o", "o.tsv"], input: input).end == .exit(0))
      #expect(try scene.read("o.tsv").hasPrefix("ip\tstatus\t"))
      #expect(try await scene.batch(["-o", "o.xlsx"], input: input).end == .exit(64))
      #expect(
        try await scene.batch(["-o", "o.xlsx", "--format", "csv"], input: input).end == .exit(0))
    }
  }
}
