internal import IPGeoCore

extension LocationView {
  /// Takes over what another file says and those before it did not.
  ///
  /// What belongs together comes from one file: a system with its names, a latitude with its
  /// longitude. About the place see `mergePlace`.
  mutating func merge(_ other: LocationView) {
    mergePlace(other)
    if asn == nil, asOrganization == nil, asName == nil {
      (asn, asOrganization, asName) = (other.asn, other.asOrganization, other.asName)
    }
    isp = isp ?? other.isp
    organization = organization ?? other.organization
    isMobile = isMobile ?? other.isMobile
    isProxy = isProxy ?? other.isProxy
    isHosting = isHosting ?? other.isHosting
  }

  /// Whether it says nothing that a row could show.
  var isEmpty: Bool {
    !hasPlace && asn == nil && isMobile == nil && isProxy == nil && isHosting == nil
      && isp == nil && organization == nil && asOrganization == nil
  }
}

// MARK: The place

extension LocationView {
  /// Takes over what is finer than all that is known, from a file that says the same of all that
  /// is.
  ///
  /// Two files that say the same of country, region and city mean one place; where they differ, or
  /// one is silent of what the other says, nobody knows whether they do, and a row of two places is
  /// worse than an empty cell.
  private mutating func mergePlace(_ other: LocationView) {
    guard hasPlace else { return takePlace(of: other) }
    guard Self.agree(countryCode, other.countryCode, country, other.country) == true else { return }
    complete(\.country, \.countryCode, from: other)
    if continentCode == nil, continent == nil {
      (continent, continentCode) = (other.continent, other.continentCode)
    }
    // A zone may be as fine as a region.
    guard Self.areEqual(timezone, other.timezone) ?? true else { return }
    let region = Self.agree(regionCode, other.regionCode, self.region, other.region)
    if region == false { return }
    switch Self.areEqual(city, other.city) {
    case true: break
    case false: return
    case nil:
      // What is known must not be finer than what is the same in both.
      guard city == nil, !hasPoint, region == true || !hasRegion,
        timezone == nil || other.timezone != nil
      else { return }
      city = other.city
    }
    complete(\.region, \.regionCode, from: other)
    timezone = timezone ?? other.timezone
    if !hasPoint { takePoint(of: other) }
  }

  private mutating func complete(
    _ name: WritableKeyPath<LocationView, Text?>, _ code: WritableKeyPath<LocationView, Text?>,
    from other: LocationView
  ) {
    self[keyPath: name] = self[keyPath: name] ?? other[keyPath: name]
    self[keyPath: code] = self[keyPath: code] ?? other[keyPath: code]
  }

  private mutating func takePlace(of other: LocationView) {
    (continent, continentCode) = (other.continent, other.continentCode)
    (country, countryCode) = (other.country, other.countryCode)
    (region, regionCode) = (other.region, other.regionCode)
    (city, timezone) = (other.city, other.timezone)
    takePoint(of: other)
  }

  private mutating func takePoint(of other: LocationView) {
    (district, zip) = (other.district, other.zip)
    (latitude, longitude, accuracyRadius) =
      (other.latitude, other.longitude, other.accuracyRadius)
  }

  /// Whether anything is said of the place.
  private var hasPlace: Bool {
    continent != nil || continentCode != nil || country != nil || countryCode != nil || hasRegion
      || city != nil || timezone != nil || hasPoint
  }

  private var hasRegion: Bool { region != nil || regionCode != nil }

  /// Whether anything is said that is finer than a city.
  private var hasPoint: Bool { district != nil || zip != nil || latitude != nil }

  /// Whether two files mean the same by code, else by name; `nil` where there is nothing to
  /// compare.
  private static func agree(
    _ code: Text?, _ otherCode: Text?, _ name: Text?, _ otherName: Text?
  ) -> Bool? {
    areEqual(code, otherCode) ?? areEqual(name, otherName)
  }

  private static func areEqual(_ one: Text?, _ other: Text?) -> Bool? {
    guard let one, let other else { return nil }
    return TextCheck.areEqual(one, other)
  }
}
