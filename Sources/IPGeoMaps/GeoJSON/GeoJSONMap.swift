internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoJSON
internal import IPGeoRecords

/// A picture as a feature collection (RFC 7946), one feature a line.
///
/// The collection has the foreign members `name`, which QGIS takes for the layer's name,
/// `hits_without_position` and, where rows tell a status, `hits_by_status`. Each feature's `kind` is
/// `hits`, `marker` or `track`.
///
/// - `hits`: a point for each position, most hits first, with `hits`, `addresses` (how many), the
///   place that most of its hits name (`country_code`, `country`, `region`, `city`, `timezone`), the
///   network that most come from (`asn`, `network`), and in `networks` how many networks there are.
///   What is not known is `null`. With addresses, `address_list` has them.
/// - `marker`: a point with `name`.
/// - `track`: a line from the oldest position to the newest, a multi-line where it crosses the
///   antimeridian (section 3.1.9), a point where there is one position only.
enum GeoJSONMap {
  static func append(
    _ picture: MapPicture, withAddresses: Bool, to buffer: inout ByteBuffer
  ) {
    let sums = PictureSums(of: picture, withAddresses: withAddresses)
    buffer.append(#"{"type":"FeatureCollection","name":"#)
    appendText(picture.title, to: &buffer)
    buffer.append(#","hits_without_position":"#)
    buffer.append(decimal: sums.unplaced)
    appendStatuses(sums.statuses, to: &buffer)
    buffer.append(#","features":["#)
    var isFirst = true
    func startFeature(_ buffer: inout ByteBuffer) {
      buffer.append(isFirst ? "\n" : ",\n")
      isFirst = false
      buffer.append(#"{"type":"Feature","geometry":"#)
    }
    for spot in sums.spots {
      startFeature(&buffer)
      append(spot, sums, withAddresses: withAddresses, to: &buffer)
    }
    var seen: Set<MapPicture.Marker> = []
    for marker in picture.markers.map(\.eastern) where seen.insert(marker).inserted {
      startFeature(&buffer)
      appendPoint(marker.position, to: &buffer)
      buffer.append(#","properties":{"kind":"marker","name":"#)
      appendText(marker.label, to: &buffer)
      buffer.append("}}")
    }
    for track in picture.tracks where !track.isEmpty {
      startFeature(&buffer)
      appendLines(TrackCutter.degrees.parts(of: track), to: &buffer)
      buffer.append(#","properties":{"kind":"track"}}"#)
    }
    buffer.append("\n]}\n")
  }

  private static func appendStatuses(_ statuses: StatusTally, to buffer: inout ByteBuffer) {
    if !statuses.isTold { return }
    buffer.append(#","hits_by_status":{"#)
    for (number, status) in Status.allCases.enumerated() {
      if number > 0 { buffer.append(",") }
      buffer.append("\"\(status.word)\":")
      buffer.append(decimal: statuses.hits(of: status))
    }
    buffer.append("}")
  }

  private static func append(
    _ spot: MapSpot, _ sums: PictureSums, withAddresses: Bool, to buffer: inout ByteBuffer
  ) {
    appendPoint(spot.position, to: &buffer)
    buffer.append(#","properties":{"kind":"hits","hits":"#)
    buffer.append(decimal: spot.hits)
    let addresses = sums.knowsAddresses ? UInt64(max(0, spot.addressCount)) : nil
    appendMember("addresses", addresses, to: &buffer)
    appendMember("country_code", spot.place.countryCode?.text, to: &buffer)
    appendMember("country", spot.place.country?.text, to: &buffer)
    appendMember("region", spot.place.region?.text, to: &buffer)
    appendMember("city", spot.place.city?.text, to: &buffer)
    appendMember("timezone", spot.place.timezone?.text, to: &buffer)
    appendMember("asn", spot.network?.number.map(UInt64.init), to: &buffer)
    appendMember("network", spot.network.flatMap(sums.networks.name), to: &buffer)
    appendMember("networks", UInt64(spot.networkCount), to: &buffer)
    if withAddresses {
      buffer.append(#","address_list":["#)
      for (number, address) in spot.addresses.enumerated() {
        if number > 0 { buffer.append(",") }
        appendText(address, to: &buffer)
      }
      buffer.append("]")
    }
    buffer.append("}}")
  }

  private static func appendLines(_ parts: [[Position]], to buffer: inout ByteBuffer) {
    if parts.count == 1, let only = parts.first?.first, parts.first?.count == 1 {
      return appendPoint(only, to: &buffer)
    }
    if parts.count == 1 {
      buffer.append(#"{"type":"LineString","coordinates":"#)
    } else {
      buffer.append(#"{"type":"MultiLineString","coordinates":["#)
    }
    for (number, part) in parts.enumerated() {
      buffer.append(number > 0 ? ",[" : "[")
      for (place, position) in part.enumerated() {
        if place > 0 { buffer.append(",") }
        append(position, to: &buffer)
      }
      buffer.append("]")
    }
    buffer.append(parts.count == 1 ? "}" : "]}")
  }

  private static func appendPoint(_ position: Position, to buffer: inout ByteBuffer) {
    buffer.append(#"{"type":"Point","coordinates":"#)
    append(position, to: &buffer)
    buffer.append("}")
  }

  /// Longitude first (section 3.1.1).
  private static func append(_ position: Position, to buffer: inout ByteBuffer) {
    buffer.append("[")
    JSONText.appendNumber(position.longitude, to: &buffer)
    buffer.append(",")
    JSONText.appendNumber(position.latitude, to: &buffer)
    buffer.append("]")
  }

  private static func appendMember(
    _ name: StaticString, _ text: String?, to buffer: inout ByteBuffer
  ) {
    appendName(name, to: &buffer)
    guard let text else { return buffer.append("null") }
    appendText(text, to: &buffer)
  }

  private static func appendMember(
    _ name: StaticString, _ number: UInt64?, to buffer: inout ByteBuffer
  ) {
    appendName(name, to: &buffer)
    guard let number else { return buffer.append("null") }
    buffer.append(decimal: number)
  }

  private static func appendName(_ name: StaticString, to buffer: inout ByteBuffer) {
    buffer.append(",\"")
    buffer.append(name)
    buffer.append("\":")
  }

  private static func appendText(_ text: String, to buffer: inout ByteBuffer) {
    JSONText.appendString(VisibleText.escape(text), to: &buffer)
  }
}
