/// What a database says of itself.
public struct MaxMindMetadata: Hashable, Sendable {
  /// What kind of records it has, as `GeoLite2-City`; empty where it does not say.
  public let databaseType: String
  /// When it was built, in seconds since 1970 UTC; `nil` where it does not say.
  public let buildEpoch: UInt64?
  /// 4: it has IPv4 addresses only; 6: both.
  public let ipVersion: Int
  /// How many nodes its tree has.
  public let nodeCount: UInt32
  /// How many bits a record of the tree has: 24, 28 or 32.
  public let recordSize: Int
  /// The languages of its names, as `en` and `pt-BR`.
  public let languages: [String]
  /// Descriptions by language.
  public let descriptions: [String: String]
  /// The minor version of the format; the major one is 2.
  public let minorVersion: Int
  /// All that stands there, members that the format does not name among them.
  public let members: [String: MaxMindValue]
}

extension MaxMindMetadata {
  /// When it was built, in seconds since 1970 UTC; `nil` where that is not told, is 1970 itself or
  /// lies after the year 9999, so that it is no date of a database.
  public var builtAt: Int64? {
    guard let epoch = buildEpoch, epoch > 0, epoch <= 253_402_300_799 else { return nil }
    return Int64(epoch)
  }

  /// The bytes in front of the metadata.
  static let marker: [UInt8] = [0xab, 0xcd, 0xef] + Array("MaxMind.com".utf8)
  /// Metadata and marker take no more than that from a file's end.
  static let maximumLength = 128 << 10

  /// Where the metadata start in the last bytes of a file: behind the last marker.
  static func start(in tail: UnsafeRawBufferPointer) -> Int? {
    var place = tail.count - marker.count
    while place >= 0 {
      if tail[place] == marker[0],
        UnsafeRawBufferPointer(rebasing: tail[place...]).starts(with: marker)
      {
        return place + marker.count
      }
      place -= 1
    }
    return nil
  }

  /// Reads what the section holds; what look-ups need has to be there and make sense.
  init(_ section: DataSection) throws(MaxMindFault) {
    guard case .map(let members) = try MaxMindValue(section, at: 0) else {
      throw section.fault(.metadataNotMap, at: 0)
    }
    func number(_ name: String) throws(MaxMindFault) -> UInt64 {
      guard let number = members[name]?.unsigned else {
        throw section.fault(.metadataMember(name), at: 0)
      }
      return number
    }
    let major = try number("binary_format_major_version")
    guard major == 2 else { throw section.fault(.unknownVersion(major), at: 0) }
    guard let nodes = UInt32(exactly: try number("node_count")) else {
      throw section.fault(.metadataMember("node_count"), at: 0)
    }
    let size = Int(clamping: try number("record_size"))
    guard [24, 28, 32].contains(size) else {
      throw section.fault(.metadataMember("record_size"), at: 0)
    }
    let version = Int(clamping: try number("ip_version"))
    guard version == 4 || version == 6 else {
      throw section.fault(.metadataMember("ip_version"), at: 0)
    }
    self.members = members
    nodeCount = nodes
    recordSize = size
    ipVersion = version
    databaseType = members["database_type"]?.text ?? ""
    buildEpoch = members["build_epoch"]?.unsigned
    minorVersion = Int(clamping: members["binary_format_minor_version"]?.unsigned ?? 0)
    languages = Self.texts(members["languages"])
    descriptions = Self.textMap(members["description"])
  }

  private static func texts(_ value: MaxMindValue?) -> [String] {
    if case .array(let elements) = value { elements.compactMap(\.text) } else { [] }
  }

  private static func textMap(_ value: MaxMindValue?) -> [String: String] {
    if case .map(let members) = value { members.compactMapValues(\.text) } else { [:] }
  }

  /// How many bytes the tree takes.
  var treeLength: Int { Int(nodeCount) * recordSize / 4 }
}
