internal import IPGeoJSON

/// JSON texts that are no JSON lines: an array, or an object over several lines.
enum OtherJSON {
  /// What a text is, by its first bytes; `nil` for what may be lines.
  ///
  /// `hasPlaces` says that what is wanted of it are coordinates.
  static func kind(of head: UnsafeRawBufferPointer, hasPlaces: Bool = false) -> LayoutError? {
    guard let first = head.first(where: { !isBlank($0) }) else { return nil }
    switch first {
    case UInt8(ascii: "["): return isArray(head) ? array : nil
    case UInt8(ascii: "{"):
      if hasPlaces, isGeoJSON(head) { return geoJSON(hasPlaces: true) }
      return isPretty(head) ? pretty : nil
    default: return nil
    }
  }

  private static let array = LayoutError.notRecords(
    kind: "a JSON array", advice: "jq -c '.[]' FILE | ipgeo batch")
  private static let pretty = LayoutError.notRecords(
    kind: "JSON with records over several lines", advice: "jq -c . FILE | ipgeo batch")

  /// What features are records by: their properties, and where coordinates are wanted their points.
  private static func geoJSON(hasPlaces: Bool) -> LayoutError {
    let records =
      hasPlaces
      ? #".features[] | select(.geometry.type == "Point") | "#
        + ".properties + {lon: .geometry.coordinates[0], lat: .geometry.coordinates[1]}"
      : ".features[].properties"
    return .notRecords(
      kind: "GeoJSON, a JSON array of features", advice: "jq -c '\(records)' FILE | ipgeo batch")
  }

  /// Whether a text begins as collections of features are written, whatever its blanks.
  private static func isGeoJSON(_ head: UnsafeRawBufferPointer) -> Bool {
    let opening = Array(#"{"type":"FeatureCollection""#.utf8)
    return head.lazy.filter { !isBlank($0) }.prefix(opening.count).elementsEqual(opening)
  }

  /// What a single object is that has its records in an array; `nil` where it cannot be told.
  static func wrapper(_ head: HeadMembers, hasPlaces: Bool = false) -> LayoutError? {
    let arrays = head.members.filter { $0.isTopLevel && $0.holdsObjects }
    guard head.lines == 1, arrays.count == 1, let name = arrays.first?.name,
      isPlain(name)
    else { return nil }
    if name == "features" { return geoJSON(hasPlaces: hasPlaces) }
    return .notRecords(
      kind: "a JSON array in a member '\(name)'",
      advice: "jq -c '.\(name)[]' FILE | ipgeo batch")
  }

  /// Whether a name can stand in a jq program, and within single quotes, as it is.
  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39 ~= first) else { return false }
    return name.utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || 0x30...0x39 ~= $0 || 0x61...0x7a ~= $0 | 0x20 && $0 < 0x80
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
  }

  /// Whether an array begins, and not an address, a time or a name in brackets.
  ///
  /// Text in brackets is no JSON within its first element or right behind its end. An array that is
  /// broken further on is an array all the same.
  private static func isArray(_ head: UnsafeRawBufferPointer) -> Bool {
    var json = JSONTokenizer(head, depthLimit: JSONMemberScanner.depthLimit)
    var hasMember = false
    do throws(JSONSyntaxError) {
      while true {
        switch try json.next() {
        case .key: hasMember = true
        case .end: return true
        default: break
        }
      }
    } catch {
      if hasMember || error.offset >= head.count { return true }
      // Where it has ended, something follows: another line's array, or the rest of a text.
      guard json.depth == 0, error.offset > 0 else { return false }
      let between = head[json.tokenRange.upperBound..<error.offset]
      return between.contains { $0 == LineCutter.feed || $0 == LineCutter.carriageReturn }
    }
  }

  /// Whether the first object goes on in a second line.
  private static func isPretty(_ head: UnsafeRawBufferPointer) -> Bool {
    let start = head.firstIndex { !isBlank($0) } ?? 0
    guard let end = LineCutter.firstEnd(in: head, start..<head.count) else { return false }
    var json = JSONTokenizer(head, depthLimit: JSONMemberScanner.depthLimit)
    do throws(JSONSyntaxError) {
      repeat {
        _ = try json.next()
        if json.depth > 0, json.tokenRange.lowerBound > end { return true }
        // The object's own end may stand in a line of its own.
        if json.depth == 0 { return json.tokenRange.lowerBound > end }
      } while true
    } catch {
      return false
    }
  }
}
