internal import IPGeoRecords

extension Field {
  /// What the manual and completions say of the column: short, no full stop.
  var meaning: String {
    switch self {
    case .ip: "the address as it was written; of an invalid record the text that was judged"
    case .status: "what became of the record: one of the statuses"
    case .reason: "why, for every status but located"
    case .hits: "how many records the row stands for; usual with --unique"
    case .country: "name of the country"
    case .countryCode: "two letters (ISO 3166-1)"
    case .region: "name of the region or state"
    case .regionCode: "its code"
    case .city: "name of the city"
    case .zip: "postal code, as text"
    case .latitude: "degrees north"
    case .longitude: "degrees east"
    case .timezone: "time zone, as Europe/Berlin"
    case .isp: "internet service provider"
    case .organization: "organisation"
    case .asn: "number of the autonomous system, an integer"
    case .asOrganization: "whom the autonomous system is registered to"
    case .source: "ip-api, a database's type, or local for special addresses"
    case .lookedUpAt: "when it was asked, in UTC; of a database, when it was built"
    default: furtherMeaning
    }
  }

  private var furtherMeaning: String {
    switch self {
    case .address: "the address in its canonical form"
    case .network: "the network that the answer holds for; databases alone tell it"
    case .accuracyRadius: "how exact the place is, in kilometres; databases alone tell it"
    case .file: "the input's name"
    case .line: "the record's line, from 1"
    case .forwarded: "the whole list where the address was chosen from one"
    case .port: "the port that was written after the address"
    case .record: "the record as it stands; --keep-line adds it"
    case .continent: "name of the continent"
    case .continentCode: "two letters"
    case .district: "district of the city"
    case .utcOffset: "seconds east of UTC"
    case .currency: "three letters (ISO 4217)"
    case .asName: "short name of the autonomous system"
    case .reverse: "reverse DNS name; by single look-ups only"
    case .isMobile: "whether it is a mobile connection"
    case .isProxy: "whether it is a proxy, VPN or Tor exit"
    case .isHosting: "whether it is a data centre"
    default: ""
    }
  }
}
