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

    static let standardInput = Role(name: "standard input", descriptor: 0)
    static let standardOutput = Role(name: "standard output", descriptor: 1)

    /// The file that an option names; nil where it names none.
    static func named(_ option: String, _ path: String?) -> Role? {
      path.map { Role(name: "\(option) \($0)", path: $0) }
    }
  }

  /// Compares each file that is written with all others.
  /// - Parameters:
  ///   - writes: What is written; no two of them may be one file.
  ///   - reads: What is read, and may not be written.
  ///   - isReplaced: Whether what is written takes the place of what was read before.
  /// - Returns: A line that says which two are the same; nil when all differ.
  static func fault(
    writes: [Role], reads: [Role], isReplaced: (Role) -> Bool = { _ in false }
  ) -> String? {
    for (index, write) in writes.enumerated() {
      let others = (isReplaced(write) ? [] : reads) + writes[..<index]
      for other in others where isSame(write, other) {
        return "\(write.name) and \(other.name) are the same file: name another one"
      }
    }
    return nil
  }

  /// The two files that runs share, as far as a run with these options uses them.
  static func sharedFiles(_ options: BatchOptions, _ environment: [String: String]) -> [Role] {
    let paths = StorePaths { environment[$0] }
    let store = options.known.isUsed ? paths.answers(option: options.known.file) : nil
    let limit =
      options.asking.usesLimitFile ? paths.limit(option: options.asking.limitFile)?.path : nil
    return [.named("the store of answers,", store), .named("the limit file,", limit)]
      .compactMap { $0 }
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

extension SameFileCheck {
  /// A line that says which two files of a batch are the same; nil when all differ.
  ///
  /// The one pair that may be the same: `--failures` takes the place of what `--retry-failed` reads,
  /// when all of it has been read.
  static func fault(_ options: BatchOptions, environment: [String: String] = [:]) -> String? {
    fault(
      writes: writes(options, environment), reads: roles(options.inputs) + databases(options)
    ) { write in
      options.retriesFailures && write.path == options.failures
    }
  }

  /// A line that says that an output is one of the inputs; nil when it is none.
  static func fault(output: String, inputs: [InputSource]) -> String? {
    fault(writes: [Role(name: "--output \(output)", path: output)], reads: roles(inputs))
  }

  private static func roles(_ inputs: [InputSource]) -> [Role] {
    inputs.map { input in
      switch input {
      case .standardInput: .standardInput
      case .file(let path): Role(name: "the input \(path)", path: path)
      }
    }
  }

  private static func databases(_ options: BatchOptions) -> [Role] {
    options.databases.map { Role(name: "the database \($0)", path: $0) }
  }

  private static func writes(_ options: BatchOptions, _ environment: [String: String]) -> [Role] {
    let rows: [Role?] =
      if let output = options.output {
        [
          .named("--output", output),
          .named("--output's", ReplacedFile.partialPath(for: output)),
        ]
      } else {
        [.standardOutput]
      }
    let others: [Role?] = [
      .named("--failures", options.failures), .named("--report", options.report),
      .named("--summary-file", options.summaryFile),
      .named("--lock", options.running.lock), .named("--status-file", options.running.statusFile),
      .named("--metrics", options.running.metrics),
    ]
    return (rows + others).compactMap { $0 } + sharedFiles(options, environment)
  }

  /// A line that says which two files of a look-up are the same; nil when all differ.
  static func fault(_ options: LookupOptions, environment: [String: String]) -> String? {
    let map = [Role.standardOutput, .named("--map", options.map?.path)].compactMap { $0 }
    return fault(
      writes: map + sharedFiles(options.base, environment),
      reads: databases(options.base)
        + (options.addresses.contains("-") ? [.standardInput] : []))
  }

  /// A line that says that a position's map would take the place of what is printed; nil when not.
  static func fault(_ options: StationOptions) -> String? {
    fault(
      writes: [Role.standardOutput, .named("--map", options.map?.path)].compactMap { $0 },
      reads: [])
  }
}
