import IPGeoByteStreams
import IPGeoCore

// Which members of an answer stand in which run, and in which order: each `append` has its `read`.

extension ByteBuffer {
  /// Appends what a country says of itself, the same for all its addresses but for the clock.
  mutating func append(countryOf location: LocationView) {
    append(text: location.continent)
    append(text: location.continentCode)
    append(text: location.country)
    append(text: location.countryCode)
    append(text: location.currency)
    append(text: location.timezone)
    append(optional: location.utcOffset.map { Int64($0) })
  }

  /// Appends what a network says of itself.
  mutating func append(networkOf location: LocationView) {
    append(text: location.isp)
    append(text: location.organization)
    append(optional: location.asn.map { Int64($0) })
    append(text: location.asOrganization)
    append(text: location.asName)
    append(flags: [location.isMobile, location.isProxy, location.isHosting])
  }

  /// Appends what differs from address to address.
  mutating func append(placeOf location: LocationView) {
    append(text: location.region)
    append(text: location.regionCode)
    append(text: location.city)
    append(text: location.district)
    append(text: location.zip)
    append(optional: location.latitude)
    append(optional: location.longitude)
    append(optional: location.accuracyRadius.map { Int64($0) })
    append(text: location.reverse)
  }

  /// Appends a failure.
  mutating func append(_ failure: Failure) {
    append(varint: UInt64(failure.reason.number))
    append(optional: failure.message)
    append(varint: UInt64(bitPattern: Int64(failure.attempts)))
    append(optional: failure.httpStatus.map { Int64($0) })
    append(flags: [failure.wasAsked, failure.isRetryable])
  }
}

extension PackedReader {
  mutating func readCountry(into location: inout LocationView) {
    location.continent = text()
    location.continentCode = text()
    location.country = text()
    location.countryCode = text()
    location.currency = text()
    location.timezone = text()
    location.utcOffset = integer().map { Int(truncatingIfNeeded: $0) }
  }

  mutating func readNetwork(into location: inout LocationView) {
    location.isp = text()
    location.organization = text()
    location.asn = integer().map { UInt32(truncatingIfNeeded: $0) }
    location.asOrganization = text()
    location.asName = text()
    let flags = byte()
    location.isMobile = Self.flag(0, of: flags)
    location.isProxy = Self.flag(1, of: flags)
    location.isHosting = Self.flag(2, of: flags)
  }

  mutating func readPlace(into location: inout LocationView) {
    location.region = text()
    location.regionCode = text()
    location.city = text()
    location.district = text()
    location.zip = text()
    location.latitude = double()
    location.longitude = double()
    location.accuracyRadius = integer().map { Int(truncatingIfNeeded: $0) }
    location.reverse = text()
  }

  /// The failure that stands next; `nil` where none does.
  mutating func failure() -> Failure? {
    guard let reason = Reason(number: varint()) else { return nil }
    var failure = Failure(reason, message: string() ?? "")
    failure.attempts = Int(truncatingIfNeeded: varint())
    failure.httpStatus = integer().map { Int(truncatingIfNeeded: $0) }
    let flags = byte()
    failure.wasAsked = Self.flag(0, of: flags) ?? false
    failure.isRetryable = Self.flag(1, of: flags) ?? false
    return failure
  }
}
