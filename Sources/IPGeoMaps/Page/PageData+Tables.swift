internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoJSON
internal import IPGeoRecords

extension PageData {
  /// How many rows each table has where no script runs; the script shows more on demand.
  static let rowsShown = 100

  /// What the page's root element is marked with.
  var kindClass: StaticString { hits.isEmpty ? " marks-only" : "" }

  /// The sum that stands beside the title until the script takes it over.
  var sum: String {
    if hits.isEmpty { return "" }
    let shown = "\(PictureWords.hits(totalHits)) of \(totalHits.groupedDigits) shown"
    if hitsWithoutPosition == 0 { return shown }
    return "\(shown), \(PictureWords.hits(hitsWithoutPosition)) without a position"
  }

  /// Appends what stands beside the map: tables of hits where there are any, else of the places.
  func appendTables(to buffer: inout ByteBuffer) {
    if hits.isEmpty && markers.isEmpty { return }
    buffer.append("<section class=\"parts\" aria-label=\"Tables\">\n")
    if !hits.isEmpty { buffer.append(PageText.controls) }
    buffer.append("<div id=\"lists\">\n")
    if !hits.isEmpty {
      append(countries, "country", ("Countries", "Country"), to: &buffer)
      append(cities, "city", ("Cities", "City"), to: &buffer)
      append(networks, "network", ("Networks", "Network"), to: &buffer)
      append(zones, "zone", ("Time zones", "Time zone"), to: &buffer)
    }
    if !markers.isEmpty { appendMarkers(to: &buffer) }
    buffer.append("</div>\n")
    if addresses != nil { buffer.append(PageText.addresses) }
    buffer.append("</section>\n")
  }

  private func append(
    _ list: PageList, _ kind: StaticString, _ names: (StaticString, StaticString),
    to buffer: inout ByteBuffer
  ) {
    buffer.append("<section class=\"part\" id=\"part-")
    buffer.append(kind)
    buffer.append("\">\n<h2>")
    buffer.append(names.0)
    buffer.append("</h2>\n<table>\n<caption>")
    buffer.append(names.0)
    buffer.append(" by hits, addresses and share of hits</caption>\n<thead><tr>")
    buffer.append("<th scope=\"col\" data-sort=\"name\">")
    buffer.append(names.1)
    buffer.append("</th><th scope=\"col\" class=\"number\" data-sort=\"hits\">Hits</th>")
    buffer.append("<th scope=\"col\" class=\"number\" data-sort=\"addresses\">Addresses</th>")
    buffer.append("<th scope=\"col\" class=\"number\">Share</th></tr></thead>\n<tbody>\n")
    let rows = list.ordered
    for (row, isKnown) in rows.prefix(Self.rowsShown) {
      append(row, isKnown: isKnown, to: &buffer)
    }
    buffer.append("</tbody>\n</table>\n<p class=\"more\">")
    if rows.count > Self.rowsShown {
      buffer.append(decimal: UInt64(Self.rowsShown))
      buffer.append(" of ")
      buffer.append(rows.count.groupedDigits)
      buffer.append(" rows.")
    }
    buffer.append("</p>\n</section>\n")
  }

  private func append(_ row: PageList.Row, isKnown: Bool, to buffer: inout ByteBuffer) {
    buffer.append("<tr><th scope=\"row\"")
    buffer.append(isKnown ? "><bdi>" : " class=\"unknown\"><bdi>")
    XMLText.append(row.name, to: &buffer)
    buffer.append("</bdi>")
    if !row.note.isEmpty {
      buffer.append(" <bdi class=\"note\">")
      XMLText.append(row.note, to: &buffer)
      buffer.append("</bdi>")
    }
    buffer.append("</th><td class=\"number\">")
    buffer.append(row.hits.groupedDigits)
    buffer.append("</td><td class=\"number\">")
    buffer.append(row.addresses.groupedDigits)
    buffer.append("</td><td class=\"number\">")
    XMLText.append(PictureWords.share(row.hits, of: totalHits), to: &buffer)
    buffer.append("</td></tr>\n")
  }

  private func appendMarkers(to buffer: inout ByteBuffer) {
    buffer.append("<section class=\"part\" id=\"part-marker\">\n<h2>Places</h2>\n<table>\n")
    buffer.append("<caption>Places on the map</caption>\n<thead><tr><th scope=\"col\">Place</th>")
    buffer.append("<th scope=\"col\" class=\"number\">Latitude</th>")
    buffer.append("<th scope=\"col\" class=\"number\">Longitude</th></tr></thead>\n<tbody>\n")
    for marker in markers {
      buffer.append("<tr><th scope=\"row\"><bdi>")
      XMLText.append(marker.label, limit: PageEscape.longest, to: &buffer)
      buffer.append("</bdi></th><td class=\"number\">")
      JSONText.appendNumber(marker.position.latitude, to: &buffer)
      buffer.append("</td><td class=\"number\">")
      JSONText.appendNumber(marker.position.longitude, to: &buffer)
      buffer.append("</td></tr>\n")
    }
    buffer.append("</tbody>\n</table>\n</section>\n")
  }
}
