import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Several inputs that are pipes: what each is may be known only when its turn comes.
@Suite struct PipeInputTests {
  /// Fills two named pipes one after the other while a run reads both.
  private func run(
    _ first: String, _ second: String, _ scene: Scene, _ options: [String] = []
  ) async throws -> RunResult {
    try scene.write("first", first)
    try scene.write("second", second)
    for name in ["p1", "p2"] { #expect(mkfifo(scene.path(name), 0o600) == 0) }
    let filling = try scene.start(
      program: "/bin/sh", ["-c", "cat first > p1; cat second > p2"], input: .closed)
    let result = try await scene.batch(["p1", "p2", "-f", "ip,status"] + options)
    _ = await filling.result()
    return result
  }

  @Test func `pipes that are filled one after the other are read so`() async throws {
    try await withScene { scene in
      // More than a pipe holds: the second is opened by its writer when the first is read.
      let first = "ip,n\n" + (0..<20_000).map { "10.0.\($0 / 256).\($0 % 256),a\n" }.joined()
      let result = try await run(first, "ip,n\n192.168.0.1,b\n", scene)
      #expect(result.end == .exit(0), "\(result.errors)")
      let lines = result.text.split(separator: "\n")
      #expect(lines.count == 20_002)
      #expect(lines.first == "ip,n,geo_ip,geo_status")
      #expect(lines.last == "192.168.0.1,b,192.168.0.1,special")
    }
  }

  @Test func `other columns that come late are an error of that input`() async throws {
    try await withScene { scene in
      let first = "ip,n\n" + (0..<20_000).map { "10.0.\($0 / 256).\($0 % 256),a\n" }.joined()
      let result = try await run(first, "ip,m\n192.168.0.1,b\n", scene)
      #expect(result.end == .exit(65), "\(result.errors)")
      #expect(result.errors.contains("p2: its columns or delimiter are not those of p1"))
      #expect(result.text.split(separator: "\n").count == 20_001)
    }
  }

  @Test func `in JSON lines each has its own form`() async throws {
    try await withScene { scene in
      let first = (0..<20_000).map { "10.0.\($0 / 256).\($0 % 256)\n" }.joined()
      let result = try await run(
        first, "ip;n\n192.168.0.1;b\n", scene, ["--format", "jsonl"])
      #expect(result.end == .exit(0), "\(result.errors)")
      #expect(
        result.text.split(separator: "\n").last
          == #"{"ip":"192.168.0.1","n":"b","geo":{"ip":"192.168.0.1","status":"special"}}"#)
    }
  }
}
