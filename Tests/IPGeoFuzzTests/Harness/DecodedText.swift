import IPGeoByteStreams

@testable import IPGeoRecords

/// An input as UTF-8 without its byte order mark, cut into lines by a second splitter.
struct DecodedText {
  /// A line of the text.
  struct Line {
    /// Without its end.
    var range: Range<Int>
    var end: LineEnd
  }

  /// The text.
  private(set) var bytes: [UInt8]
  /// How many bytes of the input are its byte order mark.
  private(set) var skipped = 0
  /// What makes UTF-8 of the bytes behind the mark; `nil` where they are that.
  private(set) var transcoder: UTF16Transcoder?

  /// Takes the input for text of that encoding; `nil` for what its first bytes say.
  init(_ input: [UInt8], as told: TextEncoding? = nil) {
    bytes = input
    let verdict = input.withUnsafeBytes { HeadJudge.judge($0) }
    guard let encoding = told ?? verdict.encoding else { return }
    skipped = verdict.encoding == encoding ? verdict.skipped : 0
    bytes = Array(input.dropFirst(skipped))
    if encoding == .utf8 { return }
    let fresh = UTF16Transcoder(isBigEndian: encoding == .utf16BigEndian)
    var used = fresh
    transcoder = fresh
    bytes = bytes.withUnsafeBytes { raw in
      var block = BlockAssembler(maximumLine: 1)
      used.append(raw, to: &block.text)
      used.finish(&block.text)
      return Array(block.text.bytes)
    }
  }

  /// The lines, in order; the last one has no end unless it is there.
  var lines: [Line] {
    var lines: [Line] = []
    var start = 0
    var at = 0
    while at < bytes.count {
      let isReturn = bytes[at] == 0x0d
      guard isReturn || bytes[at] == 0x0a else {
        at += 1
        continue
      }
      let isPair = isReturn && at + 1 < bytes.count && bytes[at + 1] == 0x0a
      let end = isPair ? LineEnd.returnFeed : isReturn ? .carriageReturn : .feed
      lines.append(Line(range: start..<at, end: end))
      at += isPair ? 2 : 1
      start = at
    }
    if start < bytes.count { lines.append(Line(range: start..<bytes.count, end: .none)) }
    return lines
  }
}

extension HeadJudge.Verdict {
  fileprivate var encoding: TextEncoding? {
    if case .text(let encoding, _) = self { encoding } else { nil }
  }

  fileprivate var skipped: Int {
    if case .text(_, let skipped) = self { skipped } else { 0 }
  }
}
