internal import IPGeoByteStreams

/// The countries of a still picture.
enum SVGLand {
  /// How many units of paths are one of the picture.
  private static let precision = 25.0

  static func append(_ sums: PictureSums, to buffer: inout ByteBuffer) {
    buffer.append("<g transform=\"scale(" as StaticString)
    buffer.append(units: 1 / precision)
    buffer.append(")\">\n<g class=\"land\" fill-rule=\"evenodd\">\n" as StaticString)
    for (number, country) in WorldOutline.countries.enumerated() {
      let hits = sums.outlined[number]
      buffer.append("<path" as StaticString)
      if let hits { appendShade(sums.shade(of: hits), to: &buffer) }
      buffer.append(" d=\"" as StaticString)
      for ring in country.rings { append(ring, to: &buffer) }
      buffer.append("\"><title>" as StaticString)
      appendWords(hits?.name ?? country.country.name, hits, of: sums.placed, to: &buffer)
      buffer.append("</title></path>\n" as StaticString)
    }
    // Above all of them, since each lies over half of the borders of those before it.
    buffer.append("</g>\n<path class=\"border\" d=\"" as StaticString)
    // What is between two countries is drawn once.
    var drawn: Set<UInt64> = []
    for country in WorldOutline.countries {
      for ring in country.rings { appendBorder(of: ring, without: &drawn, to: &buffer) }
    }
    buffer.append("\"/>\n</g>\n" as StaticString)
  }

  private static func appendShade(_ shade: CountryShade, to buffer: inout ByteBuffer) {
    buffer.append(" class=\"s" as StaticString)
    buffer.append(decimal: UInt64(shade.hundredths))
    buffer.append(0x22)
  }

  private static func appendWords(
    _ name: String, _ country: PictureSums.CountryHits?, of total: UInt64,
    to buffer: inout ByteBuffer
  ) {
    XMLText.append(name, to: &buffer)
    guard let country else { return }
    buffer.append(": " as StaticString)
    buffer.append(PictureWords.hits(country.hits))
    buffer.append(" (" as StaticString)
    XMLText.append(PictureWords.share(country.hits, of: total), to: &buffer)
    buffer.append(")" as StaticString)
  }
}

// MARK: Paths

extension SVGLand {
  /// A corner in the units of paths.
  private struct Corner: Hashable {
    let x: Int
    let y: Int

    init(_ point: OutlinePoint) {
      let unit = SVGFrame.mapWidth * precision
      x = Int(((Double(point.longitude) / 36000 + 0.5) * unit).rounded())
      y = Int((MillerProjection.y(Double(point.latitude) / 100) * unit).rounded())
    }
  }

  /// A ring as steps between its corners; a step of nothing is left out.
  private static func append(_ ring: OutlineRing, to buffer: inout ByteBuffer) {
    var corners: [Corner] = []
    for corner in ring.points.dropLast().lazy.map(Corner.init) where corner != corners.last {
      corners.append(corner)
    }
    // What has no area is no path either: the outline has a ring that is a point.
    guard let first = corners.first, corners.count > 2 else { return }
    appendMove(to: first, &buffer)
    for (place, (start, end)) in zip(corners, corners.dropFirst()).enumerated() {
      appendStep(from: start, to: end, isFirst: place == 0, &buffer)
    }
    buffer.append(0x7A)
  }

  /// A ring as lines, but for the seams that only close it at the edge of the world, and for what is
  /// drawn already.
  private static func appendBorder(
    of ring: OutlineRing, without drawn: inout Set<UInt64>, to buffer: inout ByteBuffer
  ) {
    var last: Corner?
    for (start, end) in zip(ring.points, ring.points.dropFirst()) {
      let (from, to) = (Corner(start), Corner(end))
      guard WorldOutline.isDrawn(start, end), from != to,
        drawn.insert(WorldOutline.key(start, end)).inserted
      else { continue }
      if last != from { appendMove(to: from, &buffer) }
      appendStep(from: from, to: to, isFirst: last != from, &buffer)
      last = to
    }
  }

  private static func appendMove(to corner: Corner, _ buffer: inout ByteBuffer) {
    buffer.append(0x4D)
    append(corner.x, isFirst: true, to: &buffer)
    append(corner.y, to: &buffer)
    buffer.append(0x6C)
  }

  private static func appendStep(
    from start: Corner, to end: Corner, isFirst: Bool, _ buffer: inout ByteBuffer
  ) {
    append(end.x - start.x, isFirst: isFirst, to: &buffer)
    append(end.y - start.y, to: &buffer)
  }

  private static func append(_ number: Int, isFirst: Bool = false, to buffer: inout ByteBuffer) {
    if number < 0 {
      buffer.append(0x2D)
    } else if !isFirst {
      buffer.append(0x20)
    }
    buffer.append(decimal: UInt64(number.magnitude))
  }
}
