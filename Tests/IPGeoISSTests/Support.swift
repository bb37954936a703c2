import IPGeoCore
import IPGeoISS
import IPGeoTransport
import Synchronization
import Testing

/// A transport that gives what a test's list says, in turn, and takes its time on a clock of its own.
final class ScriptedTransport: HTTPTransport {
  struct State {
    var script: [Result<HTTPReply, TransportError>]
    var requests: [HTTPRequest] = []
    var now: Int64 = 0
    var pauses: [Int64] = []
  }

  let state: Mutex<State>
  private let cost: Int64

  /// Each exchange takes `cost` nanoseconds.
  init(_ script: [Result<HTTPReply, TransportError>], cost: Int64 = 0) {
    state = Mutex(State(script: script))
    self.cost = cost
  }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  var pauses: [Int64] { state.withLock { $0.pauses } }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPReply {
    let next: Result<HTTPReply, TransportError> = state.withLock { state in
      state.requests.append(request)
      state.now += cost
      return state.script.isEmpty
        ? .failure(TransportError(code: .timeout, message: "nothing left"))
        : state.script.removeFirst()
    }
    return try next.get()
  }

  /// The service that asks it; it waits on the transport's clock only.
  func service(url: String = StationService.standardURL) -> StationService {
    StationService(
      url: url, transport: self, clock: { self.state.withLock { $0.now } },
      pause: { pause in
        self.state.withLock {
          $0.pauses.append(pause)
          $0.now += pause
        }
      })
  }
}

let refused = TransportError(
  code: .unreachable(.connect), message: "cannot connect to 127.0.0.1:1: connection refused")

let good =
  #"{"message":"success","timestamp":1700000000,"#
  + #""iss_position":{"latitude":"-12.5000","longitude":"170.1234"}}"#

func reply(_ body: String, status: Int = 200, _ headers: [String: String] = [:]) -> HTTPReply {
  HTTPReply(
    status: status, headerLines: headers.map { HTTPReply.HeaderLine(name: $0, value: $1) },
    body: Array(body.utf8))
}

func fix(_ latitude: Double, _ longitude: Double, _ timestamp: Int64) throws -> StationFix {
  StationFix(
    position: try #require(Position(latitude: latitude, longitude: longitude)),
    timestamp: timestamp)
}
