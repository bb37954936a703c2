/// Which names of columns tell that a client's address is in them.
enum ColumnNames {
  /// A name as it is compared: without case, outer blanks, and the signs between its words.
  static func folded(_ name: String) -> String {
    var folded = ""
    for scalar in name.unicodeScalars where !isBetweenWords(scalar) {
      folded.unicodeScalars.append(ASCIILetters.lowercased(scalar))
    }
    return folded
  }

  /// Whether a column of that name holds the address by all likelihood.
  static func isUsual(_ name: String) -> Bool { usual.contains(folded(name)) }

  /// Whether it is the heading of a file with no other column; such may be named more freely.
  static func isHeading(_ name: String) -> Bool {
    let folded = folded(name)
    return usual.contains(folded) || headings.contains(folded)
  }

  private static func isBetweenWords(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "_", "-", ".", "\t", "\u{a0}", "\u{200b}", "\u{feff}", "\0": true
    default: false
    }
  }

  private static let headings: Set<String> = [
    "address", "addresses", "addr", "host", "hosts", "client", "clients", "source", "src",
    "visitor", "visitors", "remote", "ipaddrs",
  ]

  private static let usual: Set<String> = [
    // The address itself.
    "ip", "ips", "ipaddress", "ipaddresses", "ipaddr", "ipv4", "ipv6", "ipv4address",
    "ipv6address", "ipv4addr", "ipv6addr", "ipv4ipv6", "inetaddr", "ipnumber", "ipstring",
    "ipadresse", "ipadress", "adresseip", "adresip", "direccionip", "dirip", "indirizzoip",
    "enderecoip", "ipadres",
    // A client of a server.
    "clientip", "clientaddr", "clientaddress", "clientipaddress", "clientipaddr", "ipclient",
    "cip", "callerip", "calleripaddress", "requestip", "requesterip", "requestorip",
    "requestclientip", "viewerip", "realip", "xrealip", "trueclientip", "cfconnectingip",
    "xclientip", "clientsrcip", "clientsourceip", "clientpublicip", "publicip", "publicipaddress",
    "externalip", "externalipaddress", "wanip", "connectingip", "connectionip", "deviceip",
    "endpointip", "hostip", "hostipaddress",
    // As servers and firewalls say it.
    "remoteaddr", "remoteaddress", "remoteip", "remoteipaddress", "remoteipaddr", "peerip",
    "peeraddr", "peeraddress", "rhost", "remotehost", "srcip", "sourceip", "srcaddr",
    "srcaddress", "sourceaddr", "sourceaddress", "sourceipaddress", "srcipaddr", "srcipaddress",
    "ipsrc", "ipsource", "saddr", "fromip", "ipfrom", "idorigh", "originip", "originatingip",
    "senderip", "sendingip", "attackerip", "offenderip", "badip", "blockedip", "bannedip",
    // Lists that proxies keep.
    "xforwardedfor", "httpxforwardedfor", "forwardedfor", "xff", "xffip", "xforwardedforip",
    "forwarded", "httpforwarded",
    // A person.
    "userip", "useripaddress", "visitorip", "visitoripaddress", "loginip", "loginipaddress",
    "lastip", "lastloginip", "lastknownip", "lastseenip", "currentip", "currentsigninip",
    "lastsigninip", "signinip", "signupip", "registrationip", "registerip", "registeredip",
    "memberip", "customerip", "customeripaddress", "orderip", "buyerip", "authorip", "commentip",
    "commentauthorip", "posterip", "actorip", "actoripaddress", "playerip", "sessionip",
    "subscriberip", "optinip", "confirmip", "createdip", "creationip", "accessip",
  ]
}

/// Letters as names are compared by: no language's rules.
private enum ASCIILetters {
  static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard "A"..."Z" ~= scalar else { return scalar }
    return Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value) | 0x20)
  }
}
