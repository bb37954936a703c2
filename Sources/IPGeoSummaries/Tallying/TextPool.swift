internal import IPGeoJSON

/// Keeps each distinct text once, under a number; 0 is no text.
struct TextPool {
  private var bytes: [UInt8] = []
  /// Where the text of each number ends, from 1; that of 0 ends at 0.
  private var ends = [0]
  private var table = NumberTable()
  private let seed: HashSeed

  /// Names are shorter; what is longer is cut there, so that no file fills the memory.
  static let longest = 512

  init(seed: HashSeed) { self.seed = seed }

  /// How many texts there are.
  var count: Int { table.count }

  /// The text's number; 0 for the empty text, and where there is no room for more.
  @inline(__always)
  mutating func number(of text: UnsafeRawBufferPointer) -> UInt32 {
    if text.isEmpty { return 0 }
    if text.count > Self.longest {
      let end = UTF8Text.cut(text, to: Self.longest)
      return found(UnsafeRawBufferPointer(rebasing: text[..<end]))
    }
    return found(text)
  }

  private mutating func found(_ text: UnsafeRawBufferPointer) -> UInt32 {
    let hash = seed.hash(text)
    var slot = table.start(hash)
    while let number = table.candidate(hash, &slot) {
      if isEqual(number, text) { return UInt32(truncatingIfNeeded: number &+ 1) }
    }
    guard let number = table.insert(hash, at: slot) else { return 0 }
    bytes.append(contentsOf: text)
    ends.append(bytes.count)
    return UInt32(truncatingIfNeeded: number &+ 1)
  }

  @inline(__always)
  private func isEqual(_ number: Int, _ text: UnsafeRawBufferPointer) -> Bool {
    guard number &+ 1 < ends.count else { return false }
    let (start, end) = (ends[number], ends[number &+ 1])
    guard end &- start == text.count else { return false }
    return bytes.withUnsafeBytes { all in
      var at = 0
      while at < text.count {
        if all[start &+ at] != text[at] { return false }
        at &+= 1
      }
      return true
    }
  }

  /// The text of a number.
  ///
  /// `nil` for 0. What is no UTF-8 becomes U+FFFD.
  func text(_ number: UInt32) -> String? {
    let number = Int(number)
    guard number > 0, number < ends.count else { return nil }
    return String(decoding: bytes[ends[number - 1]..<ends[number]], as: UTF8.self)
  }

  /// Whether a number's text stands before another one's, byte by byte; no text stands first.
  func isBefore(_ number: UInt32, _ other: UInt32) -> Bool {
    if number == other || other == 0 { return false }
    if number == 0 { return true }
    return slice(number).lexicographicallyPrecedes(slice(other))
  }

  private func slice(_ number: UInt32) -> ArraySlice<UInt8> {
    let number = Int(number)
    guard number > 0, number < ends.count else { return [] }
    return bytes[ends[number - 1]..<ends[number]]
  }
}
