/// The types of values in a MaxMind database, by their numbers in the format.
public enum MaxMindType: UInt8, BitwiseCopyable, Hashable, Sendable, CustomStringConvertible {
  /// Stands for the value that it leads to.
  case pointer = 1
  /// Text in UTF-8.
  case string = 2
  /// A floating-point number of 64 bits.
  case double = 3
  /// Bytes of any meaning.
  case bytes = 4
  /// An unsigned number of 16 bits.
  case uint16 = 5
  /// An unsigned number of 32 bits.
  case uint32 = 6
  /// Values by keys.
  case map = 7
  /// A signed number of 32 bits.
  case int32 = 8
  /// An unsigned number of 64 bits.
  case uint64 = 9
  /// An unsigned number of 128 bits.
  case uint128 = 10
  /// Values in order.
  case array = 11
  /// True or false.
  case boolean = 14
  /// A floating-point number of 32 bits.
  case float = 15

  /// The type's name in the format's description, as `uint32`.
  public var description: String {
    switch self {
    case .pointer: "pointer"
    case .string: "string"
    case .double: "double"
    case .bytes: "bytes"
    case .uint16: "uint16"
    case .uint32: "uint32"
    case .map: "map"
    case .int32: "int32"
    case .uint64: "uint64"
    case .uint128: "uint128"
    case .array: "array"
    case .boolean: "boolean"
    case .float: "float"
    }
  }

  /// Whether a value may have that size.
  func allows(size: Int) -> Bool {
    switch self {
    case .uint16: size <= 2
    case .uint32, .int32: size <= 4
    case .uint64: size <= 8
    case .uint128: size <= 16
    case .double: size == 8
    case .float: size == 4
    case .boolean: size <= 1
    case .pointer, .string, .bytes, .map, .array: true
    }
  }
}
