extension MaxMindValue {
  /// Reads the value at a place with all that is in it, within the limits of one record.
  init(_ section: DataSection, at offset: Int) throws(MaxMindFault) {
    var reader = ValueReader(section: section)
    self = try reader.value(at: offset, depth: 0).value
  }

  /// Reads a cursor's value with all that is in it, within the limits of one record.
  ///
  /// Text that is not UTF-8, and more values, levels or bytes than `MaxMindLimits`, are faults.
  public init(_ cursor: RecordCursor) throws(MaxMindFault) {
    var reader = ValueReader(section: cursor.section)
    self = try reader.value(cursor.header, at: cursor.place, depth: cursor.depth).value
  }
}

/// Reads values one behind the other.
struct ValueReader {
  let section: DataSection
  var budget = ValueBudget()

  init(section: DataSection) { self.section = section }

  /// The value at a place, and the place behind it.
  mutating func value(
    at offset: Int, depth: Int
  ) throws(MaxMindFault) -> (value: MaxMindValue, end: Int) {
    let header = try section.header(at: offset)
    let end = offset &+ header.length
    guard header.type == .pointer else { return try value(header, at: end, depth: depth) }
    let (target, place) = try section.resolved(at: offset)
    return (try value(target, at: place, depth: depth).value, end)
  }

  /// The value behind a header that is no pointer's, and the place behind it.
  mutating func value(
    _ header: ValueHeader, at place: Int, depth: Int
  ) throws(MaxMindFault) -> (value: MaxMindValue, end: Int) {
    try budget.spend(header, section, at: place)
    guard header.members > 0 || header.type == .map || header.type == .array else {
      return (try scalar(header, at: place), place &+ header.payload)
    }
    guard depth < MaxMindLimits.depth else { throw section.fault(.tooDeep, at: place) }
    if header.type == .map { return try map(header.size, at: place, depth: depth &+ 1) }
    return try array(header.size, at: place, depth: depth &+ 1)
  }

  private mutating func map(
    _ count: Int, at start: Int, depth: Int
  ) throws(MaxMindFault) -> (value: MaxMindValue, end: Int) {
    var members: [String: MaxMindValue] = [:]
    members.reserveCapacity(count)
    var place = start
    for _ in 0..<count {
      let (key, behindKey) = try value(at: place, depth: depth)
      guard case .string(let text) = key else { throw section.fault(.keyNotText, at: place) }
      let (member, end) = try value(at: behindKey, depth: depth)
      if members[text] == nil { members[text] = member }
      place = end
    }
    return (.map(members), place)
  }

  private mutating func array(
    _ count: Int, at start: Int, depth: Int
  ) throws(MaxMindFault) -> (value: MaxMindValue, end: Int) {
    var elements: [MaxMindValue] = []
    elements.reserveCapacity(count)
    var place = start
    for _ in 0..<count {
      let (element, end) = try value(at: place, depth: depth)
      elements.append(element)
      place = end
    }
    return (.array(elements), place)
  }

  private func scalar(_ header: ValueHeader, at place: Int) throws(MaxMindFault) -> MaxMindValue {
    let number = { section.unsigned(at: place, header.payload) }
    switch header.type {
    case .string:
      let bytes = section.payload(at: place, header.size)
      guard TextCheck.isUTF8(bytes) else { throw section.fault(.invalidUTF8, at: place) }
      return .string(String(decoding: bytes, as: UTF8.self))
    case .bytes: return .bytes(Array(section.payload(at: place, header.size)))
    case .double: return .double(Double(bitPattern: UInt64(truncatingIfNeeded: number())))
    case .float: return .float(Float(bitPattern: UInt32(truncatingIfNeeded: number())))
    case .uint16: return .uint16(UInt16(truncatingIfNeeded: number()))
    case .uint32: return .uint32(UInt32(truncatingIfNeeded: number()))
    case .uint64: return .uint64(UInt64(truncatingIfNeeded: number()))
    case .uint128: return .uint128(number())
    case .int32: return .int32(Int32(truncatingIfNeeded: number()))
    case .boolean: return .boolean(header.size == 1)
    case .pointer, .map, .array: throw section.fault(.pointerToPointer, at: place)
    }
  }
}
