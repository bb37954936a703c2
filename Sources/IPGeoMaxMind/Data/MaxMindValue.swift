/// A value of a database with all that is in it.
public enum MaxMindValue: Hashable, Sendable {
  /// Text.
  case string(String)
  /// A floating-point number of 64 bits.
  case double(Double)
  /// Bytes of any meaning.
  case bytes([UInt8])
  /// An unsigned number of 16 bits.
  case uint16(UInt16)
  /// An unsigned number of 32 bits.
  case uint32(UInt32)
  /// Values by keys; where a key stands twice, the first one counts.
  ///
  /// Keys that Unicode holds for equal, as `é` in one scalar and in two, are one here; a
  /// `RecordCursor` tells them apart.
  case map([String: MaxMindValue])
  /// A signed number of 32 bits.
  case int32(Int32)
  /// An unsigned number of 64 bits.
  case uint64(UInt64)
  /// An unsigned number of 128 bits.
  case uint128(UInt128)
  /// Values in order.
  case array([MaxMindValue])
  /// True or false.
  case boolean(Bool)
  /// A floating-point number of 32 bits.
  case float(Float)
}

extension MaxMindValue {
  /// The member of a map with that key; `nil` where there is none, or this is no map.
  public subscript(key: String) -> MaxMindValue? {
    if case .map(let members) = self { members[key] } else { nil }
  }

  /// The element of an array; `nil` where there is none, or this is no array.
  public subscript(index: Int) -> MaxMindValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The text; `nil` where this is none.
  public var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The floating-point number, of either width; `nil` where this is none.
  public var number: Double? {
    switch self {
    case .double(let number): number
    case .float(let number): Double(number)
    default: nil
    }
  }

  /// The whole number, of whichever type; `nil` where this is none, or none of 0 to 2^64 - 1.
  public var unsigned: UInt64? {
    switch self {
    case .uint16(let number): UInt64(number)
    case .uint32(let number): UInt64(number)
    case .uint64(let number): number
    case .uint128(let number): UInt64(exactly: number)
    case .int32(let number): UInt64(exactly: number)
    default: nil
    }
  }

  /// The truth value; `nil` where this is none.
  public var boolean: Bool? { if case .boolean(let isTrue) = self { isTrue } else { nil } }
}
