internal import Dispatch
internal import IPGeoAddresses
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// What the system's resolver says of a name.
enum NameAnswer: Hashable, Sendable {
  /// In its order, each once; at least one.
  case addresses([IPAddress])
  /// There is no such name, or it has no address.
  case none
  /// It could not say; why.
  case failed(String)
  /// It has not said anything in time.
  case late
  /// Nobody waits any more.
  case cancelled
}

/// Asks the system's resolver about names: `/etc/hosts`, DNS and what else it is set up for.
struct NameResolver: Sendable {
  /// What asks; it blocks as long as it likes.
  var ask: @Sendable (String) -> NameAnswer = { Self.system($0) }
  /// How long is waited for an answer, in nanoseconds.
  var deadline: Int64

  /// Names are asked about at the same time, so many of them.
  private static let width = 8

  /// What the resolver says of each name.
  func resolve(_ names: Set<HostNameText>) async -> [HostNameText: NameAnswer] {
    var rest = Array(names)[...]
    return await withTaskGroup(of: (HostNameText, NameAnswer).self) { group in
      func addNext() {
        guard let name = rest.popFirst() else { return }
        group.addTask { (name, await answer(name)) }
      }
      for _ in 0..<Self.width { addNext() }
      var answers: [HostNameText: NameAnswer] = [:]
      while let (name, answer) = await group.next() {
        answers[name] = answer
        addNext()
      }
      return answers
    }
  }

  /// The answer, or `late`: a resolver cannot be stopped, and is left to itself.
  private func answer(_ name: HostNameText) async -> NameAnswer {
    let latch = Latch()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        latch.wait(continuation)
        // On a queue, and with that a thread, of its own: it may hang.
        DispatchQueue(label: "ipgeo.resolver").async { latch.settle(ask(name.text)) }
        let wait = DispatchTimeInterval.nanoseconds(Int(max(0, deadline)))
        DispatchQueue.global().asyncAfter(deadline: .now() + wait) { latch.settle(.late) }
        if Task.isCancelled { latch.settle(.cancelled) }
      }
    } onCancel: {
      latch.settle(.cancelled)
    }
  }

  /// Hands the first of several answers on.
  private final class Latch: Sendable {
    private let waiting = Mutex<CheckedContinuation<NameAnswer, Never>?>(nil)

    func wait(_ continuation: CheckedContinuation<NameAnswer, Never>) {
      waiting.withLock { $0 = continuation }
    }

    func settle(_ answer: NameAnswer) {
      let continuation = waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting
      }
      continuation?.resume(returning: answer)
    }
  }

  // MARK: The system

  private static func system(_ name: String) -> NameAnswer {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    // One entry for each address, not one for each kind of socket.
    #if canImport(Darwin)
      hints.ai_socktype = SOCK_STREAM
    #else
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(name, nil, &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    guard code == 0 else { return answer(forError: code) }
    var addresses: [IPAddress] = []
    var entry = list
    while let here = entry {
      if let address = address(here.pointee), !addresses.contains(address) {
        addresses.append(address)
      }
      entry = here.pointee.ai_next
    }
    return addresses.isEmpty ? .none : .addresses(addresses)
  }

  private static func answer(forError code: Int32) -> NameAnswer {
    if code == EAI_NONAME { return .none }
    #if !canImport(Darwin)
      // A name without an address; not in the headers that Swift sees.
      if code == -5 { return .none }
    #endif
    return .failed(String(cString: gai_strerror(code)).lowercased())
  }

  private static func address(_ entry: addrinfo) -> IPAddress? {
    guard let place = UnsafeRawPointer(entry.ai_addr) else { return nil }
    let length = Int(entry.ai_addrlen)
    switch entry.ai_family {
    case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
      let socket = place.loadUnaligned(as: sockaddr_in.self)
      return IPAddress(ipv4: UInt32(bigEndian: socket.sin_addr.s_addr))
    case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
      let socket = place.loadUnaligned(as: sockaddr_in6.self)
      return withUnsafeBytes(of: socket.sin6_addr) { bytes in
        IPAddress(
          high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
          low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
      }
    default: return nil
    }
  }
}
