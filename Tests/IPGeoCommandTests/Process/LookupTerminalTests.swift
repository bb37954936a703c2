import Foundation
import IPGeoStandIn
import Testing

/// `ipgeo lookup` at a real terminal, and the maps that it leaves.
struct LookupTerminalTests {
  /// Lines as a terminal gets them, without colours; the local time is of now.
  private func lines(_ result: RunResult) -> [String] {
    result.text.replacing("\r\n", with: "\n").replacing(#/\u{1B}\[[0-9;]*[A-Za-z]/#, with: "")
      .replacing(
        #/Local time  [A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d, UTC[+-]\d\d:\d\d/#,
        with: "Local time  NOW"
      )
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `the form and a map with a marker are shown`() async throws {
    try await withScene { scene in
      let result = try await scene.lookup(["8.8.8.8"], output: .terminal)
      #expect(result.end == .exit(0) && result.errors.isEmpty)
      let lines = lines(result)
      let hasZones = FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/America/New_York")
      #expect(
        lines.prefix(11) == [
          "8.8.8.8",
          "  City        Ashburn",
          "  Region      Virginia (VA)",
          "  Country     United States (US)",
          "  Lat,Lon     39.03,-77.5",
          "  Time zone   America/New_York",
          "  Local time  NOW",
          "  ISP         Google LLC",
          "  Network     AS15169 Google LLC",
          "  Answer      asked now",
          "",
        ], "zones: \(hasZones)")
      let map = lines.dropFirst(11)
      #expect(map.count > 8 && map.allSatisfy { $0.count <= 60 })
      #expect(map.joined().contains("◉"))
      #expect(result.text.contains("\u{1B}[1m8.8.8.8\u{1B}[0m"))
    }
  }

  @Test(arguments: [["--color", "never"], []])
  func `without colours and Unicode it is ASCII`(arguments: [String]) async throws {
    try await withScene { scene in
      let result = try await scene.lookup(
        ["8.8.8.8"] + arguments, output: .terminal,
        variables: ["LC_ALL": "C", "NO_COLOR": arguments.isEmpty ? "1" : nil])
      #expect(result.output.allSatisfy { $0 < 0x80 && ($0 >= 0x20 || $0 == 0x0A || $0 == 0x0D) })
      #expect(lines(result).contains("  City        Ashburn"))
    }
  }

  @Test func `messages are ASCII, too, where the locale is no other`() async throws {
    try await withBareScene { scene in
      let words = ["☛日本", String(repeating: "é", count: 99)]
      let result = try await scene.lookup(words, variables: ["LC_ALL": "C"])
      #expect(result.end == .exit(65) && result.messages.count == 2)
      #expect(result.errors.utf8.allSatisfy { $0 == 0x0A || 0x20...0x7E ~= $0 }, "\(result.errors)")
      #expect(result.errors.contains(#"'\u{261B}\u{65E5}\u{672C}'"#))
      #expect(result.errors.contains(#"\u{E9}...'"#))
      let plain = try await scene.lookup(words)
      #expect(plain.errors.contains("'☛日本'") && plain.errors.contains("é…'"))
      let map = try await scene.lookup(
        ["10.0.0.1", "--map", "é/m.svg"], variables: ["LC_ALL": "C"])
      #expect(map.end == .exit(73) && map.errors.contains(#"\u{E9}/m.svg"#))
    }
  }

  @Test func `several forms share one map`() async throws {
    try await withScene { scene in
      let result = try await scene.lookup(
        ["8.8.8.8", "10.0.0.1", "1.1.1.1", "x"], output: .terminal)
      #expect(result.end == .exit(65))
      let lines = lines(result)
      let heads = lines.filter { $0.contains(#/^\d/#) }
      #expect(heads == ["8.8.8.8", "10.0.0.1", "1.1.1.1"])
      #expect(lines.contains("  Status      private address: nothing to look up"))
      #expect(lines.joined().count { $0 == "◉" } == 2)
      // What is no answer stands on standard error alone.
      #expect(
        result.errors == "ipgeo: 'x' is not an IP address; write it as 192.0.2.1 or 2001:db8::1\n")
    }
  }

  @Test func `without a place there is no map`() async throws {
    try await withBareScene { scene in
      let result = try await scene.lookup(["10.0.0.1"], output: .terminal)
      #expect(
        lines(result) == ["10.0.0.1", "  Status      private address: nothing to look up", ""])
    }
  }

  @Test(arguments: [(19, false), (20, true), (1, false)])
  func `a window that is narrower than any map has none`(columns: Int, hasMap: Bool) async throws {
    try await withScene { scene in
      let run = try scene.start(
        program: "/bin/sh",
        ["-c", "stty cols \(columns); exec \"$@\"", "sh", Scene.command]
          + scene.lookupArguments(["8.8.8.8"]), input: .terminal, output: .terminal)
      let result = await run.result()
      #expect(result.end == .exit(0) && result.text.contains("Ashburn"))
      #expect(result.text.contains("◉") == hasMap)
    }
  }

  @Test func `while it waits it says so, and then the line is gone`() async throws {
    try await withScene { scene in
      let result = try await scene.lookup(["9.9.9.9"], errors: .terminal)
      #expect(result.errors == "\r\u{1B}[KFetching 9.9.9.9 …\r\u{1B}[K", "\(result.errors)")
      #expect(try result.objects.count == 1)
    }
  }

  @Test func `a known answer is not fetched`() async throws {
    try await withScene { scene in
      try scene.put([try answer("9.9.9.9", daysAgo: 3)])
      let result = try await scene.lookup(["9.9.9.9", "--format", "text"], errors: .terminal)
      #expect(result.errors.isEmpty)
      #expect(lines(result).contains("  Answer      known, 3 days old"))
      #expect(scene.server?.log.isEmpty == true)
    }
  }

  @Test func `Ctrl-C takes the line away and is 130`() async throws {
    try await withScene {
      $0.faults = [FaultRule(.neverAnswer, on: .always)]
    } _: { scene in
      let run = try scene.startLookup(["8.8.8.8"], input: .terminal, errors: .terminal)
      #expect(await run.complains("Fetching 8.8.8.8"))
      run.write("\u{3}")
      let result = await run.result()
      #expect(result.end == .signal(SIGINT) && result.output.isEmpty)
      #expect(result.errors.hasSuffix("\r\u{1B}[K"), "\(result.errors)")
    }
  }

  @Test func `elsewhere, and with -q, nothing moves`() async throws {
    try await withScene { scene in
      let piped = try await scene.lookup(["8.8.8.8", "--format", "text"])
      #expect(piped.errors.isEmpty && !piped.text.contains("\u{1B}"))
      #expect(piped.text.hasPrefix("8.8.8.8\n  City        Ashburn\n"))
      let quiet = try scene.startLookup(["9.9.9.9", "-q"], input: .terminal, errors: .terminal)
      #expect(await quiet.result().errors.isEmpty)
    }
  }

  @Test func `hostile text of the service does not reach the terminal`() async throws {
    let service = try ScriptedService { request in
      let query = request.queries.first ?? ""
      return ScriptedService.Reply(
        body: #"{"status":"success","city":"\u001b]0;x\u0007\u202e","country":"<script>","lat":1,"#
          + #""lon":2,"timezone":"../../x","isp":"\u009b2J","query":"\#(query)"}"#)
    }
    defer { service.stop() }
    try await withBareScene { scene in
      let result = try await scene.lookup(
        ["--api-url", service.url, "8.8.8.8", "--color", "never"], output: .terminal)
      #expect(result.end == .exit(0))
      let scalars = result.text.unicodeScalars
      #expect(!scalars.contains { ["\u{1B}", "\u{7}", "\u{9B}", "\u{202E}"].contains($0) })
      #expect(result.text.contains(#"\x1B]0;x\x07\u{202E}"#))
    }
  }

  // MARK: Maps

  @Test(arguments: ["m.html", "m.svg", "m.geojson"])
  func `a map is written beside the rows, and names no address unless told to`(
    name: String
  ) async throws {
    try await withScene { scene in
      let result = try await scene.lookup(["8.8.8.8", "10.0.0.1", "--map", name])
      #expect(result.end == .exit(0) && result.errors.isEmpty)
      #expect(try result.objects.count == 2)
      #expect(scene.names == [name])
      let text = try scene.read(name)
      #expect(!text.isEmpty && !text.contains("8.8.8.8"))
      if name.hasSuffix("geojson") {
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect(object?["type"] as? String == "FeatureCollection")
        #expect(text.contains("Ashburn"))
      }
    }
  }

  @Test func `with --with-addresses the file names them`() async throws {
    try await withScene { scene in
      _ = try await scene.lookup(["8.8.8.8", "--map", "m.geojson", "--with-addresses"])
      #expect(try scene.read("m.geojson").contains("8.8.8.8"))
    }
  }

  @Test func `a map that cannot be made is found out before anything is asked`() async throws {
    try await withScene { scene in
      for (path, code) in [("nowhere/m.svg", 73), (".", 64), ("m.png", 64), ("m", 64)] {
        let result = try await scene.lookup(["8.8.8.8", "--map", path])
        #expect(result.end == .exit(Int32(code)) && result.output.isEmpty, "\(path)")
      }
      #expect(scene.server?.log.isEmpty == true)
    }
  }

  /// Puts a program in the place of the desktop's opener.
  private func opener(_ scene: Scene, _ script: String) throws -> [String: String?] {
    let folder = scene.path("bin")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["xdg-open", "open"] {
      // A process that is started meanwhile would hold it open, and then nobody could start it.
      let path = try descriptorLock.withLock {
        try scene.write("bin/\(name)", "#!/bin/sh\n" + script)
      }
      chmod(path, 0o755)
    }
    return ["PATH": "\(folder):/usr/bin:/bin", "IPGEO_API_KEY": "", "DISPLAY": ":9"]
  }

  @Test func `the map is opened by the desktop's program, without a shell`() async throws {
    try await withScene { scene in
      let variables = try opener(
        scene, "printf '%s %s' \"$DISPLAY\" \"$1\" > opened.new; mv opened.new opened\n")
      let named = try await scene.lookup(
        ["8.8.8.8", "--map", "a b;$(id).html", "--open"], variables: variables)
      #expect(named.end == .exit(0) && named.errors.isEmpty, "\(named.errors)")
      #expect(await waits { scene.exists("opened") })
      #expect(try scene.read("opened") == ":9 ./a b;$(id).html")
      let plain = try await scene.lookup(["8.8.8.8", "--open", "-f", "ip"], variables: variables)
      #expect(plain.end == .exit(0))
      #expect(await waits { (try? scene.read("opened").contains("ipgeo-lookup-")) ?? false })
      let path = try scene.read("opened").dropFirst(3)
      #expect(path.hasPrefix(scene.environment["TMPDIR"] ?? "?") && path.hasSuffix(".html"))
      #expect(mode(String(path)) == 0o600)
    }
  }

  @Test func `an opener that is missing or fails is one line, and the rows are there`() async throws
  {
    try await withScene { scene in
      let missing = try await scene.lookup(
        ["8.8.8.8", "--open"], variables: ["PATH": scene.path("empty")])
      #expect(missing.end == .exit(1))
      #expect(try missing.objects.count == 1)
      #expect(missing.errors.split(separator: "\n").count == 1)
      #expect(missing.errors.contains("in PATH; it is in /"), "\(missing.errors)")
      let failing = try await scene.lookup(
        ["8.8.8.8", "--map", "m.html", "--open"], variables: try opener(scene, "exit 4\n"))
      #expect(failing.end == .exit(1) && failing.errors.contains("ended with 4; it is in m.html"))
    }
  }

  @Test func `with nothing to see nothing is opened`() async throws {
    try await withScene { scene in
      let variables = try opener(scene, "touch opened\n")
      let result = try await scene.lookup(["10.0.0.1", "--open"], variables: variables)
      #expect(result.end == .exit(0) && !scene.exists("opened"))
      #expect(result.errors.contains("there is nothing to see on a map"))
      let tmp = scene.environment["TMPDIR"] ?? ""
      #expect(try FileManager.default.contentsOfDirectory(atPath: tmp).isEmpty)
    }
  }
}
