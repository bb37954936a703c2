import Testing

@testable import IPGeoTransport

@Suite struct MissingLibraryTests {
  @Test func `a missing libcurl is one clear line`() async throws {
    let transport = CurlTransport(
      userAgent: "ipgeo", bodyLimit: 1000, connectTimeoutNanoseconds: 1_000_000_000
    ) { () throws(TransportError) in
      try CurlLibrary(named: ["libipgeo-none.so.4", "libipgeo-none.dylib"])
    }
    let error = try await failure(of: .get("http://127.0.0.1:1/"), by: transport)
    #expect(error.code == .libraryMissing)
    #expect(error.message.hasPrefix("libcurl is missing: install it (apt-get install libcurl4"))
    #expect(!error.requestMayHaveArrived)
  }

  @Test func `another library is not taken for libcurl`() {
    #if os(Linux)
      let name = "libc.so.6"
    #else
      let name = "libSystem.B.dylib"
    #endif
    #expect(throws: TransportError.self) { try CurlLibrary(named: [name]) }
  }

  @Test func `the loaded version is told`() throws {
    let version = try CurlTransport(userAgent: "ipgeo").libraryVersion()
    #expect(version.split(separator: ".").count >= 3)
  }
}
