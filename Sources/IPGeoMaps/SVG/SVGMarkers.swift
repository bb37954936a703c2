internal import IPGeoByteStreams
internal import IPGeoCore

/// The named places of a still picture.
enum SVGMarkers {
  /// How many labels one place shows, one below the other.
  private static let shownLabels = 6
  /// How many letters of a label are shown; half the map has room for wide ones.
  private static let shownLetters = 48
  private static let lineHeight = 16.0

  static func append(_ markers: [MapPicture.Marker], to buffer: inout ByteBuffer) {
    var labels: [Position: [String]] = [:]
    var order: [Position] = []
    var seen: Set<MapPicture.Marker> = []
    for marker in markers.map(\.eastern) where seen.insert(marker).inserted {
      let position = marker.position
      if labels[position] == nil { order.append(position) }
      labels[position, default: []].append(marker.label)
    }
    for position in order {
      append(position, labels: (labels[position] ?? []).filter { !$0.isEmpty }, to: &buffer)
    }
  }

  private static func append(
    _ position: Position, labels: [String], to buffer: inout ByteBuffer
  ) {
    let (x, y) = (SVGFrame.x(position), SVGFrame.y(position))
    buffer.append("<g class=\"marker\"><title>" as StaticString)
    let words = labels.isEmpty ? "" : labels.joined(separator: ", ") + ": "
    XMLText.append(words + PictureWords.position(position), to: &buffer)
    buffer.append("</title><circle r=\"6\"" as StaticString)
    buffer.append(attribute: "cx", x)
    buffer.append(attribute: "cy", y)
    buffer.append("/>" as StaticString)
    var shown = Array(labels.prefix(shownLabels))
    if labels.count > shownLabels { shown.append("and \(labels.count - shownLabels) more") }
    // Labels stay on the picture: they run inwards, and upwards from its lower part.
    let isEast = x > SVGFrame.mapWidth / 2
    let step = y > SVGFrame.mapHeight / 2 ? -lineHeight : lineHeight
    for (number, label) in shown.enumerated() {
      buffer.append("<text" as StaticString)
      buffer.append(attribute: "x", isEast ? x - 12 : x + 12)
      buffer.append(attribute: "y", y + 5 + step * Double(number))
      buffer.append((isEast ? " text-anchor=\"end\">" : ">") as StaticString)
      XMLText.append(label, limit: shownLetters, to: &buffer)
      buffer.append("</text>" as StaticString)
    }
    buffer.append("</g>\n" as StaticString)
  }
}
