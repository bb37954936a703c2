internal import IPGeoEnrichment
internal import IPGeoRecords

/// Tells of the lines that are no answers: the first few of a kind each, the rest as a count.
struct LineReports {
  private let diagnostics: Diagnostics
  private var counts: [LineFault.Kind: Int] = [:]
  private var hasToldOfStranger = false
  private(set) var all = 0

  init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

  /// Takes a line of an input.
  mutating func take(_ fault: LineFault, file: String, line: Int) {
    all += 1
    let count = (counts[fault.kind] ?? 0) + 1
    counts[fault.kind] = count
    if count <= RunReport.toldOfEachReason {
      diagnostics.warning("\(file):\(line): \(fault.message)")
    }
  }

  /// Takes a member that no answer has, and tells of the first one.
  mutating func take(stranger name: String, file: String, line: Int) {
    if hasToldOfStranger { return }
    hasToldOfStranger = true
    diagnostics.warning(
      "\(file):\(line): no answer has the member '\(name.prefix(80))': it is passed over, as are "
        + "others like it")
  }

  /// Tells how many more there were of each kind.
  func finish() {
    for kind in LineFault.Kind.allCases {
      let more = (counts[kind] ?? 0) - RunReport.toldOfEachReason
      if more > 0 {
        diagnostics.warning("\(kind.rawValue): and \(more.groupedDigits) more like it")
      }
    }
  }
}
