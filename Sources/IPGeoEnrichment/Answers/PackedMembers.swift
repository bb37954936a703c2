import IPGeoByteStreams
import IPGeoCore

// Which members of an answer stand in which run, and in which order: each `append` has its `read`.

extension ByteBuffer {
  /// Appends what a country says of itself, the same for all its addresses but for the clock.
  mutating func append(countryOf location: Location) {
    append(optional: location.continent)
    append(optional: location.continentCode)
    append(optional: location.country)
    append(optional: location.countryCode)
    append(optional: location.currency)
    append(optional: location.timezone)
    append(optional: location.utcOffset.map { Int64($0) })
  }

  /// Appends what a network says of itself.
  mutating func append(networkOf location: Location) {
    append(optional: location.isp)
    append(optional: location.organization)
    append(optional: location.asn.map { Int64($0) })
    append(optional: location.asOrganization)
    append(optional: location.asName)
    append(flags: [location.isMobile, location.isProxy, location.isHosting])
  }

  /// Appends what differs from address to address.
  mutating func append(placeOf location: Location) {
    append(optional: location.region)
    append(optional: location.regionCode)
    append(optional: location.city)
    append(optional: location.district)
    append(optional: location.zip)
    append(optional: location.latitude)
    append(optional: location.longitude)
    append(optional: location.reverse)
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
  mutating func readCountry(into location: inout Location) {
    location.continent = string()
    location.continentCode = string()
    location.country = string()
    location.countryCode = string()
    location.currency = string()
    location.timezone = string()
    location.utcOffset = integer().map { Int(truncatingIfNeeded: $0) }
  }

  mutating func readNetwork(into location: inout Location) {
    location.isp = string()
    location.organization = string()
    location.asn = integer().map { UInt32(truncatingIfNeeded: $0) }
    location.asOrganization = string()
    location.asName = string()
    let flags = byte()
    location.isMobile = Self.flag(0, of: flags)
    location.isProxy = Self.flag(1, of: flags)
    location.isHosting = Self.flag(2, of: flags)
  }

  mutating func readPlace(into location: inout Location) {
    location.region = string()
    location.regionCode = string()
    location.city = string()
    location.district = string()
    location.zip = string()
    location.latitude = double()
    location.longitude = double()
    location.reverse = string()
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
