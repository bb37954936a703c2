internal import IPGeoByteStreams
internal import IPGeoEnrichment
internal import IPGeoStore

/// Refuses a run that would write what it reads, or write two things into one file.
///
/// It would be found out when the data is gone. Nothing is opened; links and other spellings are
/// seen through.
enum SameFileCheck {
  /// A file that the run is to read or write, as the caller named it.
  struct Role {
    var name: String
    var path: String?
    var descriptor: Int32?
  }

  /// A line that says which two are the same; `nil` when all differ.
  ///
  /// The one pair that may be the same: `--failures` takes the place of what `--retry-failed` reads,
  /// when all of it has been read.
  static func fault(_ options: BatchOptions, environment: [String: String] = [:]) -> String? {
    let reads = options.inputs.map { input -> Role in
      switch input {
      case .standardInput: Role(name: "standard input", descriptor: 0)
      case .file(let path): Role(name: "the input \(path)", path: path)
      }
    }
    var writes: [Role] = []
    if let output = options.output {
      writes.append(Role(name: "--output \(output)", path: output))
      let partial = ReplacedFile.partialPath(for: output)
      writes.append(Role(name: "--output's \(partial)", path: partial))
    } else {
      writes.append(Role(name: "standard output", descriptor: 1))
    }
    writes += files(options, environment)
    for (index, write) in writes.enumerated() {
      let isFailures = options.retriesFailures && write.path == options.failures
      for other in (isFailures ? [] : reads) + writes[..<index] where isSame(write, other) {
        return "\(write.name) and \(other.name) are the same file: name another one"
      }
    }
    return nil
  }

  /// The files that are written besides the rows.
  private static func files(_ options: BatchOptions, _ environment: [String: String]) -> [Role] {
    let paths = StorePaths { environment[$0] }
    let store = options.known.isUsed ? paths.answers(option: options.known.file) : nil
    let limit =
      options.asking.usesLimitFile ? paths.limit(option: options.asking.limitFile)?.path : nil
    let named: [(String, String?)] = [
      ("--failures", options.failures), ("--report", options.report),
      ("--summary-file", options.summaryFile),
      ("--lock", options.running.lock), ("--status-file", options.running.statusFile),
      ("--metrics", options.running.metrics), ("the store of answers,", store),
      ("the limit file,", limit),
    ]
    return named.compactMap { name, path in
      path.map { Role(name: "\(name) \($0)", path: $0) }
    }
  }

  private static func isSame(_ a: Role, _ b: Role) -> Bool {
    if let first = identity(a), let second = identity(b) { return first == second }
    // One of them does not exist yet: the same place in the same folder.
    guard let a = a.path.flatMap({ FilePlace($0) }), let b = b.path.flatMap({ FilePlace($0) })
    else { return false }
    return a == b
  }

  private static func identity(_ role: Role) -> FileIdentity? {
    role.path.flatMap { FileIdentity.ofRegularFile(path: $0) }
      ?? role.descriptor.flatMap { FileIdentity.ofRegularFile(descriptor: $0) }
  }
}
