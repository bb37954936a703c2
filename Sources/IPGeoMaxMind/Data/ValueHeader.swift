/// What stands before a value: its type and size, or where it leads.
struct ValueHeader: BitwiseCopyable {
  /// The longest header: an extended type and three bytes of size, or a pointer of four.
  static let maximumLength = 5

  let type: MaxMindType
  /// How many bytes the header takes.
  private let shortLength: UInt8
  private let shortSize: UInt32
  /// Bytes of a text or number, members of a map, elements of an array, the value of a boolean, the
  /// target of a pointer.
  var size: Int { Int(shortSize) }
  /// How many bytes the header takes.
  var length: Int { Int(shortLength) }

  /// How many bytes follow that are the value's own, not its members'.
  var payload: Int {
    switch type {
    case .pointer, .map, .array, .boolean: 0
    default: size
    }
  }

  /// How many values follow.
  var members: Int {
    switch type {
    case .map: size &* 2
    case .array: size
    default: 0
    }
  }

  /// Reads a header.
  /// - Parameters:
  ///   - word: The next eight bytes, the first in the high bits, zeros behind the end.
  ///   - available: How many bytes there are up to the section's end.
  /// - Throws: Why it is none that a value can have.
  init(
    _ word: UInt64, available: Int
  ) throws(MaxMindFault.Cause) {
    guard available > 0 else { throw .cutShort }
    let control = Int(truncatingIfNeeded: word &>> 56)
    var number = control >> 5
    if number == 1 {
      self = try ValueHeader(pointer: word, control, available)
      return
    }
    var length = 1
    if number == 0 {
      guard available > 1 else { throw .cutShort }
      let extended = Int(truncatingIfNeeded: word &>> 48) & 255
      // A type that fits into the first byte is written there.
      guard extended > 0 else { throw .unknownType(0) }
      number = extended + 7
      length = 2
    }
    guard let type = MaxMindType(rawValue: UInt8(clamping: number)) else {
      throw .unknownType(UInt8(clamping: number))
    }
    var size = control & 31
    if size > 28 {
      let count = size - 28
      let digits = (word &<< UInt64(8 &* length)) &>> UInt64(64 &- 8 &* count)
      size = (count == 1 ? 29 : count == 2 ? 285 : 65_821) + Int(truncatingIfNeeded: digits)
      length += count
    }
    guard length <= available else { throw .cutShort }
    guard type.allows(size: size) else { throw .wrongSize(type, size: size) }
    self.init(type: type, size: size, length: length)
    // A member takes a byte at least, so that no count is believed that the section cannot hold.
    guard payload <= available - length, members <= available - length else { throw .cutShort }
  }

  /// Reads the header of a short text, a short map or a pointer; `nil` for anything else.
  ///
  /// 64 bytes from the place on must be there: none of these takes more.
  @inline(__always)
  init?(frequent bytes: UnsafeRawBufferPointer, _ offset: Int) {
    let control = bytes[offset]
    switch control >> 5 {
    case 2 where control & 31 < 29:
      self.init(type: .string, size: Int(control & 31), length: 1)
    case 7 where control & 31 < 29:
      self.init(type: .map, size: Int(control & 31), length: 1)
    case 1:
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      self.init(pointer: UInt64(bigEndian: word), Int(control))
    default: return nil
    }
  }

  private init(
    pointer word: UInt64, _ control: Int, _ available: Int
  ) throws(MaxMindFault.Cause) {
    let count = (control >> 3 & 3) + 1
    guard count < available else { throw .cutShort }
    self.init(pointer: word, control)
  }

  @inline(__always)
  private init(pointer word: UInt64, _ control: Int) {
    let count = (control &>> 3 & 3) &+ 1
    let digits = Int(
      truncatingIfNeeded: (word &<< 8) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* count))
    let number = (control & 7) &<< (8 &* count) | digits
    let target =
      switch count {
      case 1: number
      case 2: number &+ 2048
      case 3: number &+ 526_336
      // Of four bytes the bits in the first one mean nothing.
      default: digits
      }
    self.init(type: .pointer, size: target, length: 1 &+ count)
  }

  @inline(__always)
  private init(type: MaxMindType, size: Int, length: Int) {
    self.type = type
    shortSize = UInt32(truncatingIfNeeded: size)
    shortLength = UInt8(truncatingIfNeeded: length)
  }
}

extension MaxMindFault.Cause: Error {}
