internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoEnrichment
internal import IPGeoJSON
internal import IPGeoRecords

extension RunSummary {
  /// The object that `--summary-file` holds, with a line end.
  var json: ByteBuffer {
    var out = ByteBuffer()
    Self.form.append(self, to: &out)
    out.append("\n")
    return out
  }

  /// The JSON Schema of the object.
  static var schema: JSONTree { form.schema }

  /// The members of the object, in order.
  static let form = ObjectForm<RunSummary>(ending + records + addresses + rows + details)

  private typealias Member = ObjectForm<RunSummary>.Member

  private static let ending: [Member] = [
    .init("version", .textSchema, "version of ipgeo") {
      JSONText.appendString(Version.number, to: &$1)
    },
    .init("started_at", .timeSchema, "when the run began") {
      RFC3339.appendString($0.startedAt, to: &$1)
    },
    .count("elapsed_ms", "how long it took, in milliseconds") {
      Int(max(0, $0.elapsedMilliseconds))
    },
    .init("exit_code", .wholeSchema(to: 255), "what a shell shows of its end") {
      $1.append(String($0.ending.shellStatus))
    },
  ]

  private static let records: [Member] = [
    .count("records", "records read: the sum of the next seven") { $0.report.counts.records },
    .count("located", "records whose address was located") { $0.report.counts.located },
    .count("special", "records whose address is special-purpose") { $0.report.counts.special },
    .count("unknown", "records whose address nobody knows") { $0.report.counts.unknown },
    .count("invalid", "records that hold no address") { $0.report.counts.invalid },
    .count("failed", "records whose address could not be asked") { $0.report.counts.failed },
    .count("rest", "records of addresses beyond --top") { $0.report.counts.rest },
    .count("other_shards", "records of other shards") { $0.report.counts.elsewhere },
  ]

  private static let addresses: [Member] = [
    .count("addresses", "distinct addresses: local, known, asked and unasked") {
      $0.report.counts.addresses
    },
    .count("local", "special addresses, answered here") { $0.report.counts.local },
    .count("known", "those that an earlier run had asked, or a database knows") {
      $0.report.counts.known
    },
    .count("from_database", "those of the known that a database knows") {
      $0.report.counts.fromBook
    },
    .count("asked", "those that were sent to the service") { $0.report.counts.asked },
    .count("unasked", "those that were not, and nothing else answered") {
      $0.report.counts.unasked
    },
    .count("failed_addresses", "those whose look-up failed") { $0.report.counts.failedAddresses },
    .count("requests", "requests that went out") { $0.report.counts.requests },
  ]

  private static let rows: [Member] = [
    .count("rows", "rows written") { $0.report.counts.rows },
    .count("blank_lines", "blank lines, which are no records") { $0.report.counts.blankLines },
    .count("comments", "comment lines, which are no records") { $0.report.counts.comments },
    .count("not_retryable", "lines of a failures file that asking again does not help") {
      $0.report.counts.notRetryable
    },
    .count("long_rows", "rows of a table with more cells than its header") {
      $0.report.longRows.reduce(0) { $0 + $1.rows.count }
    },
    .flag("sums_hold", "whether records and addresses are what their parts come to") {
      $0.report.counts.sumsHold
    },
  ]

  private static let details: [Member] = [
    .init(
      "reasons",
      [
        "type": "object", "propertyNames": .wordSchema(Status.reasonWords),
        "additionalProperties": .wholeSchema(from: 1),
      ], "records of each reason"
    ) { appendReasons($0.report.counts.reasons, to: &$1) },
    .init("inputs", ["type": "array", "items": .textSchema], "what the inputs were read as") {
      appendList($0.report.dialects, to: &$1)
    },
    .init(
      "stopped",
      JSONTree.objectSchema(
        [
          .init("reason", .wordSchema(Reason.allCases.map(\.rawValue))),
          .init("message", .textSchema),
        ], required: ["reason", "message"]
      ).orNull, "why the run stopped asking; null where it did not"
    ) { appendStop($0, to: &$1) },
  ]

  private static func appendReasons(_ reasons: [String: Int], to out: inout ByteBuffer) {
    out.append("{")
    for (index, (reason, count)) in reasons.sorted(by: { $0.key < $1.key }).enumerated() {
      if index > 0 { out.append(0x2C) }
      JSONText.appendString(reason, to: &out)
      out.append(":\(count)")
    }
    out.append("}")
  }

  private static func appendList(_ texts: [String], to out: inout ByteBuffer) {
    out.append("[")
    for (index, text) in texts.enumerated() {
      if index > 0 { out.append(0x2C) }
      JSONText.appendString(text, to: &out)
    }
    out.append("]")
  }

  private static func appendStop(_ summary: RunSummary, to out: inout ByteBuffer) {
    guard case .stopped(let failure) = summary.report.providerEnd else { return out.append("null") }
    out.append("{\"reason\":\"\(failure.reason.rawValue)\",\"message\":")
    JSONText.appendString(failure.message, to: &out)
    out.append("}")
  }
}
