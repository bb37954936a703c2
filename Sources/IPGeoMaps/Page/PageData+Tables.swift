internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoJSON
internal import IPGeoRecords

extension PageData {
  /// How many rows each table has where no script runs and on paper, `PAPER_ROWS` in `table.js`; the
  /// others are one row.
  static let rowsShown = 500

  /// Whether the page tells of hits, be there none; else of places.
  var isOfHits: Bool { !hits.isEmpty || markers.isEmpty && tracks.isEmpty }

  /// What the page's root element is marked with.
  var kindClass: StaticString { isOfHits ? "" : " marks-only" }

  /// The sum that stands beside the title.
  var sum: String { isOfHits ? outcome.sum : "" }

  /// Appends what stands beside the map: tables of hits where it tells of those, and of the places.
  func appendTables(to buffer: inout ByteBuffer) {
    if !isOfHits && markers.isEmpty { return }
    buffer.append("<section class=\"parts\" aria-label=\"Tables\">\n")
    if isOfHits { buffer.append(PageText.controls) }
    buffer.append("<div id=\"lists\">\n")
    if isOfHits {
      append(countries, "country", ("Countries", "Country"), to: &buffer)
      append(cities, "city", ("Cities", "City"), to: &buffer)
      append(networks, "network", ("Networks", "Network"), to: &buffer)
      append(zones, "zone", ("Time zones", "Time zone"), to: &buffer)
      if outcome.statuses.isTold {
        append(statuses, "status", ("Status", "Status"), to: &buffer)
      }
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
    buffer.append(" <span class=\"note\">")
    buffer.append(list.rows.count.groupedDigits)
    buffer.append("</span></h2>\n<table>\n<caption>")
    buffer.append(names.0)
    buffer.append(" by hits, addresses and share of hits</caption>\n<thead><tr>")
    buffer.append("<th scope=\"col\" data-sort=\"name\">")
    buffer.append(names.1)
    buffer.append("</th><th scope=\"col\" class=\"number\" data-sort=\"hits\">Hits</th>")
    buffer.append("<th scope=\"col\" class=\"number\" data-sort=\"addresses\">Addresses</th>")
    buffer.append("<th scope=\"col\" class=\"number\">Share</th></tr></thead>\n<tbody>\n")
    let whole = list.rows.reduce(list.unknown.hits) { $0.addingUpTo($1.hits) }
    let table = list.table(first: Self.rowsShown, shared: shared)
    for (row, isKnown) in table.rows { append(row, isKnown: isKnown, of: whole, to: &buffer) }
    buffer.append("</tbody>\n<tfoot>")
    if let rest = table.rest { append(rest, isKnown: true, of: whole, to: &buffer) }
    buffer.append("</tfoot>\n</table>\n<p class=\"more\">")
    buffer.append(table.rows.isEmpty ? "Nothing here." : "")
    buffer.append("</p>\n</section>\n")
  }

  private func append(
    _ row: PageList.Row, isKnown: Bool, of whole: UInt64, to buffer: inout ByteBuffer
  ) {
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
    buffer.append(outcome.addresses == nil ? "-" : row.addresses.groupedDigits)
    buffer.append("</td><td class=\"number\">")
    XMLText.append(PictureWords.share(row.hits, of: whole), to: &buffer)
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
