internal import IPGeoCore

// Each reads what `PackedWriter` wrote of the facts of that name, in the same order; false where the
// bytes are not that, and then what was read so far means nothing.
extension PackedReader {
  /// Reads a country's part to its end.
  mutating func readCountry(into view: inout LocationView) -> Bool {
    guard let continent = text(), let continentCode = text(), let country = text(),
      let countryCode = text(), let currency = text(), let timezone = text(),
      let utcOffset = integer(), isAtEnd
    else { return false }
    view.continent = continent
    view.continentCode = continentCode
    view.country = country
    view.countryCode = countryCode
    view.currency = currency
    view.timezone = timezone
    view.utcOffset = utcOffset.flatMap { Int(exactly: $0) }
    return true
  }

  /// Reads a network's part to its end.
  mutating func readNetwork(into view: inout LocationView) -> Bool {
    guard let isp = text(), let organization = text(), let asn = integer(),
      let asOrganization = text(), let asName = text(), let flags = byte(), isAtEnd
    else { return false }
    view.isp = isp
    view.organization = organization
    view.asn = asn.flatMap { UInt32(exactly: $0) }
    view.asOrganization = asOrganization
    view.asName = asName
    view.isMobile = PackedReader.flag(0, of: flags)
    view.isProxy = PackedReader.flag(1, of: flags)
    view.isHosting = PackedReader.flag(2, of: flags)
    return true
  }

  /// Reads what follows a body's start, to its end.
  mutating func readPlace(into view: inout LocationView) -> Bool {
    guard let region = text(), let regionCode = text(), let city = text(),
      let district = text(), let zip = text(), let latitude = degrees(90),
      let longitude = degrees(180), let reverse = text(), isAtEnd
    else { return false }
    view.region = region
    view.regionCode = regionCode
    view.city = city
    view.district = district
    view.zip = zip
    view.latitude = latitude
    view.longitude = longitude
    view.reverse = reverse
    return true
  }
}

/// A part that many answers share, with bytes of its own.
final class KeptPart {
  private let bytes: [UInt8]

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = [UInt8](bytes) }

  /// Calls `body` with the part's bytes.
  func withReader<Result>(_ body: (inout PackedReader) -> Result) -> Result {
    bytes.withUnsafeBytes { bytes in
      var reader = PackedReader(bytes)
      return body(&reader)
    }
  }
}
