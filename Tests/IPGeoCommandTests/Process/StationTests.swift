import Foundation
import IPGeoByteStreams
import IPGeoStandIn
import Testing

/// `ipgeo iss` on the built command, asked once.
struct StationTests {
  private let members =
    /\{"latitude":(-?\d+(\.\d+)?),"longitude":(-?\d+(\.\d+)?),"timestamp":(\d+),"age_seconds":(\d+)\}\n/

  @Test func `elsewhere than on a terminal it is one object of four members`() async throws {
    try await withScene { scene in
      let before = Clock.wallSeconds()
      let result = try await scene.iss()
      #expect(result.end == .exit(0) && result.errors.isEmpty, "\(result.errors)")
      let match = try #require(result.text.wholeMatch(of: members), "\(result.text)")
      let latitude = try #require(Double(match.1))
      let longitude = try #require(Double(match.3))
      #expect(abs(latitude) <= 51.7 && abs(longitude) <= 180)
      let time = try #require(Int64(match.5))
      #expect((before...Clock.wallSeconds()).contains(time))
      #expect(scene.server?.log.map(\.target) == ["/iss-now.json"])
    }
  }

  @Test func `numbers for strings, any order and a date in the future are no trouble`() async throws
  {
    try await withScene {
      $0.iss.numbers = true
      $0.iss.frozenTimestamp = 253_402_300_799
    } _: { scene in
      var texts: Set<String> = []
      for _ in 0..<4 {
        let result = try await scene.iss()
        #expect(result.end == .exit(0) && result.errors.contains("dated"))
        texts.insert(result.text)
      }
      #expect(texts.count == 1)
      #expect(texts.first?.hasSuffix(#""timestamp":253402300799,"age_seconds":0}"# + "\n") == true)
    }
  }

