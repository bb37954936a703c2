/// Goes through records without making anything of them.
struct RecordChecker {
  /// What a value comes to that a pointer has led to, with all that is in it.
  private struct Seen {
    /// Where it starts; `UInt32.max`, which no value does, where nothing is noted.
    var target = UInt32.max
    var values: UInt32 = 0
    var bytes: UInt32 = 0
    var levels: UInt8 = 0
    var isText = false
  }

  private var budget = ValueBudget()
  /// How deep the record goes, as far as it was followed.
  private var deepest = 0
  /// Bytes and eighths of values that may still be passed, over all records.
  private var workLeft: Int
  /// What was seen lately, by where it starts; the next one with the same place puts it out.
  private var seen: [Seen]
  private let shift: UInt32

  /// From so many bytes on a text is noted: a shorter one is as quickly looked at again.
  private static let notedText = 64

  /// - Parameters:
  ///   - dataLength: How many bytes the data section has.
  ///   - notedBits: So many bits have the number of the values that are remembered, so that what
  ///     records share is looked at once; `nil`: none, so that all that is in records is charged.
  init(dataLength: Int, notedBits: UInt32? = nil) {
    // A record of fifty bytes can stand for two thousand where names are shared.
    workLeft = dataLength * 256 + (64 << 20)
    seen = notedBits.map { Array(repeating: Seen(), count: 1 << Int($0)) } ?? []
    shift = 32 - (notedBits ?? 0)
  }

  /// Looks at one record with all that is in it.
  mutating func check(_ section: DataSection, at offset: Int) throws(MaxMindFault) {
    guard workLeft >= 0 else { throw section.fault(.tooMuchShared, at: offset) }
    budget = ValueBudget()
    deepest = 0
    _ = try check(section, at: offset, depth: 0)
    guard workLeft >= 0 else { throw section.fault(.tooMuchShared, at: offset) }
  }

  private mutating func check(
    _ section: DataSection, at offset: Int, depth: Int, isKey: Bool = false
  ) throws(MaxMindFault) -> Int {
    let header = try section.header(at: offset)
    let behind = offset &+ header.length
    guard header.type == .pointer else {
      return try check(header, section, at: behind, depth: depth, isKey: isKey)
    }
    workLeft &-= 8
    let slot = seen.isEmpty ? 0 : slot(of: header.size)
    if !seen.isEmpty, Int(seen[slot].target) == header.size {
      try spend(seen[slot], section, at: header.size, depth: depth, isKey: isKey)
      return behind
    }
    let (target, place) = try section.target(of: header, at: offset)
    let before = budget
    let outer = deepest
    deepest = depth
    _ = try check(target, section, at: place, depth: depth, isKey: isKey)
    if !seen.isEmpty, target.members > 0 || target.payload >= Self.notedText {
      seen[slot] = Seen(
        target: UInt32(truncatingIfNeeded: header.size),
        values: UInt32(truncatingIfNeeded: before.values &- budget.values),
        bytes: UInt32(truncatingIfNeeded: before.bytes &- budget.bytes),
        levels: UInt8(truncatingIfNeeded: deepest &- depth), isText: target.type == .string)
    }
    deepest = max(deepest, outer)
    return behind
  }

  @inline(__always)
  private func slot(of target: Int) -> Int {
    Int((UInt32(truncatingIfNeeded: target) &* 0x9e37_79b1) >> shift)
  }

  private mutating func spend(
    _ known: Seen, _ section: DataSection, at place: Int, depth: Int, isKey: Bool
  ) throws(MaxMindFault) {
    if isKey, !known.isText { throw section.fault(.keyNotText, at: place) }
    if let cause = budget.spend(values: Int(known.values), bytes: Int(known.bytes)) {
      throw section.fault(cause, at: place)
    }
    guard depth &+ Int(known.levels) <= MaxMindLimits.depth else {
      throw section.fault(.tooDeep, at: place)
    }
    deepest = max(deepest, depth &+ Int(known.levels))
  }

  /// Looks at a value behind its header, which is no pointer's, and gives the place behind it.
  private mutating func check(
    _ value: ValueHeader, _ section: DataSection, at place: Int, depth: Int, isKey: Bool
  ) throws(MaxMindFault) -> Int {
    try budget.spend(value, section, at: place)
    workLeft &-= 8 &+ value.payload
    if value.type == .string {
      guard TextCheck.isUTF8(section.payload(at: place, value.size)) else {
        throw section.fault(.invalidUTF8, at: place)
      }
      return place &+ value.size
    }
    if isKey { throw section.fault(.keyNotText, at: place) }
    guard value.type == .map || value.type == .array else { return place &+ value.payload }
    guard depth < MaxMindLimits.depth else { throw section.fault(.tooDeep, at: place) }
    deepest = max(deepest, depth &+ 1)
    var end = place
    for member in 0..<value.members {
      let isKey = value.type == .map && member & 1 == 0
      end = try check(section, at: end, depth: depth &+ 1, isKey: isKey)
    }
    return end
  }
}
