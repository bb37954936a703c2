/// The members of a map by their keys.
struct RecordMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: RecordDecoder
  private let members: [String: RecordCursor]
  var codingPath: [any CodingKey] { decoder.codingPath }

  init(_ decoder: RecordDecoder) throws(MaxMindError) {
    self.decoder = decoder
    members = try decoder.reading { () throws(MaxMindFault) in
      var found: [String: RecordCursor] = [:]
      found.reserveCapacity(decoder.cursor.count)
      var all = decoder.cursor.members
      while let (key, value) = try all.next() {
        guard TextCheck.isUTF8(key) else {
          throw value.section.fault(.invalidUTF8, at: value.place)
        }
        let text = String(decoding: key, as: UTF8.self)
        if found[text] == nil { found[text] = value }
      }
      return found
    }
  }

  var allKeys: [Key] { members.keys.sorted().compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  private func decoder(of key: Key) throws -> RecordDecoder {
    guard let member = members[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "There is no such key."))
    }
    return try RecordDecoder(member, decoder.allowance, codingPath + [key])
  }

  // The format has no value for nothing.
  func decodeNil(forKey key: Key) throws -> Bool {
    _ = try decoder(of: key)
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try Value(from: decoder(of: key))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(of: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(of: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { decoder }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(of: key) }
}
