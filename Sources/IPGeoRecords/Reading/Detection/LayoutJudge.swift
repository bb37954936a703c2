/// Tells from the first lines of a text how it is laid out, and who finds its records.
struct LayoutJudge {
  /// With so many bytes the judgement does not wait for more.
  static let size = 64 << 10

  /// Chooses a finder.
  /// - Parameters:
  ///   - head: The first bytes of the text, in UTF-8, without byte order mark.
  ///   - isWhole: Whether the text ends there; else its last line may go on.
  ///   - options: What the caller said of it.
  static func finder(
    _ head: UnsafeRawBufferPointer, isWhole: Bool, _ options: ReadingOptions
  ) throws(LayoutError) -> any RecordFinder {
    switch options.format {
    case .failures: FailureFileFinder()
    case .text: TextFinder(client: options.client)
    case .auto, .list, .log, .csv, .tsv, .jsonl: ListFinder(client: options.client)
    }
  }
}
