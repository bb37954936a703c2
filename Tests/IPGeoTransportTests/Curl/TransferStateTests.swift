import Testing

@testable import IPGeoTransport

@Suite struct TransferStateTests {
  @Test func `the first to end it wins`() {
    var state = TransferState()
    #expect(state.wait() == .submit)
    #expect(state.start() == true)
    #expect(state.settle() == true)
    #expect(state.settle() == false)
    #expect(state.cancel() == .nothing)
  }

  @Test func `cancelled before the wait`() {
    var state = TransferState()
    #expect(state.cancel() == .nothing)
    #expect(state.wait() == .endCancelled)
    #expect(state.start() == false)
    #expect(state.settle() == false)
  }

  @Test func `cancelled before the loop took it up`() {
    var state = TransferState()
    #expect(state.wait() == .submit)
    #expect(state.cancel() == .end)
    #expect(state.start() == false)
    #expect(state.permitSending() == false)
    #expect(state.settle() == false)
  }

  @Test func `cancelled while it runs`() {
    var state = TransferState()
    _ = state.wait()
    _ = state.start()
    #expect(state.cancel() == .endAndWithdraw)
    #expect(state.permitSending() == false)
    #expect(state.settle() == false)
    #expect(state.cancel() == .nothing)
  }

  @Test func `the request goes out once`() {
    var state = TransferState()
    _ = state.wait()
    #expect(state.permitSending() == false)
    _ = state.start()
    #expect(state.permitSending() == true)
    #expect(state.permitSending() == false)
    #expect(state.sendings == 1)
  }
}
