/// What a whole pass over a database has found in its records.
public struct DatabaseSurvey: Hashable, Sendable {
  /// Networks that have a record, aliases of IPv4 not counted.
  public let networks: Int
  /// Different records: many networks share one.
  public let records: Int
  /// Every path that occurs in a record, by name; members stand behind what they are in.
  public let fields: [Field]
  /// Whether `fields` has all of them: of more than `MaxMindLimits.fields`, and of those whose key
  /// has more than `MaxMindLimits.fieldKey` bytes, it has not.
  public let hasAllFields: Bool

  /// A path within records.
  public struct Field: Hashable, Sendable {
    /// The keys from the record's own on; the elements of an array are one key, `[]`.
    ///
    /// It is empty for the record itself, which stands here only where some record is no map.
    public let keys: [String]
    /// The types of the values there, by their numbers in the format.
    public let types: [MaxMindType]
    /// In how many of the different records it occurs.
    public let records: Int

    /// The keys with full stops between them, as `city.names.en` and `subdivisions[].iso_code`.
    public var path: String {
      keys.reduce(into: "") { path, key in
        path += key == Self.element || path.isEmpty ? key : "." + key
      }
    }

    static let element = "[]"
  }
}

extension MaxMindLimits {
  /// How many paths a survey tells apart.
  public static let fields = 1000
  /// The longest key, in bytes, of a path in a survey.
  public static let fieldKey = 200
}

extension MaxMindReader {
  /// Goes through the whole tree and every record, and tells what fields there are.
  ///
  /// The time grows with the file's size: some seconds for a database of cities. Memory grows by a
  /// byte for each node and a bit for each byte of data, beside the file itself. Where records
  /// share so much that to go through all of it would take many times the file's size, it ends with
  /// `tooMuchShared`, although look-ups and `verify` may have no fault to find. What look-ups do
  /// not need, as the bytes between tree and data, is `verify`'s to look at.
  /// - Returns: What was seen.
  /// - Throws: `damaged`, with place and cause, as of the first fault.
  public func survey() throws(MaxMindError) -> DatabaseSurvey {
    do throws(Trouble) {
      var walk = TreeVerifier(tree)
      try walk.verify()
      // Without notes: paths are looked for in all that is in a record, shared or not.
      var checker = RecordChecker(dataLength: data.count)
      var fields = FieldTable()
      var records = 0
      try forEachRecord(walk.offsets) { section, offset throws(MaxMindFault) in
        try checker.check(section, at: offset)
        try fields.add(section, at: offset)
        records += 1
      }
      return DatabaseSurvey(
        networks: walk.networks, records: records, fields: fields.fields,
        hasAllFields: fields.isComplete)
    } catch {
      throw error.error(path)
    }
  }
}
