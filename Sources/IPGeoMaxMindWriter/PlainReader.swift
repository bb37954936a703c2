public import IPGeoAddresses
public import IPGeoMaxMind

/// A second reader, as plain as can be, to hold the first one to: it looks one address up, byte by
/// byte, out of an array.
public struct PlainReader {
  /// What it finds.
  public enum Answer: Hashable, Sendable {
    /// There is no record.
    case nothing
    /// The record.
    case record(MaxMindValue)
    /// Something in the way is damaged, or a record is beyond the limits.
    case damaged
  }

  private struct Damage: Error {}
  private let bytes: [UInt8]
  private let metadata: MaxMindMetadata
  private let data: ArraySlice<UInt8>

  /// Makes a reader of a file that is in memory.
  /// - Parameters:
  ///   - bytes: A file whose metadata are sound.
  ///   - metadata: What they say.
  public init(bytes: [UInt8], metadata: MaxMindMetadata) {
    self.bytes = bytes
    self.metadata = metadata
    let marker = [0xab, 0xcd, 0xef] + Array("MaxMind.com".utf8)
    let end = bytes.indices.last { bytes[$0...].starts(with: marker) } ?? bytes.count
    data = bytes[..<end].dropFirst(Int(metadata.nodeCount) * metadata.recordSize / 4 + 16)
  }

  /// The record of an address.
  public func lookUp(_ address: IPAddress) -> Answer {
    let octets = address.octets
    if octets.count == 16, metadata.ipVersion == 4 { return .nothing }
    let padding = octets.count == 4 && metadata.ipVersion == 6 ? 12 : 0
    let way = [UInt8](repeating: 0, count: padding) + octets
    var record = 0
    for bit in 0..<(way.count * 8) where record < metadata.nodeCount {
      record = child(of: record, Int(way[bit / 8] >> (7 - bit % 8) & 1))
    }
    let nodes = Int(metadata.nodeCount)
    if record == nodes { return .nothing }
    guard record >= nodes + 16 else { return .damaged }
    var left = MaxMindLimits.values
    guard let read = try? value(at: data.startIndex + record - nodes - 16, 0, &left) else {
      return .damaged
    }
    return .record(read.value)
  }

  private func child(of node: Int, _ side: Int) -> Int {
    // Half bytes, of which a 28-bit record has seven; the middle byte has the first of each.
    let size = metadata.recordSize / 4
    let halves = (0..<size).flatMap { place -> [Int] in
      let byte = Int(bytes[node * size + place])
      return [byte >> 4, byte & 15]
    }
    let half = metadata.recordSize / 4
    let own: [Int]
    if metadata.recordSize == 28 {
      own = side == 0 ? [halves[6]] + halves[0..<6] : Array(halves[7...])
    } else {
      own = Array(halves[(side * half)..<((side + 1) * half)])
    }
    return own.reduce(0) { $0 * 16 + $1 }
  }

  private func byte(_ place: Int) throws -> Int {
    guard data.indices.contains(place) else { throw Damage() }
    return Int(data[place])
  }

  private func number(_ place: Int, _ count: Int) throws -> Int {
    try (0..<count).reduce(0) { try $0 * 256 + byte(place + $1) }
  }

  private func value(
    at start: Int, _ depth: Int, _ left: inout Int, isTarget: Bool = false
  ) throws -> (value: MaxMindValue, end: Int) {
    let control = try byte(start)
    var type = control / 32
    if type == 1 {
      guard !isTarget else { throw Damage() }
      let width = control / 8 % 4 + 1
      let digits = try number(start + 1, width)
      let high = width == 4 ? 0 : (control % 8) << (8 * width)
      let target = data.startIndex + high + digits + [0, 2048, 526_336, 0][width - 1]
      return (try value(at: target, depth, &left, isTarget: true).value, start + 1 + width)
    }
    var place = start + 1
    if type == 0 {
      type = try byte(place) + 7
      place += 1
      guard type > 7 else { throw Damage() }
    }
    var size = control % 32
    if size > 28 {
      let count = size - 28
      size = try [29, 285, 65_821][count - 1] + number(place, count)
      place += count
    }
    left -= 1
    guard left >= 0, type != 7 && type != 11 || depth < MaxMindLimits.depth else { throw Damage() }
    switch type {
    case 7:
      var members: [String: MaxMindValue] = [:]
      for _ in 0..<size {
        let key = try value(at: place, depth + 1, &left)
        let member = try value(at: key.end, depth + 1, &left)
        guard case .string(let text) = key.value else { throw Damage() }
        members[text] = members[text] ?? member.value
        place = member.end
      }
      return (.map(members), place)
    case 11:
      var elements: [MaxMindValue] = []
      for _ in 0..<size {
        let element = try value(at: place, depth + 1, &left)
        elements.append(element.value)
        place = element.end
      }
      return (.array(elements), place)
    case 14:
      guard size < 2 else { throw Damage() }
      return (.boolean(size == 1), place)
    default: return (try scalar(type, place, size), place + size)
    }
  }

  private func scalar(_ type: Int, _ place: Int, _ size: Int) throws -> MaxMindValue {
    guard place + size <= data.endIndex else { throw Damage() }
    let own = Array(data[place..<(place + size)])
    let whole = own.suffix(16).reduce(0 as UInt128) { $0 << 8 | UInt128($1) }
    switch (type, size) {
    case (2, _):
      guard let text = String(validating: own, as: UTF8.self) else { throw Damage() }
      return .string(text)
    case (3, 8): return .double(Double(bitPattern: UInt64(whole)))
    case (4, _): return .bytes(own)
    case (5, 0...2): return .uint16(UInt16(whole))
    case (6, 0...4): return .uint32(UInt32(whole))
    case (8, 0...4): return .int32(Int32(bitPattern: UInt32(whole)))
    case (9, 0...8): return .uint64(UInt64(whole))
    case (10, 0...16): return .uint128(whole)
    case (15, 4): return .float(Float(bitPattern: UInt32(whole)))
    default: throw Damage()
    }
  }
}

extension PlainReader.Answer {
  /// Whether both are the same, a floating-point number by its bits.
  public func isSame(as other: Self) -> Bool {
    if case .record(let one) = self, case .record(let another) = other {
      return one.isSame(as: another)
    }
    return self == other
  }
}

extension MaxMindValue {
  /// Whether both are the same, a floating-point number by its bits.
  public func isSame(as other: MaxMindValue) -> Bool {
    switch (self, other) {
    case (.double(let one), .double(let another)): one.bitPattern == another.bitPattern
    case (.float(let one), .float(let another)): one.bitPattern == another.bitPattern
    case (.array(let one), .array(let another)):
      one.count == another.count && zip(one, another).allSatisfy { $0.isSame(as: $1) }
    case (.map(let one), .map(let another)):
      one.count == another.count
        && one.allSatisfy { key, value in another[key].map { value.isSame(as: $0) } ?? false }
    default: self == other
    }
  }
}
