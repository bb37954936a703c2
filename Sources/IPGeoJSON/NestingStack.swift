/// Which of the open containers are objects: one bit each, the outermost 64 without allocation.
struct NestingStack {
  private(set) var depth = 0
  private var outermost: UInt64 = 0
  private var deeper: [UInt64] = []

  /// Whether the innermost container is an object; false where none is open.
  var isObject: Bool {
    let place = depth &- 1
    if place < 0 { return false }
    let word = place < 64 ? outermost : deeper[place / 64 &- 1]
    return word >> UInt64(place % 64) & 1 == 1
  }

  mutating func push(isObject: Bool) {
    let mask: UInt64 = 1 << UInt64(depth % 64)
    let bits = isObject ? mask : 0
    if depth < 64 {
      outermost = outermost & ~mask | bits
    } else {
      let index = depth / 64 &- 1
      if index == deeper.count { deeper.append(0) }
      deeper[index] = deeper[index] & ~mask | bits
    }
    depth &+= 1
  }

  mutating func pop() { depth = max(0, depth &- 1) }
}
