/// What holds for all exchanges of a transport.
struct CurlSettings: Sendable {
  var userAgent: String
  var bodyLimit: Int
  var headLimit = 64 << 10
  var connectTimeoutNanoseconds: Int64
}
