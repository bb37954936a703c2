/// The elements of an array, or the bytes of a byte string.
struct RecordElements: UnkeyedDecodingContainer {
  private let decoder: RecordDecoder
  private var elements: RecordCursor.Elements
  private let bytes: UnsafeRawBufferPointer?
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { decoder.codingPath }

  init(_ decoder: RecordDecoder) {
    self.decoder = decoder
    elements = decoder.cursor.elements
    bytes = decoder.cursor.bytes
  }

  var count: Int? { bytes?.count ?? decoder.cursor.count }
  var isAtEnd: Bool { currentIndex >= count ?? 0 }

  /// An element's place as a key.
  private struct Place: CodingKey {
    var intValue: Int?
    var stringValue: String { "Index \(intValue ?? 0)" }
    init(_ place: Int) { intValue = place }
    init(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
  }

  private mutating func next(_ type: any Any.Type) throws -> RecordDecoder {
    let path = codingPath + [Place(currentIndex)]
    let passed = elements.passed
    let cursor = try decoder.reading { () throws(MaxMindFault) in
      let cursor = try elements.next()
      try decoder.allowance.pass(elements.passed &- passed, in: decoder.cursor)
      return cursor
    }
    guard let cursor else {
      throw DecodingError.valueNotFound(
        type, .init(codingPath: path, debugDescription: "There are no more elements."))
    }
    currentIndex += 1
    return try RecordDecoder(cursor, decoder.allowance, path)
  }

  // The format has no value for nothing.
  func decodeNil() throws -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let bytes else { return try Value(from: next(type)) }
    guard currentIndex < bytes.count, let byte = bytes[currentIndex] as? Value else {
      throw decoder.mismatch(type)
    }
    currentIndex += 1
    return byte
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next(type).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next([Any].self).unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next((any Decoder).self) }
}
