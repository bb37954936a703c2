/// `/csv`, `/line`, `/xml` and `/php`.
extension Answer {
  /// The answer in a format, as bytes, and the media type.
  func rendered(
    _ format: LookUpFormat, mask: FieldMask, language: String, header: Bool
  ) -> (type: String, body: [UInt8]) {
    let values = values(mask, language: language)
    switch format {
    case .json:
      var out: [UInt8] = []
      appendJSON(mask, language: language, to: &out)
      return ("application/json; charset=utf-8", out)
    case .csv:
      var text = values.map { Self.csvCell(Self.plain($0.1)) }.joined(separator: ",") + "\n"
      if header { text = values.map(\.0.name).joined(separator: ",") + "\n" + text }
      return ("text/csv; charset=utf-8", Array(text.utf8))
    case .line:
      let text = values.map { Self.plain($0.1) + "\n" }.joined()
      return ("text/plain; charset=utf-8", Array(text.utf8))
    case .xml:
      let rows = values.map { field, value in
        "  <\(field.name)>\(Self.xmlText(Self.plain(value)))</\(field.name)>\n"
      }
      let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<query>\n\(rows.joined())</query>"
      return ("application/xml; charset=utf-8", Array(text.utf8))
    case .php:
      let pairs = values.map { Self.phpText($0.0.name) + Self.php($0.1) }
      return ("text/plain; charset=utf-8", Array("a:\(pairs.count):{\(pairs.joined())}".utf8))
    }
  }

  private static func plain(_ value: WireValue) -> String {
    switch value {
    case .text(let text): text
    case .number(let digits): digits
    case .flag(let flag): flag ? "true" : "false"
    case .null: ""
    }
  }

  private static func csvCell(_ text: String) -> String {
    guard text.contains(where: { ",\"\n\r".contains($0) }) || text.hasPrefix(" ") else {
      return text
    }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  private static func xmlText(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  private static func phpText(_ text: String) -> String { "s:\(text.utf8.count):\"\(text)\";" }

  private static func php(_ value: WireValue) -> String {
    switch value {
    case .text(let text): phpText(text)
    case .number(let digits): (digits.contains(".") ? "d:" : "i:") + digits + ";"
    case .flag(let flag): "b:\(flag ? 1 : 0);"
    case .null: "N;"
    }
  }
}

/// The formats of a look-up, named as their paths are.
enum LookUpFormat: String, Sendable {
  case json, csv, line, xml, php
}
