import Testing

@testable import IPGeoTransport

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The option numbers against the table that libcurl 7.73 and later carry themselves.
@Suite struct CurlNumbersTests {
  private struct Entry {
    var name: UnsafePointer<CChar>?
    var id: Int32
    var kind: Int32
    var flags: UInt32
  }
  private typealias Find = @convention(c) (UnsafePointer<CChar>) -> UnsafeRawPointer?

  @Test func `options are libcurl's`() throws {
    _ = try CurlTransport(userAgent: "ipgeo").libraryVersion()
    let names = ["libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib"]
    let library = names.lazy.compactMap { dlopen($0, RTLD_NOW) }.first
    guard let library, let symbol = dlsym(library, "curl_easy_option_by_name") else { return }
    let find = unsafeBitCast(symbol, to: Find.self)
    let expected: [(String, Int32)] = [
      ("WRITEDATA", CurlOption.writeData), ("URL", CurlOption.url),
      ("ERRORBUFFER", CurlOption.errorBuffer), ("USERAGENT", CurlOption.userAgent),
      ("HTTPHEADER", CurlOption.headerLines), ("HEADERDATA", CurlOption.headerData),
      ("POST", CurlOption.post), ("FOLLOWLOCATION", CurlOption.followLocation),
      ("POSTFIELDSIZE", CurlOption.bodySize), ("SSL_VERIFYPEER", CurlOption.verifyPeer),
      ("FORBID_REUSE", CurlOption.forbidReuse), ("SSL_VERIFYHOST", CurlOption.verifyHost),
      ("HTTP_VERSION", CurlOption.httpVersion), ("NOSIGNAL", CurlOption.noSignal),
      ("TCP_NODELAY", CurlOption.tcpNoDelay), ("TIMEOUT_MS", CurlOption.timeoutMilliseconds),
      ("CONNECTTIMEOUT_MS", CurlOption.connectTimeoutMilliseconds),
      ("PROTOCOLS", CurlOption.protocols), ("TCP_KEEPALIVE", CurlOption.tcpKeepAlive),
      ("SUPPRESS_CONNECT_HEADERS", CurlOption.suppressConnectHeaders),
      ("HTTP09_ALLOWED", CurlOption.http09Allowed), ("QUICK_EXIT", CurlOption.quickExit),
      ("COPYPOSTFIELDS", CurlOption.copyBody), ("PREREQDATA", CurlOption.beforeRequestData),
      ("PROTOCOLS_STR", CurlOption.protocolNames), ("WRITEFUNCTION", CurlOption.writeFunction),
      ("HEADERFUNCTION", CurlOption.headerFunction),
      ("PREREQFUNCTION", CurlOption.beforeRequestFunction),
      ("OPENSOCKETFUNCTION", 20163), ("OPENSOCKETDATA", 10164),
    ]
    for (name, number) in expected {
      // An older libcurl does not have the newest ones.
      guard let entry = find(name)?.assumingMemoryBound(to: Entry.self) else { continue }
      #expect(entry.pointee.id == number, "\(name)")
    }
  }
}
