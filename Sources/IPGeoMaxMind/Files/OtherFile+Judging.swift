extension OtherFile {
  /// How many bytes of a file's start, and of its end, tell what it is.
  static let judgedLength = 1024

  /// What a file is by its first and its last bytes; `nil` where they tell nothing.
  static func judge(head: UnsafeRawBufferPointer, tail: UnsafeRawBufferPointer) -> OtherFile? {
    if head.isEmpty { return .empty }
    if let archive = archive(head) { return archive }
    if let kind = otherForm(head) { return .otherForm(kind) }
    if head.starts(with: "version https://git-lfs.github.com/spec/".utf8) { return .gitLFSPointer }
    if isMarkup(head) { return .markup }
    if isLegacy(tail) { return .legacy }
    return text(head)
  }

  /// What a file's ends show that it is, other than a database: an archive, or what has no metadata
  /// in its last bytes.
  static func ofEnds(head: UnsafeRawBufferPointer, tail: UnsafeRawBufferPointer) -> OtherFile? {
    if let archive = archive(head) { return archive }
    if MaxMindMetadata.start(in: tail) != nil { return nil }
    if startsAsTree(head) { return .cutShort }
    let end = UnsafeRawBufferPointer(rebasing: tail.suffix(judgedLength))
    return judge(head: head, tail: end) ?? .unknown
  }

  /// Whether it is a tar archive, by the checksum of its first header (POSIX ustar).
  private static func isTar(_ head: UnsafeRawBufferPointer) -> Bool {
    guard head.count >= 512, head[257..<262].elementsEqual("ustar".utf8) else { return false }
    var told = 0
    for byte in head[148..<156] where 0x30...0x37 ~= byte { told = told &* 8 &+ Int(byte & 7) }
    var sum = 8 * 0x20
    for place in 0..<512 where !(148..<156).contains(place) { sum &+= Int(head[place]) }
    return told == sum
  }

  /// What a file is that may hold a whole database with all its marks, at another place.
  static func archive(_ head: UnsafeRawBufferPointer) -> OtherFile? {
    isTar(head) ? .tar : packing(head).map { .compressed($0) }
  }

  private static func packing(_ head: UnsafeRawBufferPointer) -> String? {
    let marks: [(String, [UInt8])] = [
      ("gzip", [0x1f, 0x8b, 0x08]), ("zstd", [0x28, 0xb5, 0x2f, 0xfd]),
      ("xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a]), ("bzip2", [0x42, 0x5a, 0x68]),
      ("a zip archive", [0x50, 0x4b, 0x03, 0x04]), ("lz4", [0x04, 0x22, 0x4d, 0x18]),
      ("a 7-Zip archive", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]),
      ("a RAR archive", [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]),
    ]
    return marks.first { head.starts(with: $0.1) }?.0
  }

  private static func isMarkup(_ head: UnsafeRawBufferPointer) -> Bool {
    let rest = withoutMarkAndBlanks(head)
    guard rest.first == 0x3c, let next = rest.dropFirst().first else { return false }
    return next == 0x21 || next == 0x3f || 0x61...0x7a ~= next | 0x20
  }

  private static func withoutMarkAndBlanks(
    _ head: UnsafeRawBufferPointer
  ) -> Slice<UnsafeRawBufferPointer> {
    var rest = head[...]
    if rest.starts(with: [0xef, 0xbb, 0xbf]) { rest = rest.dropFirst(3) }
    return rest.drop { $0 == 0x20 || 0x09...0x0d ~= $0 }
  }

  /// Whether it ends as GeoIP Legacy does: three bytes of 255 within the last ones, then the type.
  private static func isLegacy(_ tail: UnsafeRawBufferPointer) -> Bool {
    let end = tail.suffix(23)
    for place in end.indices.dropLast(3).reversed() {
      guard tail[place] == 255, tail[place + 1] == 255, tail[place + 2] == 255 else { continue }
      let type = tail[place + 3]
      return 1...40 ~= (type >= 106 ? type - 105 : type)
    }
    return false
  }
}

