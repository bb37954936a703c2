internal import IPGeoByteStreams
internal import IPGeoJSON
internal import IPGeoRecords

/// Text from outside, made harmless for a page.
enum PageEscape {
  /// Longer names are cut: no reader reads on, and ten thousand such rows are a file of no use.
  static let longest = 200

  /// A name as the page shows and searches it: what cannot be seen, or turns the direction of
  /// writing, is shown for what it is.
  static func label(_ text: String) -> String { VisibleText.escape(text, limit: longest) }

  /// Appends a JSON string that stands in a script element: no `<` begins a tag or a comment there.
  static func appendJSON(_ text: String, to buffer: inout ByteBuffer) {
    var text = text
    text.withUTF8 { utf8 in
      buffer.append(UInt8(ascii: "\""))
      var isFirst = true
      let bytes = UnsafeRawBufferPointer(utf8)
      for piece in bytes.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false) {
        if !isFirst { buffer.append("\\u003C") }
        isFirst = false
        JSONText.appendEscaped(UnsafeRawBufferPointer(rebasing: piece), to: &buffer)
      }
      buffer.append(UInt8(ascii: "\""))
    }
  }
}
