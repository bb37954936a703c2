/// Reads the text that `WorldOutline.packed` describes.
enum OutlineDecoder {
  static func countries(in text: StaticString) -> [OutlineCountry] {
    let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    let places = places(of: WorldOutline.alphabet)
    return bytes.split(separator: UInt8(ascii: ";")).map { country in
      let parts = country.split(
        separator: UInt8(ascii: "|"), maxSplits: 2, omittingEmptySubsequences: false)
      let words = parts.prefix(2).map { String(decoding: $0, as: UTF8.self) }
      let code = words.first.flatMap { $0.isEmpty ? nil : $0 }
      let rings = parts.dropFirst(2).joined().split(separator: UInt8(ascii: ","))
      return OutlineCountry(
        country: Country(code: code, name: words.last ?? ""),
        rings: rings.map { OutlineRing(points: points($0, places: places)) })
    }
  }

  /// What each byte stands for; 0 for those that are no digit.
  private static func places(of alphabet: StaticString) -> [UInt8] {
    var places = [UInt8](repeating: 0, count: 256)
    let digits = UnsafeBufferPointer(
      start: alphabet.utf8Start, count: alphabet.utf8CodeUnitCount)
    for (place, digit) in digits.enumerated() {
      places[Int(digit)] = UInt8(truncatingIfNeeded: place)
    }
    return places
  }

  private static func points(_ digits: some Sequence<UInt8>, places: [UInt8]) -> [OutlinePoint] {
    var points: [OutlinePoint] = []
    var longitude: Int32 = 0
    var latitude: Int32 = 0
    var value: UInt32 = 0
    var shift: UInt32 = 0
    var isLatitude = false
    for digit in digits {
      let bits = UInt32(places[Int(digit)])
      value |= (bits & 31) &<< shift
      shift &+= 5
      if bits & 32 != 0 { continue }
      let step = Int32(bitPattern: value >> 1 ^ (0 &- (value & 1)))
      if isLatitude {
        latitude &+= step
        points.append(
          OutlinePoint(
            longitude: Int16(truncatingIfNeeded: longitude),
            latitude: Int16(truncatingIfNeeded: latitude)))
      } else {
        longitude &+= step
      }
      (value, shift, isLatitude) = (0, 0, !isLatitude)
    }
    // The packing leaves the closing point out.
    if let first = points.first { points.append(first) }
    return points
  }
}
