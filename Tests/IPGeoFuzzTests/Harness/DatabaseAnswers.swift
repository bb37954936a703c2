import IPGeoAddresses
import IPGeoCore

@testable import IPGeoMaxMind

extension DatabaseCase {
  /// Puts an address to the answers that rows are made of.
  ///
  /// What a row needs is read in the same way whole and by pages; but by pages a record is copied
  /// before that, and refused where what no row needs is damaged.
  func checkAnswers(
    to address: IPAddress, _ finding: Finding?, _ whole: MaxMindReader, _ paged: MaxMindReader
  ) throws {
    let one = MaxMindAnswers([whole]).lookUp(address)
    let twice = MaxMindAnswers([whole, whole], language: "de")
    let german = MaxMindAnswers([whole], language: "de").lookUp(address)
    try require(
      twice.lookUp(address) == german, "\(address) is \(german), of the same file twice another")
    let other = MaxMindAnswers([paged]).lookUp(address)
    if other.status != .failed {
      try require(isSame(one, other), "\(address) is \(one), by pages \(other)")
    }
    try require(
      one.status != .failed || other.status == .failed, "\(address) is \(one), by pages \(other)")
    guard let finding else {
      return try require(one.status == .failed, "\(address) has no way, and is \(one)")
    }
    guard let offset = finding.recordOffset else {
      return try require(one == .unknown(.notInDatabase), "\(address) has no record, and is \(one)")
    }
    let isSound = (try? whole.checkRecord(at: offset)) != nil
    let isLarge = [one, other].contains { isTooLarge($0) }
    try require(
      !isSound || isLarge || one.status != .failed && other.status != .failed,
      "the record of \(address) is sound, and it is \(one), by pages \(other)")
    try check(one)
  }

  private func isSame(_ one: Outcome, _ other: Outcome) -> Bool {
    // The message of a failure has the place, which by pages is the record's.
    one == other || one.status == .failed && other.status == .failed
  }

  private func isTooLarge(_ outcome: Outcome) -> Bool {
    guard case .failed(let failure) = outcome else { return false }
    return failure.message.contains(MaxMindFault.Cause.tooManyValues.description)
  }

  /// A row shows only what can be.
  private func check(_ outcome: Outcome) throws {
    guard case .located(let location) = outcome else { return }
    let isPlace =
      (location.latitude == nil) == (location.longitude == nil)
      && location.latitude.map { abs($0) <= 90 } ?? true
      && location.longitude.map { abs($0) <= 180 } ?? true
    try require(isPlace, "no such place: \(location)")
    let isCode = location.countryCode.map { $0.utf8.allSatisfy { 0x41...0x5a ~= $0 } } ?? true
    try require(isCode, "no such country: \(location)")
  }
}
