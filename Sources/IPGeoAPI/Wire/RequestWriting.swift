internal import IPGeoAddresses
internal import IPGeoTransport

/// Writes requests to the service: where they go, and what they say.
struct RequestWriting: Sendable {
  private let base: String
  private let parameters: String
  private let mayUseProxy: Bool

  /// - Parameters:
  ///   - base: Where the service is.
  ///   - language: The language of names; `nil` leaves it to the service (English).
  ///   - wantsReverse: Whether the reverse DNS name is asked for.
  ///   - key: Only where it may be sent to `base`.
  init(base: ServiceURL, language: Language?, wantsReverse: Bool, key: APIKey?) {
    self.base = base.description
    mayUseProxy = key == nil || base.scheme == .https
    var parameters = "?fields=\(WireField.mask(withReverse: wantsReverse))"
    if let language { parameters += "&lang=" + language.rawValue }
    if let key { parameters += "&key=" + key.percentEncoded }
    self.parameters = parameters
  }

  /// The request, kept from a proxy if it carries a key in plain http: that is for loopback alone.
  func sealed(_ request: HTTPRequest) -> HTTPRequest {
    var request = request
    request.mayUseProxy = mayUseProxy
    return request
  }

  /// The URL of a batch.
  var batch: String { base + "/batch" + parameters }

  /// The URL of one look-up.
  func single(_ address: IPAddress) -> String {
    // A colon may stand in a path segment as it is (RFC 3986, 3.3).
    base + "/json/" + address.description + parameters
  }

  /// The URL of a look-up of whoever asks.
  var own: String { base + "/json/" + parameters }

  /// A batch's body: a JSON array of canonical addresses, which need no escapes.
  static func body(_ addresses: some Collection<IPAddress>) -> [UInt8] {
    var body: [UInt8] = [0x5B]
    body.reserveCapacity(2 + addresses.count * (IPAddress.maximumTextLength + 3))
    withUnsafeTemporaryAllocation(byteCount: IPAddress.maximumTextLength, alignment: 1) { room in
      for address in addresses {
        if body.count > 1 { body.append(0x2C) }
        body.append(0x22)
        let length = address.writeText(to: room)
        body.append(contentsOf: room[..<max(0, min(length, room.count))])
        body.append(0x22)
      }
    }
    body.append(0x5D)
    return body
  }
}
