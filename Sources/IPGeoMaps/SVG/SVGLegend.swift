internal import IPGeoByteStreams
internal import IPGeoRecords

/// What stands below a still map.
enum SVGLegend {
  static func append(_ sums: PictureSums, _ groups: SpotGroups, to buffer: inout ByteBuffer) {
    if sums.hasShades { appendShades(sums, to: &buffer) }
    if groups.most > 0 { appendCircles(groups, to: &buffer) }
    if sums.total > 0 {
      appendText(
        PictureWords.sums(sums), x: SVGFrame.margin, y: SVGFrame.captionBase, to: &buffer)
    }
    buffer.append("<text class=\"note\" text-anchor=\"end\"" as StaticString)
    buffer.append(attribute: "x", SVGFrame.width - SVGFrame.margin)
    buffer.append(attribute: "y", SVGFrame.captionBase)
    buffer.append(">Outline: Natural Earth, public domain</text>\n" as StaticString)
  }

  private static func appendShades(_ sums: PictureSums, to buffer: inout ByteBuffer) {
    var x = SVGFrame.margin
    appendText("Share of hits", x: x, y: SVGFrame.legendMiddle + 5, to: &buffer)
    x += 110
    for hits in CountryShade.examples(most: sums.busiest, of: sums.placed) {
      let shade = CountryShade(hits: hits, most: sums.busiest)
      buffer.append("<rect width=\"22\" height=\"16\" class=\"s" as StaticString)
      buffer.append(decimal: UInt64(shade.hundredths))
      buffer.append(" swatch\"" as StaticString)
      buffer.append(attribute: "x", x)
      buffer.append(attribute: "y", SVGFrame.legendMiddle - 8)
      buffer.append("/>" as StaticString)
      let words = PictureWords.share(hits, of: sums.placed)
      appendText(words, x: x + 28, y: SVGFrame.legendMiddle + 5, to: &buffer)
      x += 92
    }
  }

  private static func appendCircles(_ groups: SpotGroups, to buffer: inout ByteBuffer) {
    var x = SVGFrame.margin + 760
    appendText("Hits", x: x, y: SVGFrame.legendMiddle + 5, to: &buffer)
    x += 60
    for hits in CircleExamples.of(most: groups.most) {
      let radius = groups.scale.radius(Double(hits))
      buffer.append("<g class=\"hits\"><circle" as StaticString)
      buffer.append(attribute: "cx", x + radius)
      buffer.append(attribute: "cy", SVGFrame.legendMiddle)
      buffer.append(attribute: "r", radius)
      buffer.append("/></g>" as StaticString)
      let words = CompactNumber.of(hits)
      appendText(words, x: x + 2 * radius + 6, y: SVGFrame.legendMiddle + 5, to: &buffer)
      x += 2 * radius + 30 + 9 * Double(words.utf8.count)
    }
  }

  private static func appendText(
    _ words: String, x: Double, y: Double, to buffer: inout ByteBuffer
  ) {
    buffer.append("<text" as StaticString)
    buffer.append(attribute: "x", x)
    buffer.append(attribute: "y", y)
    buffer.append(">" as StaticString)
    XMLText.append(words, to: &buffer)
    buffer.append("</text>\n" as StaticString)
  }
}
