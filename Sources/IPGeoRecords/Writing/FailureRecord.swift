public import IPGeoAddresses
public import IPGeoByteStreams
public import IPGeoCore
internal import IPGeoJSON

/// A line of the failures file: an invalid record, or an address that could not be asked.
///
/// The line is JSON and valid input itself: its `ip` is the address to ask again. The bytes of
/// `text` must outlive the call that uses the record.
public struct FailureRecord {
  /// The address; `nil` for an invalid record.
  public var address: IPAddress?
  /// What was judged; written with at most 200 of its bytes.
  public var text: UnsafeRawBufferPointer
  /// `invalid` or `failed`.
  public var status: Status
  /// Why.
  public var reason: Reason
  /// One line for a person.
  public var message: String
  /// Whether asking again later can help.
  public var isRetryable: Bool
  /// How many attempts counted.
  public var attempts: Int
  /// The status of the last reply, where there was one.
  public var httpStatus: Int?
  /// How many rows it stands for.
  public var records: UInt64
  /// The input of the first of them; `nil` where it has no name.
  public var file: String?
  /// The line of the first of them, from 1; `nil` where it is not known.
  public var line: Int?
  /// When it was found, in seconds since 1970 UTC.
  public var at: Int64

  /// The record of text that holds no address, in an input of that format.
  public init(
    invalid reason: Reason, text: UnsafeRawBufferPointer, format: InputFormat = .list,
    records: UInt64 = 1, file: String?, line: Int?, at: Int64
  ) {
    self.text = text
    status = reason.status
    self.reason = reason
    message = InvalidMessage.text(for: reason, text: text, format: format)
    isRetryable = false
    attempts = 0
    self.records = records
    self.file = file
    self.line = line
    self.at = at
  }

  /// The record of an address that could not be asked.
  public init(
    _ failure: Failure, address: IPAddress, text: UnsafeRawBufferPointer, records: UInt64,
    file: String?, line: Int?, at: Int64
  ) {
    self.address = address
    self.text = text
    status = .failed
    reason = failure.reason
    message = failure.message
    isRetryable = failure.isRetryable
    attempts = failure.attempts
    httpStatus = failure.httpStatus
    self.records = records
    self.file = file
    self.line = line
    self.at = at
  }

  /// Appends the record as a line of JSON: every key, in the same order, `null` for the unknown.
  public func append(to out: inout ByteBuffer) {
    Self.form.append(self, to: &out)
    out.append("\n")
  }
}
