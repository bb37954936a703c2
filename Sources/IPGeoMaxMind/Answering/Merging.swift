internal import IPGeoCore

extension LocationView {
  /// Takes over what another file says and those before it did not.
  ///
  /// What belongs together comes from one file: a name with its code, a latitude with its longitude.
  /// A file that puts the address into another country adds nothing about the place.
  mutating func merge(_ other: LocationView) {
    if agrees(with: other) { mergePlace(other) }
    if asn == nil, asOrganization == nil, asName == nil {
      (asn, asOrganization, asName) = (other.asn, other.asOrganization, other.asName)
    }
    isp = isp ?? other.isp
    organization = organization ?? other.organization
    isMobile = isMobile ?? other.isMobile
    isProxy = isProxy ?? other.isProxy
    isHosting = isHosting ?? other.isHosting
  }

  private func agrees(with other: LocationView) -> Bool {
    guard let countryCode, let code = other.countryCode else { return true }
    return countryCode.elementsEqual(code)
  }

  private mutating func mergePlace(_ other: LocationView) {
    if continent == nil, continentCode == nil {
      (continent, continentCode) = (other.continent, other.continentCode)
    }
    if country == nil, countryCode == nil {
      (country, countryCode) = (other.country, other.countryCode)
    }
    if region == nil, regionCode == nil {
      (region, regionCode) = (other.region, other.regionCode)
    }
    city = city ?? other.city
    district = district ?? other.district
    zip = zip ?? other.zip
    if latitude == nil {
      (latitude, longitude, accuracyRadius) =
        (other.latitude, other.longitude, other.accuracyRadius)
    }
    timezone = timezone ?? other.timezone
  }

  /// Whether it says nothing that a row could show.
  var isEmpty: Bool {
    latitude == nil && asn == nil && isMobile == nil && isProxy == nil && isHosting == nil
      && countryCode == nil && country == nil && continentCode == nil && continent == nil
      && city == nil && region == nil && regionCode == nil && district == nil && zip == nil
      && timezone == nil && isp == nil && organization == nil && asOrganization == nil
  }
}
