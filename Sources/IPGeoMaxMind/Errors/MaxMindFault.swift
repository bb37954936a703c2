/// Where a database is damaged, and how.
public struct MaxMindFault: Error, Hashable, Sendable {
  /// The place, in bytes from the start of the file.
  ///
  /// Within a record of a file that is too large to be held whole it is where the record starts.
  public let offset: Int
  /// What is wrong there.
  public let cause: Cause

  /// Names what is wrong at a place.
  public init(offset: Int, cause: Cause) {
    self.offset = offset
    self.cause = cause
  }

  /// What can be wrong.
  public enum Cause: Hashable, Sendable {
    /// A value reaches past the end of what holds it.
    case cutShort
    /// A pointer leads out of the data.
    case pointerOutOfRange(target: Int)
    /// A pointer leads to another pointer, which the format forbids.
    case pointerToPointer
    /// There is no such type, or it may not stand there (cache container, end marker).
    case unknownType(UInt8)
    /// A type that does not have values of that size.
    case wrongSize(MaxMindType, size: Int)
    /// A map's key is no text.
    case keyNotText
    /// A text is not UTF-8.
    case invalidUTF8
    /// Values are nested deeper than this reader follows.
    case tooDeep
    /// A record has more values than this reader takes.
    case tooManyValues
    /// A record has more bytes than this reader takes.
    case tooManyBytes
    /// Records share so many values, or lie in each other so often, that this reader does not look
    /// at all of them: a limit, not a damage.
    case tooMuchShared
    /// The tree does not fit into the file before the metadata.
    case treeTooLarge(nodes: UInt64)
    /// A path through the tree is longer than an address, or comes back to where it was.
    case treeTooDeep
    /// The tree has more paths than a tree of its nodes can have.
    case treeTooWide
    /// A record of the tree leads neither to a node nor into the data.
    case recordOutOfRange(UInt32)
    /// The 16 bytes between tree and data are not all zero.
    case separatorNotZero
    /// The metadata are no map.
    case metadataNotMap
    /// A member of the metadata is missing, or is of another type or range.
    case metadataMember(String)
    /// The format's major version is one that this reader does not know.
    case unknownVersion(UInt64)
    /// The file became shorter, or other bytes were written to it, while it was in use.
    case changed
  }
}

extension MaxMindFault: CustomStringConvertible {
  /// One line for a person, as `offset 1234: a text is not UTF-8`.
  public var description: String { "offset \(offset): \(cause)" }
}

extension MaxMindFault.Cause: CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .cutShort: "a value reaches past the end of its section"
    case .pointerOutOfRange(let target): "a pointer leads to \(target), outside the data"
    case .pointerToPointer: "a pointer leads to a pointer"
    case .unknownType(let number): "no value may have type \(number)"
    case .wrongSize(let type, let size): "a value of type \(type) has size \(size)"
    case .keyNotText: "the key of a map is no text"
    case .invalidUTF8: "a text is not UTF-8"
    case .tooDeep: "values are nested deeper than \(MaxMindLimits.depth) levels"
    case .tooManyValues: "a record has more than \(MaxMindLimits.values) values"
    case .tooManyBytes: "a record has more than \(MaxMindLimits.bytes) bytes"
    case .tooMuchShared: "records share more values than this reader looks at"
    case .treeTooLarge(let nodes): "a tree of \(nodes) nodes does not fit into the file"
    case .treeTooDeep: "a path through the tree is longer than an address"
    case .treeTooWide: "the tree has more paths than its nodes allow"
    case .recordOutOfRange(let record): "record \(record) of the tree leads outside the data"
    case .separatorNotZero: "the 16 bytes between tree and data are not zero"
    case .metadataNotMap: "the metadata are no map"
    case .metadataMember(let name): "\(name) of the metadata is missing or out of range"
    case .unknownVersion(let version): "format version \(version) is not known, only 2"
    case .changed: "the file was changed while it was in use"
    }
  }
}

/// How much of a record is read before it counts as damaged.
///
/// A record that MaxMind ships has some hundred values on six levels. Pointers let a few kilobytes
/// stand for terabytes, so that what is counted is what a record comes to, not what it takes in the
/// file.
public enum MaxMindLimits {
  /// Levels of maps and arrays in each other.
  public static let depth = 64
  /// Values of one record, keys among them.
  public static let values = 65_536
  /// Bytes of one record's texts and byte strings, keys among them.
  public static let bytes = 32 << 20
}
