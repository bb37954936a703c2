import IPGeoRecords

/// The readers that are fuzzed, each by itself.
enum FuzzTarget: String, CaseIterable {
  case list
  case log
  case text
  case csv
  case jsonl

  /// The format that is told to the reader, unless the options say that it is to be found.
  var format: InputFormat {
    switch self {
    case .list: .list
    case .log: .log
    case .text: .text
    case .csv: .csv
    case .jsonl: .jsonl
    }
  }

  /// Puts one case to every test but the sums.
  /// - Returns: Whether it was one to be read.
  func check(_ bytes: [UInt8], _ scratch: ScratchInput) throws -> Bool {
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
