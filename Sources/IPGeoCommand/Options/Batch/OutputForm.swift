internal import IPGeoRecords

/// What the name of an output says of its form: the rows' format, and whether they are packed.
struct OutputForm: Hashable, Sendable {
  /// What the rows are; nil where the name does not say.
  var format: RowFormat?
  /// How they are packed; nil for not at all.
  var packing: Packing?

  /// Reads a name's extension: `.csv`, or `.csv.gz` for packed rows.
  ///
  /// A name that only begins with a full stop has no extension. Where one is left that names no
  /// format, `typed` must say what the rows are; it counts in any case. Standard output has no name.
  init(of path: String?, typed: RowFormat?) throws(UsageError) {
    guard let path else {
      format = typed
      return
    }
    var name = path.split(separator: "/").last ?? ""
    packing = Self.cutExtension(off: &name).flatMap { Packing(fileExtension: $0) }
    if packing == nil { name = path.split(separator: "/").last ?? "" }
    guard let suffix = Self.cutExtension(off: &name) else {
      format = typed
      return
    }
    switch suffix.lowercased() {
    case "csv": format = typed ?? .csv
    case "tsv": format = typed ?? .tsv
    case "jsonl", "ndjson": format = typed ?? .jsonl
    case "": format = typed
    default:
      guard let typed else { throw .unknownExtension(path: path, ".\(suffix)") }
      format = typed
    }
  }

  private static func cutExtension(off name: inout Substring) -> Substring? {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    defer { name = name[..<dot] }
    return name[name.index(after: dot)...]
  }
}
