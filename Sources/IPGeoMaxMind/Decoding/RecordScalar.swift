/// A text, a number or a truth value.
struct RecordScalar: SingleValueDecodingContainer {
  let decoder: RecordDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }
  private var cursor: RecordCursor { decoder.cursor }

  // The format has no value for nothing.
  func decodeNil() -> Bool { false }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard let isTrue = cursor.boolean else { throw decoder.mismatch(type) }
    return isTrue
  }

  func decode(_ type: String.Type) throws -> String {
    let text = try decoder.reading { () throws(MaxMindFault) in try cursor.text }
    guard let text else { throw decoder.mismatch(type) }
    return String(decoding: text, as: UTF8.self)
  }

  func decode(_ type: Double.Type) throws -> Double {
    if let number = cursor.double { return number }
    if let number = cursor.int32 { return Double(number) }
    guard let number = cursor.wide else { throw decoder.mismatch(type) }
    return Double(number)
  }

  func decode(_ type: Float.Type) throws -> Float {
    if let number = cursor.float { return number }
    let number = try decode(Double.self)
    let float = Float(number)
    guard float.isInfinite, number.isFinite else { return float }
    throw beyond(type)
  }

  private func beyond(_ type: any Any.Type) -> DecodingError {
    .dataCorrupted(
      .init(codingPath: codingPath, debugDescription: "The number does not fit into \(type)."))
  }

  private func whole<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    let fitting: Number?
    if let number = cursor.wide {
      fitting = Number(exactly: number)
    } else if let number = cursor.int32 {
      fitting = Number(exactly: number)
    } else {
      throw decoder.mismatch(type)
    }
    if let fitting { return fitting }
    throw beyond(type)
  }

  func decode(_ type: Int.Type) throws -> Int { try whole(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try whole(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try whole(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try whole(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try whole(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try whole(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try whole(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try whole(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try whole(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try whole(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try whole(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try whole(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: decoder) }
}
