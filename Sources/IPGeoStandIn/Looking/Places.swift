/// A place that the stand-in knows; all texts in English.
struct Place: Sendable {
  var countryCode: String
  var region: String
  var regionName: String
  var city: String
  var district: String
  var zip: String
  /// Degrees as they go on the wire.
  var latitude: String
  var longitude: String
  var timezone: String
  var offset: String
}

/// A country: what every place in it shares.
struct Country: Sendable {
  var name: String
  var continent: String
  var continentCode: String
  var currency: String
}

/// The table of places, among them what clients trip over: an empty city, an empty postal code, a
/// latitude of 0, an offset of 0 and negative ones, names outside ASCII.
enum Places {
  /// The places that an address is hashed to.
  static let all: [Place] = rows(table).compactMap { cells in
    guard cells.count == 10 else { return nil }
    return Place(
      countryCode: cells[0], region: cells[1], regionName: cells[2], city: cells[3],
      district: cells[4], zip: cells[5], latitude: cells[6], longitude: cells[7],
      timezone: cells[8], offset: cells[9])
  }

  /// Countries by their two-letter code.
  static let countries: [String: Country] = Dictionary(
    uniqueKeysWithValues: rows(countryTable).compactMap { cells in
      guard cells.count == 5 else { return nil }
      return (
        cells[0],
        Country(
          name: cells[1], continent: cells[2], continentCode: cells[3], currency: cells[4])
      )
    })

