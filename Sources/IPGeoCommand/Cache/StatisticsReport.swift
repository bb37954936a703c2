internal import IPGeoByteStreams
internal import IPGeoJSON
internal import IPGeoRecords
internal import IPGeoStore

/// What `ipgeo cache stats` shows.
struct StatisticsReport {
  let path: String
  /// nil where there is no store.
  var statistics: AnswerStore.Statistics?

  /// Lines for people.
  var text: String {
    let known = statistics ?? AnswerStore.Statistics()
    var lines = [
      ("path", VisibleText.escape(path)),
      ("size", statistics == nil ? "no file yet" : "\(known.size.groupedDigits) bytes"),
      ("answers", known.answers.groupedDigits),
    ]
    for kind in known.kinds {
      let name = VisibleText.escape("\(kind.kind.provider) \(kind.kind.language)")
      lines.append(("", "\(kind.answers.groupedDigits) \(name)"))
    }
    if let oldest = known.oldest { lines.append(("oldest", Self.instant(oldest))) }
    if let newest = known.newest { lines.append(("newest", Self.instant(newest))) }
    return lines.map { Self.padded($0.0) + $0.1 + "\n" }.joined()
  }

  /// One object, with a line end.
  var json: String {
    let known = statistics ?? AnswerStore.Statistics()
    var out = ByteBuffer()
    out.append("{\"path\":")
    JSONText.appendString(path, to: &out)
    out.append(",\"exists\":\(statistics != nil),\"size\":\(known.size)")
    out.append(",\"answers\":\(known.answers),\"kinds\":[")
    for (index, kind) in known.kinds.enumerated() {
      out.append(index > 0 ? ",{\"provider\":" : "{\"provider\":")
      JSONText.appendString(kind.kind.provider, to: &out)
      out.append(",\"language\":")
      JSONText.appendString(kind.kind.language, to: &out)
      out.append(",\"answers\":\(kind.answers)}")
    }
    out.append("],\"oldest_asked_at\":" + Self.quoted(known.oldest))
    out.append(",\"newest_asked_at\":" + Self.quoted(known.newest) + "}\n")
    return String(decoding: out.bytes, as: UTF8.self)
  }

  private static func padded(_ name: String) -> String {
    name + String(repeating: " ", count: max(1, 10 - name.count))
  }

  private static func quoted(_ seconds: Int64?) -> String {
    seconds.map { "\"\(instant($0))\"" } ?? "null"
  }

  private static func instant(_ seconds: Int64) -> String {
    var out = ByteBuffer(capacity: 32)
    RFC3339.append(seconds, to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }
}
