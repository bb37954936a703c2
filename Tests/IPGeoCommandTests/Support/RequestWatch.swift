import Foundation
import IPGeoStandIn

/// Lets a test wait until the service has taken so many requests.
final class RequestWatch: @unchecked Sendable {
  // `count` is only touched with `condition` locked.
  private let condition = NSCondition()
  private var count = 0

  /// What a configuration's `onRequest` is set to.
  func note(_ request: LoggedRequest) {
    condition.withLock {
      count += 1
      condition.broadcast()
    }
  }

  /// Waits for the request of that number; `false` when it has not come in half a minute.
  func hasSeen(_ number: Int) async -> Bool {
    await onThread { [self] in
      let deadline = Date(timeIntervalSinceNow: 120)
      return condition.withLock {
        while count < number { if !condition.wait(until: deadline) { return count >= number } }
        return true
      }
    }
  }
}
