internal import IPGeoByteStreams
internal import IPGeoEnrichment

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The file of `--metrics`, which node_exporter's textfile collector reads.
///
/// It is replaced at once, so that no half of it is ever read, and has the mode 0644 whatever the
/// umask, since another user reads it. It can be written from any thread, and more than once: the
/// last one counts.
struct MetricsFile: Sendable {
  /// A file of ours has some two thousand bytes.
  private static let mostRead = 64 * 1024

  let path: String
  /// The label of the job: the file's name without `.prom`.
  let job: String
  /// When the run started, in nanoseconds of a clock that does not step.
  private let start: Int64

  init(_ path: String, start: Int64) {
    self.path = path
    self.start = start
    job = Self.job(path)
  }

  /// Writes what became of a run.
  /// - Parameters:
  ///   - exitCode: As a shell shows it.
  ///   - counts: What it counted; nil for a run that ended before it read anything.
  ///   - clock: Nanoseconds of the clock that `start` is of.
  ///   - wallSeconds: Seconds since 1970 UTC.
  /// - Throws: What kept the file from being made or written.
  func write(
    exitCode: Int32, counts: RunCounts?, clock: () -> Int64 = Clock.boottimeNanoseconds,
    wallSeconds: () -> Int64 = Clock.wallSeconds
  ) throws(SystemError) {
    let now = wallSeconds()
    let metrics = MetricsText(
      job: job, endedAt: now, elapsedMilliseconds: (clock() &- start) / 1_000_000,
      exitCode: exitCode, counts: counts, previousSuccess: previousSuccess(now))
    try SmallFile.replace(path, with: metrics.text, mode: 0o644)
  }

  /// Writes the metrics of a command line that could not be run, for a job that fails every night.
  ///
  /// What the words mean was not settled, so that a file is written only where there is none yet or
  /// the one there is of this kind: a slip must not cost anybody a file.
  /// - Parameters:
  ///   - arguments: The words after the program's name.
  ///   - exitCode: As a shell shows it.
  static func note(_ arguments: [String], exitCode: Int32) {
    guard arguments.first == "batch", let path = path(in: arguments), isFreeOrOurs(path) else {
      return
    }
    // The usage error is what has to be told, and this one is not.
    try? MetricsFile(path, start: Clock.boottimeNanoseconds()).write(
      exitCode: exitCode, counts: nil)
  }

  private static func isFreeOrOurs(_ path: String) -> Bool {
    do throws(SystemError) {
      return try SmallFile.read(path, limit: mostRead)?.starts(with: "# HELP ipgeo_".utf8) ?? false
    } catch {
      return error.code == ENOENT
    }
  }

  /// The value of the last `--metrics` among words that may be wrong otherwise.
  private static func path(in arguments: [String]) -> String? {
    let words = arguments.prefix { $0 != "--" }
    var path: String?
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      if word == "--metrics" { path = next }
      if word.hasPrefix("--metrics=") { path = String(word.dropFirst("--metrics=".count)) }
    }
    return path
  }

  private func previousSuccess(_ now: Int64) -> Int64? {
    guard let old = try? SmallFile.read(path, limit: Self.mostRead) else { return nil }
    return MetricsText.success(in: old, job: job, now: now)
  }

  static func job(_ path: String) -> String {
    let name =
      path.utf8.lastIndex(of: UInt8(ascii: "/"))
      .map { String(path[path.utf8.index(after: $0)...]) } ?? path
    let stem = name.hasSuffix(".prom") ? String(name.dropLast(5)) : name
    // An empty label is no label.
    return stem.isEmpty ? "ipgeo" : stem
  }
}
