import Foundation
import IPGeoAddresses
import IPGeoCore
import IPGeoStore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Limits so wide that no test waits for one.
let noWait = ["--batch-rate", "1000/1s", "--single-rate", "1000/1s"]

/// An answer of so many days ago: a place named `city`, or with nil that nothing is known.
func answer(
  _ address: String, city: String? = "Old Town", daysAgo: Double, hasReverse: Bool = false
) throws -> StoredAnswer {
  guard let parsed = IPAddress(address) else { throw TableError(description: address) }
  var location = Location()
  location.country = "Oldland"
  location.city = city
  location.latitude = 1.5
  location.longitude = -2.5
  return StoredAnswer(
    address: parsed, outcome: city == nil ? .unknown(.noData) : .located(location),
    askedAt: Int64(Date().timeIntervalSince1970 - daysAgo * 86_400), hasReverse: hasReverse)
}

extension Scene {
  /// The folder that a folder of the system's is set to.
  func place(_ variable: String) -> String { environment[variable] ?? "" }

  /// The store that a run uses unless told otherwise.
  var store: String { place("XDG_CACHE_HOME") + "/ipgeo/answers.db" }

  /// Puts answers into a store, which is made where there is none.
  func put(
    _ answers: [StoredAnswer], language: String = "en", in path: String? = nil
  ) throws {
    let now = Int64(Date().timeIntervalSince1970)
    let opened = try AnswerStore(path: path ?? store)
    opened.keep(answers, kind: AnswerKind(provider: "ip-api", language: language), now: now)
    opened.close(now: now)
  }

  /// Every file of the scene by its path: bytes and time of change; folders have no bytes.
  var files: [String: [String]] {
    let root = folder.deletingLastPathComponent().path
    var all: [String: [String]] = [:]
    for name in FileManager.default.enumerator(atPath: root) ?? NSEnumerator() {
      guard let name = name as? String else { continue }
      let path = root + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      let isFile = status.st_mode & S_IFMT == S_IFREG
      let bytes = isFile ? FileManager.default.contents(atPath: path) : nil
      #if canImport(Darwin)
        let changed = status.st_mtimespec
      #else
        let changed = status.st_mtim
      #endif
      all[name] = [
        bytes?.base64EncodedString() ?? "", "\(changed.tv_sec).\(changed.tv_nsec)",
        String(status.st_mode, radix: 8),
      ]
    }
    return all
  }

  /// Starts a batch from a shell that has run `words` before, as `umask 0`.
  func startBatch(
    after words: String, _ arguments: [String], input: RunInput = .null,
    variables: [String: String?] = [:]
  ) throws -> CommandRun {
    try start(
      program: "/bin/bash",
      ["-c", words + "; exec \"$@\"", "bash", Self.command] + batchArguments(arguments),
      input: input, variables: variables)
  }
}

/// The permissions of a file; -1 without it.
func mode(_ path: String) -> Int {
  var status = stat()
  return lstat(path, &status) == 0 ? Int(status.st_mode & 0o7777) : -1
}

/// A file's bytes; empty without it.
func contents(_ path: String) -> Data { FileManager.default.contents(atPath: path) ?? Data() }

extension RunResult {
  /// The lines of stderr but for the summary.
  var messages: [String] {
    errors.split(separator: "\n").map(String.init).filter {
      !$0.contains(#/^ipgeo: [0-9,]+ records?: /#)
    }
  }
}
