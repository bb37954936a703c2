import Foundation
import IPGeoByteStreams
import IPGeoEnrichment
import Testing

@testable import IPGeoCommand

private func metrics(
  job: String = "nightly", exitCode: Int32 = 0, counts: RunCounts? = wholeReport().counts,
  previous: Int64? = nil
) -> MetricsText {
  MetricsText(
    job: job, endedAt: 1_795_996_800, elapsedMilliseconds: 61_034, exitCode: exitCode,
    counts: counts, previousSuccess: previous)
}

private func text(_ metrics: MetricsText) -> String {
  // The bytes live as long as what holds them.
  let text = metrics.text
  return String(decoding: text.bytes, as: UTF8.self)
}

@Suite struct MetricsTextTests {
  @Test func `tells of the last run in gauges`() throws {
    let read = try ExpositionText(text(metrics()))
    let job = ["job": "nightly"]
    #expect(read.value("ipgeo_last_run_timestamp_seconds", job) == 1_795_996_800)
    #expect(read.value("ipgeo_last_success_timestamp_seconds", job) == 1_795_996_800)
    #expect(read.value("ipgeo_last_run_exit_code", job) == 0)
    #expect(read.value("ipgeo_last_run_duration_seconds", job) == 61.034)
    #expect(read.value("ipgeo_last_run_requests", job) == 2)
    let records = [
      "located": 6.0, "special": 2, "unknown": 1, "invalid": 1, "failed": 0, "rest": 0,
      "other_shards": 0,
    ]
    for (status, count) in records {
      let labels = job.merging(["status": status]) { $1 }
      #expect(read.value("ipgeo_last_run_records", labels) == count)
    }
    for (origin, count) in ["local": 2.0, "known": 0, "asked": 6, "unasked": 0] {
      let labels = job.merging(["origin": origin]) { $1 }
      #expect(read.value("ipgeo_last_run_addresses", labels) == count)
    }
    #expect(read.samples.count == 16)
    #expect(Set(read.types.values) == ["gauge"])
    #expect(!read.types.keys.contains { $0.hasSuffix("_total") })
  }

  @Test func `is written as the format has it`() {
    #expect(
      text(metrics(exitCode: 75, counts: nil)) == """
        # HELP ipgeo_last_run_timestamp_seconds When the last run ended, in seconds since 1970.
        # TYPE ipgeo_last_run_timestamp_seconds gauge
        ipgeo_last_run_timestamp_seconds{job="nightly"} 1795996800
        # HELP ipgeo_last_run_exit_code Exit code of the last run; 128 and its number for a signal.
        # TYPE ipgeo_last_run_exit_code gauge
        ipgeo_last_run_exit_code{job="nightly"} 75
        # HELP ipgeo_last_run_duration_seconds How long the last run took.
        # TYPE ipgeo_last_run_duration_seconds gauge
        ipgeo_last_run_duration_seconds{job="nightly"} 61.034

        """)
  }

  @Test func `success is exit code 0, else that of before, else not there`() throws {
    let name = MetricsText.successName
    func success(_ exitCode: Int32, _ previous: Int64?) throws -> Double? {
      let read = try ExpositionText(text(metrics(exitCode: exitCode, previous: previous)))
      #expect((read.types[name] == nil) == (read.value(name, ["job": "nightly"]) == nil))
      return read.value(name, ["job": "nightly"])
    }
    #expect(try success(0, 5) == 1_795_996_800)
    for code: Int32 in [1, 2, 3, 69, 70, 73, 74, 75, 130, 143] {
      #expect(try success(code, 5) == 5)
      #expect(try success(code, nil) == nil)
    }
  }

  @Test(arguments: [
    "a\"b", "a\\b", "a\nb", "\\n", "\"\\\n\"", "é \u{1F30D}", "{job=\"x\"}", "a\rb", "\u{301}\"",
  ])
  func `any job's name can be read again`(job: String) throws {
    let made = metrics(job: job)
    let read = try ExpositionText(text(made))
    #expect(read.value("ipgeo_last_run_exit_code", ["job": job]) == 0)
    let bytes = Array(text(made).utf8)
    #expect(MetricsText.success(in: bytes, job: job, now: made.endedAt) == made.endedAt)
    #expect(MetricsText.success(in: bytes, job: job + "x", now: made.endedAt) == nil)
  }

  @Test func `huge and odd figures are still numbers`() throws {
    var counts = RunCounts()
    counts.located = .max
    var made = metrics(counts: counts)
    made.elapsedMilliseconds = -1
    made.endedAt = .min
    let read = try ExpositionText(text(made))
    #expect(read.value("ipgeo_last_run_duration_seconds", ["job": "nightly"]) == 0)
    made.elapsedMilliseconds = 5
    #expect(text(made).contains("{job=\"nightly\"} 0.005\n"))
  }
}

