import IPGeoAddresses
import IPGeoCore
import IPGeoTransport

@testable import IPGeoAPI

/// An address, from text that is one.
func ip(_ text: String) -> IPAddress {
  IPAddress(text) ?? IPAddress(high: 0, low: 0)
}

/// Some distinct public addresses.
func publicAddresses(_ count: Int) -> [IPAddress] {
  (0..<count).map { IPAddress(ipv4: 0x0800_0000 + UInt32($0) * 7 + 1) }
}

/// A located element as the service writes it.
func element(_ query: String, _ city: String? = nil) -> String {
  """
  {"status":"success","continent":"North America","continentCode":"NA","country":"United States",\
  "countryCode":"US","region":"VA","regionName":"Virginia","city":"\(city ?? "C" + query)",\
  "district":"","zip":"20149","lat":39.03,"lon":-77.5,"timezone":"America/New_York",\
  "offset":-14400,"currency":"USD","isp":"Google LLC","org":"Google Public DNS",\
  "as":"AS15169 Google LLC","asname":"GOOGLE","mobile":false,"proxy":false,"hosting":true,\
  "query":"\(query)"}
  """
}

/// A 200 with limit headers.
func ok(_ body: String, headers: [(String, String)] = []) -> HTTPReply {
  status(200, body, headers: [("Content-Type", "application/json; charset=utf-8")] + headers)
}

/// Any reply.
func status(
  _ status: Int, _ body: String = "", headers: [(String, String)] = []
) -> HTTPReply {
  HTTPReply(
    status: status,
    headerLines: headers.map { HTTPReply.HeaderLine(name: $0.0, value: $0.1) },
    body: Array(body.utf8))
}

/// The reply that the service gives to a batch of these.
func batchReply(_ addresses: [IPAddress]) -> HTTPReply {
  ok("[" + addresses.map { element($0.description) }.joined(separator: ",") + "]")
}

/// What a script sees of a request.
struct SeenRequest: Sendable {
  /// From 1.
  var number: Int
  var endpoint: Endpoint
  var addresses: [IPAddress]
  var url: String

  init(number: Int, _ request: HTTPRequest) {
    self.number = number
    url = request.url
    switch request.method {
    case .get:
      endpoint = .single
      let place = request.url.split(separator: "?")[0].split(separator: "/").last ?? ""
      addresses = [ip(String(place))]
    case .post(let body):
      endpoint = .batch
      addresses = String(decoding: body, as: UTF8.self).split(separator: "\"")
        .compactMap { IPAddress(String($0)) }
    }
  }

  /// What the service would answer.
  var goodReply: HTTPReply {
    endpoint == .batch ? batchReply(addresses) : ok(element(addresses[0].description))
  }
}
