internal import IPGeoByteStreams
internal import IPGeoJSON
internal import IPGeoRecords

extension RunStatus {
  /// A status as of a moment.
  struct Told: Sendable {
    var status: RunStatus
    /// Seconds since 1970 UTC.
    var now: Int64
  }

  /// What a run does.
  private enum State: String, CaseIterable {
    case running, waiting, done
  }

  private var state: State {
    if exitCode != nil { return .done }
    return wait == nil ? .running : .waiting
  }

  /// The members of the object, in order.
  static let form = ObjectForm<Told>(
    [
      .word("state", State.allCases.map(\.rawValue), "what the run does") {
        $0.status.state.rawValue
      },
      .count("pid", from: 1, "its process") { Int($0.status.process) },
      .init("started_at", .timeSchema, "when it began") {
        RFC3339.appendString($0.status.startedAt, to: &$1)
      },
      .init("updated_at", .timeSchema, "when this was written") {
        RFC3339.appendString($0.now, to: &$1)
      },
      .count("addresses", "distinct addresses found so far") { $0.status.addresses },
      .count("answered", "those of them that have their answer") { $0.status.answered },
      .count("known", "those that an earlier run had asked, or a database knows") {
        $0.status.known
      },
      .count("asked", "those that were sent to the service") { $0.status.asked },
      .count("requests", "requests that went out") { $0.status.requests },
      .count("rows", "rows written") { $0.status.rows },
    ] + coming)

  private static let coming: [ObjectForm<Told>.Member] = [
    .whole("requests_left", "requests that the limit still grants now; null without a limit") {
      $0.status.requestsLeft.map(Int64.init)
    },
    .whole("next_request_in_seconds", "until something is sent again; null where nothing waits") {
      $0.status.nextRequestNanoseconds.map(LeastTime.wholeSeconds)
    },
    .whole("remaining_seconds", "the least time until all is answered; null where it is not known")
    {
      $0.status.remainingNanoseconds.map(LeastTime.wholeSeconds)
    },
    .whole("exit_code", to: 255, "what a shell shows of its end; null while it runs") {
      $0.status.exitCode.map(Int64.init)
    },
    .flag("input_at_end", "whether all input was read, so that addresses is final") {
      $0.status.isInputAtEnd
    },
    .init(
      "wait", JSONTree.wordSchema(Wait.allCases.map(\.rawValue)).orNull,
      "what it waits for; null where it does not"
    ) { told, out in
      let wait = told.status.exitCode == nil ? told.status.wait : nil
      out.append(wait.map { "\"\($0.rawValue)\"" } ?? "null")
    },
  ]

  /// The JSON Schema of the object.
  static var schema: JSONTree {
    let rules = State.allCases.map { state in
      JSONTree.rule(
        where: "state", is: ["const": .text(state.rawValue)],
        then: [
          .init("wait", ["type": state == .waiting ? "string" : "null"]),
          .init("exit_code", ["type": state == .done ? "integer" : "null"]),
        ])
    }
    return form.schema.adding(["allOf": .list(rules)])
  }
}
