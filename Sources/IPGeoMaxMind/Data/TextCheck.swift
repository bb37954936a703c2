/// Whether bytes are UTF-8, without a text being made of them.
enum TextCheck {
  static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let start = asciiLength(bytes)
    if start == bytes.count { return true }
    var decoder = UTF8.ForwardParser()
    var rest = bytes[start...].makeIterator()
    while true {
      switch decoder.parseScalar(from: &rest) {
      case .valid: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }

  /// How many bytes at the start are surely ASCII: most of what databases hold.
  private static func asciiLength(_ bytes: UnsafeRawBufferPointer) -> Int {
    var place = 0
    while bytes.count &- place >= 8 {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 { return place }
      place &+= 8
    }
    while place < bytes.count, bytes[place] < 0x80 { place &+= 1 }
    return place
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
