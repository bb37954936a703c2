internal import IPGeoRecords

extension DryRunPlan {
  /// The plan for people: aligned lines, plain ASCII, each with a line end.
  var text: String {
    let rows = rows
    let labels = rows.map(\.label.utf8.count).max() ?? 0
    let numbers = rows.map(\.number.groupedDigits.utf8.count).max() ?? 0
    let lines = rows.map { row in
      let number = row.number.groupedDigits
      let line =
        row.label + Self.blanks(labels - row.label.utf8.count + 2)
        + Self.blanks(numbers - number.utf8.count) + number
      return row.remark.isEmpty ? line : "\(line)  \(row.remark)"
    }
    return lines.map { $0 + "\n" }.joined() + verdict + "\n"
  }

  private struct Row {
    var label: String
    var number: Int
    var remark = ""

    init(_ label: String, _ number: Int, _ remark: String = "") {
      self.label = label
      self.number = number
      self.remark = remark
    }
  }

  private static func blanks(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }

  private var rows: [Row] {
    var rows = [
      Row("records", records), Row("invalid", invalid, invalid > 0 ? "without an address" : ""),
      Row("addresses", addresses), Row("local", local, local > 0 ? "never asked" : ""),
      Row("known", known, origin),
    ]
    if let leftOut { rows.append(Row("left out", leftOut, leftOut > 0 ? "by --top" : "")) }
    switch asking {
    case .limited(let need), .held(_, let need):
      rows.append(Row("to ask", toAsk))
      rows.append(Row("requests", need.requests, Self.left(need)))
    case .unlimited(let requests):
      rows.append(Row("to ask", toAsk))
      rows.append(Row("requests", requests))
    case .never: rows.append(Row("not known", toAsk))
    }
    return rows
  }

  /// Where known answers come from.
  private var origin: String {
    if known <= 0 { return "" }
    if fromDatabase <= 0 { return "from earlier runs" }
    return fromDatabase < known ? "from the database and earlier runs" : "from the database"
  }

  private static func left(_ need: Need) -> String {
    switch need.requestsLeft {
    case nil: ""
    case .some(...0): "none left in the current window"
    case .some(let left): "\(left.groupedDigits) left in the current window"
    }
  }

  /// The last line: how long it takes, or why nothing is asked.
  private var verdict: String {
    if records <= 0 { return "nothing to ask: no records in the input" }
    if addresses <= 0 { return "nothing to ask: no record held an address" }
    if toAsk <= 0 {
      let wanted = (leftOut ?? 0) > 0 ? "address that --top takes" : "address"
      return "nothing to ask: every \(wanted) has its answer"
    }
    switch asking {
    case .limited(let need): return Self.time(need)
    case .unlimited: return "no limit: as fast as the service answers"
    case .held(let nanoseconds, let need):
      return
        "nothing will be asked now: the service refused an earlier run (403) and is left alone "
        + "for another \(LeastTime.text(nanoseconds: nanoseconds)); then \(Self.time(need))"
    case .never(let option):
      let stay = toAsk == 1 ? "address stays" : "addresses stay"
      return "nothing will be asked (\(option)): \(toAsk.groupedDigits) \(stay) without an answer"
    }
  }

  private static func time(_ need: Need) -> String {
    need.nanoseconds <= 0
      ? "no wait for the service's limit"
      : "\(LeastTime.text(nanoseconds: need.nanoseconds)) at least, by the service's limit"
  }
}
