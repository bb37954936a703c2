import Foundation
import Synchronization
import Testing

@testable import IPGeoCommand

@Suite struct SignalSequenceTests {
  private final class HandClock: Sendable {
    let now = Atomic<Int64>(1_000_000_000)
  }

  @Test func `the first asks for an end, a second one for an end at once`() {
    let clock = HandClock()
    let signals = SignalSequence { clock.now.load(ordering: .relaxed) }
    #expect(signals.first == nil)
    #expect(signals.take(SIGINT) == .interrupt)
    #expect(signals.first == SIGINT)
    clock.now.add(100_000_000, ordering: .relaxed)
    #expect(signals.take(SIGINT) == .end)
    #expect(signals.first == SIGINT)
  }

  @Test func `one sent twice at the same time is one`() {
    let clock = HandClock()
    let signals = SignalSequence { clock.now.load(ordering: .relaxed) }
    #expect(signals.take(SIGTERM) == .interrupt)
    clock.now.add(99_999_999, ordering: .relaxed)
    #expect(signals.take(SIGTERM) == .ignore)
    // Of another kind it is no echo.
    #expect(signals.take(SIGINT) == .end)
    #expect(signals.first == SIGTERM)
  }
}
