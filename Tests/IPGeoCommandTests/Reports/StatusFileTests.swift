import Dispatch
import Foundation
import IPGeoByteStreams
import IPGeoCore
import Synchronization
import Testing

@testable import IPGeoCommand

private func busy(_ change: (inout RunStatus) -> Void = { _ in }) -> RunStatus {
  var status = RunStatus(process: 4_242, startedAt: 1_795_996_800)
  status.addresses = 4_600
  status.answered = 1_540
  status.known = 40
  status.asked = 1_500
  status.requests = 15
  status.rows = 1_700
  status.requestsLeft = 0
  status.nextRequestNanoseconds = 40_100_000_000
  status.remainingNanoseconds = 161_000_000_000
  status.isInputAtEnd = true
  status.wait = .limit
  change(&status)
  return status
}

private func text(_ status: RunStatus) -> String {
  // The bytes live as long as what holds them.
  let json = status.json(now: 1_795_996_802)
  return String(decoding: json.bytes, as: UTF8.self)
}

@Suite struct RunStatusTests {
  @Test func `is one object for programs`() {
    #expect(
      text(busy()) == """
        {"state":"waiting","pid":4242,"started_at":"2026-11-30T00:00:00Z",\
        "updated_at":"2026-11-30T00:00:02Z","addresses":4600,"answered":1540,"known":40,\
        "asked":1500,"requests":15,"rows":1700,"requests_left":0,"next_request_in_seconds":41,\
        "remaining_seconds":161,"exit_code":null,"input_at_end":true,"wait":"limit"}

        """)
  }

  @Test func `what is not known is null`() throws {
    let status = RunStatus(process: 1, startedAt: 0)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text(status).utf8)) as? [String: Any])
    for key in [
      "requests_left", "next_request_in_seconds", "remaining_seconds", "exit_code", "wait",
    ] {
      #expect(object[key] is NSNull, "\(key)")
    }
    #expect(object["state"] as? String == "running")
    #expect(object["input_at_end"] as? Bool == false)
  }

  @Test func `a run that ended waits for nothing`() {
    let done = text(busy { $0.exitCode = 143 })
    #expect(done.contains("\"state\":\"done\""))
    #expect(done.contains("\"exit_code\":143"))
    #expect(done.contains("\"wait\":null"))
  }

  @Test func `names each cause of a wait`() {
    #expect(RunStatus.Wait(.limit) == .limit)
    #expect(RunStatus.Wait(.hold) == .hold)
    #expect(RunStatus.Wait(.retry("reset")) == .retry)
    for cause in [RunStatus.Wait.limit, .hold, .retry] {
      #expect(text(busy { $0.wait = cause }).contains("\"wait\":\"\(cause.rawValue)\""))
    }
  }

  @Test func `any time can be told`() {
    let odd = text(
      busy {
        $0.nextRequestNanoseconds = .max
        $0.remainingNanoseconds = .min
        $0.startedAt = .max
      })
    #expect(odd.contains("\"next_request_in_seconds\":9223372037,\"remaining_seconds\":0"))
    #expect(odd.contains("\"started_at\":\"9999-12-31T23:59:59Z\""))
  }
}

@Suite struct StatusFileTests {
  private let folder: TemporaryFolder
  private let warnings = Warnings()

  init() throws { folder = try TemporaryFolder() }

  private final class Warnings: Sendable {
    let all = Mutex<[String]>([])
  }

  /// One whose timer does not disturb.
  private func file(_ name: String = "s.json", rows: Int = 0) -> StatusFile {
    StatusFile(
      folder.path(name), period: .seconds(36_000), wallSeconds: { 1_795_996_802 },
      status: { busy { $0.rows = rows } },
      warn: { [warnings] text in warnings.all.withLock { $0.append(text) } })
  }

  private func object(_ name: String = "s.json") throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: folder.path(name))))
        as? [String: Any])
  }

  @Test func `is written again and again by itself`() throws {
    let enough = DispatchSemaphore(value: 0)
    let count = Atomic(0)
    let file = StatusFile(
      folder.path("s.json"), period: .milliseconds(1),
      status: {
        if count.add(1, ordering: .relaxed).newValue == 3 { enough.signal() }
        return busy()
      }, warn: { Issue.record("\($0)") })
    enough.wait()
    #expect(try object()["state"] as? String == "waiting")
    file.end(exitCode: 0)
    #expect(try object()["state"] as? String == "done")
  }

  @Test func `the last status is the end's`() throws {
    let file = file(rows: 17)
    file.update()
    #expect(try object()["rows"] as? Int == 17)
    file.end(exitCode: 3)
    file.update()
    file.end(exitCode: 0)
    file.endAtOnce(exitCode: 130)
    #expect(try object()["exit_code"] as? Int == 3)
    #expect(folder.names == ["s.json"])
  }

  @Test func `a process that ends at once leaves its end, too`() throws {
    let file = file()
    file.endAtOnce(exitCode: 130)
    // Where the timer was writing at that moment it is not waited for.
    file.end(exitCode: 130)
    #expect(try object()["exit_code"] as? Int == 130)
  }

  @Test func `what goes wrong is one warning`() throws {
    let file = file("no/s.json")
    for _ in 0..<3 { file.update() }
    file.end(exitCode: 0)
    #expect(
      warnings.all.withLock { $0 } == [
        "--status-file: cannot create \(folder.path("no/s.json")): no such file or directory; "
          + "the run goes on without"
      ])
  }

  @Test func `a FIFO that nobody reads holds nothing up`() throws {
    mkfifo(folder.path("s.json"), 0o600)
    let file = file()
    file.update()
    file.end(exitCode: 0)
    #expect(warnings.all.withLock { $0.count } == 1)
  }

  @Test func `a folder that comes later is written to`() throws {
    let file = file("later/s.json")
    file.update()
    try FileManager.default.createDirectory(
      atPath: folder.path("later"), withIntermediateDirectories: false)
    file.update()
    #expect(try object("later/s.json")["rows"] as? Int == 0)
    file.end(exitCode: 0)
  }
}
