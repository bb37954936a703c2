extension Summary.Group {
  /// What people call it; `nil` where it is unknown.
  ///
  /// It holds text from outside, as it is.
  public func label(in subject: Summary.Subject) -> String? {
    if isUnknown { return nil }
    switch subject {
    case .countries, .timezones: return name ?? countryCode
    case .cities:
      // What a region says again is left out.
      let region = region == name ? nil : region
      return [name, region, countryCode].compactMap { $0 }.joined(separator: ", ")
    case .networks:
      return [asn.map { "AS\($0)" }, name].compactMap { $0 }.joined(separator: " ")
    }
  }
}

extension Summary.Subject {
  /// What one of its groups is called.
  public var one: String {
    switch self {
    case .countries: "country"
    case .cities: "city"
    case .networks: "network"
    case .timezones: "time zone"
    }
  }

  /// Its heading.
  public var heading: String {
    switch self {
    case .countries: "Countries"
    case .cities: "Cities"
    case .networks: "Networks"
    case .timezones: "Time zones"
    }
  }
}
