/// Tells from the first lines of a text how it is laid out, and who finds its records.
struct LayoutJudge {
  /// With so many bytes the judgement does not wait for more.
  static let size = 64 << 10

  /// Chooses a finder.
  /// - Parameters:
  ///   - head: The first bytes of the text, in UTF-8, without byte order mark.
  ///   - isWhole: Whether the text ends there; else its last line may go on.
  ///   - options: What the caller said of it.
  /// - Returns: What finds the records of the format that was told, or else found.
  /// - Throws: Where it cannot be told which field holds the address, or what the records are.
  static func finder(
    _ head: UnsafeRawBufferPointer, isWhole: Bool, _ options: ReadingOptions
  ) throws(LayoutError) -> any RecordFinder {
    let list = ListFinder(client: options.client)
    switch options.format {
    case .failures: return FailureFileFinder()
    case .list: return list
    case .text: return TextFinder(client: options.client)
    case .log: return try LogFinder.recognized(in: head, isWhole: isWhole, options) ?? list
    case .csv, .tsv: return try TableJudge.judge(head, isWhole: isWhole, options) ?? list
    case .jsonl: return try JSONLinesFinder.judge(head, isWhole: isWhole, options) ?? list
    case .auto: return try found(head, isWhole: isWhole, options) ?? list
    }
  }

  /// What was found; `nil` for a list.
  ///
  /// The strictest forms come first: what is JSON could be read as a log, and a log as a table.
  private static func found(
    _ head: UnsafeRawBufferPointer, isWhole: Bool, _ options: ReadingOptions
  ) throws(LayoutError) -> (any RecordFinder)? {
    if let lines = try JSONLinesFinder.judge(head, isWhole: isWhole, options) { return lines }
    if options.delimiter == nil,
      let log = try LogFinder.recognized(in: head, isWhole: isWhole, options)
    {
      return log
    }
    if let table = try TableJudge.judge(head, isWhole: isWhole, options) { return table }
    guard let field = options.addressField else {
      return ProseJudge.isText(head, isWhole: isWhole, options.client)
        ? TextFinder(client: options.client) : nil
    }
    // Neither members nor columns: what is left to be counted are fields between blanks.
    guard field.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw .noSuchField(name: field, fields: [])
    }
    var told = options
    told.format = .log
    return try LogFinder.recognized(in: head, isWhole: isWhole, told)
  }
}
