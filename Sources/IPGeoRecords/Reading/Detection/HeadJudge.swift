/// Tells from the first bytes of an input what it is.
struct HeadJudge {
  /// What an input turned out to be.
  enum Verdict {
    /// Text; the first `skipped` bytes are a byte order mark.
    case text(TextEncoding, skipped: Int)
    /// No text.
    case binary(BinaryKind)
  }

  /// With so many bytes the judgement does not wait for more.
  static let size = 4096

  /// Judges what has come.
  static func judge(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(size))
    if let mark = byteOrderMark(head) { return mark }
    for isBigEndian in [false, true] where isUTF16(head, isBigEndian: isBigEndian) {
      return .text(isBigEndian ? .utf16BigEndian : .utf16LittleEndian, skipped: 0)
    }
    if let kind = BinaryKind.of(head) { return .binary(kind) }
    return .text(.utf8, skipped: 0)
  }

  /// Whether a source that pauses after these bytes is judged by them alone.
  ///
  /// Half a line may still become anything, but for the first bytes of a known kind of file; a whole
  /// one is to be answered while the source pauses.
  static func isEnough(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // Holes and blank lines in front say nothing.
    let text = bytes.drop { $0 == 0 || $0 == 0x20 || (0x09...0x0D).contains($0) }
    return text.contains { $0 == LineCutter.feed || $0 == LineCutter.carriageReturn }
      || BinaryKind.of(bytes) != nil
  }

  private static func byteOrderMark(_ head: UnsafeRawBufferPointer) -> Verdict? {
    // UTF-32 has the mark of UTF-16 and two NULs.
    if head.starts(with: [0xff, 0xfe, 0, 0]) { return BinaryKind.of(head).map { .binary($0) } }
    if head.starts(with: [0xff, 0xfe]) { return .text(.utf16LittleEndian, skipped: 2) }
    if head.starts(with: [0xfe, 0xff]) { return .text(.utf16BigEndian, skipped: 2) }
    if head.starts(with: [0xef, 0xbb, 0xbf]) { return .text(.utf8, skipped: 3) }
    return nil
  }

  /// Whether the first units are ASCII in UTF-16: text bytes that alternate with NULs.
  ///
  /// Four units decide, or all of a shorter input that has two at least. A run of NULs does not
  /// alternate with anything.
  private static func isUTF16(_ head: UnsafeRawBufferPointer, isBigEndian: Bool) -> Bool {
    let units = min(head.count / 2, 4)
    guard units >= 2 else { return false }
    return (0..<units).allSatisfy { unit in
      let (first, second) = (head[2 * unit], head[2 * unit + 1])
      let (text, null) = isBigEndian ? (second, first) : (first, second)
      let isText = 0x20...0x7e ~= text || text == 0x09 || text == 0x0a || text == 0x0d
      return isText && null == 0
    }
  }
}
