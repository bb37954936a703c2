internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoJSON

/// Why a line is no JSON, and where it stops being it.
struct JSONFault {
  /// Where, in characters from 1.
  var column: Int
  /// What is wrong there, as part of a sentence.
  var message: String

  /// The reason for a line that is not valid; the input ends in one that is unfinished.
  static func reason(of text: UnsafeRawBufferPointer, isUnfinished: Bool) -> Reason {
    // Only the input's last line is without an end: what is open there was meant to be closed.
    if isUnfinished, text.first == UInt8(ascii: "{") {
      if text.last != UInt8(ascii: "}") { return .truncatedRecord }
      if let error = firstError(in: text), error.offset == text.count { return .truncatedRecord }
    }
    return UTF8Text.isValid(text) ? .invalidJSON : .invalidUTF8
  }

  /// What is wrong with a text; `nil` for one that is valid once nginx's escapes are repaired.
  static func of(_ text: UnsafeRawBufferPointer) -> JSONFault? {
    var made = ByteBuffer(capacity: 16)
    var place: Int?
    var message = ""
    if HexEscapes.repair(text, into: &made) {
      guard let error = firstError(in: made.bytes) else { return nil }
      place = HexEscapes.place(error.offset, in: text)
      message = error.message
    } else {
      guard let error = firstError(in: text) else { return nil }
      (place, message) = (error.offset, error.message)
    }
    let before = text.prefix(place ?? 0)
    return JSONFault(column: before.count { $0 & 0xc0 != 0x80 } + 1, message: message)
  }

  private static func firstError(in text: UnsafeRawBufferPointer) -> JSONSyntaxError? {
    var json = JSONTokenizer(text, depthLimit: JSONMemberScanner.depthLimit)
    do throws(JSONSyntaxError) {
      while try json.next() != .end {}
      return nil
    } catch {
      return error
    }
  }
}
