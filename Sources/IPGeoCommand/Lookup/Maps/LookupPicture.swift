internal import IPGeoCore
internal import IPGeoMaps

/// The map of results: a marker for each that has a position.
enum LookupPicture {
  /// The picture of what was found; markers are called by their places, and with `namesAddresses` by
  /// their addresses, too.
  static func picture(_ results: [LookupResult], namesAddresses: Bool) -> MapPicture {
    var markers: [MapPicture.Marker] = []
    var seen: Set<MapPicture.Marker> = []
    for result in results {
      guard let location = result.location, let position = location.position else { continue }
      let place = [location.city, location.country ?? location.countryCode].compactMap { $0 }
        .joined(separator: ", ")
      let address = String(decoding: result.item.text, as: UTF8.self)
      let label =
        namesAddresses ? [address, place].filter { !$0.isEmpty }.joined(separator: ": ") : place
      let marker = MapPicture.Marker(position: position, label: label)
      if seen.insert(marker).inserted { markers.append(marker) }
    }
    return MapPicture(title: "ipgeo lookup", markers: markers)
  }
}
