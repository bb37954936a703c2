internal import IPGeoCore
internal import IPGeoJSON

/// What a line of a failures file says, as far as asking again needs it.
struct FailureLine {
  /// The value of a member.
  private enum Value {
    case missing
    case null
    case truth(Bool)
    case text(JSONTokenizer.JSONString)
    /// A number, an object or an array.
    case other

    var isMissing: Bool {
      if case .missing = self { return true }
      return false
    }
  }

  /// What is to become of the line.
  enum Verdict {
    /// The address in `ip` is asked for again; `text` is how it was spelt.
    case ask(ip: JSONTokenizer.JSONString, text: JSONTokenizer.JSONString)
    /// Asking again is of no use.
    case passOver
    /// It is no failure record.
    case invalid(Reason)
  }

  private var ip = Value.missing
  private var text = Value.missing
  private var status = Value.missing
  private var retryable = Value.missing
  private var isOfInvalidRecord = false
  /// How many rows it stood for; 1 where it does not say so in a number from 1.
  private(set) var records: UInt64 = 1

  /// Reads a line to its end; of members that come twice the later one counts.
  /// - Returns: `nil` where it is JSON, but no object.
  init?(_ json: inout JSONTokenizer) throws(JSONSyntaxError) {
    let isObject = try json.next() == .beginObject
    if isObject {
      while case .key(let name) = try json.next() { try take(name, &json) }
    } else {
      try json.skipRest()
    }
    // Nothing but blanks may follow.
    _ = try json.next()
    if !isObject { return nil }
  }

  var verdict: Verdict {
    if ip.isMissing || text.isMissing || status.isMissing || retryable.isMissing {
      return .invalid(.fieldMissing)
    }
    guard case .text(let text) = text, case .text = status, case .truth(let isRetryable) = retryable
    else { return .invalid(.wrongType) }
    let isPassedOver = isOfInvalidRecord || !isRetryable
    switch ip {
    case .text(let ip): return isPassedOver ? .passOver : .ask(ip: ip, text: text)
    case .null: return isPassedOver ? .passOver : .invalid(.fieldMissing)
    default: return .invalid(.wrongType)
    }
  }

  private mutating func take(
    _ name: JSONTokenizer.JSONString, _ json: inout JSONTokenizer
  ) throws(JSONSyntaxError) {
    if json.equals(name, "ip") {
      ip = try value(&json)
    } else if json.equals(name, "text") {
      text = try value(&json)
    } else if json.equals(name, "status") {
      status = try value(&json)
      isOfInvalidRecord = false
      if case .text(let word) = status { isOfInvalidRecord = json.equals(word, "invalid") }
    } else if json.equals(name, "retryable") {
      retryable = try value(&json)
    } else if json.equals(name, "records") {
      records = try count(&json)
    } else {
      try json.skipValue()
    }
  }

  private func value(_ json: inout JSONTokenizer) throws(JSONSyntaxError) -> Value {
    switch try json.next() {
    case .string(let string): return .text(string)
    case .null: return .null
    case .true: return .truth(true)
    case .false: return .truth(false)
    case .beginObject, .beginArray:
      try json.skipRest()
      return .other
    default: return .other
    }
  }

  /// A count from 1, or 1; one beyond 63 bits is the greatest there is.
  private func count(_ json: inout JSONTokenizer) throws(JSONSyntaxError) -> UInt64 {
    switch try json.next() {
    case .number(let digits):
      if let count = json.integer(digits) { return UInt64(max(1, count)) }
      guard let count = json.double(digits) else { return 1 }
      return count >= 0x1p63 ? .max : 1
    case .beginObject, .beginArray:
      try json.skipRest()
      return 1
    default: return 1
    }
  }
}