@Suite struct EarlierSuccessTests {
  private func success(_ value: String) -> Int64? {
    let line = MetricsText.successName + "{job=\"j\"} " + value
    return MetricsText.success(in: Array(("# x\n" + line).utf8), job: "j", now: 1_000_000)
  }

  @Test func `a time in any spelling is read`() {
    #expect(success("999999\n") == 999_999)
    #expect(success("999999") == 999_999)
    #expect(success("9.99999e+05\n") == 999_999)
    #expect(success("999999.9\n") == 999_999)
    // A clock that was set back since then.
    #expect(success("1086400\n") == 1_086_400)
  }

  @Test(arguments: [
    "", "\n", "x", "nan", "+Inf", "-1", "0", "1e300", "1086401", "9223372036854775807",
    "99999999999999999999", "5 6 7", "5\u{0}",
  ])
  func `anything else is none`(value: String) {
    #expect(success(value + "\n") == nil)
  }

  @Test func `bytes that are no metrics are none`() {
    var noise = (0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 3) }
    noise += Array(MetricsText.successName.utf8)
    #expect(MetricsText.success(in: noise, job: "j", now: 9) == nil)
    #expect(MetricsText.success(in: [], job: "j", now: 9) == nil)
    let others = "other{job=\"j\"} 5\n\(MetricsText.successName){job=\"k\"} 5\n"
    #expect(MetricsText.success(in: Array(others.utf8), job: "j", now: 9) == nil)
  }
}

@Suite struct MetricsFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(
    _ exitCode: Int32, at time: Int64 = 1_000, to name: String = "nightly.prom"
  ) throws -> ExpositionText {
    let file = MetricsFile(folder.path(name), start: 5_000_000_000)
    try file.write(
      exitCode: exitCode, counts: exitCode == 75 ? nil : wholeReport().counts,
      clock: { 6_500_000_000 }, wallSeconds: { time })
    return try ExpositionText(try folder.text(name))
  }

  private func success(_ read: ExpositionText) -> Double? {
    read.value(MetricsText.successName, ["job": "nightly"])
  }

  @Test func `carries the last success over`() throws {
    #expect(success(try write(69)) == nil)
    #expect(success(try write(0, at: 2_000)) == 2_000)
    let locked = try write(75, at: 3_000)
    #expect(success(locked) == 2_000)
    #expect(locked.value("ipgeo_last_run_timestamp_seconds", ["job": "nightly"]) == 3_000)
    #expect(locked.value("ipgeo_last_run_duration_seconds", ["job": "nightly"]) == 1.5)
    #expect(locked.types["ipgeo_last_run_records"] == nil)
    #expect(success(try write(143, at: 4_000)) == 2_000)
    #expect(success(try write(0, at: 5_000)) == 5_000)
    #expect(folder.names == ["nightly.prom"])
  }

  @Test func `its mode is 0644 whatever the umask and the old file say`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let file = MetricsFile(folder.path("a.prom"), start: 0)
      for mask in [0o077, 0, 0o777] as [mode_t] {
        umask(mask)
        try file.write(exitCode: 0, counts: nil)
        var info = stat()
        #expect(stat(folder.path("a.prom"), &info) == 0 && info.st_mode & 0o7777 == 0o644)
        chmod(folder.path("a.prom"), 0o600)
      }
      umask(0o022)
    }
  }

  @Test func `an old file that is not ours is replaced, and not believed`() throws {
    let line = "\(MetricsText.successName){job=\"nightly\"} 7\n"
    try folder.make("nightly.prom", line)
    #expect(success(try write(2)) == 7)
    try folder.make("nightly.prom", String(repeating: "#\n", count: 40_000) + line)
    #expect(success(try write(2)) == nil)
    try Data([0xFF, 0, 0x0A, 0xC3]).write(to: URL(filePath: folder.path("nightly.prom")))
    #expect(success(try write(2)) == nil)
  }

  @Test func `a FIFO or a folder in its place is an error, not a wait`() throws {
    mkfifo(folder.path("nightly.prom"), 0o600)
    #expect(throws: SystemError(code: ENXIO, operation: "open", path: folder.path("nightly.prom")))
    {
      try write(0)
    }
    #expect(throws: SystemError.self) { try write(0, to: "no/such.prom") }
    #expect(throws: SystemError.self) { try write(0, to: "") }
  }

  @Test(arguments: [
    ("/var/lib/a/web-logs.prom", "web-logs"), ("x.prom", "x"), ("x.txt", "x.txt"), ("a/x", "x"),
    (".prom", "ipgeo"), ("a/", "ipgeo"), ("/dev/stdout", "stdout"), ("x.prom.prom", "x.prom"),
  ])
  func `the job is the file's name`(path: String, job: String) {
    #expect(MetricsFile.job(path) == job)
  }
}
