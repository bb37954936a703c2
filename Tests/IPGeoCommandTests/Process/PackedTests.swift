import Foundation
import IPGeoStandIn
import Testing

/// Packed inputs on the built command; programs that this machine lacks are left out.
struct PackedTests {
  static let programs = ["gzip", "zstd", "xz", "bzip2"].filter { path($0) != nil }
  static let fields = ["-f", "ip,status"]

  static func path(_ program: String) -> String? {
    ["/usr/bin/", "/bin/"].map { $0 + program }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private func pack(_ text: String, _ program: String, _ scene: Scene) async throws -> [UInt8] {
    let run = try scene.start(
      program: try #require(Self.path(program)), ["-c"], input: .text(text))
    return await run.result().output
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
  func `a packed list is answered, from a file, a pipe and an opened file`(
    program: String
  ) async throws {
    try await withScene { scene in
      let packed = try await pack("8.8.8.8\n\n1.1.1.1", program, scene)
      let file = try scene.write("list.packed", packed)
      for (arguments, input) in [
        ([file], RunInput.null), ([], .bytes(packed)), ([], .file(file)),
      ] {
        let result = try await scene.batch(Self.fields + arguments, input: input)
        #expect(result.text == "ip,status\n8.8.8.8,located\n1.1.1.1,located\n")
        #expect(result.end == .exit(0))
        #expect(result.errors.contains("; read as list, \(program)\n"), "\(result.errors)")
      }
    }
  }

  @Test(arguments: programs)
  func `an empty text in it is an empty input`(program: String) async throws {
    try await withScene { scene in
      let result = try await scene.batch(input: .bytes(try await pack("", program, scene)))
      #expect(result.end == .exit(0) && result.errors.contains("no records"))
    }
  }

  @Test(arguments: programs)
  func `data cut in half are 65 after the rows, and the next input is done`(
    program: String
  ) async throws {
    try await withScene { scene in
      let addresses = (0..<60_000).map { "10.\($0 >> 16).\($0 >> 8 & 255).\($0 & 255)" }
      let packed = try await pack(list(addresses), program, scene)
      try scene.write("cut", packed.prefix(packed.count / 2))
      try scene.write("next", "192.168.0.1\n")
      let result = try await scene.batch(["-f", "ip,file", "cut", "next"])
      #expect(result.end == .exit(65))
      let error = "ipgeo: cut: damaged \(program) data, \(program) ended with "
      #expect(result.errors.contains(error), "\(result.errors)")
      #expect(result.errors.contains("; \(program) -t cut says more\n"))
      let table = try result.table
      #expect(table["ip"].last == "192.168.0.1")
      let read = table["ip"].dropLast()
      #expect(Array(read) == Array(addresses.prefix(read.count)))
      if program == "gzip" { #expect(read.count > 1000) }
    }
  }

  @Test(arguments: programs)
  func `without the program it is one line and 66, and the next input is done`(
    program: String
  ) async throws {
    try await withScene { scene in
      try scene.write("in", try await pack("8.8.8.8\n", program, scene))
      try scene.write("next", "1.1.1.1\n")
      let result = try await scene.batch(
        Self.fields + ["-q", "in", "next"], variables: ["PATH": scene.folder.path + ":bin:"])
      #expect(result.text == "ip,status\n1.1.1.1,located\n")
      let package = program == "xz" ? "xz-utils" : program
      #expect(
        result.errors
          == "ipgeo: in: this is \(program) data, and there is no \(program) in PATH that could "
          + "read it; apt-get install \(package)\n")
      #expect(result.end == .exit(66))
    }
  }

  @Test func `what the program gives is answered at once, though it gives no more`() async throws {
    try await withScene { scene in
      let variables = try replaceGzip("echo 8.8.8.8; exec sleep 1000", scene)
      let run = try scene.startBatch(Self.fields, input: .open, variables: variables)
      run.write([0x1f, 0x8b, 8])
      #expect(await run.says("8.8.8.8,located\n"))
      run.signal(SIGTERM)
      #expect(await run.result().end == .signal(SIGTERM))
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends a run whose program listens to none`(signal: Int32) async throws {
    try await withScene { scene in
      let variables = try replaceGzip(
        "trap '' INT TERM HUP; echo $$ > number; echo 8.8.8.8; exec sleep 1000", scene)
      let run = try scene.startBatch(Self.fields, input: .open, variables: variables)
      run.write([0x1f, 0x8b, 8])
      #expect(await run.says("8.8.8.8,located\n"))
      run.signal(signal)
      let result = await run.result()
      #expect(result.end == .signal(signal))
      #expect(!result.errors.contains("gzip was"), "\(result.errors)")
      let number = try #require(Int32(scene.read("number").filter(\.isNumber)))
      #expect(kill(number, 0) != 0, "the program is gone")
    }
  }

  @Test func `Ctrl-C is the run's, not the program's`() async throws {
    try await withScene { scene in
      let variables = try replaceGzip("echo 8.8.8.8; exec sleep 1000", scene)
      try scene.write("in", [0x1f, 0x8b, 8] as [UInt8])
      let run = try scene.startBatch(
        Self.fields + ["in"], input: .terminal, errors: .terminal, variables: variables)
      #expect(await run.says("8.8.8.8,located\n"))
      run.write("\u{3}")
      let result = await run.result()
      #expect(result.end == .signal(SIGINT))
      #expect(!result.errors.contains("gzip was"), "\(result.errors)")
    }
  }

  @Test func `a program that closes its output and stays is ended with the run`() async throws {
    try await withScene { scene in
      let variables = try replaceGzip("echo 8.8.8.8; exec sleep 1000 >&-", scene)
      let run = try scene.startBatch(
        Self.fields, input: .bytes([0x1f, 0x8b, 8]), variables: variables)
      #expect(await run.says("8.8.8.8,located\n"))
      run.signal(SIGTERM)
      #expect(await run.result().end == .signal(SIGTERM))
    }
  }

  @Test func `a program that is killed, or gets no key, or is no program`() async throws {
    try await withScene { scene in
      let bytes: [UInt8] = [0x1f, 0x8b, 8]
      var variables = try replaceGzip("echo 8.8.8.8; kill -9 $$", scene)
      let killed = try await scene.batch(Self.fields, input: .bytes(bytes), variables: variables)
      #expect(killed.end == .exit(66) && killed.text.contains("8.8.8.8,located\n"))
      #expect(killed.errors.contains("standard input: gzip was ended by signal 9; "))
      variables = try replaceGzip("env > seen; echo 8.8.8.8", scene)
      variables["IPGEO_CACHE"] = scene.path("secret.db")
      let plain = try await scene.batch(Self.fields, input: .bytes(bytes), variables: variables)
      #expect(plain.end == .exit(0))
      #expect(try !scene.read("seen").contains("IPGEO") && !scene.read("seen").isEmpty)
      _ = try descriptorLock.withLock { try scene.write("bin/gzip", "\u{7f}ELF no program") }
      let broken = try await scene.batch(Self.fields, input: .bytes(bytes), variables: variables)
      #expect(broken.end == .exit(66))
      #expect(broken.errors.contains("cannot start \(scene.path("bin/gzip")) for -: "))
    }
  }

  @Test(.enabled(if: path("gzip") != nil))
  func `a caller that ignores the ends of its children does not hide damage`() async throws {
    try await withScene { scene in
      let packed = try await pack(
        list((0..<9000).map { "10.0.\($0 >> 8).\($0 & 255)" }), "gzip", scene)
      try scene.write("cut", packed.dropLast(9))
      let run = try scene.start(
        program: "/bin/sh",
        ["-c", "trap '' CHLD; exec \"$@\"", "sh", Scene.command]
          + scene.batchArguments(["cut"]))
      let result = await run.result()
      #expect(result.end == .exit(65) && result.errors.contains("gzip ended with 1"))
    }
  }

  @Test(.enabled(if: path("gzip") != nil))
  func `a line of 100 MB in 100 kB is one record, in little memory`() async throws {
    try await withScene { scene in
      let line = scene.path("line.gz")
      let made = try scene.start(
        program: "/bin/sh",
        [
          "-c",
          "(head -c 100000000 /dev/zero | tr '\\0' x; echo; echo 8.8.8.8) | gzip -1 > \(line)",
        ])
      #expect(await made.result().end == .exit(0))
      let run = try scene.startBatch(
        ["-f", "status,reason", line, "-"], input: .open, deadline: 120)
      run.write("1.1.1.1\n")
      #expect(await run.hasLines(4))
      if let peak = run.peakMemory { #expect(peak < 120 << 20, "\(peak >> 20) MB") }
      run.endInput()
      let result = await run.result()
      #expect(
        result.text == "status,reason\ninvalid,line-too-long\nlocated,\nlocated,\n")
      #expect(result.end == .exit(0))
    }
  }

  @Test(.enabled(if: path("gzip") != nil))
  func `answers and failures are read packed, too`() async throws {
    try await withScene { scene in
      _ = try await scene.batch(input: .text("8.8.8.8\n"))
      let exported = try await scene.start(["cache", "export"]).result()
      try scene.write("a.gz", try await pack(exported.text, "gzip", scene))
      let imported = try await scene.start(["cache", "import", "a.gz"]).result()
      #expect(imported.end == .exit(0), "\(imported.errors)")
      try scene.write("cut.gz", try await pack(exported.text, "gzip", scene).dropLast(4))
      let cut = try await scene.start(["cache", "import", "cut.gz"]).result()
      #expect(cut.end == .exit(65) && cut.errors.contains("cut.gz: damaged gzip data"))
    }
  }
}
