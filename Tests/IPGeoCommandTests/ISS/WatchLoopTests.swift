import Foundation
import IPGeoByteStreams
import IPGeoStandIn
import Testing

@testable import IPGeoCommand

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The watch within this process, where it asks a thousand times as often as it may.
@Suite struct WatchLoopTests {
  private struct Running {
    let scene: Scene
    let output: Collector
    let errors: Collector
    let mail: WatchMail
    let end: Task<RunEnding, Never>
  }

  private func run(
    _ scene: Scene, form: WatchLoop.Form, map: String? = nil, every: Int64 = 2_000_000,
    into terminal: Int32? = nil
  ) throws -> Running {
    var raw = RawStationOptions()
    raw.watches = true
    raw.url = scene.server?.baseURL
    raw.map = map
    var options = try StationOptions(raw, environment: [:])
    options.every = every
    let output = try makePipe()
    let errors = try makePipe()
    let command = StationCommand(
      options, environment: ["LANG": "C.UTF-8"],
      diagnostics: Diagnostics(descriptor: errors.writing))
    let mail = try WatchMail()
    let end = Task {
      await onThread {
        var loop = WatchLoop(command, mail: mail, form: form, output: terminal ?? output.writing)
        let ending = loop.run()
        close(output.writing)
        close(errors.writing)
        if let terminal { close(terminal) }
        return ending
      }
    }
    return Running(
      scene: scene, output: Collector(output.reading), errors: Collector(errors.reading),
      mail: mail, end: end)
  }

  /// Waits until `stream` holds so many of `text`.
  private func holds(_ stream: Collector, _ text: String, times: Int = 1) async -> Bool {
    await onThread {
      stream.wait(until: Date(timeIntervalSinceNow: 240)) { bytes in
        String(decoding: bytes, as: UTF8.self).components(separatedBy: text).count > times
      }
    }
  }

  private func stop(_ running: Running) async -> (RunEnding, String, String) {
    running.mail.post { $0.signal = SIGTERM }
    let ending = await running.end.value
    return await onThread {
      let deadline = Date(timeIntervalSinceNow: 240)
      _ = running.output.waitForEnd(until: deadline)
      _ = running.errors.waitForEnd(until: deadline)
      return (
        ending, String(decoding: running.output.soFar, as: UTF8.self),
        String(decoding: running.errors.soFar, as: UTF8.self)
      )
    }
  }

  @Test func `each position is a line, and each failure one elsewhere`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.html200, on: .every(2), endpoint: .iss)]
    } _: { scene in
      let running = try run(scene, form: .lines(.json))
      #expect(await holds(running.output, "\n", times: 3))
      #expect(await holds(running.errors, "\n", times: 2))
      let (ending, output, errors) = await stop(running)
      #expect(ending == .signal(SIGTERM))
      for line in output.split(separator: "\n") {
        #expect(line.hasPrefix("{\"latitude\":") && line.hasSuffix("}"), "\(line)")
      }
      for line in errors.split(separator: "\n") {
        #expect(line.hasPrefix("ipgeo: no position: the reply is no JSON"), "\(line)")
      }
    }
  }

  @Test func `a service that stands still is warned of once`() async throws {
    try await withScene {
      $0.iss.frozenTimestamp = 1_480_147_203
    } _: { scene in
      let running = try run(scene, form: .lines(.text))
      #expect(await holds(running.output, "\n", times: 5))
      let (_, output, errors) = await stop(running)
      #expect(errors.split(separator: "\n").count == 1 && errors.contains("days old"))
      #expect(output.hasPrefix("2016-11-26T08:00:03Z "))
      #expect(output.contains(" days ago, above "))
    }
  }

  @Test func `on a screen a failure stands below the position until the next one`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.html200, on: .numbers([2, 3]), endpoint: .iss)]
    } _: { scene in
      let running = try run(scene, form: .screen)
      #expect(await holds(running.output, "the reply is no JSON"))
      #expect(await onThread { Self.waitFor { (scene.server?.log.count ?? 0) >= 6 } })
      let (ending, output, errors) = await stop(running)
      #expect(ending == .signal(SIGTERM) && errors.isEmpty)
      let frames = output.components(separatedBy: "\u{1B}[H\u{1B}[K")
      let failing = try #require(frames.last { $0.contains("no JSON") })
      #expect(failing.contains("above ") && failing.contains("◉"))
      let last = try #require(frames.last { $0.contains("above ") })
      #expect(!last.contains("no JSON"))
      #expect(output.hasSuffix(ScreenText.leave))
      #expect(output.components(separatedBy: ScreenText.leave).count == 2)
    }
  }

  @Test func `the map is written anew at each position`() async throws {
    try await withScene { scene in
      let path = scene.path("iss.svg")
      let running = try run(scene, form: .lines(.json), map: path)
      #expect(await holds(running.output, "\n", times: 1))
      #expect(await onThread { Self.waitFor { scene.exists("iss.svg") } })
      try FileManager.default.removeItem(atPath: path)
      #expect(await onThread { Self.waitFor { scene.exists("iss.svg") } })
      _ = await stop(running)
      #expect(scene.names == ["iss.svg"])
    }
  }

  @Test func `a map that cannot be written is told once, and the watch goes on`() async throws {
    try await withScene { scene in
      let running = try run(scene, form: .lines(.json), map: scene.path("gone/iss.svg"))
      #expect(await holds(running.output, "\n", times: 4))
      let (_, _, errors) = await stop(running)
      #expect(errors.split(separator: "\n").count == 1 && errors.contains("--map: cannot "))
    }
  }

  @Test func `a window that has changed is drawn anew, on the same screen`() async throws {
    try await withScene { scene in
      let running = try run(scene, form: .screen, every: 3_600_000_000_000)
      #expect(await holds(running.output, "◉"))
      running.mail.bell.signal()
      #expect(await holds(running.output, "◉", times: 2))
      let (_, output, _) = await stop(running)
      #expect(output.components(separatedBy: ScreenText.enter).count == 2)
    }
  }

  @Test func `a terminal that has gone ends it as its hang-up does`() async throws {
    try await withScene { scene in
      let ends = try makeTerminal()
      close(ends.ours)
      let running = try run(scene, form: .screen, into: ends.theirs)
      #expect(await running.end.value == .signal(SIGHUP))
      let (_, _, errors) = await stop(running)
      #expect(errors.isEmpty)
    }
  }

  private static func waitFor(_ condition: () -> Bool) -> Bool {
    for _ in 0..<24_000 {
      if condition() { return true }
      usleep(5000)
    }
    return false
  }
}
