import Foundation
import IPGeoStandIn

/// A limit so small that jobs use it up, in windows so short that they see many.
struct SmallLimit {
  /// Batches in a window; of single look-ups it is nine.
  var batches = 5
  var milliseconds = 300

  /// What a job is told of it.
  var arguments: [String] {
    [
      "--batch-rate", "\(batches)/\(milliseconds)ms", "--single-rate", "9/\(milliseconds)ms",
    ]
  }

  /// Has the service keep it, in windows that slide, the stricter kind.
  ///
  /// Without the headers, which count whole seconds and would hold for longer than the windows.
  func configure(_ configuration: inout StandInServer.Configuration) {
    configuration.batchLimit = batches
    configuration.singleLimit = 9
    configuration.windowMilliseconds = milliseconds
    configuration.windowKind = .sliding
    configuration.rateHeaders = false
  }

  /// The most requests for an endpoint that the service saw in any window.
  func most(_ endpoint: Endpoint, in log: [LoggedRequest]) -> Int {
    let arrivals = log.filter { $0.endpoint == endpoint }.map(\.arrivalNanoseconds).sorted()
    let window = Int64(milliseconds) * 1_000_000
    return arrivals.indices.map { first in
      arrivals[first...].prefix { $0 - arrivals[first] < window }.count
    }.max() ?? 0
  }
}

extension Scene {
  /// A rate that grants one batch and one single look-up, and nothing more while a test runs.
  static let once = ["--batch-rate", "1/1h", "--single-rate", "1/1h"]
  /// A rate that no test uses up.
  static let freely = ["--batch-rate", "1000/50ms", "--single-rate", "1000/50ms"]

  /// The replies of status 429.
  var refusals: Int { server?.counters.total429 ?? 0 }

  /// Whether no address was asked for again once the service had answered it.
  var hasAskedNothingTwice: Bool { server?.counters.askedAgainAfterAnswer == 0 }
}

/// Waits until a condition holds; `false` when it does not within a minute.
func waits(until condition: @escaping @Sendable () -> Bool) async -> Bool {
  await onThread {
    for _ in 0..<12_000 {
      if condition() { return true }
      usleep(5000)
    }
    return condition()
  }
}