  @Test func `a position that is frozen for years is shown, with a warning`() async throws {
    try await withScene {
      $0.iss.frozenTimestamp = 1_480_147_203
    } _: { scene in
      let before = Clock.wallSeconds() - 1_480_147_203
      let result = try await scene.iss()
      #expect(result.end == .exit(0))
      #expect(result.errors.hasPrefix("ipgeo: the position is "))
      #expect(result.errors.contains(" days old (2016-11-26T08:00:03Z)"))
      #expect(result.errors.split(separator: "\n").count == 1)
      let age = try #require(
        result.text.firstMatch(of: /"age_seconds":(\d+)/).flatMap { Int64($0.1) })
      #expect(age >= before)
      let quiet = try await scene.iss(["-q"])
      #expect(quiet.end == .exit(0) && quiet.errors.isEmpty)
    }
  }

  @Test func `on a terminal it is words and a map`() async throws {
    try await withScene { scene in
      let run = try scene.start(
        program: "/bin/sh",
        ["-c", "stty cols 64; exec \"$@\" 2>&1", "sh", Scene.command] + scene.issArguments([]),
        input: .terminal, output: .terminal)
      let text = await run.result().text
      let lines = text.replacing("\u{1B}", with: "\n").split(separator: "\r\n").map(String.init)
      #expect(text.contains("Fetching …") && text.contains("\u{1B}[K"))
      #expect(text.contains("International Space Station\r\n"))
      #expect(text.contains(" ago\r\n") || text.contains("now\r\n"))
      #expect(text.contains("° ") && text.contains("above ") && text.contains("◉"))
      #expect(lines.count > 10)
      // Coloured, as wide as the window.
      #expect(text.contains("\u{1B}[0;"))
      let bare = text.replacing(/\x1B\[[0-9;]*[A-Za-z]/, with: "").split(separator: "\r\n")
      #expect(bare.dropFirst().allSatisfy { $0.count <= 64 }, "\(bare)")
    }
  }

  @Test func `letters follow the locale, and colours who wants them`() async throws {
    try await withScene { scene in
      let ascii = try await scene.iss(["--format", "text"], variables: ["LC_ALL": "C"])
      #expect(ascii.output.allSatisfy { $0 == 0x0A || 0x20...0x7E ~= $0 })
      #expect(ascii.text.contains("X") && ascii.text.split(separator: "\n").count > 10)
      let braille = try await scene.iss(["--format", "text"])
      #expect(braille.text.contains("◉") && !braille.text.contains("\u{1B}"))
      let coloured = try await scene.iss(["--format", "text", "--color", "always"])
      #expect(coloured.text.contains("\u{1B}[0;"))
      let plain = try await scene.iss([], output: .terminal, variables: ["NO_COLOR": "1"])
      #expect(!plain.text.contains("\u{1B}[0;") && plain.text.contains("◉"))
      let object = try await scene.iss(
        ["--format", "json", "--color", "always"], output: .terminal)
      #expect(object.text.hasPrefix("{\"latitude\":") && !object.text.contains("\u{1B}"))
    }
  }

  @Test(arguments: ["svg", "html", "geojson"])
  func `a map is written as a whole, beside what is printed`(suffix: String) async throws {
    try await withScene { scene in
      try scene.write("iss.\(suffix)", "old")
      let result = try await scene.iss(["--map", "iss.\(suffix)"])
      #expect(result.end == .exit(0) && result.errors.isEmpty, "\(result.errors)")
      #expect(result.text.wholeMatch(of: members) != nil)
      #expect(scene.names == ["iss.\(suffix)"])
      #expect(try scene.read("iss.\(suffix)").contains("International Space Station"))
    }
  }

  @Test func `a file that cannot be made ends it before anything is asked`() async throws {
    try await withScene { scene in
      let nowhere = try await scene.iss(["--map", "no/iss.svg"])
      #expect(nowhere.end == .exit(73) && nowhere.text.isEmpty)
      let unknown = try await scene.iss(["--map", "iss.png"])
      #expect(unknown.end == .exit(64) && unknown.text.isEmpty)
      let watching = try await scene.iss(["--watch", "--map", "no/iss.svg"])
      #expect(watching.end == .exit(73))
      #expect(scene.names.isEmpty && scene.server?.log.isEmpty == true)
    }
  }

  @Test func `a map in the place of what is printed is refused`() async throws {
    try await withScene { scene in
      let path = try scene.write("iss.svg", "")
      for arguments in [[], ["--watch"]] {
        let result = try await scene.iss(
          arguments + ["--map", "iss.svg"], output: .append(path))
        #expect(result.end == .exit(64) && result.errors.contains("are the same file"))
      }
      #expect(try scene.read("iss.svg").isEmpty && scene.server?.log.isEmpty == true)
    }
  }

  @Test func `where there is no position the file stays as it was`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.html200, on: .always, endpoint: .iss)]
    } _: { scene in
      try scene.write("iss.svg", "old")
      let result = try await scene.iss(["--map", "iss.svg"])
      #expect(result.end == .exit(69))
      #expect(try scene.read("iss.svg") == "old" && scene.names == ["iss.svg"])
    }
  }

  @Test func `a reader that left, and a disk that is full, are told as anywhere`() async throws {
    try await withScene { scene in
      let left = try await scene.iss([], output: .head(0))
      #expect(left.end == .signal(SIGPIPE) && left.errors.isEmpty)
      let full = try await scene.iss([], output: .file("/dev/full"))
      #expect(full.end == .exit(74))
      #expect(full.errors == "ipgeo: cannot write standard output: no space left on device\n")
      let map = try await scene.iss(["--map", "iss.svg"], output: .file("/dev/full"))
      #expect(map.end == .exit(74) && scene.names == ["iss.svg"])
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends the wait, and leaves no file`(signal: Int32) async throws {
    let watch = RequestWatch()
    try await withScene {
      $0.faults = [FaultRule(.neverAnswer, on: .always, endpoint: .iss)]
      $0.onRequest = { watch.note($0) }
    } _: { scene in
      let run = try scene.start(scene.issArguments(["--map", "iss.svg"]))
      #expect(await watch.hasSeen(1))
      run.signal(signal)
      #expect(await run.result().end == .signal(signal))
      #expect(scene.names.isEmpty)
    }
  }
}

extension Scene {
  /// The arguments of an `iss` that asks the scene's service.
  func issArguments(_ arguments: [String]) -> [String] {
    ["iss"] + (server.map { ["--url", $0.baseURL] } ?? []) + arguments
  }

  /// Runs `ipgeo iss` against the scene's service to its end.
  func iss(
    _ arguments: [String] = [], output: RunOutput = .collected, variables: [String: String?] = [:]
  ) async throws -> RunResult {
    try await start(issArguments(arguments), output: output, variables: variables).result()
  }
}
