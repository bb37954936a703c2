/// What shows that a file is not as it was: its length, and when its bytes last changed.
public struct FileStamp: Hashable, Sendable {
  /// The length in bytes.
  public let length: Int64
  /// When its bytes last changed, in seconds since 1970.
  public let changedAt: Int64
  /// What was over of that second: as fine as the file system has it.
  public let changedNanoseconds: Int64
}

extension ByteSource {
  /// Length and time of the last change, as they are now.
  /// - Throws: The reason of `fstat(2)`.
  public func stamp() throws(SystemError) -> FileStamp {
    let facts = try System.facts(descriptor: descriptor, name: name)
    return FileStamp(
      length: facts.size, changedAt: facts.changedAt,
      changedNanoseconds: facts.changedNanoseconds)
  }
}

extension SystemError {
  /// Whether a directory stands where a file was expected (EISDIR).
  public var isDirectory: Bool { code == System.isDirectory }
}
