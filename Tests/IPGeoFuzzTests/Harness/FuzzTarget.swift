import IPGeoRecords

/// The readers that are fuzzed, each by itself.
enum FuzzTarget: String, CaseIterable {
  case list
  case log
  case text
  case csv
  case jsonl
  case maxmind

  /// The format that is told to the reader, unless the options say that it is to be found.
  var format: InputFormat {
    switch self {
    case .list: .list
    case .log: .log
    case .text: .text
    case .csv: .csv
    case .jsonl: .jsonl
    // A database has no records of ours.
    case .maxmind: .auto
    }
  }

  /// Puts one case to every test but the sums.
  /// - Returns: Whether it was one to be read.
  func check(_ bytes: [UInt8], _ scratch: ScratchInput) throws -> Bool {
    if self == .maxmind {
      try DatabaseCase(bytes, scratch).check()
      return true
    }
    guard let example = FuzzCase(bytes, self) else { return false }
    guard let whole = try Reading.whole(example, scratch) else { return true }
    try whole.checkCoverage(of: example)
    let pieces = try Reading.cut(example, scratch)
    try whole.checkSame(pieces, "cut")
    if let other = try Reading.otherwise(example, scratch) {
      try other.checkCoverage(of: example)
      if other.isComparable(with: whole) { try whole.checkSame(other, "read in pieces") }
    }
    try whole.checkRows(of: example)
    return true
  }
}
