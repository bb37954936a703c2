internal import IPGeoByteStreams
internal import IPGeoJSON
internal import IPGeoMaxMind

/// The rows of the benchmark: all but the address is rendered once for each record of the database.
struct BenchRows: ~Copyable {
  private let reader: MaxMindReader
  /// What follows the address in the row of an address without a record, but for the end.
  private let missing: [UInt8]
  /// The members that all rows end with.
  private let end: [UInt8]
  /// What differs from record to record, one behind the other.
  private var texts = ByteBuffer(capacity: 1 << 20)
  private var places = RecordTable()

  init(_ reader: MaxMindReader) {
    self.reader = reader
    end = Array(Self.end(reader.metadata).utf8)
    let names = [
      "country", "country_code", "region", "region_code", "city", "zip", "lat", "lon", "timezone",
    ]
    let nulls = names.map { ",\"\($0)\":null" }.joined()
    missing = Array(("\",\"status\":\"unknown\",\"reason\":\"not-in-database\"" + nulls).utf8)
  }

  private static func end(_ metadata: MaxMindMetadata) -> String {
    var source = ByteBuffer()
    JSONText.appendString(metadata.databaseType, to: &source)
    return ",\"isp\":null,\"org\":null,\"asn\":null,\"as_org\":null,\"source\":"
      + String(decoding: source.bytes, as: UTF8.self)
      + ",\"looked_up_at\":\(metadata.buildEpoch ?? 0)}\n"
  }

  /// Appends what follows the address in the row of a record.
  mutating func appendTail(
    ofRecordAt offset: UInt32?, to out: inout ByteBuffer
  ) throws(MaxMindError) {
    if let offset {
      out.append("\",\"status\":\"located\",\"reason\":null")
      let place: Range<Int>
      if let known = places[offset] {
        place = known
      } else {
        place = try render(offset)
        places.insert(offset, place)
      }
      out.append(UnsafeRawBufferPointer(rebasing: texts.bytes[place]))
    } else {
      missing.withUnsafeBytes { out.append($0) }
    }
    end.withUnsafeBytes { out.append($0) }
  }

  private mutating func render(_ offset: UInt32) throws(MaxMindError) -> Range<Int> {
    let start = texts.bytes.count
    try reader.withRecord(at: offset) { record throws(MaxMindFault) in
      let country = try record.member("country")
      try append("country", country?.member("names")?.member("en"))
      try append("country_code", country?.member("iso_code"))
      let region = try record.member("subdivisions")?.element(0)
      try append("region", region?.member("names")?.member("en"))
      try append("region_code", region?.member("iso_code"))
      try append("city", record.member("city")?.member("names")?.member("en"))
      try append("zip", record.member("postal")?.member("code"))
      let location = try record.member("location")
      try append("lat", location?.member("latitude"))
      try append("lon", location?.member("longitude"))
      try append("timezone", location?.member("time_zone"))
    }
    return start..<texts.bytes.count
  }

  private mutating func append(
    _ name: StaticString, _ value: RecordCursor?
  ) throws(MaxMindFault) {
    texts.append(",\"")
    texts.append(name)
    texts.append("\":")
    if let text = try value?.text {
      JSONText.appendString(text, to: &texts)
    } else if let number = value?.double {
      JSONText.appendNumber(number, to: &texts)
    } else {
      texts.append("null")
    }
  }
}
