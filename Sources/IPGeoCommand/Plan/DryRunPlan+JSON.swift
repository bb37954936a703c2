internal import IPGeoByteStreams
internal import IPGeoJSON

extension DryRunPlan {
  /// One object with a line end: every key in every plan, in the same order.
  ///
  /// What is not known, or makes no sense for this plan, is `null`. `asking` is `limited`,
  /// `unlimited`, `held` or `never`. `minutes_needed` is `seconds_needed` in minutes, rounded up to a
  /// tenth; both count from now, or from the end of the hold, which is in `held_seconds`. Where it is
  /// `never`, the addresses without an answer are in `not_asked`, and there are none `to_ask`.
  var object: String {
    let json = json
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// The bytes of `object`.
  var json: ByteBuffer {
    let facts = facts
    var out = ByteBuffer()
    out.append("{\"version\":")
    JSONText.appendString(Version.number, to: &out)
    let isNever = if case .never = asking { true } else { false }
    let numbers: [(String, Int64?)] = [
      ("records", Int64(records)), ("invalid", Int64(invalid)), ("addresses", Int64(addresses)),
      ("local", Int64(local)), ("known", Int64(known)), ("to_ask", isNever ? 0 : Int64(toAsk)),
      ("not_asked", isNever ? Int64(toAsk) : 0), ("left_out", Int64(leftOut ?? 0)),
      ("requests", facts.requests.map(Int64.init)), ("seconds_needed", facts.seconds),
    ]
    for (name, number) in numbers { append(name, number.map(String.init), to: &out) }
    append("minutes_needed", facts.seconds.map(Self.minutes), to: &out)
    append("requests_left", facts.requestsLeft.map { String($0) }, to: &out)
    out.append(",\"asking\":\"\(facts.word)\"")
    append("held_seconds", facts.heldSeconds.map { String($0) }, to: &out)
    out.append("}\n")
    return out
  }

  private struct Facts {
    var word: String
    var requests: Int?
    var seconds: Int64?
    var requestsLeft: Int?
    var heldSeconds: Int64?

    init(_ word: String, _ need: Need? = nil) {
      self.word = word
      requests = need?.requests
      seconds = need.map { LeastTime.wholeSeconds($0.nanoseconds) }
      requestsLeft = need?.requestsLeft
    }
  }

  private var facts: Facts {
    switch asking {
    case .limited(let need): return Facts("limited", need)
    case .unlimited(let requests):
      var facts = Facts("unlimited")
      facts.requests = requests
      return facts
    case .held(let nanoseconds, let need):
      var facts = Facts("held", need)
      facts.heldSeconds = LeastTime.wholeSeconds(nanoseconds)
      return facts
    case .never:
      var facts = Facts("never")
      facts.requests = 0
      return facts
    }
  }

  private func append(_ name: String, _ value: String?, to out: inout ByteBuffer) {
    out.append(",\"\(name)\":\(value ?? "null")")
  }

  /// Minutes in their shortest form, rounded up to a tenth: `0`, `2`, `2.7`.
  private static func minutes(_ seconds: Int64) -> String {
    let tenths = seconds <= 0 ? 0 : (seconds - 1) / 6 + 1
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
