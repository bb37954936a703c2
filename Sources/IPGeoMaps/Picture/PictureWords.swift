internal import IPGeoCore
internal import IPGeoRecords

/// What is said of a picture in words.
enum PictureWords {
  /// How many countries or markers a description names.
  private static let named = 10
  /// How many letters a line below a still picture has room for.
  private static let longestLine = 120

  /// A number of hits.
  static func hits(_ count: UInt64) -> String {
    "\(count.groupedDigits) \(count == 1 ? "hit" : "hits")"
  }

  /// A share with one digit behind the point; what is less than that is said to be.
  ///
  /// `percent` in the page's `data.js` says it in the same words.
  static func share(_ part: UInt64, of whole: UInt64) -> String {
    part > 0 && whole > 0 ? Share(part, of: whole).percent : "0 %"
  }

  /// How many hits are on the map, and how many are not.
  static func sums(_ sums: PictureSums) -> String {
    let spots = sums.spots.count
    let places = "\(spots.groupedDigits) \(spots == 1 ? "position" : "positions")"
    let shown = "\(hits(sums.shown)) at \(places)"
    if sums.unplaced == 0 { return shown }
    let others = sums.statuses.parts.filter { $0.status != .located && $0.status != nil }
      .map { "\($0.hits.groupedDigits) \($0.word)" }
    let words = shown + ", \(sums.unplaced.groupedDigits) without a position"
    let told = words + " (\(others.joined(separator: ", ")))"
    return others.isEmpty || told.utf8.count > longestLine ? words : told
  }

  /// A latitude and a longitude, to a hundredth of a degree.
  static func position(_ position: Position) -> String {
    "\(degrees(position.latitude)), \(degrees(position.longitude))"
  }

  /// What someone would say of the picture who sees it for someone who does not.
  static func description(of picture: MapPicture, _ sums: PictureSums) -> String {
    var parts = ["World map."]
    if sums.total > 0 { parts.append(Self.sums(sums) + ".") }
    if sums.statuses.isTold {
      let words = sums.statuses.parts.map { part in
        let reasons = part.reasonWords
        return "\(part.word) \(part.hits.groupedDigits)" + (reasons.isEmpty ? "" : " (\(reasons))")
      }
      parts.append("Status: \(words.joined(separator: "; ")).")
    }
    let countries = sums.countries.map {
      "\($0.name) \(share($0.hits, of: sums.placed))"
    }
    if let list = list(countries) { parts.append("Share of hits: \(list).") }
    let markers = picture.markers.map { marker in
      (marker.label.isEmpty ? "" : marker.label + " at ") + position(marker.position)
    }
    if let list = list(markers) { parts.append("Markers: \(list).") }
    let ends = picture.tracks.compactMap { track in
      track.last.map { "from \(position(track.first ?? $0)) to \(position($0))" }
    }
    if let list = list(ends) { parts.append("Tracks: \(list).") }
    return parts.joined(separator: " ")
  }

  private static func list(_ words: [String]) -> String? {
    if words.isEmpty { return nil }
    let more = words.count - named
    let rest = more > 0 ? ["and \(more.groupedDigits) more"] : []
    return (words.prefix(named) + rest).joined(separator: "; ")
  }

  private static func degrees(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let digits = String(hundredths.magnitude)
    let padded = String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
    return (hundredths < 0 ? "-" : "") + padded.dropLast(2) + "." + padded.suffix(2)
  }
}
