/// A corner of an outline, in hundredths of a degree.
struct OutlinePoint: Hashable, Sendable {
  var longitude: Int16
  var latitude: Int16
}

/// A closed line around land, or around a hole in it; its first point is its last one too.
struct OutlineRing: Hashable, Sendable {
  let points: [OutlinePoint]
  let west: Int16
  let east: Int16
  let south: Int16
  let north: Int16

  init(points: [OutlinePoint]) {
    self.points = points
    west = points.lazy.map(\.longitude).min() ?? 0
    east = points.lazy.map(\.longitude).max() ?? 0
    south = points.lazy.map(\.latitude).min() ?? 0
    north = points.lazy.map(\.latitude).max() ?? 0
  }

  /// Twice the area in square hundredths of a degree; negative where the ring runs clockwise.
  var signedArea: Int {
    zip(points, points.dropFirst()).reduce(0) { sum, edge in
      sum &+ Int(edge.0.longitude) &* Int(edge.1.latitude)
        &- Int(edge.1.longitude) &* Int(edge.0.latitude)
    }
  }

  /// Whether a ray eastwards from a place, in hundredths of a degree, crosses it an odd number of
  /// times.
  ///
  /// An edge holds its southern end and not its northern one, and a place on an edge lies west of
  /// it, so that of two neighbours one alone has a place on their border.
  func surrounds(longitude: Double, latitude: Double) -> Bool {
    guard
      Double(south)...Double(north) ~= latitude, Double(west)...Double(east) ~= longitude
    else { return false }
    var isInside = false
    for (start, end) in zip(points, points.dropFirst()) {
      let (y0, y1) = (Double(start.latitude), Double(end.latitude))
      guard (y0 > latitude) != (y1 > latitude) else { continue }
      let (x0, x1) = (Double(start.longitude), Double(end.longitude))
      if longitude < x0 + (x1 - x0) * ((latitude - y0) / (y1 - y0)) { isInside.toggle() }
    }
    return isInside
  }
}

/// A country with its outline.
struct OutlineCountry: Hashable, Sendable {
  let country: Country
  let rings: [OutlineRing]
  /// How large it is on a map of degrees; only to be compared.
  let area: Int

  init(country: Country, rings: [OutlineRing]) {
    self.country = country
    self.rings = rings
    area = Int(rings.reduce(0) { $0 &+ $1.signedArea }.magnitude)
  }

  /// Whether a place, in hundredths of a degree, lies within it and in none of its holes.
  func contains(longitude: Double, latitude: Double) -> Bool {
    var isInside = false
    for ring in rings where ring.surrounds(longitude: longitude, latitude: latitude) {
      isInside.toggle()
    }
    return isInside
  }
}
