import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords

/// Counts what the writer sees of the records, and passes on what people want to hear of.
///
/// One thread uses it: the writer's.
final class RecordLedger {
  private let onEvent: @Sendable (RunEvent) -> Void
  private let failures: FailureLog?
  /// Records of each address, by its number.
  private let records = SlabArray<UInt64>()
  /// Hits of each address, by its number; `nil` where each record is one.
  var hits: SlabArray<UInt64>?
  private(set) var recordCount = 0
  private(set) var invalidCount = 0
  private(set) var unnumberedCount = 0
  private(set) var elsewhereCount = 0
  /// Invalid records of each reason, by its number.
  private var invalidReasons = [Int](repeating: 0, count: Reason.count)
  private(set) var firstInvalid: [RunReport.InvalidRecord] = []

  init(failures: FailureLog?, onEvent: @escaping @Sendable (RunEvent) -> Void) {
    self.failures = failures
    self.onEvent = onEvent
  }

  /// Counts a record of the address with that number.
  /// - Returns: Whether it is the address's first.
  @inline(__always)
  func count(_ number: UInt32) -> Bool {
    recordCount &+= 1
    let index = Int(number)
    if index >= records.count { records.extend(to: index + 1, with: 0) }
    let earlier = records[index]
    records[index] = earlier &+ 1
    return earlier == 0
  }

  /// Counts a further record of an address that was counted before.
  @inline(__always)
  func countAgain(_ number: UInt32) {
    recordCount &+= 1
    records[Int(number)] &+= 1
  }

  /// How many records the address with that number has.
  func records(of number: UInt32) -> Int {
    Int(number) < records.count ? Int(truncatingIfNeeded: records[Int(number)]) : 0
  }

  /// How many hits the address with that number has.
  func hits(of number: UInt32) -> UInt64 {
    guard let hits else { return UInt64(clamping: records(of: number)) }
    return Int(number) < hits.count ? hits[Int(number)] : 0
  }

  /// Notes a record that holds no address, in an input of that format.
  func invalid(
    _ reason: Reason, text: UnsafeRawBufferPointer, place: RecordPlace, format: InputFormat = .list
  ) {
    recordCount &+= 1
    invalidCount &+= 1
    invalidReasons[reason.number] &+= 1
    failures?.invalid(text, reason: reason, place: place, format: format)
    guard invalidReasons[reason.number] <= RunReport.toldOfEachReason else { return }
    let record = RunReport.InvalidRecord(
      file: place.file.text, line: place.line, reason: reason,
      message: InvalidMessage.text(for: reason, text: text, format: format))
    if firstInvalid.count < RunReport.toldOfEachReason { firstInvalid.append(record) }
    onEvent(.invalidRecord(record))
  }

  /// Notes that an address failed, at its first record.
  func failed(
    _ number: UInt32, _ address: IPAddress, spelling: UnsafeRawBufferPointer, place: RecordPlace
  ) {
    failures?.failed(number, address, spelling: spelling, place: place)
  }

  /// Counts a record whose address could not be numbered any more.
  func unnumbered() {
    recordCount &+= 1
    unnumberedCount &+= 1
  }

  /// Counts a record of another shard.
  func elsewhere() {
    recordCount &+= 1
    elsewhereCount &+= 1
  }

  /// Adds what was counted to a run's counts.
  /// - Parameters:
  ///   - counts: The run's counts.
  ///   - board: Says what became of each address.
  ///   - isRest: Whether an address was left out by `--top N`.
  func settle(into counts: inout RunCounts, board: AnswerBoard, isRest: (UInt32) -> Bool) {
    counts.records = recordCount
    counts.invalid = invalidCount
    counts.failed = unnumberedCount
    counts.elsewhere = elsewhereCount
    if unnumberedCount > 0 { counts.reasons[Reason.budget.rawValue] = unnumberedCount }
    for (reason, count) in zip(Reason.allCases, invalidReasons) where count > 0 {
      counts.reasons[reason.rawValue, default: 0] += count
    }
    board.tally(into: &counts) { number in
      isRest(number) ? (0, records(of: number)) : (records(of: number), 0)
    }
  }
}
