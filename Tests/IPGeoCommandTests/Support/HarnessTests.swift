import Foundation
import Testing

/// What the tests of the built command rely on.
struct HarnessTests {
  @Test func `a run starts with default signals and nothing blocked`() async throws {
    try await withBareScene { scene in
      let run = try scene.start(program: "/bin/cat", ["/proc/self/status"])
      let result = await run.result()
      guard result.end == .exit(0) else { return }  // a system without /proc
      for name in ["SigIgn:", "SigBlk:"] {
        let line = try #require(result.text.split(separator: "\n").first { $0.hasPrefix(name) })
        let mask = try #require(UInt64(line.split(separator: "\t").last ?? "", radix: 16))
        // Signals 1 to 31; the C library keeps two of the others for itself.
        #expect(mask & 0x7fff_ffff == 0, "\(line)")
      }
    }
  }

  @Test func `a run that hangs is ended at its deadline`() async throws {
    try await withBareScene { scene in
      let run = try scene.start(program: "/bin/cat", [], input: .open, deadline: 0.2)
      #expect(await run.result().end == .hung)
    }
  }

  @Test func `bytes go in and come out step by step`() async throws {
    try await withBareScene { scene in
      let run = try scene.start(program: "/bin/cat", [], input: .open)
      run.write("one\n")
      #expect(await run.hasLines(1))
      run.write("two\n")
      #expect(await run.says("two\n"))
      run.endInput()
      let result = await run.result()
      #expect(result.end == .exit(0) && result.text == "one\ntwo\n")
    }
  }

  @Test func `a signal is told from an exit`() async throws {
    try await withBareScene { scene in
      let run = try scene.start(program: "/bin/cat", [], input: .open)
      run.signal(15)
      #expect(await run.result().end == .signal(15))
      let other = try scene.start(program: "/bin/sh", ["-c", "exit 7"])
      #expect(await other.result().end == .exit(7))
    }
  }

  @Test func `descriptors are closed, files and terminals as wanted`() async throws {
    try await withBareScene { scene in
      let script =
        "for n in 0 1 2; do test -e /dev/fd/$n || echo no $n; test -t $n && echo t $n; done"
      func says(_ input: RunInput, _ errors: RunOutput) async throws -> String {
        let run = try scene.start(
          program: "/bin/sh", ["-c", script], input: input, errors: errors)
        return await run.result().text
      }
      let plain = try await says(.null, .collected)
      let closed = try await says(.closed, .collected)
      let terminal = try await says(.terminal, .terminal)
      #expect(plain == "")
      #expect(closed.hasPrefix("no 0\n"))
      #expect(terminal == "t 0\nt 2\n")
    }
  }

  @Test func `a pipe that is read to its first line only ends a writer by SIGPIPE`() async throws {
    try await withBareScene { scene in
      let run = try scene.start(program: "/usr/bin/yes", [], output: .head(1))
      #expect(await run.result().end == .signal(13))
    }
  }

  @Test func `the readers of tables are strict`() throws {
    #expect(try Table(csv: "a,b\n\"x,\"\"\n\",2\r\n").cells == [["x,\"\n", "2"]])
    for bad in ["a,b\n1\n", "a\nx\"y\n", "a\n\"x\n", "a\nx", "a\n\"x\"y\n"] {
      #expect(throws: TableError.self) { try Table(csv: bad) }
    }
    #expect(throws: TableError.self) { _ = try jsonLines("{}") }
    #expect(throws: (any Error).self) { _ = try jsonLines("{\n") }
    #expect(orderedKeys(#"{"ip":"1","as_org":null}"#) == ["ip", "as_org"])
  }
}
