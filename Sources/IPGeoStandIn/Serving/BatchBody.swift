internal import IPGeoJSON

/// One entry of a batch's body.
struct BatchEntry: Equatable {
  /// Empty where the entry is neither a text nor an object with one.
  var query: [UInt8] = []
  /// What the entry itself wants, before what the URL wants.
  var mask: FieldMask?
  var language: String?
}

/// The body of a batch: an array of texts and of objects.
enum BatchBody {
  /// The entries, or `nil` where the body is no JSON array.
  static func entries(_ body: [UInt8]) -> [BatchEntry]? {
    body.withUnsafeBytes { bytes in
      var reader = Reader(bytes: bytes, tokenizer: JSONTokenizer(bytes))
      return try? reader.entries()
    }
  }

  private struct Reader {
    let bytes: UnsafeRawBufferPointer
    var tokenizer: JSONTokenizer

    mutating func entries() throws(JSONSyntaxError) -> [BatchEntry]? {
      guard case .beginArray = try tokenizer.next() else { return nil }
      var entries: [BatchEntry] = []
      while true {
        switch try tokenizer.next() {
        case .endArray:
          guard case .end = try tokenizer.next() else { return nil }
          return entries
        case .string(let text): entries.append(BatchEntry(query: utf8(text)))
        case .beginObject: entries.append(try object())
        case .beginArray:
          try tokenizer.skipRest()
          entries.append(BatchEntry())
        default: entries.append(BatchEntry())
        }
      }
    }

    private mutating func object() throws(JSONSyntaxError) -> BatchEntry {
      var entry = BatchEntry()
      while case .key(let key) = try tokenizer.next() {
        let name = tokenizer.text(key)
        let value = try tokenizer.next()
        switch (name, value) {
        case ("query", .string(let text)): entry.query = utf8(text)
        case ("lang", .string(let text)): entry.language = tokenizer.text(text)
        case ("fields", .string(let text)):
          entry.mask = FieldMask(parameter: tokenizer.text(text))
        case ("fields", .number(let digits)):
          entry.mask = tokenizer.integer(digits).map {
            FieldMask(bits: UInt32(truncatingIfNeeded: $0))
          }
        case (_, .beginObject), (_, .beginArray): try tokenizer.skipRest()
        default: break
        }
      }
      return entry
    }

    private func utf8(_ text: JSONTokenizer.JSONString) -> [UInt8] {
      text.hasEscapes ? Array(tokenizer.text(text).utf8) : Array(bytes[text.range])
    }
  }
}
