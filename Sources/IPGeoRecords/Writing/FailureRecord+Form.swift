internal import IPGeoAddresses
internal import IPGeoByteStreams
internal import IPGeoCore
package import IPGeoJSON

extension FailureRecord {
  /// The members of a line, in order.
  static let form = ObjectForm<FailureRecord>(
    [
      .init("ip", JSONTree.addressSchema.orNull, "the address, canonical; null where there is none")
      {
        JSONText.appendStringOrNull($0.address?.description, to: &$1)
      },
      .init("text", ["type": "string"], "what was judged, its first 200 bytes") {
        JSONText.appendString(RecordFacts.judgedText($0.text), to: &$1)
      },
      .word("status", statuses.map(\.word), "what became of it") { $0.status.word },
      .word(
        "reason", statuses.flatMap(Reason.all).map(\.rawValue), "why, in a word"
      ) { $0.reason.rawValue },
      .init("message", .textSchema, "why, in a sentence") {
        JSONText.appendString($0.message, to: &$1)
      },
      .flag("retryable", "whether asking again later can help") { $0.isRetryable },
      .count("attempts", "how many attempts counted") { $0.attempts },
    ] + places)

  private static let places: [ObjectForm<FailureRecord>.Member] = [
    .whole("http_status", from: 100, to: 999, "the status of the last reply") {
      $0.httpStatus.map(Int64.init)
    },
    .init("records", .wholeSchema(), "how many rows it stands for") {
      $1.append(decimal: $0.records)
    },
    .init("file", JSONTree.textSchema.orNull, "the input of the first of them") {
      JSONText.appendStringOrNull($0.file, to: &$1)
    },
    .whole("line", from: 1, "the line of the first of them") { record in
      record.line.flatMap { $0 > 0 ? Int64($0) : nil }
    },
    .init("at", .timeSchema, "when it was found") {
      RFC3339.appendString($0.at, to: &$1)
    },
  ]

  private static let statuses: [Status] = [.invalid, .failed]

  /// The JSON Schema of a line.
  package static var schema: JSONTree {
    let rules = statuses.map { status in
      let isInvalid = status == .invalid
      let reasons = Reason.all(status).map(\.rawValue)
      var members: [JSONTree.Member] = [
        .init("reason", ["enum": .list(reasons.map { .text($0) })]),
        .init("ip", ["type": isInvalid ? "null" : "string"]),
      ]
      if isInvalid {
        members += [
          .init("retryable", ["const": false]), .init("attempts", ["const": 0]),
          .init("http_status", .nothingSchema),
        ]
      }
      return JSONTree.rule(where: "status", is: ["const": .text(status.word)], then: members)
    }
    return form.schema.adding(["allOf": .list(rules)])
  }
}

extension Reason {
  /// The reasons of a status, in the order of the enum.
  static func all(_ status: Status) -> [Reason] { allCases.filter { $0.status == status } }
}
