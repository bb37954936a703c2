import Foundation

/// A headless browser, by way of `scripts/lib/browser.py`.
enum Browser {
  /// What came of an order.
  struct Report {
    /// What each step gave; `nil` for those that give nothing.
    let results: [Any?]
    /// What the console, the browser and uncaught errors said.
    let problems: [String]
    /// What the page asked for, itself included.
    let requests: [String]

    func number(_ step: Int) -> Double? { results[step] as? Double }
    func text(_ step: Int) -> String? { results[step] as? String }
    func numbers(_ step: Int) -> [Double]? { results[step] as? [Double] }
    func texts(_ step: Int) -> [String]? { results[step] as? [String] }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let isAtHand = (try? python(["--find"], input: Data())) != nil

  /// Where pictures are kept: `IPGEO_SCREENSHOTS`, else a folder in `.build`.
  static var pictures: URL {
    let named = ProcessInfo.processInfo.environment["IPGEO_SCREENSHOTS"]
    return named.map { URL(filePath: $0) } ?? root.appending(path: ".build/screenshots")
  }

  /// Loads a file from disk and takes the steps that `browser.py` lists.
  static func look(
    at page: Data, name: String = "a map.html", _ settings: [String: Any] = [:], steps: [[Any]]
  ) throws -> Report {
    let folder = URL.temporaryDirectory.appending(path: "ipgeo page \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try page.write(to: file)
    var order = settings
    order["page"] = file.path
    order["steps"] = steps
    let said = try python([], input: JSONSerialization.data(withJSONObject: order))
    guard
      let report = try JSONSerialization.jsonObject(with: said) as? [String: Any],
      let results = report["results"] as? [Any],
      let problems = report["problems"] as? [String],
      let requests = report["requests"] as? [String]
    else { throw Failure(description: "no report: \(String(decoding: said, as: UTF8.self))") }
    return Report(
      results: results.map { $0 is NSNull ? nil : $0 }, problems: problems, requests: requests)
  }

  static func python(
    _ words: [String], input: Data, variables: [String: String] = [:]
  ) throws -> Data {
    let process = Process()
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["python3", "-B", root.appending(path: "scripts/lib/browser.py").path] + words
    let (given, taken, complaint) = (Pipe(), Pipe(), Pipe())
    process.standardInput = given
    process.standardOutput = taken
    process.standardError = complaint
    try process.run()
    try given.fileHandleForWriting.write(contentsOf: input)
    try given.fileHandleForWriting.close()
    let output = try taken.fileHandleForReading.readToEnd() ?? Data()
    let words = try complaint.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: String(decoding: words, as: UTF8.self))
    }
    return output
  }
}
