public import IPGeoAddresses

/// Reads `Decodable` types out of a record: what they do not ask for is passed over.
///
/// Numbers become any type of number that holds them; a byte string is a list of `UInt8`.
struct RecordDecoder: Decoder {
  /// What is left of the record's limits; one for all decoders of a record.
  final class Allowance {
    var budget = ValueBudget()
    /// How many values may still be passed over: as many as a record has on each of its levels.
    private var passesLeft = MaxMindLimits.values * MaxMindLimits.depth
    let damaged: (MaxMindFault) -> MaxMindError
    /// Whose bytes the record is: a type may keep its decoder for longer than the call takes.
    private let owner: OwnedBytes

    init(_ owner: OwnedBytes, _ damaged: @escaping (MaxMindFault) -> MaxMindError) {
      self.owner = owner
      self.damaged = damaged
    }

    /// Takes off a key.
    func spend(
      key: UnsafeRawBufferPointer, of map: RecordCursor
    ) throws(MaxMindFault) {
      guard let cause = budget.spend(values: 1, bytes: key.count) else { return }
      throw map.section.fault(cause, at: map.place)
    }

    /// Takes off values that were passed over: a pointer lets few of them be passed again and
    /// again.
    func pass(_ count: Int, in container: RecordCursor) throws(MaxMindFault) {
      passesLeft &-= count
      guard passesLeft < 0 else { return }
      throw container.section.fault(.tooManyValues, at: container.place)
    }
  }

  let cursor: RecordCursor
  let allowance: Allowance
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(
    _ cursor: RecordCursor, _ allowance: Allowance, _ codingPath: [any CodingKey] = []
  ) throws(MaxMindError) {
    self.cursor = cursor
    self.allowance = allowance
    self.codingPath = codingPath
    try spend()
  }

  private func spend() throws(MaxMindError) {
    do throws(MaxMindFault) {
      try allowance.budget.spend(cursor.header, cursor.section, at: cursor.place)
    } catch {
      throw allowance.damaged(error)
    }
  }

  /// Does something with the record; a fault becomes the file's error.
  func reading<Result>(
    _ body: () throws(MaxMindFault) -> Result
  ) throws(MaxMindError) -> Result {
    do throws(MaxMindFault) { return try body() } catch { throw allowance.damaged(error) }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard cursor.type == .map else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(try RecordMembers<Key>(self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard cursor.type == .array || cursor.type == .bytes else { throw mismatch([Any].self) }
    return RecordElements(self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { RecordScalar(decoder: self) }

  /// The error of a value that is none of the wanted type.
  func mismatch(_ type: any Any.Type) -> DecodingError {
    .typeMismatch(
      type,
      .init(codingPath: codingPath, debugDescription: "There is a value of type \(cursor.type)."))
  }
}

extension MaxMindReader {
  /// Looks an address up and reads its record as a type of the caller's.
  ///
  /// ```swift
  /// struct City: Decodable {
  ///   struct Place: Decodable { var names: [String: String] }
  ///   var city: Place?
  /// }
  /// let city = try reader.lookUp(address, as: City.self)?.city?.names["en"]
  /// ```
  /// - Returns: The record; `nil` where the database has none.
  /// - Throws: `MaxMindError` for a damaged file, `DecodingError` where the type does not fit.
  public func lookUp<Record: Decodable>(
    _ address: IPAddress, as type: Record.Type
  ) throws -> Record? {
    guard let offset = try find(address).recordOffset else { return nil }
    return try record(at: offset, as: type)
  }

  /// Reads the record at a place of the data section as a type of the caller's.
  /// - Parameters:
  ///   - offset: As `Finding` and `NetworkRecord` give it.
  ///   - type: What to read it as.
  /// - Returns: The record.
  /// - Throws: `MaxMindError` for a damaged file, `DecodingError` where the type does not fit.
  public func record<Record: Decodable>(at offset: UInt32, as type: Record.Type) throws -> Record {
    let place = try place(ofRecordAt: offset)
    let allowance = RecordDecoder.Allowance(place.owner) { [path] fault in
      MaxMindError(path: path, kind: .damaged(fault))
    }
    let cursor: RecordCursor
    do throws(MaxMindFault) {
      cursor = try RecordCursor(place.section, at: place.offset)
    } catch {
      throw damaged(error)
    }
    defer { withExtendedLifetime(allowance) {} }
    return try Record(from: RecordDecoder(cursor, allowance))
  }
}

extension MaxMindValue: Decodable {
  /// Reads any value; only out of a MaxMind database.
  public init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? RecordDecoder else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "A MaxMindValue is read out of a MaxMind database only."))
    }
    self = try decoder.whole()
  }
}

extension RecordDecoder {
  /// The value with all that is in it.
  func whole() throws(MaxMindError) -> MaxMindValue {
    var reader = ValueReader(section: cursor.section)
    reader.budget = allowance.budget
    reader.budget.giveBack(cursor.header)
    defer { allowance.budget = reader.budget }
    return try reading { () throws(MaxMindFault) in
      try reader.value(cursor.header, at: cursor.place, depth: cursor.depth).value
    }
  }
}
