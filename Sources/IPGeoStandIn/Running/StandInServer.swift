internal import Dispatch
internal import IPGeoByteStreams
internal import Synchronization

/// A stand-in of ip-api.com and api.open-notify.org on 127.0.0.1, for tests, benchmarks and the
/// demonstration.
///
/// It answers every public address with the same invented place and network each time, keeps the
/// limit's two windows per client address, and goes wrong where its configuration says so.
///
///     let server = try StandInServer(configuration: .init())
///     defer { server.stop() }
///     // ask server.baseURL + "/json/8.8.8.8"
///
/// Each connection has a thread of its own, so an unanswered request costs the others nothing.
public final class StandInServer: Sendable {
  /// What it was made with.
  public let configuration: Configuration
  /// The port it listens on.
  public let port: UInt16

  private let listener: Int32
  private let state: Mutex<State>
  private let threads = DispatchGroup()

  struct State {
    var gate: Gate
    var faults: FaultPlan
    var log: [LoggedRequest] = []
    var requests = 0
    var requestsByEndpoint: [Endpoint: Int] = [:]
    var connections = 0
    var open: Set<Int32> = []
    var isStopped = false
    var isListening = true
  }

  /// Starts to listen; a port of 0 lets the system choose.
  public init(
    configuration: Configuration = Configuration(), port: UInt16 = 0
  ) throws(StandInError) {
    self.configuration = configuration
    (listener, self.port) = try Sockets.listen(port: port)
    state = Mutex(
      State(gate: Gate(configuration), faults: FaultPlan(configuration.faults)))
    threads.enter()
    let isStarted = Sockets.startThread { [self] in
      acceptConnections()
      threads.leave()
    }
    if !isStarted {
      threads.leave()
      Sockets.closeDescriptor(listener)
      throw StandInError("start a thread", 11)
    }
  }

  /// `http://127.0.0.1:` and the port, without a final slash.
  public var baseURL: String { "http://127.0.0.1:\(port)" }

  /// The requests answered so far, in the order of their answers.
  public var log: [LoggedRequest] { state.withLock { $0.log } }

  /// Ends all connections, open requests unanswered, and listens no more.
  ///
  /// May be called again.
  public func stop() {
    state.withLock { state in
      state.isStopped = true
      for descriptor in state.open { Sockets.shutDown(descriptor) }
      if state.isListening { Sockets.shutDown(listener) }
    }
    // The threads hold the server; a peer that reads nothing must not hold the caller.
    _ = threads.wait(timeout: .now() + 5)
  }

  private func acceptConnections() {
    while let (descriptor, peer) = Sockets.accept(listener) {
      let ordinal: Int? = state.withLock { state in
        if state.isStopped { return nil }
        state.connections += 1
        state.open.insert(descriptor)
        return state.connections
      }
      guard let ordinal else {
        Sockets.closeDescriptor(descriptor)
        break
      }
      threads.enter()
      let isStarted = Sockets.startThread { [self] in
        var connection = Connection(
          server: self, descriptor: descriptor, peer: peer, ordinal: ordinal)
        connection.serve()
        forget(descriptor)
        threads.leave()
      }
      if !isStarted {
        forget(descriptor)
        threads.leave()
      }
    }
    state.withLock { state in
      state.isListening = false
      Sockets.closeDescriptor(listener)
    }
  }

  // Closed under the lock: else `stop` could shut down a number that is another's by then.
  private func forget(_ descriptor: Int32) {
    state.withLock { state in
      state.open.remove(descriptor)
      Sockets.closeDescriptor(descriptor)
    }
  }

  // MARK: What connections ask of the server

  /// Numbers a request and finds its fault.
  func take(_ endpoint: Endpoint) -> (number: Int, endpointNumber: Int, fault: Fault?) {
    state.withLock { state in
      state.requests += 1
      state.requestsByEndpoint[endpoint, default: 0] += 1
      let endpointNumber = state.requestsByEndpoint[endpoint, default: 0]
      let fault = state.faults.fault(
        number: state.requests, endpoint: endpoint, endpointNumber: endpointNumber)
      return (state.requests, endpointNumber, fault)
    }
  }

  /// Asks the limit about a request that arrives now.
  func judge(
    peer: UInt32, endpoint: Endpoint, isPaid: Bool
  ) -> (verdict: Verdict, arrival: Int64) {
    state.withLock { state in
      // The instant is taken under the lock, so that the windows see time go forwards.
      let now = Clock.boottimeNanoseconds()
      let verdict = state.gate.judge(peer: peer, endpoint: endpoint, isPaid: isPaid, now: now)
      return (verdict, now)
    }
  }

  /// Logs a request as it is about to be answered: who has the reply finds it in the log.
  func note(_ entry: LoggedRequest, peer: UInt32) {
    state.withLock { state in
      state.log.append(entry)
      if entry.status == 429 {
        state.gate.noteRefusal(peer: peer, now: entry.arrivalNanoseconds)
      }
    }
    configuration.onRequest?(entry)
  }

  var openCount: Int { state.withLock { $0.open.count } }
  var connectionCount: Int { state.withLock { $0.connections } }
}
