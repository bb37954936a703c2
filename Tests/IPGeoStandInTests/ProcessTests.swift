import Foundation
import Testing

@testable import IPGeoStandIn

/// The command as a process.
struct ProcessTests {
  /// The command as built beside the tests.
  static var command: URL {
    Bundle.main.bundleURL.appending(path: "ipgeo-stand-in")
  }

  func start(_ arguments: [String]) throws -> (Process, FileHandle, FileHandle) {
    let process = Process()
    process.executableURL = Self.command
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    return (process, output.fileHandleForReading, errors.fileHandleForReading)
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `it names its address, logs, and sums up when it is told to end`(signal: Int32) throws {
    let log = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: log) }
    let (process, output, _) = try start(["--log", log.path, "--single-limit", "1"])
    defer { process.terminate() }
    var line = ""
    while !line.hasSuffix("\n"), let byte = try output.read(upToCount: 1) {
      line += String(decoding: byte, as: UTF8.self)
    }
    let port = try #require(
      line.wholeMatch(of: /listening on http:\/\/127\.0\.0\.1:(\d+)\n/).flatMap { UInt16($0.1) })
    let client = try #require(RawClient(port: port))
    #expect(client.post("/batch", batch(["8.8.8.8", "1.1.1.1", "8.8.8.8"]))?.status == 200)
    #expect(client.get("/json/8.8.8.8")?.status == 200)
    #expect(client.get("/json/8.8.8.8")?.status == 429)
    kill(process.processIdentifier, signal)
    let summary = try #require(try output.readToEnd())
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(
      String(decoding: summary, as: UTF8.self) == """
        {"requests":{"batch":1,"single":2,"iss":0,"other":0},"replies_429":1,"over_limit":1,\
        "connections":1,"asked":5,"distinct":2,"duplicates":3,"asked_again_after_answer":2}

        """)
    let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("{\"number\":") })
  }

  @Test func `a wrong option is exit 64 with one line`() throws {
    let (process, output, errors) = try start(["--windw", "6s"])
    let message = try errors.readToEnd().map { String(decoding: $0, as: UTF8.self) }
    process.waitUntilExit()
    #expect(process.terminationStatus == 64)
    #expect(message == "ipgeo-stand-in: unknown option '--windw'; --help lists them\n")
    #expect(try output.readToEnd()?.isEmpty != false)
  }

  @Test func `the help goes to stdout`() throws {
    let (process, output, _) = try start(["--help"])
    let text = try output.readToEnd().map { String(decoding: $0, as: UTF8.self) }
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && text == CommandOptions.help)
  }
}
