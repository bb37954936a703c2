import Foundation
import IPGeoStandIn
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

private let enter = "\u{1B}[?1049h\u{1B}[?25l"
private let leave = "\u{1B}[?25h\u{1B}[?1049l"

/// `ipgeo iss --watch` on the built command: at pseudo-terminals, and in pipes.
struct StationWatchProcessTests {
  /// Starts a watch by a shell that leads the terminal's session; `$@` is the command.
  private func start(
    _ script: String, _ scene: Scene, _ arguments: [String] = []
  ) throws -> CommandRun {
    try scene.start(
      program: "/bin/sh",
      ["-c", script, "sh", Scene.command]
        + scene.issArguments(["--watch", "--every", "1h"] + arguments),
      input: .terminal, output: .terminal)
  }

  @Test func `Ctrl-C gives the terminal back as it was and ends by SIGINT`() async throws {
    try await withScene { scene in
      // dash goes on after a child that died of SIGINT only where it takes the signal itself.
      let run = try start(
        "trap : INT; stty cols 70 rows 20; stty -g; \"$@\"; echo \"status $?\"; stty -g", scene)
      #expect(await run.says("◉"))
      run.write("\u{3}")
      let text = await run.result().text
      #expect(text.contains(enter) && text.contains("Ctrl-C ends"))
      let after = try #require(text.range(of: leave))
      let tail = text[after.upperBound...].split(separator: "\r\n")
      let settings = text.split(separator: "\r\n").first
      #expect(tail.first == "status 130", "\(tail)")
      #expect(tail.count == 2 && tail.last == settings, "\(tail)")
      // The screen is entered and left once.
      #expect(text.components(separatedBy: enter).count == 2)
      #expect(text.components(separatedBy: leave).count == 2)
      #expect(scene.server?.log.count == 1)
    }
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
  func `any signal that ends it gives the screen back first`(signal: Int32) async throws {
    try await withScene { scene in
      let run = try scene.start(
        scene.issArguments(["--watch"]), input: .terminal, output: .terminal)
      #expect(await run.says("◉"))
      run.signal(signal)
      let result = await run.result()
      #expect(result.end == .signal(signal) && result.errors.isEmpty, "\(result.errors)")
      #expect(result.text.hasSuffix(leave))
    }
  }

  @Test func `a terminal that was halted by Ctrl-S does not keep it`() async throws {
    try await withScene { scene in
      let run = try scene.start(
        scene.issArguments(["--watch"]), input: .terminal, output: .terminal)
      #expect(await run.says("◉"))
      run.write("\u{13}")
      run.signal(SIGTERM)
      let result = await run.result()
      #expect(result.end == .signal(SIGTERM))
      #expect(result.text.hasSuffix(leave))
    }
  }

  @Test func `Ctrl-Z gives the terminal to the shell, and fg takes it back`() async throws {
    try await withScene { scene in
      let run = try start(
        "trap : INT; set -m; \"$@\"; echo \"status $?\"; fg >/dev/null; echo \"status $?\"", scene)
      #expect(await run.says("◉"))
      run.write("\u{1A}")
      #expect(await run.says("status 148"))
      let stopped = run.outputSoFar
      #expect(stopped.contains(leave), "\(stopped)")
      #expect(await run.says("status 148\r\n" + enter))
      run.write("\u{3}")
      let text = await run.result().text
      #expect(text.hasSuffix(leave + "status 130\r\n"), "\(text)")
      #expect(scene.server?.log.count == 1)
    }
  }

  @Test func `each Ctrl-Z stops it, not the first alone`() async throws {
    try await withScene { scene in
      let run = try start(
        "trap : INT; set -m; \"$@\"; echo \"first $?\"; fg >/dev/null; echo \"second $?\"; "
          + "fg >/dev/null; echo \"third $?\"; fg >/dev/null; echo \"last $?\"", scene)
      #expect(await run.says("◉"))
      for number in ["first", "second", "third"] {
        run.write("\u{1A}")
        #expect(await run.says("\(number) 148\r\n" + enter), "\(number)")
      }
      run.write("\u{3}")
      #expect(await run.result().text.hasSuffix(leave + "last 130\r\n"))
    }
  }

  @Test func `in the background it draws nothing until it is in front`() async throws {
    let watch = RequestWatch()
    try await withScene {
      $0.onRequest = { watch.note($0) }
    } _: { scene in
      let run = try start("trap : INT; set -m; \"$@\" & read x; fg >/dev/null", scene)
      #expect(await watch.hasSeen(1))
      #expect(!run.outputSoFar.contains(enter))
      run.write("\n")
      #expect(await run.says("◉"))
      run.write("\u{3}")
      #expect(await run.result().text.hasSuffix(leave))
    }
  }

  @Test func `a window that is made smaller has a smaller picture`() async throws {
    try await withScene { scene in
      let run = try start(
        "stty cols 100 rows 30; { read x; stty rows 9 cols 30; } </dev/tty & exec \"$@\"", scene)
      #expect(await run.says("every 1h · Ctrl-C ends"))
      #expect(await run.says("◉"))
      run.write("\n")
      #expect(await run.says("\u{1B}[KInternational Space Station ·…"))
      run.signal(SIGTERM)
      let text = await run.result().text
      let frame = try #require(text.components(separatedBy: "\u{1B}[H\u{1B}[K").last)
      let lines = frame.components(separatedBy: "\r\r\n").map {
        $0.replacing(/\x1B\[[0-9;?]*[A-Za-z]/, with: "")
      }
      #expect(lines.count <= 9 && lines.allSatisfy { $0.count <= 30 }, "\(lines)")
    }
  }

  @Test func `what is down is told on the screen, and it goes on`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.html200, on: .always, endpoint: .iss)]
    } _: { scene in
      let run = try scene.start(
        scene.issArguments(["--watch"]), input: .terminal, output: .terminal)
      #expect(await run.says("the reply is no JSON"))
      #expect(run.isRunning)
      run.signal(SIGTERM)
      #expect(await run.result().end == .signal(SIGTERM))
    }
  }

  @Test func `a terminal that cannot move has a line for each position`() async throws {
    try await withScene { scene in
      let run = try scene.start(
        scene.issArguments(["--watch"]), output: .terminal, variables: ["TERM": "dumb"])
      #expect(await run.hasLines(1))
      run.signal(SIGTERM)
      let text = await run.result().text
      #expect(text.contains("Z ") && text.contains(", above ") && !text.contains("\u{1B}"))
    }
  }

  // MARK: Elsewhere than on a terminal

  @Test(arguments: [SIGINT, SIGTERM])
  func `in a pipe each position is an object, until a signal`(signal: Int32) async throws {
    try await withScene { scene in
      let run = try scene.start(scene.issArguments(["--watch"]))
      #expect(await run.hasLines(1))
      run.signal(signal)
      let result = await run.result()
      #expect(result.end == .signal(signal) && result.errors.isEmpty)
      #expect(result.text.hasPrefix("{\"latitude\":") && result.text.hasSuffix("}\n"))
    }
  }

  @Test func `a reader that leaves ends it, long before the next position`() async throws {
    try await withScene { scene in
      let run = try scene.start(
        scene.issArguments(["--watch", "--every", "30d"]), output: .head(1))
      #expect(await run.result().end == .signal(SIGPIPE))
    }
  }

  @Test func `a disk that is full ends it`() async throws {
    try await withScene { scene in
      let run = try scene.start(scene.issArguments(["--watch"]), output: .file("/dev/full"))
      let result = await run.result()
      #expect(result.end == .exit(74) && result.errors.contains("no space left"))
    }
  }

  @Test func `a request that fails is a line on stderr, and it goes on`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.outOfRange, on: .always, endpoint: .iss)]
    } _: { scene in
      let run = try scene.start(scene.issArguments(["--watch"]))
      #expect(await run.complains("\n"))
      #expect(run.isRunning)
      run.signal(SIGTERM)
      let result = await run.result()
      #expect(result.end == .signal(SIGTERM) && result.text.isEmpty)
      #expect(result.errors.hasPrefix("ipgeo: the position is refused: "))
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }
}
