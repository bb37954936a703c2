import IPGeoTransport
import Synchronization

@testable import IPGeoAPI

/// Replies as a script says, and notes what was sent.
final class ScriptedTransport: HTTPTransport {
  typealias Script = @Sendable (SeenRequest) async throws(TransportError) -> HTTPReply

  private let seen = Mutex<[SeenRequest]>([])
  private let script: Script

  init(_ script: @escaping Script) { self.script = script }

  /// Everything sent so far.
  var requests: [SeenRequest] { seen.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPReply {
    let request: SeenRequest = seen.withLock { seen in
      let numbered = SeenRequest(number: seen.count + 1, request)
      seen.append(numbered)
      return numbered
    }
    if Task.isCancelled { throw Self.cancelled }
    return try await script(request)
  }

  static let cancelled = TransportError(
    code: .cancelled, message: "cancelled", requestMayHaveArrived: true)
  static let reset = TransportError(
    code: .unreachable(.reset), message: "the connection was reset", requestMayHaveArrived: true)
  static let timeout = TransportError(
    code: .timeout, message: "no reply within 30 s", requestMayHaveArrived: true)
  static let truncated = TransportError(
    code: .truncated, message: "the reply was cut short", requestMayHaveArrived: true)

  /// Waits until the surrounding task is cancelled, as a request to a silent server does.
  static func neverAnswers() async throws(TransportError) -> HTTPReply {
    while !Task.isCancelled { await Task.yield() }
    throw cancelled
  }
}
