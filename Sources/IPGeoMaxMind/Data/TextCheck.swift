/// Whether bytes are UTF-8, without a text being made of them.
enum TextCheck {
  static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var place = 0
    while true {
      place = asciiEnd(bytes, from: place)
      if place == bytes.count { return true }
      let length = scalarLength(bytes, at: place)
      if length == 0 { return false }
      place &+= length
    }
  }

  /// Where the bytes that are ASCII from a place on end: most of what databases hold.
  @inline(__always)
  private static func asciiEnd(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var place = start
    while bytes.count &- place >= 8 {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let high = UInt64(littleEndian: word) & 0x8080_8080_8080_8080
      if high != 0 { return place &+ high.trailingZeroBitCount / 8 }
      place &+= 8
    }
    while place < bytes.count, bytes[place] < 0x80 { place &+= 1 }
    return place
  }

  /// How many bytes the scalar has that starts with the byte there, which is not ASCII; 0 for none
  /// that Unicode allows (table 3-7: no longer form than needed, no surrogate, none above 10FFFF).
  @inline(__always)
  private static func scalarLength(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Int {
    let lead = bytes[place]
    let length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0
    guard length > 0, length <= bytes.count &- place else { return 0 }
    let second = bytes[place &+ 1]
    let (low, high): (UInt8, UInt8) =
      switch lead {
      case 0xe0: (0xa0, 0xbf)
      case 0xed: (0x80, 0x9f)
      case 0xf0: (0x90, 0xbf)
      case 0xf4: (0x80, 0x8f)
      default: (0x80, 0xbf)
      }
    guard second >= low, second <= high else { return 0 }
    for rest in 2..<max(length, 2) where bytes[place &+ rest] & 0xc0 != 0x80 { return 0 }
    return length
  }

  /// Whether two runs of bytes are equal; eight at a time, as keys have not many more.
  @inline(__always)
  static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    var place = 0
    while left.count &- place >= 8 {
      let one = left.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      if one != right.loadUnaligned(fromByteOffset: place, as: UInt64.self) { return false }
      place &+= 8
    }
    while place < left.count {
      if left[place] != right[place] { return false }
      place &+= 1
    }
    return true
  }
}
