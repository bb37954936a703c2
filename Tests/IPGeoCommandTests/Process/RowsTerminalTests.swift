import Foundation
import Testing

private let rows = "ip,country,lat,lon\n8.8.8.8,A,1,2\n"

/// `ipgeo map` and `ipgeo summary` at a terminal, and ended by signals.
@Suite struct RowsTerminalTests {
  @Test func `a terminal has colours, but for those who want none`() async throws {
    try await withBareScene { scene in
      try scene.write("a.csv", rows)
      for command in ["map", "summary"] {
        let colored = try scene.start([command, "a.csv"], output: .terminal)
        #expect(await colored.result().text.contains("\u{1B}["))
        let plain = try scene.start(
          [command, "a.csv"], output: .terminal, variables: ["NO_COLOR": "1"])
        #expect(await !plain.result().text.contains("\u{1B}["))
      }
    }
  }

  @Test func `a signal leaves no half file`() async throws {
    try await withBareScene { scene in
      for command in [["map", "-o", "out.svg"], ["summary", "-o", "out.json"]] {
        let run = try scene.start(command, input: .open)
        // The temporary shows that it is reading.
        while scene.names.isEmpty, run.isRunning { try await Task.sleep(for: .milliseconds(5)) }
        run.signal(SIGTERM)
        #expect(await run.result().end == .signal(SIGTERM))
        #expect(scene.names.isEmpty)
      }
    }
  }
}
