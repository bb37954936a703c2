import IPGeoStore
import Testing

@testable import IPGeoCommand

@Suite struct OpenStoreTests {
  @Test(arguments: [
    (StoreError.foreign(path: "f"), ExitCode.unreadableInput, ExitCode.cannotCreate),
    (.newer(path: "f", version: 2), .unreadableInput, .cannotCreate),
    (.unusable(path: "f", why: "w"), .unreadableInput, .writeFailed),
    (.locked(path: "f"), .locked, .locked), (.full(path: "f"), .writeFailed, .writeFailed),
  ])
  func `a fault has a code for readers and one for writers`(
    error: StoreError, reading: ExitCode, writing: ExitCode
  ) {
    #expect(OpenStore.fault(error, .reading, isOpening: false).code == reading)
    #expect(OpenStore.fault(error, .reading, isOpening: true).code == reading)
    #expect(OpenStore.fault(error, .writing, isOpening: false).code == writing)
    let opening = OpenStore.fault(error, .writing, isOpening: true)
    #expect(
      opening.code
        == (writing == .writeFailed && error != .full(path: "f") ? .cannotCreate : writing))
    #expect(opening.message.contains("\(error)"))
  }
}
