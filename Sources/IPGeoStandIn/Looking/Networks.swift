/// A network that the stand-in knows.
struct Network: Sendable {
  var isp: String
  var organisation: String
  /// The wire's `as`: number and name, or empty.
  var autonomousSystem: String
  var asName: String
  var isMobile: Bool
  var isProxy: Bool
  var isHosting: Bool
}

/// The table of networks, with commas, quotes, `&`, letters outside ASCII, empty cells, and an AS
/// number beyond 16 bits.
enum Networks {
  /// The networks that an address is hashed to.
  static let all: [Network] = Places.rows(table).compactMap { network($0) }

  /// Reads one line's cells.
  static func network(_ cells: [String]) -> Network? {
    guard cells.count == 5 else { return nil }
    return Network(
      isp: cells[0], organisation: cells[1], autonomousSystem: cells[2], asName: cells[3],
      isMobile: cells[4].contains("m"), isProxy: cells[4].contains("p"),
      isHosting: cells[4].contains("h"))
  }

  // isp|org|as|asname|flags
  private static let table = """
    AT&T Services, Inc.|AT&T Corp.|AS7018 AT&T Services, Inc.|ATT-INTERNET4|
    Comcast Cable Communications, LLC||AS7922 Comcast Cable Communications, LLC|COMCAST-7922|
    Amazon.com, Inc.|AWS EC2 (us-east-1)|AS14618 Amazon.com, Inc.|AMAZON-AES|h
    Hetzner Online GmbH|Hetzner|AS24940 Hetzner Online GmbH|HETZNER-AS|h
    OVH SAS|OVH|AS16276 OVH SAS|OVH|h
    Deutsche Telekom AG|Deutsche Telekom AG|AS3320 Deutsche Telekom AG|DTAG|
    Orange S.A.|Orange|AS3215 Orange S.A.|AS3215|
    Vodafone Limited|Vodafone|AS25135 Vodafone Limited|VODAFONE_UK_AS25135|m
    T-Mobile USA, Inc.|T-Mobile "Home & Mobile" Internet|AS21928 T-Mobile USA, Inc.|T-MOBILE-AS21928|m
    TELEFÔNICA BRASIL S.A|Telefônica Brasil, "Vivo"|AS27699 TELEFÔNICA BRASIL S.A||
    Société Réunionnaise du Radiotéléphone|SRR|AS37002 Reunicable|Reunicable|m
    China Telecom|Chinanet|AS4134 CHINANET-BACKBONE|CHINANET-BACKBONE|
    NTT Communications Corporation|OCN|AS4713 NTT Communications Corporation|OCN|
    Reliance Jio Infocomm Limited|Jio|AS55836 Reliance Jio Infocomm Limited|RELIANCEJIO-IN|m
    Telstra Limited|Telstra Internet|AS1221 Telstra Limited|ASN-TELSTRA|
    Cloudflare, Inc.|Cloudflare WARP|AS13335 Cloudflare, Inc.|CLOUDFLARENET|ph
    M247 Europe SRL|Anonymous \\ Proxy <exit>|AS9009 M247 Europe SRL|M247|p
    Ростелеком|ПАО «Ростелеком»|AS12389 Rostelecom|ROSTELECOM-AS|
    Sky Broadband||||
    Universität Zürich|Universität Zürich, Zentrale Informatik|AS559 SWITCH|SWITCH|
    Example Fibre Pty Ltd|Example Fibre|AS4200000001 Example Fibre Pty Ltd|EXAMPLE-FIBRE|
    """
}
