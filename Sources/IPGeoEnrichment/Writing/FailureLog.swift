import IPGeoAddresses
public import IPGeoByteStreams
import IPGeoCore
import IPGeoRecords

/// Where a record stands: the input and the line in it, from 1.
struct RecordPlace {
  var file: InputName
  var line: Int
}

/// Writes the failure records of a run: one per invalid record as it comes, one per failed address
/// at the end, when it is known how many rows it stands for.
///
/// One thread uses it: the writer's.
public final class FailureLog {
  /// A failed address, as its first record showed it.
  private struct Mark {
    var number: UInt32
    var place: RecordPlace
    var spelling: SpellingStore.Place
  }

  private let sink: ByteSink
  private let now: @Sendable () -> Int64
  private var line = ByteBuffer(capacity: 1024)
  private var text = ByteBuffer(capacity: 256)
  private var marks: [Mark] = []
  private var spellings = SpellingStore()
  private(set) var error: SystemError?

  /// Makes a log that nothing was written to yet.
  /// - Parameters:
  ///   - sink: Where the JSON lines go; whoever made it closes it.
  ///   - now: Seconds since 1970 UTC, for `at`.
  public init(sink: ByteSink, now: @escaping @Sendable () -> Int64 = { Clock.wallSeconds() }) {
    self.sink = sink
    self.now = now
  }

  /// Notes a record that holds no address, in an input of that format.
  func invalid(
    _ text: UnsafeRawBufferPointer, reason: Reason, place: RecordPlace, format: InputFormat = .list
  ) {
    if error != nil { return }
    write(
      FailureRecord(
        invalid: reason, text: text, format: format, file: place.file.text, line: place.line,
        at: now()))
  }

  /// Notes an address that failed, once, with its first record's spelling and place.
  func failed(
    _ number: UInt32, _ address: IPAddress, spelling: UnsafeRawBufferPointer, place: RecordPlace
  ) {
    marks.append(
      Mark(number: number, place: place, spelling: spellings.keep(spelling, of: address)))
  }

  /// Writes the failed addresses, in order of first sight, and flushes.
  /// - Parameters:
  ///   - address: The address with a number.
  ///   - records: How many rows an address stands for.
  ///   - outcome: What became of an address.
  func finish(
    address: (UInt32) -> IPAddress, records: (UInt32) -> Int, outcome: (UInt32) -> Outcome?
  ) {
    marks.sort { $0.number < $1.number }
    for mark in marks {
      guard error == nil, case .failed(let failure)? = outcome(mark.number) else { continue }
      let address = address(mark.number)
      text.removeAll()
      spellings.append(mark.spelling, of: address, to: &text)
      write(
        FailureRecord(
          failure, address: address, text: text.bytes,
          records: UInt64(clamping: records(mark.number)), file: mark.place.file.text,
          line: mark.place.line, at: now()))
    }
    marks = []
    attempt { () throws(SystemError) in try sink.flush() }
  }

  private func write(_ record: FailureRecord) {
    line.removeAll()
    record.append(to: &line)
    attempt { () throws(SystemError) in try sink.append(line.bytes) }
  }

  /// After the first error nothing more is tried: the run says it once and ends with 74.
  private func attempt(_ body: () throws(SystemError) -> Void) {
    guard error == nil else { return }
    do throws(SystemError) { try body() } catch { self.error = error }
  }
}
