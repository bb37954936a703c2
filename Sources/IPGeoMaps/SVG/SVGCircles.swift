internal import IPGeoByteStreams
internal import IPGeoRecords

/// The circles of a still picture.
enum SVGCircles {
  /// How many addresses a circle's words have at most.
  private static let listedAddresses = 20

  /// Appends circles, the largest first, so that the smaller ones lie above.
  static func append(_ groups: SpotGroups, of sums: PictureSums, to buffer: inout ByteBuffer) {
    if groups.groups.isEmpty { return }
    buffer.append("<g class=\"hits\">\n" as StaticString)
    for group in groups.groups {
      // What lies on the antimeridian lies at 180, as elsewhere.
      let x = group.x == 0 ? SVGFrame.mapWidth : group.x * SVGFrame.mapWidth
      let y = group.y * SVGFrame.mapWidth
      buffer.append("<circle" as StaticString)
      buffer.append(attribute: "cx", x)
      buffer.append(attribute: "cy", y)
      buffer.append(attribute: "r", group.radius)
      buffer.append("><title>" as StaticString)
      XMLText.append(words(group, sums), to: &buffer)
      buffer.append("</title></circle>\n" as StaticString)
      appendCount(group, x: x, y: y, to: &buffer)
    }
    buffer.append("</g>\n" as StaticString)
  }

  /// Appends how many hits a circle has, where that fits into it: `drawCount` in `canvas.js`.
  private static func appendCount(
    _ group: SpotGroups.Group, x: Double, y: Double, to buffer: inout ByteBuffer
  ) {
    let count = CompactNumber.of(group.hits)
    guard group.radius >= 10, Double(count.utf8.count * 7 + 5) <= 2 * group.radius else { return }
    buffer.append("<text class=\"count\"" as StaticString)
    buffer.append(attribute: "x", x)
    // Half the height of a digit lower: not every program knows other base lines.
    buffer.append(attribute: "y", y + 4)
    buffer.append(">" as StaticString)
    buffer.append(count)
    buffer.append("</text>\n" as StaticString)
  }

  /// What a circle says: `clusterText` in `aids.js`, and the addresses where they were asked for.
  private static func words(_ group: SpotGroups.Group, _ sums: PictureSums) -> String {
    var words = PictureWords.hits(group.hits)
    if let busiest = group.spots.first { words += ": " + sums.name(of: sums.spots[busiest]) }
    let others = group.spots.count - 1
    if others > 0 {
      words += " and \(others.groupedDigits) \(others == 1 ? "place" : "places") more"
    }
    let addresses = addresses(of: group, sums)
    if addresses.isEmpty { return words }
    words +=
      "; \(addresses.count.groupedDigits) \(addresses.count == 1 ? "address" : "addresses"): "
    words += addresses.prefix(listedAddresses).joined(separator: ", ")
    let more = addresses.count - listedAddresses
    return more > 0 ? words + " and \(more.groupedDigits) more" : words
  }

  /// The addresses of a group's positions, each once and in order.
  private static func addresses(of group: SpotGroups.Group, _ sums: PictureSums) -> [String] {
    if group.spots.count == 1 { return group.spots.flatMap { sums.spots[$0].addresses } }
    return Set(group.spots.flatMap { sums.spots[$0].addresses }).sorted()
  }
}
