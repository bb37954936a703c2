internal import IPGeoByteStreams

/// The picture's style sheet.
///
/// Plain rules, no variables: not every program that shows SVG knows them.
enum SVGStyle {
  private static let shapes: StaticString = """
    text{font:15px system-ui,sans-serif}
    .head{font-size:26px;font-weight:600}
    .border{fill:none;stroke-width:17.5}
    .count{font-size:11px;font-weight:600;text-anchor:middle;pointer-events:none}
    .track{fill:none;stroke-width:1.8;stroke-dasharray:6 4}
    .dot{stroke-dasharray:none;stroke-linecap:round}
    .marker circle{stroke-width:2}
    .marker text{font-size:13px;font-weight:600;paint-order:stroke;stroke-width:4;stroke-linejoin:round}

    """

  /// What has which colours, of itself and of its line.
  private static let colours: [(name: String, fill: MapColour?, stroke: MapColour?)] = [
    ("text", .text, nil), (".note", .quiet, nil), (".paper", .page, nil), (".sea", .sea, nil),
    (".land", .land, nil), (".border,.swatch", nil, .border),
    (".hits circle", .circle, .circleEdge), (".count", .circleText, nil), (".track", nil, .marker),
    (".marker circle", .marker, .halo), (".marker text", nil, .halo),
  ]

  /// Appends the sheet with a rule for each shade in use: `s10` to `s100`, by hundredths.
  static func append(_ shades: Set<CountryShade>, to buffer: inout ByteBuffer) {
    let rules = colours + shades.sorted().map { (".s\($0.hundredths)", $0.colour, nil) }
    buffer.append("<style>\n")
    buffer.append(shapes)
    for (name, fill, stroke) in rules {
      appendRule(name, fill: fill?.light, stroke: stroke?.light, to: &buffer)
    }
    buffer.append("@media (prefers-color-scheme:dark){\n")
    for (name, fill, stroke) in rules {
      appendRule(name, fill: fill?.dark, stroke: stroke?.dark, to: &buffer)
    }
    buffer.append("}\n</style>\n")
  }

  private static func appendRule(
    _ name: String, fill: UInt32?, stroke: UInt32?, to buffer: inout ByteBuffer
  ) {
    buffer.append(name)
    buffer.append("{")
    if let fill { append("fill", fill, to: &buffer) }
    if fill != nil, stroke != nil { buffer.append(";") }
    if let stroke { append("stroke", stroke, to: &buffer) }
    buffer.append("}\n")
  }

  /// Opacity is a property of its own: SVG 1.1 has no colours of four bytes.
  private static func append(_ property: String, _ colour: UInt32, to buffer: inout ByteBuffer) {
    let digits = String(colour >> 8, radix: 16)
    buffer.append(property)
    buffer.append(":#")
    buffer.append(String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits)
    let opacity = colour & 0xFF
    if opacity == 0xFF { return }
    buffer.append(";")
    buffer.append(property)
    buffer.append("-opacity:")
    buffer.append(units: Double(opacity) / 255)
  }
}