  /// Cuts a table at its line ends and bars; empty cells stay.
  static func rows(_ table: String) -> [[String]] {
    table.split(separator: "\n").map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }
  }

  // countryCode|region|regionName|city|district|zip|lat|lon|timezone|offset
  private static let table = """
    US|VA|Virginia|Ashburn||20149|39.0438|-77.4874|America/New_York|-18000
    US|CA|California|San Francisco|Mission District|94110|37.7484|-122.4156|America/Los_Angeles|-28800
    US|NY|New York|New York|Manhattan|10118|40.7126|-74.0066|America/New_York|-18000
    US|WA|Washington|Seattle||98101|47.6109|-122.3303|America/Los_Angeles|-28800
    US|TX|Texas|Dallas||75201|32.7889|-96.8021|America/Chicago|-21600
    US||||||37.751|-97.822|America/Chicago|-21600
    US|HI|Hawaii|Honolulu||96813|21.3095|-157.863|Pacific/Honolulu|-36000
    CA|QC|Quebec|Montréal|Ville-Marie|H2Y|45.5078|-73.5544|America/Toronto|-18000
    CA|BC|British Columbia|Vancouver||V6B|49.2734|-123.1213|America/Vancouver|-28800
    MX|CMX|Mexico City|Mexico City|Cuauhtémoc|06000|19.4285|-99.1277|America/Mexico_City|-21600
    BR|SP|São Paulo|São Paulo|Consolação|01310|-23.5505|-46.6333|America/Sao_Paulo|-10800
    BR|RJ|Rio de Janeiro|Niterói||24020|-22.8833|-43.1036|America/Sao_Paulo|-10800
    AR|C|Buenos Aires F.D.|Buenos Aires||C1425|-34.6022|-58.3845|America/Argentina/Buenos_Aires|-10800
    CO|DC|Bogota D.C.|Bogotá||111711|4.6115|-74.0833|America/Bogota|-18000
    GB|ENG|England|London|City of London|EC2V|51.5128|-0.0638|Europe/London|0
    GB|SCT|Scotland|Edinburgh||EH1|55.9521|-3.1965|Europe/London|0
    IE|L|Leinster|Dublin||D02|53.3498|-6.2603|Europe/Dublin|0
    FR|IDF|Île-de-France|Paris|Montmartre|75018|48.8919|2.3433|Europe/Paris|3600
    FR|ARA|Auvergne-Rhône-Alpes|Lyon||69002|45.748|4.8467|Europe/Paris|3600
    DE|BE|State of Berlin|Berlin|Mitte|10178|52.5|13.4|Europe/Berlin|3600
    DE|HE|Hesse|Frankfurt am Main||60313|50.1169|8.6837|Europe/Berlin|3600
    DE|BY|Bavaria|München||80331|48.1374|11.5755|Europe/Berlin|3600
    NL|NH|North Holland|Amsterdam||1012|52.3716|4.8883|Europe/Amsterdam|3600
    CH|ZH|Zurich|Zürich||8001|47.3682|8.5391|Europe/Zurich|3600
    ES|MD|Madrid|Madrid||28013|40.4163|-3.6934|Europe/Madrid|3600
    IT|25|Lombardy|Milan||20121|45.4722|9.1922|Europe/Rome|3600
    PL|14|Mazovia|Warsaw|Śródmieście|00-001|52.2299|21.0093|Europe/Warsaw|3600
    SE|AB|Stockholm County|Stockholm||111 20|59.3287|18.0717|Europe/Stockholm|3600
    FI|18|Uusimaa|Helsinki||00100|60.1695|24.9354|Europe/Helsinki|7200
    RU|MOW|Moscow|Moscow||101000|55.7483|37.6171|Europe/Moscow|10800
    TR|34|Istanbul|Istanbul|Beyoğlu|34430|41.0345|28.9771|Europe/Istanbul|10800
    UA|30|Kyiv City|Kyiv||01001|50.4501|30.5234|Europe/Kyiv|7200
    ZA|WC|Western Cape|Cape Town||8001|-33.9258|18.4232|Africa/Johannesburg|7200
    NG|LA|Lagos|Lagos|||6.4474|3.3903|Africa/Lagos|3600
    KE|30|Nairobi County|Nairobi||00100|-1.2841|36.8155|Africa/Nairobi|10800
    IN|MH|Maharashtra|Mumbai||400070|19.0748|72.8856|Asia/Kolkata|19800
    NP|P3|Bagmati Province|Kathmandu||44600|27.7017|85.3206|Asia/Kathmandu|20700
    CN|BJ|Beijing|Beijing|Dongcheng|000000|39.9042|116.407|Asia/Shanghai|28800
    JP|13|Tokyo|Tokyo|Chiyoda City|100-0001|35.6895|139.692|Asia/Tokyo|32400
    KR|11|Seoul|Seoul||04524|37.5665|126.978|Asia/Seoul|32400
    SG|01|Central Singapore|Singapore||048616|1.28009|103.851|Asia/Singapore|28800
    ID|KB|West Kalimantan|Pontianak||78111|0|109.333|Asia/Pontianak|25200
    AU|NSW|New South Wales|Sydney||2000|-33.8591|151.2002|Australia/Sydney|39600
    AU|QLD|Queensland|South Brisbane||4101|-27.4766|153.0166|Australia/Brisbane|36000
    NZ|AUK|Auckland|Auckland||1010|-36.8506|174.7679|Pacific/Auckland|46800
    """

  // code|name|continent|continentCode|currency
  private static let countryTable = """
    US|United States|North America|NA|USD
    CA|Canada|North America|NA|CAD
    MX|Mexico|North America|NA|MXN
    BR|Brazil|South America|SA|BRL
    AR|Argentina|South America|SA|ARS
    CO|Colombia|South America|SA|COP
    GB|United Kingdom|Europe|EU|GBP
    IE|Ireland|Europe|EU|EUR
    FR|France|Europe|EU|EUR
    DE|Germany|Europe|EU|EUR
    NL|The Netherlands|Europe|EU|EUR
    CH|Switzerland|Europe|EU|CHF
    ES|Spain|Europe|EU|EUR
    IT|Italy|Europe|EU|EUR
    PL|Poland|Europe|EU|PLN
    SE|Sweden|Europe|EU|SEK
    FI|Finland|Europe|EU|EUR
    RU|Russia|Europe|EU|RUB
    TR|Türkiye|Asia|AS|TRY
    UA|Ukraine|Europe|EU|UAH
    ZA|South Africa|Africa|AF|ZAR
    NG|Nigeria|Africa|AF|NGN
    KE|Kenya|Africa|AF|KES
    IN|India|Asia|AS|INR
    NP|Nepal|Asia|AS|NPR
    CN|China|Asia|AS|CNY
    JP|Japan|Asia|AS|JPY
    KR|South Korea|Asia|AS|KRW
    SG|Singapore|Asia|AS|SGD
    ID|Indonesia|Asia|AS|IDR
    AU|Australia|Oceania|OC|AUD
    NZ|New Zealand|Oceania|OC|NZD
    """
}
