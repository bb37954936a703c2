/// The values of a file, or of its metadata; offsets and pointers count from its start.
///
/// Whoever uses it keeps the bytes alive.
struct DataSection: BitwiseCopyable {
  let bytes: UnsafeRawBufferPointer
  /// Where it starts in the file.
  let fileOffset: Int
  /// Whether a place here is one of the file; if not, `fileOffset` names all of them.
  var isOfFile = true

  var count: Int { bytes.count }

  func fault(_ cause: MaxMindFault.Cause, at offset: Int) -> MaxMindFault {
    MaxMindFault(offset: isOfFile ? fileOffset &+ offset : fileOffset, cause: cause)
  }

  /// The header at a place; what it says of the value's size holds.
  @inline(__always)
  func header(at offset: Int) throws(MaxMindFault) -> ValueHeader {
    // Short texts, short maps and pointers are nearly all that records hold; 64 bytes have room for
    // any of them.
    if offset >= 0, bytes.count &- offset >= 64, let header = ValueHeader(frequent: bytes, offset) {
      return header
    }
    return try anyHeader(at: offset)
  }

  private func anyHeader(at offset: Int) throws(MaxMindFault) -> ValueHeader {
    let available = bytes.count &- offset
    guard offset >= 0, available > 0 else { throw fault(.cutShort, at: offset) }
    do throws(MaxMindFault.Cause) {
      return try ValueHeader(word(at: offset, available), available: available)
    } catch {
      throw fault(error, at: offset)
    }
  }

  /// The header of what stands at a place or where the pointer there leads, and where it ends.
  func resolved(at offset: Int) throws(MaxMindFault) -> (header: ValueHeader, end: Int) {
    let header = try header(at: offset)
    guard header.type == .pointer else { return (header, offset &+ header.length) }
    return try target(of: header, at: offset)
  }

  /// The header of what the pointer with that header at `offset` leads to, and where it ends.
  @inline(__always)
  func target(
    of header: ValueHeader, at offset: Int
  ) throws(MaxMindFault) -> (header: ValueHeader, end: Int) {
    guard header.size < bytes.count else {
      throw fault(.pointerOutOfRange(target: header.size), at: offset)
    }
    let target = try self.header(at: header.size)
    guard target.type != .pointer else { throw fault(.pointerToPointer, at: offset) }
    return (target, header.size &+ target.length)
  }

  /// The place behind the value at `offset`; pointers in it are not followed.
  func end(ofValueAt offset: Int) throws(MaxMindFault) -> Int {
    var passed = 0
    return try end(ofValueAt: offset, &passed)
  }

  /// The place behind the value at `offset`; how many values were passed is added to `passed`.
  @inline(__always)
  func end(ofValueAt offset: Int, _ passed: inout Int) throws(MaxMindFault) -> Int {
    var place = offset
    var pending = 1
    var values = 0
    defer { passed &+= values }
    while pending > 0 {
      let header = try header(at: place)
      place &+= header.length &+ header.payload
      pending &+= header.members &- 1
      values &+= 1
      guard values &+ pending <= MaxMindLimits.values else {
        throw fault(.tooManyValues, at: offset)
      }
    }
    return place
  }

  /// Bytes that a header has told of.
  func payload(at place: Int, _ length: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[place..<(place &+ length)])
  }

  /// Up to eight bytes from a place on as a number, the first in the high bits.
  private func word(at offset: Int, _ available: Int) -> UInt64 {
    if available >= 8 {
      return UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    var word: UInt64 = 0
    for place in 0..<available { word |= UInt64(bytes[offset &+ place]) << UInt64(56 - 8 * place) }
    return word
  }

  /// The number of at most 16 bytes at a place.
  func unsigned(at place: Int, _ length: Int) -> UInt128 {
    var number: UInt128 = 0
    for byte in payload(at: place, length) { number = number << 8 | UInt128(byte) }
    return number
  }
}
