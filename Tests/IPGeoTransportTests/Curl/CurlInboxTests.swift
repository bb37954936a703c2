import Testing

@testable import IPGeoTransport

@Suite struct CurlInboxTests {
  private func outcome(by inbox: CurlInbox) async throws -> TransportError? {
    let url = try RequestURL("http://127.0.0.1:1/")
    switch await Transfer(.get("http://127.0.0.1:1/"), url: url).outcome(by: inbox) {
    case .success: return nil
    case .failure(let error): return error
    }
  }

  @Test func `what comes after a loop that never ran fails as it did, and is not cancelled`()
    async throws
  {
    let inbox = CurlInbox(
      library: try CurlLibrary(),
      settings: CurlSettings(
        userAgent: "ipgeo", bodyLimit: 1000, connectTimeoutNanoseconds: 1_000_000_000))
    let fault = TransportError(code: .unreachable(.local), message: "no descriptors left")
    inbox.close(for: fault)
    inbox.close()
    #expect(try await outcome(by: inbox) == fault)
  }
}
