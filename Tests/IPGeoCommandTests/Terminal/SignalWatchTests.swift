import Foundation
import Testing

@testable import IPGeoCommand

/// Each runs in a process of its own, since signals concern all of one.
@Suite struct SignalWatchTests {
  @Test func `dies of the signal itself`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      _ = signal(SIGTERM, SIG_IGN)
      exit(SignalWatch.dieOf(SIGTERM))
    }
  }

  @Test func `dies of a broken pipe that was ignored`() async {
    await #expect(processExitsWith: .signal(SIGPIPE)) {
      SignalWatch.ignoreBrokenPipes()
      exit(SignalWatch.dieOf(SIGPIPE))
    }
  }

  @Test func `calls instead of dying, then dies when told to`() async {
    await #expect(processExitsWith: .signal(SIGINT)) {
      let calls = AsyncStream<(Int32, Int)>.makeStream()
      let watch = SignalWatch { calls.continuation.yield(($0, $1)) }
      var seen = calls.stream.makeAsyncIterator()
      kill(getpid(), SIGTERM)
      guard let first = await seen.next(), first == (SIGTERM, 1) else { exit(1) }
      kill(getpid(), SIGINT)
      guard let second = await seen.next(), second == (SIGINT, 2) else { exit(2) }
      withExtendedLifetime(watch) {}
      exit(SignalWatch.dieOf(SIGINT))
    }
  }

  @Test func `a signal that was ignored stays ignored`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      _ = signal(SIGINT, SIG_IGN)
      let calls = AsyncStream<Int32>.makeStream()
      let watch = SignalWatch { signal, _ in calls.continuation.yield(signal) }
      var seen = calls.stream.makeAsyncIterator()
      kill(getpid(), SIGINT)
      kill(getpid(), SIGTERM)
      let first = await seen.next()
      withExtendedLifetime(watch) {}
      exit(first == SIGTERM && SignalWatch.isIgnored(SIGINT) ? 7 : 1)
    }
  }
}
