internal import IPGeoByteStreams

/// The countries of a still picture.
enum SVGLand {
  /// Half the diagonal of a diamond.
  private static let diamond = 7.0

  static func append(_ sums: PictureSums, to buffer: inout ByteBuffer) {
    var shades: [Int: PictureSums.CountryHits] = [:]
    var small: [PictureSums.CountryHits] = []
    for country in sums.countries {
      if let number = WorldOutline.numbers[country.code] {
        shades[number] = country
      } else {
        small.append(country)
      }
    }
    // The outline is in hundredths of a degree.
    buffer.append("<g class=\"land\" fill-rule=\"evenodd\" transform=\"scale(" as StaticString)
    buffer.append(units: SVGFrame.scale / 100)
    buffer.append(")\">\n" as StaticString)
    for (number, country) in WorldOutline.countries.enumerated() {
      buffer.append("<path" as StaticString)
      let hits = shades[number]
      if let hits { appendShade(sums.shade(of: hits), also: "", to: &buffer) }
      buffer.append(" d=\"" as StaticString)
      for ring in country.rings { append(ring, to: &buffer) }
      buffer.append("\"><title>" as StaticString)
      appendWords(hits?.name ?? country.country.name, hits, of: sums.total, to: &buffer)
      buffer.append("</title></path>\n" as StaticString)
    }
    buffer.append("</g>\n" as StaticString)
    for country in small { appendDiamond(country, sums, to: &buffer) }
  }

  /// Whether any country has a shade: one that the outline lacks may have no position.
  static func hasShades(_ sums: PictureSums) -> Bool {
    sums.countries.contains { WorldOutline.numbers[$0.code] != nil || $0.position != nil }
  }

  private static func appendDiamond(
    _ country: PictureSums.CountryHits, _ sums: PictureSums, to buffer: inout ByteBuffer
  ) {
    guard let position = country.position else { return }
    buffer.append("<path" as StaticString)
    appendShade(sums.shade(of: country), also: " small", to: &buffer)
    buffer.append(" d=\"M" as StaticString)
    buffer.append(units: SVGFrame.x(position) - diamond)
    buffer.append(0x20)
    buffer.append(units: SVGFrame.y(position))
    buffer.append("l7-7 7 7-7 7z\"><title>" as StaticString)
    appendWords(country.name, country, of: sums.total, to: &buffer)
    buffer.append("</title></path>\n" as StaticString)
  }

  private static func appendShade(
    _ shade: CountryShade, also more: StaticString, to buffer: inout ByteBuffer
  ) {
    buffer.append(" class=\"s" as StaticString)
    buffer.append(decimal: UInt64(shade.hundredths))
    buffer.append(more)
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

  /// A ring as steps; a step of nothing is left out.
  private static func append(_ ring: OutlineRing, to buffer: inout ByteBuffer) {
    guard let first = ring.points.first else { return }
    buffer.append(0x4D)
    append(Int(first.longitude) + 18000, isFirst: true, to: &buffer)
    append(9000 - Int(first.latitude), to: &buffer)
    buffer.append(0x6C)
    var last = first
    var isFirst = true
    for point in ring.points.dropFirst().dropLast() where point != last {
      append(Int(point.longitude) - Int(last.longitude), isFirst: isFirst, to: &buffer)
      append(Int(last.latitude) - Int(point.latitude), to: &buffer)
      isFirst = false
      last = point
    }
    buffer.append(0x7A)
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
