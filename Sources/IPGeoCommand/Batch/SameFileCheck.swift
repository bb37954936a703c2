internal import IPGeoByteStreams
internal import IPGeoEnrichment

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
  static func fault(_ options: BatchOptions) -> String? {
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
    if let path = options.failures { writes.append(Role(name: "--failures \(path)", path: path)) }
    if let path = options.summaryFile {
      writes.append(Role(name: "--summary-file \(path)", path: path))
    }
    for (index, write) in writes.enumerated() {
      for other in reads + writes[..<index] where isSame(write, other) {
        return "\(write.name) and \(other.name) are the same file: name another one"
      }
    }
    return nil
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
