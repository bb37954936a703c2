/// libcurl's option numbers: the binary interface of curl.h, which never changes.
enum CurlOption {
  static let writeData: Int32 = 10001
  static let url: Int32 = 10002
  static let proxy: Int32 = 10004
  static let errorBuffer: Int32 = 10010
  static let userAgent: Int32 = 10018
  static let headerLines: Int32 = 10023
  static let headerData: Int32 = 10029
  static let post: Int32 = 47
  static let followLocation: Int32 = 52
  static let bodySize: Int32 = 60
  static let verifyPeer: Int32 = 64
  static let forbidReuse: Int32 = 75
  static let verifyHost: Int32 = 81
  static let httpVersion: Int32 = 84
  static let noSignal: Int32 = 99
  static let tcpNoDelay: Int32 = 121
  static let timeoutMilliseconds: Int32 = 155
  static let connectTimeoutMilliseconds: Int32 = 156
  static let protocols: Int32 = 181
  static let tcpKeepAlive: Int32 = 213
  static let suppressConnectHeaders: Int32 = 265
  static let http09Allowed: Int32 = 285
  /// 7.87: a cancelled exchange does not wait for its resolver thread.
  static let quickExit: Int32 = 322
  static let copyBody: Int32 = 10165
  /// 7.80.
  static let beforeRequestData: Int32 = 10313
  /// 7.85.
  static let protocolNames: Int32 = 10318
  static let writeFunction: Int32 = 20011
  static let headerFunction: Int32 = 20079
  /// 7.80.
  static let beforeRequestFunction: Int32 = 20312
  /// An option of the multi handle: how many idle connections are kept.
  static let multiMaximumConnections: Int32 = 6
}

/// Numbers of what libcurl knows about an exchange.
enum CurlInfo {
  static let requestSize: Int32 = 0x20_0000 + 12
  static let connectStatus: Int32 = 0x20_0000 + 22
  static let systemError: Int32 = 0x20_0000 + 25
}

/// How an exchange ended, in libcurl's numbers.
struct CurlCode: RawRepresentable, Hashable, Sendable {
  let rawValue: Int32

  static let ok = CurlCode(rawValue: 0)
  static let unsupportedProtocol = CurlCode(rawValue: 1)
  static let badURL = CurlCode(rawValue: 3)
  static let noProxy = CurlCode(rawValue: 5)
  static let noHost = CurlCode(rawValue: 6)
  static let noConnection = CurlCode(rawValue: 7)
  static let weirdReply = CurlCode(rawValue: 8)
  static let partialFile = CurlCode(rawValue: 18)
  static let noMemory = CurlCode(rawValue: 27)
  static let timedOut = CurlCode(rawValue: 28)
  static let gotNothing = CurlCode(rawValue: 52)
  static let sendError = CurlCode(rawValue: 55)
  static let receiveError = CurlCode(rawValue: 56)
  static let badCoding = CurlCode(rawValue: 61)
  static let proxyHandshake = CurlCode(rawValue: 97)
  static let tooLarge = CurlCode(rawValue: 100)

  /// Handshake, certificate, cipher, engine, pinning, revocation.
  var isTLS: Bool {
    [35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98].contains(rawValue)
  }

  /// The connection ended while it was used.
  var isBrokenConnection: Bool {
    self == .partialFile || self == .gotNothing || self == .sendError || self == .receiveError
  }
}
