internal import IPGeoCore

// The meridians 180 and -180 are one. In every form of map what lies on it lies at 180, so that it is
// one place; only tracks, which have to be cut there, have both ends.

extension Position {
  /// The same place, at 180 where it is at -180.
  var eastern: Position {
    longitude == -180 ? Position(latitude: latitude, longitude: 180) ?? self : self
  }
}

extension MapPicture.Marker {
  /// The same marker, at 180 where it is at -180.
  var eastern: MapPicture.Marker {
    MapPicture.Marker(position: position.eastern, label: label)
  }
}
