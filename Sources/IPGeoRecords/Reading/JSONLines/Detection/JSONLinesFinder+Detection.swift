internal import IPGeoJSON

extension JSONLinesFinder {
  /// How many first lines are looked at.
  private static let shownLines = 1000

  /// What is taken for the key where the first lines do not show one.
  private static let defaultKey = "ip"

  /// Finds out whether a text is JSON lines, and which key holds the address.
  ///
  /// A key that was told is looked for in each record as it is told: first lines without it are no
  /// error, as records may be of several kinds, unless they are all that there is.
  /// - Parameters:
  ///   - head: The first bytes of the text.
  ///   - isWhole: Whether the text ends there.
  ///   - options: What the caller said of it.
  /// - Returns: `nil` where the format is to be found out, and it is another one.
  /// - Throws: For JSON that is not lines, and where the key cannot be told.
  static func judge(
    _ head: UnsafeRawBufferPointer, isWhole: Bool, _ options: ReadingOptions
  ) throws(LayoutError) -> JSONLinesFinder? {
    let isTold = options.format == .jsonl
    let isWhole = isWhole && head.count <= LayoutJudge.size
    let head = looked(at: head)
    if let other = OtherJSON.kind(of: head), !isTold || !isManyValues(head) { throw other }
    let lines = headLines(head, isWhole: isWhole)
    if !isTold, !areObjects(lines, in: head) { return nil }
    var members = HeadMembers(options.client)
    for line in lines { members.add(UnsafeRawBufferPointer(rebasing: head[fromBrace(head, line)])) }
    let choice = JSONKeyChoice(members)
    if let told = options.addressField {
      let key = JSONAddressKey(told)
      if isWhole, lines.count < shownLines, !members.members.isEmpty, !members.has(key) {
        throw .noSuchField(name: told, fields: choice.fields)
      }
      return JSONLinesFinder(key: key, isTold: true, options)
    }
    do throws(LayoutError) {
      let name = try choice.key()
      return JSONLinesFinder(
        key: JSONAddressKey(name ?? defaultKey), isTold: name != nil, options)
    } catch {
      guard case .noAddressField = error else { throw error }
      if let wrapper = OtherJSON.wrapper(members) { throw wrapper }
      // What is not there may stand where the only line goes on.
      if !isWhole, lines.count == 1, lines[0].upperBound == head.count {
        return JSONLinesFinder(key: JSONAddressKey(defaultKey), isTold: false, options)
      }
      throw error
    }
  }

  /// Whether most of some first lines are objects; of two lines the first one decides.
  static func areObjects(_ lines: [Range<Int>], in head: UnsafeRawBufferPointer) -> Bool {
    guard let first = lines.first else { return false }
    let count = lines.count { isObject(head, $0) } * 2
    return count > lines.count || count == lines.count && isObject(head, first)
  }

  /// The bytes that decide, however many there are: some first lines, or a long first one.
  static func looked(at head: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let size = LayoutJudge.size
    if head.count <= size { return head }
    let hasEnd = LineCutter.firstEnd(in: head, 0..<size) != nil
    let end = hasEnd ? size : LineCutter.firstEnd(in: head, size..<head.count) ?? head.count
    return UnsafeRawBufferPointer(rebasing: head[..<end])
  }

  /// The first lines that are not blank, without outer blanks.
  ///
  /// One that may go on is left out, but for the only one.
  static func headLines(_ head: UnsafeRawBufferPointer, isWhole: Bool) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var cutter = LineCutter(head, 0..<head.count)
    while lines.count < shownLines, let line = cutter.next() {
      if line.upperBound == head.count, !isWhole, !lines.isEmpty { break }
      guard let first = line.first(where: { !isOuter(head[$0]) }),
        let last = line.last(where: { !isOuter(head[$0]) })
      else { continue }
      lines.append(first..<(last + 1))
    }
    return lines
  }

  /// Whether a byte at a line's ends says nothing: a blank, a NUL, part of a byte order mark.
  private static func isOuter(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0 || byte == 0xef || byte == 0xbb || byte == 0xbf
  }

  /// Whether a line is an object by its first bytes, or was meant to be one.
  private static func isObject(_ head: UnsafeRawBufferPointer, _ line: Range<Int>) -> Bool {
    let text = fromBrace(head, line)
    guard head[text.lowerBound] == UInt8(ascii: "{") else { return false }
    // Addresses may stand in braces; a name is in quotes.
    let second = text.dropFirst().first { head[$0] != 0x20 && head[$0] != 0x09 }
    guard let second else { return false }
    if head[second] == UInt8(ascii: "}") { return second == text.upperBound - 1 }
    return head[second] == UInt8(ascii: "\"")
  }

  /// A line without the `escape=json` that older nginx writes in front of it.
  private static func fromBrace(
    _ head: UnsafeRawBufferPointer, _ line: Range<Int>
  ) -> Range<Int> {
    let text = head[line]
    guard text.starts(with: "escape=".utf8),
      let brace = line.prefix(20).first(where: { head[$0] == UInt8(ascii: "{") })
    else { return line }
    return brace..<line.upperBound
  }

  /// Whether the first line, and any second one, are JSON texts of their own.
  private static func isManyValues(_ head: UnsafeRawBufferPointer) -> Bool {
    let lines = headLines(head, isWhole: true).prefix(2)
    return lines.count == 2
      && lines.allSatisfy { line in
        var scanner = JSONMemberScanner(names: [])
        return scanner.scan(head, in: line) != nil
      }
  }
}
