/// Goes through records without making anything of them.
struct RecordChecker {
  private let dataLength: Int
  private var budget = ValueBudget()
  /// Bytes and eighths of values that may still be passed, over all records.
  private var workLeft: Int

  init(dataLength: Int) {
    self.dataLength = dataLength
    // A record of fifty bytes can stand for two thousand where names are shared.
    workLeft = dataLength * 256 + (64 << 20)
  }

  /// Looks at one record with all that is in it.
  mutating func check(_ section: DataSection, at offset: Int) throws(MaxMindFault) {
    budget = ValueBudget()
    _ = try check(section, at: offset, depth: 0)
    workLeft -= budget.spent
    guard workLeft >= 0 else { throw section.fault(.tooMuchShared, at: offset) }
  }

  private mutating func check(
    _ section: DataSection, at offset: Int, depth: Int, isKey: Bool = false
  ) throws(MaxMindFault) -> Int {
    let header = try section.header(at: offset)
    let (value, place) = try section.resolved(at: offset)
    try budget.spend(value, section, at: place)
    if isKey, value.type != .string { throw section.fault(.keyNotText, at: offset) }
    var end = place &+ value.payload
    if value.type == .string,
      !TextCheck.isUTF8(section.payload(at: place, value.size))
    {
      throw section.fault(.invalidUTF8, at: place)
    }
    if value.type == .map || value.type == .array {
      guard depth < MaxMindLimits.depth else { throw section.fault(.tooDeep, at: place) }
      for member in 0..<value.members {
        let isKey = value.type == .map && member & 1 == 0
        end = try check(section, at: end, depth: depth &+ 1, isKey: isKey)
      }
    }
    return header.type == .pointer ? offset &+ header.length : end
  }
}
