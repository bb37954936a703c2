internal import IPGeoByteStreams
internal import IPGeoCore
internal import IPGeoJSON

extension PageData {
  /// Appends the data that the page's script reads, in the order of `readData` in `data.js`.
  func appendJSON(to buffer: inout ByteBuffer) {
    buffer.append("{")
    append("country", countries, to: &buffer)
    append("city", cities, to: &buffer)
    append("network", networks, to: &buffer)
    append("zone", zones, to: &buffer)
    append("status", statuses, to: &buffer)
    buffer.append("\"latitude\":")
    append(positions, to: &buffer) { JSONText.appendNumber($0.latitude, to: &$1) }
    buffer.append(",\n\"longitude\":")
    append(positions, to: &buffer) { JSONText.appendNumber($0.longitude, to: &$1) }
    buffer.append(",\n\"cells\":{")
    appendColumns(to: &buffer)
    buffer.append("},\n\"knowsAddresses\":")
    buffer.append(outcome.addresses == nil ? "false" : "true")
    buffer.append(",\n\"shared\":")
    append(shared, to: &buffer) { cells, buffer in
      append(cells, to: &buffer) { $1.append(decimal: UInt64($0)) }
    }
    buffer.append(",\n\"addresses\":")
    appendAddresses(to: &buffer)
    buffer.append(",\n\"markers\":")
    append(markers, to: &buffer) { marker, buffer in
      buffer.append("[")
      Self.append(marker.position, to: &buffer)
      buffer.append(",")
      PageEscape.appendJSON(PageEscape.label(marker.label), to: &buffer)
      buffer.append("]")
    }
    buffer.append(",\n\"tracks\":")
    append(tracks.filter { !$0.isEmpty }, to: &buffer) { track, buffer in
      append(track, to: &buffer) { position, buffer in
        buffer.append("[")
        Self.append(position, to: &buffer)
        buffer.append("]")
      }
    }
    buffer.append("}")
  }

  private func append(_ kind: StaticString, _ list: PageList, to buffer: inout ByteBuffer) {
    buffer.append("\"")
    buffer.append(kind)
    buffer.append("\":{\"names\":")
    append(list.rows, to: &buffer) { PageEscape.appendJSON($0.name, to: &$1) }
    buffer.append(",\"notes\":")
    append(list.rows, to: &buffer) { PageEscape.appendJSON($0.note, to: &$1) }
    buffer.append("},\n")
  }

  private func appendColumns(to buffer: inout ByteBuffer) {
    let columns: [(StaticString, [Int32])] = [
      ("\"place\":", places), ("\"country\":", countries.column), ("\"city\":", cities.column),
      ("\"network\":", networks.column), ("\"zone\":", zones.column),
      ("\"status\":", statuses.column),
    ]
    for (name, column) in columns {
      buffer.append(name)
      append(column, to: &buffer) { row, buffer in
        if row < 0 { buffer.append("-") }
        buffer.append(decimal: UInt64(row.magnitude))
      }
      buffer.append(",\n")
    }
    buffer.append("\"hits\":")
    append(hits, to: &buffer) { $1.append(decimal: $0) }
    buffer.append(",\n\"addresses\":")
    append(addressCounts, to: &buffer) { $1.append(decimal: $0) }
  }

  private func appendAddresses(to buffer: inout ByteBuffer) {
    guard let addresses else { return buffer.append("null") }
    append(addresses, to: &buffer) { cell, buffer in
      append(cell, to: &buffer) { PageEscape.appendJSON(PageEscape.label($0), to: &$1) }
    }
  }

  private static func append(_ position: Position, to buffer: inout ByteBuffer) {
    JSONText.appendNumber(position.latitude, to: &buffer)
    buffer.append(",")
    JSONText.appendNumber(position.longitude, to: &buffer)
  }

  private func append<Element>(
    _ list: [Element], to buffer: inout ByteBuffer, each: (Element, inout ByteBuffer) -> Void
  ) {
    buffer.append("[")
    for (at, element) in list.enumerated() {
      if at > 0 { buffer.append(",") }
      each(element, &buffer)
    }
    buffer.append("]")
  }
}
