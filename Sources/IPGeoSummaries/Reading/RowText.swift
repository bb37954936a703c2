internal import IPGeoAddresses
internal import IPGeoCore
internal import IPGeoJSON

/// Reads the texts of a row's values.
enum RowText {
  /// What coordinates come to.
  enum Place {
    case some(Position)
    /// They are not there.
    case none
    /// They are no numbers as rows have them.
    case noNumbers
    /// They are numbers, and no place on the globe.
    case offTheGlobe
    /// One is a number with a comma for its point.
    case withComma
  }

  static func position(
    _ latitude: UnsafeRawBufferPointer, _ longitude: UnsafeRawBufferPointer
  ) -> Place {
    if latitude.isEmpty || longitude.isEmpty { return .none }
    guard let north = number(latitude), let east = number(longitude) else {
      return hasComma(latitude) || hasComma(longitude) ? .withComma : .noNumbers
    }
    return Position(latitude: north, longitude: east).map { .some($0) } ?? .offTheGlobe
  }

  /// Whether a text is a number as some languages write it: `39,03`.
  private static func hasComma(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let comma = text.firstIndex(of: 0x2C), let last = text.last, 0x30...0x39 ~= last else {
      return false
    }
    var pointed = Array(text)
    pointed[comma] = 0x2E
    return pointed.withUnsafeBytes { number($0) != nil }
  }

  private static func number(_ text: UnsafeRawBufferPointer) -> Double? {
    JSONTokenizer(text).double(0..<text.count)
  }

  /// A whole number in decimal digits; also one that JSON writes as `1e3` or `1.0`.
  static func whole(_ text: UnsafeRawBufferPointer) -> UInt64? {
    if text.isEmpty { return nil }
    guard text.count < 19, text.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return JSONTokenizer(text).integer(0..<text.count).flatMap { UInt64(exactly: $0) }
    }
    return text.reduce(0) { $0 &* 10 &+ UInt64($1 &- 0x30) }
  }

  static func client(_ text: UnsafeRawBufferPointer) -> TallyRow.Client {
    if text.isEmpty { return .unnamed }
    if case .success(let token) = AddressToken.parse(text) { return .address(token.address) }
    return .text(text)
  }

  /// The status of that word; `nil` for any other.
  static func status(_ word: UnsafeRawBufferPointer) -> Status? {
    // Almost every row is located.
    if isEqual(word, "located") { return .located }
    if isEqual(word, "special") { return .special }
    if isEqual(word, "unknown") { return .unknown }
    if isEqual(word, "invalid") { return .invalid }
    return isEqual(word, "failed") ? .failed : nil
  }

  /// The status of a row; `nil` where its word is none.
  @inline(__always)
  static func status(
    of values: borrowing RowValues, in bytes: UnsafeRawBufferPointer
  ) -> Status? {
    let word = values.value(.status, in: bytes)
    if !values.areServices { return status(word) }
    return serviceStatus(word, reason: values.value(.reason, in: bytes))
  }

  /// The status that the service's word stands for; of a failure the reason tells which.
  private static func serviceStatus(
    _ word: UnsafeRawBufferPointer, reason: UnsafeRawBufferPointer
  ) -> Status? {
    if isEqual(word, "success") { return .located }
    guard isEqual(word, "fail") else { return nil }
    let reason = String(decoding: reason, as: UTF8.self)
    if let known = Reason(rawValue: reason) { return known.status }
    return SpecialBlock.all.contains { $0.name == reason } ? .special : .unknown
  }

  /// The number and the name in a text as `AS15169 Google LLC`.
  static func autonomousSystem(
    _ text: UnsafeRawBufferPointer
  ) -> (number: UnsafeRawBufferPointer, name: UnsafeRawBufferPointer) {
    let nothing = TallyRow.nothing
    guard text.count > 2, text[0] == 0x41, text[1] == 0x53 else { return (nothing, text) }
    let digits = text.dropFirst(2).prefix { 0x30...0x39 ~= $0 }
    guard !digits.isEmpty else { return (nothing, text) }
    let rest = text[digits.endIndex...].drop { $0 == 0x20 }
    return (UnsafeRawBufferPointer(rebasing: digits), UnsafeRawBufferPointer(rebasing: rest))
  }

  @inline(__always)
  private static func isEqual(_ text: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
    guard text.count == word.utf8CodeUnitCount else { return false }
    for index in 0..<text.count where text[index] != word.utf8Start[index] { return false }
    return true
  }
}
