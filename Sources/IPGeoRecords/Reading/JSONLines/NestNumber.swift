internal import IPGeoJSON

/// Which number our object's name gets in a record that has members of that name.
enum NestNumber {
  /// The smallest from 2 that no member has as `NAME_2`, `NAME_3` and so on, in a valid object.
  static func free(for name: [UInt8], in object: UnsafeRawBufferPointer) -> UInt32 {
    var json = JSONTokenizer(object, depthLimit: JSONMemberScanner.depthLimit)
    var taken: Set<UInt32> = []
    let start = name + [UInt8(ascii: "_")]
    do throws(JSONSyntaxError) {
      _ = try json.next()
      while case .key(let key) = try json.next() {
        let text = json.text(key).utf8
        if text.count > start.count, text.starts(with: start),
          let number = number(text.dropFirst(start.count))
        {
          taken.insert(number)
        }
        try json.skipValue()
      }
    } catch {
      // It was checked before; what was read until here is all there is.
    }
    var free: UInt32 = 2
    while taken.contains(free) { free &+= 1 }
    return free
  }

  private static func number(_ digits: some Collection<UInt8>) -> UInt32? {
    let text = String(decoding: digits, as: UTF8.self)
    return UInt32(text).flatMap { String($0) == text ? $0 : nil }
  }
}
