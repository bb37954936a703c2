/// A value in a database's own bytes: nothing is copied or made until it is asked for.
///
/// A cursor is handed out by `MaxMindReader.withRecord(at:_:)` and good within that call alone, as
/// are the bytes that it gives.
///
/// ```swift
/// let name = try reader.withRecord(at: offset) { record throws(MaxMindFault) in
///   try record.member("city")?.member("names")?.member("en")?.text.map { String(decoding: $0, as: UTF8.self) }
/// }
/// ```
///
/// What is not there, or is of another type, is `nil`; what is damaged is thrown. Where a key
/// stands twice in a map, the first one counts. Keys are compared by their bytes.
///
/// Beside the depth nothing limits what cursors go through: see `MaxMindReader.withRecord(at:_:)`.
public struct RecordCursor {
  let section: DataSection
  let header: ValueHeader
  /// Where the value's own bytes, or its members, start.
  let place: Int
  /// How many maps and arrays this one is in.
  let depth: Int

  /// The value at a place of a section; a pointer there is followed.
  init(_ section: DataSection, at offset: Int, depth: Int = 0) throws(MaxMindFault) {
    guard depth <= MaxMindLimits.depth else { throw section.fault(.tooDeep, at: offset) }
    (header, place) = try section.resolved(at: offset)
    self.section = section
    self.depth = depth
  }

  /// The value's type; never `pointer`.
  public var type: MaxMindType { header.type }

  /// How many members a map has, or elements an array; 0 of anything else.
  public var count: Int { type == .map || type == .array ? header.size : 0 }

  /// The member of a map with that key; `nil` where there is none, or this is no map.
  /// - Parameter key: The key's text.
  /// - Returns: The member, where it lies.
  /// - Throws: Where it, or one before it, cannot be read.
  public func member(_ key: StaticString) throws(MaxMindFault) -> RecordCursor? {
    guard key.hasPointerRepresentation else { return nil }
    return try member(
      UnsafeRawBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
  }

  /// The member of a map with that key, given as the bytes of its text.
  /// - Parameter key: The bytes.
  /// - Returns: The member, where it lies; `nil` where there is none, or this is no map.
  /// - Throws: Where it, or one before it, cannot be read.
  public func member(_ key: UnsafeRawBufferPointer) throws(MaxMindFault) -> RecordCursor? {
    var passed = 0
    return try member(key, &passed)
  }

  /// The member with that key; how many values were passed to find it is added to `passed`.
  func member(
    _ key: UnsafeRawBufferPointer, _ passed: inout Int
  ) throws(MaxMindFault) -> RecordCursor? {
    guard type == .map else { return nil }
    var place = place
    for _ in 0..<header.size {
      let (text, end) = try self.key(at: place)
      passed &+= 1
      if TextCheck.areEqual(text, key) {
        return try RecordCursor(section, at: end, depth: depth &+ 1)
      }
      place = try section.end(ofValueAt: end, &passed)
    }
    return nil
  }

  /// The element of an array; `nil` where there is none, or this is no array.
  /// - Parameter index: Its place, from 0.
  /// - Returns: The element, where it lies.
  /// - Throws: Where it, or one before it, cannot be read.
  public func element(_ index: Int) throws(MaxMindFault) -> RecordCursor? {
    guard type == .array, index >= 0, index < header.size else { return nil }
    var place = place
    for _ in 0..<index { place = try section.end(ofValueAt: place) }
    return try RecordCursor(section, at: place, depth: depth &+ 1)
  }

  /// The value at the end of a path; `nil` where the path leads nowhere.
  /// - Parameter path: The way from here on.
  /// - Returns: The value, where it lies.
  /// - Throws: Where something in the way cannot be read.
  public func value(at path: RecordPath) throws(MaxMindFault) -> RecordCursor? {
    var cursor = self
    for step in path.steps {
      let next: RecordCursor?
      if cursor.type == .array, let index = step.index {
        next = try cursor.element(index)
      } else {
        next = try cursor.member(step.key.bytes)
      }
      guard let next else { return nil }
      cursor = next
    }
    return cursor
  }

  /// The key at a place, and where it ends.
  func key(at offset: Int) throws(MaxMindFault) -> (text: UnsafeRawBufferPointer, end: Int) {
    let header = try section.header(at: offset)
    if header.type == .string {
      let start = offset &+ header.length
      return (section.payload(at: start, header.size), start &+ header.size)
    }
    let (target, start) = try section.resolved(at: offset)
    guard target.type == .string else { throw section.fault(.keyNotText, at: offset) }
    return (section.payload(at: start, target.size), offset &+ header.length)
  }
}

extension RecordCursor {
  /// The bytes of a text, which are valid UTF-8; `nil` for anything else.
  public var text: UnsafeRawBufferPointer? {
    get throws(MaxMindFault) {
      guard type == .string else { return nil }
      let bytes = section.payload(at: place, header.size)
      guard TextCheck.isUTF8(bytes) else { throw section.fault(.invalidUTF8, at: place) }
      return bytes
    }
  }

  /// The bytes of a byte string; `nil` for anything else.
  public var bytes: UnsafeRawBufferPointer? {
    type == .bytes ? section.payload(at: place, header.size) : nil
  }

  /// A floating-point number of either width; `nil` for anything else.
  public var double: Double? {
    switch type {
    case .double:
      Double(bitPattern: UInt64(truncatingIfNeeded: section.unsigned(at: place, 8)))
    case .float: float.map(Double.init)
    default: nil
    }
  }

  /// A floating-point number of 32 bits; `nil` for anything else.
  public var float: Float? {
    guard type == .float else { return nil }
    return Float(bitPattern: UInt32(truncatingIfNeeded: section.unsigned(at: place, 4)))
  }

  /// A whole number of 0 to 2^64 - 1, of whichever type; `nil` for anything else.
  public var unsigned: UInt64? {
    type == .int32 ? int32.flatMap { UInt64(exactly: $0) } : wide.flatMap { UInt64(exactly: $0) }
  }

  /// An unsigned number of whichever width; `nil` for anything else.
  public var wide: UInt128? {
    switch type {
    case .uint16, .uint32, .uint64, .uint128: section.unsigned(at: place, header.size)
    default: nil
    }
  }

  /// A signed number; `nil` for anything else.
  ///
  /// With fewer than four bytes it is not negative: those that are left out are zero.
  public var int32: Int32? {
    guard type == .int32 else { return nil }
    return Int32(truncatingIfNeeded: section.unsigned(at: place, header.size))
  }

  /// True or false; `nil` for anything else.
  public var boolean: Bool? { type == .boolean ? header.size == 1 : nil }
}
