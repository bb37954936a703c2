/// How dark a country is beside the busiest one, in pages and still pictures alike.
struct CountryShade: Hashable, Comparable {
  /// How much of the shade there is in the land's colour, in hundredths: 10 to 100.
  let hundredths: Int

  /// Makes the shade of a country with hits, as `partOf` in the page's `canvas.js`.
  ///
  /// A root, so that small shares are told from none beside a great one.
  init(hits: UInt64, most: UInt64) {
    let part = min(1, Double(hits) / Double(max(1, most)))
    hundredths = Int((10 + 90 * part.squareRoot()).rounded())
  }

  /// The colour of the country.
  var colour: MapColour { MapColour.land.mixed(with: .shade, hundredths: hundredths) }

  /// The numbers of hits that a legend tells the shades of: the busiest country's, and a quarter and
  /// a sixteenth of them where there are such numbers and their shares can be worded.
  static func examples(most: UInt64, of total: UInt64) -> [UInt64] {
    if most == 0 { return [] }
    let smaller = [most / 16, most / 4].filter {
      $0 > 0 && Double($0) / Double(total) >= 0.001
    }
    return smaller + [most]
  }

  static func < (shade: CountryShade, other: CountryShade) -> Bool {
    shade.hundredths < other.hundredths
  }
}
