/// The names under which programs write the client's address.
///
/// They are compared without case, `_`, `-`, `.` and blanks. Names in one group stand for the same:
/// where a record has several of them, the first one is meant.
enum UsualJSONKeys {
  /// Members of the record itself.
  static let topLevel: [[String]] = [
    ["ip"], ["ipaddress"], ["ipaddr"], ["ipv4"], ["ipv6"],
    ["clientip", "clientaddress", "clientipaddress"], ["cip"], ["userip", "useripaddress"],
    // Traefik writes both, the second one with a port.
    ["clienthost", "clientaddr"],
    ["remoteaddr"], ["remoteaddress"], ["remoteip"], ["remotehost"], ["remoteipaddress"],
    ["sourceip", "sourceaddress"], ["sourceipaddress"], ["sourceips"], ["srcip"], ["srcaddr"],
    ["xforwardedfor", "httpxforwardedfor"], ["xff"], ["forwardedfor"],
    ["xrealip", "httpxrealip"], ["realip"], ["realclientip"], ["trueclientip"],
    ["cfconnectingip"], ["visitorip"], ["actorip"], ["callerip", "calleripaddress"],
    ["requestip"], ["requesterip"], ["peerip"], ["peeraddress"], ["peeraddr"],
    // Zeek; Envoy.
    ["idorigh"], ["downstreamremoteaddress"],
  ]

  /// Members that may mean something else, and are taken only where their texts are addresses.
  static let vague: [[String]] = [
    ["client"], ["remote"], ["address"], ["addr"], ["source"], ["src"], ["peer"], ["visitor"],
  ]

  /// Members of members, with a point between the names.
  static let paths: [[String]] = [
    ["client.ip", "client.address", "client.ipaddress", "client.addr"],
    ["source.ip", "source.address", "source.ipaddress"],
    ["remote.ip", "remote.address", "remote.addr"],
    ["network.client.ip"],
    // Caddy: the second one is the proxy's, where there is one.
    ["request.clientip", "request.remoteip", "request.remoteaddr", "request.remoteaddress"],
    ["request.ip", "request.ipaddress"],
    ["req.ip", "req.remoteaddress", "req.remoteaddr", "req.remoteip"],
    ["http.clientip", "http.remoteaddr", "http.remoteip"],
    // Google Cloud; AWS WAF.
    ["httprequest.remoteip"], ["httprequest.clientip"],
    ["protopayload.requestmetadata.callerip"], ["requestcontext.identity.sourceip"],
    ["requestcontext.http.sourceip"], ["data.ip", "data.clientip"], ["attr.remote"],
    ["user.ip", "user.ipaddress"], ["actor.ip", "actor.ipaddress"],
  ]

  /// How a name is compared.
  static func plain(_ name: some Sequence<UInt8>) -> String {
    let kept = name.filter {
      switch $0 {
      case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: " "): false
      default: true
      }
    }
    return String(decoding: kept.map { 0x41...0x5a ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
