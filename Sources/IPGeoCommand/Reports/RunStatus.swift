internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoJSON

/// Where a run stands at one moment, as `--status-file` tells it to other programs.
struct RunStatus: Hashable, Sendable {
  /// What a run waits for.
  enum Wait: String, Hashable, Sendable, CaseIterable {
    case limit, hold, retry

    init(_ cause: ProviderEvent.WaitCause) {
      switch cause {
      case .limit: self = .limit
      case .hold: self = .hold
      case .retry: self = .retry
      }
    }
  }

  var process: Int32
  /// Seconds since 1970 UTC.
  var startedAt: Int64
  /// Distinct addresses found so far.
  var addresses = 0
  /// Those of them that have their answer.
  var answered = 0
  /// Those that an earlier run had asked.
  var known = 0
  /// Those that were sent to the service.
  var asked = 0
  /// Requests that went out.
  var requests = 0
  /// Rows written.
  var rows = 0
  /// Requests that the limit still grants now; nil where there is no limit.
  var requestsLeft: Int?
  /// Nanoseconds until something is sent again; nil where nothing is waited for.
  var nextRequestNanoseconds: Int64?
  /// The least time until all is answered, in nanoseconds; nil where it cannot be told.
  var remainingNanoseconds: Int64?
  /// Whether every input was read to its end, so that `addresses` is final.
  var isInputAtEnd = false
  /// What it waits for; nil where it does not.
  var wait: Wait?
  /// What a shell will show of it; nil while it runs.
  var exitCode: Int32?

  /// The object with a line end, as of `now` in seconds since 1970 UTC.
  func json(now: Int64) -> ByteBuffer {
    var out = ByteBuffer()
    Self.form.append(Told(status: self, now: now), to: &out)
    out.append("\n")
    return out
  }
}
