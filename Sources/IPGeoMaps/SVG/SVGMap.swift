internal import IPGeoByteStreams
internal import IPGeoCore

/// A picture as one still image (SVG 1.1): no scripts, nothing loaded from elsewhere.
///
/// What a page draws of the whole globe on a map of this width: in Miller's projection, countries
/// shaded by their hits beside the busiest one's, as far as the rows name countries, and hits as
/// circles, grouped where they would crowd. The area of a circle tells its hits, but the smallest are
/// drawn larger than they are. Things at the antimeridian and the poles are whole: there is room
/// around the map. Only labels differ: here a place shows some of them, one below the other.
enum SVGMap {
  static func append(
    _ picture: MapPicture, withAddresses: Bool, to buffer: inout ByteBuffer
  ) {
    let sums = PictureSums(of: picture, withAddresses: withAddresses)
    let groups = SpotGroups(sums.spots, width: SVGFrame.mapWidth)
    appendHead(picture, sums, to: &buffer)
    buffer.append("<g transform=\"translate(" as StaticString)
    buffer.append(units: SVGFrame.margin)
    buffer.append(" " as StaticString)
    buffer.append(units: SVGFrame.mapTop)
    buffer.append(")\">\n<rect class=\"sea\"" as StaticString)
    buffer.append(attribute: "width", SVGFrame.mapWidth)
    buffer.append(attribute: "height", SVGFrame.mapHeight)
    buffer.append("/>\n" as StaticString)
    SVGLand.append(sums, to: &buffer)
    for track in picture.tracks { appendTrack(track, to: &buffer) }
    SVGCircles.append(groups, of: sums, to: &buffer)
    SVGMarkers.append(picture.markers, to: &buffer)
    buffer.append("</g>\n" as StaticString)
    SVGLegend.append(sums, groups, to: &buffer)
    buffer.append("</svg>\n" as StaticString)
  }

  private static func appendHead(
    _ picture: MapPicture, _ sums: PictureSums, to buffer: inout ByteBuffer
  ) {
    buffer.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" as StaticString)
    buffer.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " as StaticString)
    buffer.append(units: SVGFrame.width)
    buffer.append(" " as StaticString)
    buffer.append(units: SVGFrame.height)
    buffer.append("\" role=\"img\" aria-labelledby=\"title desc\">\n" as StaticString)
    buffer.append("<title id=\"title\">" as StaticString)
    XMLText.append(picture.title, to: &buffer)
    buffer.append("</title>\n<desc id=\"desc\">" as StaticString)
    XMLText.append(PictureWords.description(of: picture, sums), to: &buffer)
    buffer.append("</desc>\n" as StaticString)
    let examples = CountryShade.examples(most: sums.busiest, of: sums.placed)
    let shades =
      sums.countries.map(sums.shade(of:))
      + examples.map { CountryShade(hits: $0, most: sums.busiest) }
    SVGStyle.append(Set(shades), to: &buffer)
    buffer.append("<rect class=\"paper\"" as StaticString)
    buffer.append(attribute: "width", SVGFrame.width)
    buffer.append(attribute: "height", SVGFrame.height)
    buffer.append("/>\n<text class=\"head\"" as StaticString)
    buffer.append(attribute: "x", SVGFrame.margin)
    buffer.append(" y=\"42\">" as StaticString)
    // As many wide letters as the line has room for; the title element has all of them.
    XMLText.append(picture.title, limit: 55, to: &buffer)
    buffer.append("</text>\n" as StaticString)
  }

  private static func appendTrack(_ track: [Position], to buffer: inout ByteBuffer) {
    for part in TrackCutter.miller.parts(of: track) {
      // A line of one point twice has no length, and round ends make a dot of it.
      let points = part.count == 1 ? part + part : part
      buffer.append(
        (part.count == 1
          ? "<polyline class=\"track dot\" points=\"" : "<polyline class=\"track\" points=\"")
          as StaticString)
      for (number, position) in points.enumerated() {
        if number > 0 { buffer.append(0x20) }
        buffer.append(units: SVGFrame.x(position))
        buffer.append(0x2C)
        buffer.append(units: SVGFrame.y(position))
      }
      buffer.append("\"/>\n" as StaticString)
    }
  }
}
