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
      var passed = 0
      while let (key, value) = try all.next() {
        // Before a text is made of it: a few bytes can be any number of long keys.
        try decoder.allowance.spend(key: key, of: decoder.cursor)
        try decoder.allowance.pass(all.passed &- passed, in: decoder.cursor)
        passed = all.passed
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

  private func member(_ key: Key) throws -> RecordCursor {
    if let member = members[key.stringValue] { return member }
    throw DecodingError.keyNotFound(
      key, .init(codingPath: codingPath, debugDescription: "There is no such key."))
  }

  private func decoder(of key: Key) throws -> RecordDecoder {
    try RecordDecoder(member(key), decoder.allowance, codingPath + [key])
  }

  // The format has no value for nothing. A member is taken off the limits when it is read.
  func decodeNil(forKey key: Key) throws -> Bool {
    _ = try member(key)
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
