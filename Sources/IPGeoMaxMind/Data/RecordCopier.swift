/// Copies one record out of a file that is not in memory, with what its pointers lead to in their
/// places, so that all that reads records has to know one kind of bytes.
struct RecordCopier {
  private let file: PagedFile
  private let start: Int
  private let count: Int
  private var budget = ValueBudget()
  private var out: [UInt8] = []

  /// - Parameters:
  ///   - file: The file.
  ///   - data: Where its data section lies.
  init(_ file: PagedFile, data: Range<Int>) {
    self.file = file
    start = data.lowerBound
    count = data.count
  }

  /// The bytes of the value at a place.
  ///
  /// That its texts are UTF-8 is left to who reads them, as in a file that is held whole.
  mutating func copy(recordAt offset: Int) throws(Trouble) -> [UInt8] {
    _ = try copy(at: offset, depth: 0)
    return out
  }

  /// Copies a value, and gives the place behind it.
  private mutating func copy(at offset: Int, depth: Int) throws(Trouble) -> Int {
    let header = try header(at: offset)
    guard header.type == .pointer else { return try copy(header, at: offset, depth: depth) }
    guard header.size < count else { throw fault(.pointerOutOfRange(target: header.size), offset) }
    let target = try self.header(at: header.size)
    if target.type == .pointer { throw fault(.pointerToPointer, offset) }
    _ = try copy(target, at: header.size, depth: depth)
    return offset &+ header.length
  }

  private mutating func copy(
    _ header: ValueHeader, at offset: Int, depth: Int
  ) throws(Trouble) -> Int {
    if let cause = budget.spend(header) { throw fault(cause, offset) }
    let length = header.length &+ header.payload
    let own = out.count
    out.append(contentsOf: repeatElement(0, count: length))
    try read(at: offset, count: length, to: own)
    guard header.type == .map || header.type == .array else { return offset &+ length }
    if depth >= MaxMindLimits.depth { throw fault(.tooDeep, offset) }
    var place = offset &+ length
    for member in 0..<header.members {
      let key = out.count
      place = try copy(at: place, depth: depth &+ 1)
      // Type 2 stands in the first three bits of a text.
      if header.type == .map, member & 1 == 0, out[key] >> 5 != 2 {
        throw fault(.keyNotText, place)
      }
    }
    return place
  }

  private func header(at offset: Int) throws(Trouble) -> ValueHeader {
    let available = count &- offset
    guard offset >= 0, available > 0 else { throw fault(.cutShort, offset) }
    let word = try file.word(at: start &+ offset, count: min(8, available))
    do throws(MaxMindFault.Cause) {
      return try ValueHeader(word, available: available)
    } catch {
      throw fault(error, offset)
    }
  }

  private mutating func read(at offset: Int, count: Int, to place: Int) throws(Trouble) {
    let trouble = out.withUnsafeMutableBytes { bytes -> Trouble? in
      do throws(Trouble) {
        let room = UnsafeMutableRawBufferPointer(rebasing: bytes[place..<(place &+ count)])
        _ = try file.read(at: start &+ offset, into: room)
        return nil
      } catch {
        return error
      }
    }
    if let trouble { throw trouble }
  }

  private func fault(_ cause: MaxMindFault.Cause, _ offset: Int) -> Trouble {
    .fault(MaxMindFault(offset: start &+ offset, cause: cause))
  }
}

extension PagedFile {
  /// Up to eight bytes from a place on as a number, the first in the high bits.
  func word(at offset: Int, count: Int) throws(Trouble) -> UInt64 {
    var word: UInt64 = 0
    let trouble = withUnsafeMutableBytes(of: &word) { room -> Trouble? in
      do throws(Trouble) {
        let part = UnsafeMutableRawBufferPointer(rebasing: room.prefix(count))
        _ = try read(at: offset, into: part)
        return nil
      } catch {
        return error
      }
    }
    if let trouble { throw trouble }
    return UInt64(bigEndian: word)
  }
}
