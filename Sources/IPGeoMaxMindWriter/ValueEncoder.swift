public import IPGeoMaxMind

/// Writes values one behind the other.
public struct ValueEncoder {
  /// What was written so far; offsets count from its start.
  public var bytes: [UInt8] = []
  private let pointers: MaxMindWriter.Pointers
  /// By a value's own bytes: values that Swift holds for equal, as texts in other forms of Unicode
  /// or zeros of both signs, are to stay apart.
  private var places: [[UInt8]: Int] = [:]

  /// An encoder that has written nothing.
  public init(pointers: MaxMindWriter.Pointers = .none) { self.pointers = pointers }

  /// Writes a record, or finds the same one.
  /// - Returns: Where it starts.
  public mutating func record(_ value: MaxMindValue) -> Int {
    if let place = place(of: value) { return place }
    let place = bytes.count
    write(value)
    return place
  }

  private mutating func append(_ value: MaxMindValue) {
    guard let place = place(of: value) else { return write(value) }
    bytes += Self.pointer(to: place, isWide: pointers == .wide)
  }

  private func place(of value: MaxMindValue) -> Int? {
    pointers == .none ? nil : places[Self.plain(value)]
  }

  /// The bytes of a value without pointers.
  private static func plain(_ value: MaxMindValue) -> [UInt8] {
    var encoder = ValueEncoder()
    encoder.write(value)
    return encoder.bytes
  }

  private mutating func write(_ value: MaxMindValue) {
    if pointers != .none {
      let own = Self.plain(value)
      places[own] = places[own] ?? bytes.count
    }
    switch value {
    case .string(let text): head(2, text.utf8.count, Array(text.utf8))
    case .double(let number): head(3, 8, bigEndian(number.bitPattern, 8))
    case .bytes(let content): head(4, content.count, content)
    case .uint16(let number): whole(5, number)
    case .uint32(let number): whole(6, number)
    case .map(let members):
      head(7, members.count, [])
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        append(.string(key))
        append(member)
      }
    case .int32(let number):
      let isNegative = number < 0
      isNegative ? head(8, 4, bigEndian(number, 4)) : whole(8, UInt32(number))
    case .uint64(let number): whole(9, number)
    case .uint128(let number): whole(10, number)
    case .array(let elements):
      head(11, elements.count, [])
      for element in elements { append(element) }
    case .boolean(let isTrue): head(14, isTrue ? 1 : 0, [])
    case .float(let number): head(15, 4, bigEndian(number.bitPattern, 4))
    }
  }

  /// A number without the zeros in front.
  private mutating func whole(_ type: Int, _ number: some FixedWidthInteger & UnsignedInteger) {
    let count = (number.bitWidth - number.leadingZeroBitCount + 7) / 8
    head(type, count, bigEndian(number, count))
  }

  private mutating func head(_ type: Int, _ size: Int, _ payload: [UInt8]) {
    bytes += Self.head(type, size) + payload
  }

  /// What stands before a value of that type and size.
  public static func head(_ type: Int, _ size: Int) -> [UInt8] {
    let (low, more): (Int, [UInt8]) =
      switch size {
      case ..<29: (size, [])
      case ..<285: (29, bigEndian(size - 29, 1))
      case ..<65_821: (30, bigEndian(size - 285, 2))
      default: (31, bigEndian(size - 65_821, 3))
      }
    let control = (type < 8 ? type << 5 : 0) | low
    return [UInt8(truncatingIfNeeded: control)] + (type < 8 ? [] : [UInt8(type - 7)]) + more
  }

  /// A pointer to a place.
  public static func pointer(to place: Int, isWide: Bool = false) -> [UInt8] {
    let (width, number) =
      switch place {
      case _ where isWide: (4, place)
      case ..<2048: (1, place)
      case ..<526_336: (2, place - 2048)
      case ..<134_744_064: (3, place - 526_336)
      default: (4, place)
      }
    let high = width == 4 ? 0 : number >> (8 * width)
    return [UInt8(1 << 5 | (width - 1) << 3 | high)] + bigEndian(number, width)
  }
}
