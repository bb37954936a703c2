internal import IPGeoByteStreams
internal import IPGeoRecords

/// The circles of a still picture.
struct SVGCircles {
  /// The radius of a circle that would be too small to be seen.
  private static let smallestRadius = 1.5
  /// How many addresses a circle's words have at most.
  private static let listedAddresses = 20
  /// The radius of a circle for one hit.
  private let unit: Double

  /// Makes the circles' scale: the busiest position gets the largest circle, unless it has few hits.
  init(_ sums: PictureSums) {
    let most = Double(max(1, sums.spots.first?.hits ?? 1))
    unit = min(4, SVGFrame.largestRadius / most.squareRoot())
  }

  /// The radius for a number of hits.
  func radius(_ hits: UInt64) -> Double {
    max(Self.smallestRadius, unit * Double(hits).squareRoot())
  }

  /// Appends circles for positions, the largest first, so that the smaller ones lie above.
  func append(_ spots: [MapSpot], to buffer: inout ByteBuffer) {
    if spots.isEmpty { return }
    buffer.append("<g class=\"hits\">\n" as StaticString)
    for spot in spots {
      buffer.append("<circle" as StaticString)
      buffer.append(attribute: "cx", SVGFrame.x(spot.position))
      buffer.append(attribute: "cy", SVGFrame.y(spot.position))
      buffer.append(attribute: "r", radius(spot.hits))
      buffer.append("><title>" as StaticString)
      XMLText.append(words(spot), to: &buffer)
      buffer.append("</title></circle>\n" as StaticString)
    }
    buffer.append("</g>\n" as StaticString)
  }

  private func words(_ spot: MapSpot) -> String {
    let names = [spot.place.city, spot.place.country ?? spot.place.countryCode].compactMap { $0 }
    let place = names.isEmpty ? PictureWords.position(spot.position) : names.joined(separator: ", ")
    let count = max(0, spot.addressCount)
    var words = "\(place): \(PictureWords.hits(spot.hits)), \(count.groupedDigits) "
    words += count == 1 ? "address" : "addresses"
    if spot.addresses.isEmpty { return words }
    words += ": " + spot.addresses.prefix(Self.listedAddresses).joined(separator: ", ")
    let more = spot.addresses.count - Self.listedAddresses
    return more > 0 ? words + " and \(more.groupedDigits) more" : words
  }
}