// MARK: Other forms of such data

extension OtherFile {
  private static func otherForm(_ head: UnsafeRawBufferPointer) -> String? {
    if head.starts(with: "SQLite format 3\0".utf8) { return "an SQLite database" }
    if head.starts(with: "PAR1".utf8) { return "a Parquet file" }
    return isIP2Location(head) ? "an IP2Location or IP2Proxy .BIN file" : nil
  }

  /// Whether it starts as those do: type, columns, and the day that it was built, a byte each; then
  /// numbers of four bytes, the lowest first, of rows and of where the rows start, counted from 1.
  private static func isIP2Location(_ head: UnsafeRawBufferPointer) -> Bool {
    guard head.count >= 64 else { return false }
    func number(_ place: Int) -> UInt32 {
      UInt32(littleEndian: head.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }
    let year = head[2]
    guard 1...50 ~= head[0], 2...60 ~= head[1], 4...99 ~= year, 1...12 ~= head[3],
      1...31 ~= head[4]
    else { return false }
    // From 2021 on it says which product it is.
    if year >= 21 { return 1...2 ~= head[29] }
    return number(5) > 0 && number(9) >= 30 && number(9) < 1 << 21
  }

  /// What text all through is, with its first line, without what could move a cursor.
  private static func text(_ head: UnsafeRawBufferPointer) -> OtherFile? {
    let isText = head.allSatisfy { $0 >= 0x20 && $0 != 0x7f || 0x09...0x0d ~= $0 }
    guard isText, head.count(where: { $0 >= 0x80 }) <= head.count / 2 else { return nil }
    let first = withoutMarkAndBlanks(head)
    let line = first.prefix { $0 != 0x0a && $0 != 0x0d }.prefix(40)
    let start = String(decoding: line.map { 0x20...0x7e ~= $0 ? $0 : 0x3f }, as: UTF8.self)
    if first.first == 0x7b || first.first == 0x5b { return .json(start: start) }
    return isTable(first) ? .otherForm("CSV") : .text(start: start)
  }

  /// Whether the first two lines have as many cells as each other, and more than one.
  private static func isTable(_ head: Slice<UnsafeRawBufferPointer>) -> Bool {
    let lines = head.split(
      maxSplits: 2, omittingEmptySubsequences: true, whereSeparator: { $0 == 0x0a || $0 == 0x0d })
    guard lines.count >= 2 else { return false }
    return [0x2c, 0x3b, 0x09].contains { (separator: UInt8) in
      let counts = lines.prefix(2).map { cuts(in: $0, at: separator) }
      return counts[0] > 0 && counts[0] == counts[1]
    }
  }

  /// How often a line is cut, outside of quotes.
  private static func cuts(
    in line: Slice<UnsafeRawBufferPointer>, at separator: UInt8
  ) -> Int {
    var isQuoted = false
    return line.reduce(0) { count, byte in
      if byte == 0x22 { isQuoted.toggle() }
      return byte == separator && !isQuoted ? count + 1 : count
    }
  }
}

// MARK: A database without its end

extension OtherFile {
  /// Whether it starts with the nodes of a tree: writers number them along the leftmost way first.
  static func startsAsTree(_ head: UnsafeRawBufferPointer) -> Bool {
    [6, 7, 8].contains { length in
      // Of each size the left record's lower three bytes, and where 32 bits are, its first one.
      head.count >= 4 * length
        && (0..<4).allSatisfy { node in
          let start = node * length + (length == 8 ? 1 : 0)
          let left = head[start..<(start + 3)].reduce(0) { $0 << 8 | Int($1) }
          let high =
            length == 8 ? Int(head[start - 1]) : length == 7 ? Int(head[start + 3] >> 4) : 0
          return high == 0 && left == node + 1
        }
    }
  }
}
