internal import IPGeoCore
public import IPGeoTransport

/// The service that tells where the International Space Station is.
///
/// It speaks plain HTTP, has no key and no published limit; one request in five seconds is what it
/// asks for.
public struct StationService: Sendable {
  /// The service of open-notify.org, which has no encrypted port.
  public static let standardURL = "http://api.open-notify.org/iss-now.json"
  /// The longest that a fetch takes, in nanoseconds, whatever is tried.
  public static let longestNanoseconds: Int64 = 8_000_000_000
  /// How large a reply may be, in bytes; real ones have some hundred.
  public static let bodyLimit = 64 << 10

  private static let headers = [("Accept", "application/json")]

  private let url: String
  private let transport: any HTTPTransport
  private let clock: @Sendable () -> Int64
  private let pause: @Sendable (Int64) async -> Void

  /// Makes the service.
  /// - Parameters:
  ///   - url: The whole URL that is fetched.
  ///   - transport: Who carries requests; it should refuse bodies beyond `bodyLimit`.
  ///   - clock: Nanoseconds of a clock that does not step.
  ///   - pause: Waits for so many nanoseconds, or until the task is cancelled.
  public init(
    url: String = standardURL, transport: any HTTPTransport,
    clock: @escaping @Sendable () -> Int64,
    pause: @escaping @Sendable (Int64) async -> Void = { nanoseconds in
      try? await Task.sleep(for: .nanoseconds(nanoseconds))
    }
  ) {
    self.url = url
    self.transport = transport
    self.clock = clock
    self.pause = pause
  }

  /// Fetches the position of now.
  ///
  /// Where no connection came about, one broke, or the service failed (5xx), it is tried again up
  /// to two times while time is left. Redirects are never followed.
  /// - Parameters:
  ///   - nanoseconds: The time for all of it; beyond `longestNanoseconds` it is that.
  ///   - mayRetry: Whether it may be tried again.
  ///   - onRetry: Gets each fault that another try may get over.
  /// - Returns: A position on the globe, and when the station was there; it may be old.
  /// - Throws: The fault of the last try.
  public func fix(
    withinNanoseconds nanoseconds: Int64 = longestNanoseconds, mayRetry: Bool = true,
    onRetry: @Sendable (StationFault) -> Void = { _ in }
  ) async throws(StationFault) -> StationFix {
    var left = min(nanoseconds, Self.longestNanoseconds)
    let end = clock() &+ left
    var retries = RetryPause(mayRetry: mayRetry)
    while true {
      let fault: StationFault
      do throws(StationFault) {
        return try await once(withinNanoseconds: left)
      } catch {
        fault = error
      }
      guard let wait = retries.next(after: fault, left: end &- clock()) else { throw fault }
      onRetry(fault)
      await pause(wait)
      left = end &- clock()
      if Task.isCancelled { throw StationFault(.cancelled, "the request was cancelled") }
    }
  }

  private func once(withinNanoseconds left: Int64) async throws(StationFault) -> StationFix {
    let reply: HTTPReply
    do throws(TransportError) {
      reply = try await transport.send(
        HTTPRequest(url: url, headers: Self.headers, deadlineNanoseconds: left))
    } catch {
      throw StationFault(error)
    }
    guard reply.status == 200 else { throw StationFault(reply) }
    do throws(StationReplyFault) {
      return try StationFix(reply: reply.body)
    } catch {
      throw StationFault(error, in: reply)
    }
  }
}
