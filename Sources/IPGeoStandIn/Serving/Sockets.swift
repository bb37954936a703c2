internal import IPGeoByteStreams

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The system calls of the server, with their differences between platforms.
enum Sockets {
  /// A listening socket on 127.0.0.1, and its port.
  static func listen(port: UInt16) throws(StandInError) -> (descriptor: Int32, port: UInt16) {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(
        AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw StandInError("socket", errno) }
    setOption(descriptor, SOL_SOCKET, SO_REUSEADDR)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bindAndListen(descriptor, $0, &length)
      }
    }
    guard isBound else {
      let code = errno
      close(descriptor)
      throw StandInError("listen on 127.0.0.1:\(port)", code)
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  private static func bindAndListen(
    _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: inout socklen_t
  ) -> Bool {
    bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
      && Self.listen(descriptor)
  }

  private static func listen(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      Darwin.listen(descriptor, 1024) == 0
    #else
      Glibc.listen(descriptor, 1024) == 0
    #endif
  }

  /// The next connection and its peer's IPv4 address; `nil` when the listener was shut down.
  static func accept(_ listener: Int32) -> (descriptor: Int32, peer: UInt32)? {
    while true {
      var address = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let descriptor = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { acceptCall(listener, $0, &length) }
      }
      if descriptor >= 0 {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
        #if canImport(Darwin)
          setOption(descriptor, SOL_SOCKET, SO_NOSIGPIPE)
        #endif
        return (descriptor, UInt32(bigEndian: address.sin_addr.s_addr))
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: _ = usleep(10_000)
      default: return nil
      }
    }
  }

  private static func acceptCall(
    _ listener: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: inout socklen_t
  ) -> Int32 {
    #if canImport(Darwin)
      Darwin.accept(listener, address, &length)
    #else
      Glibc.accept(listener, address, &length)
    #endif
  }

  private static func setOption(_ descriptor: Int32, _ level: Int32, _ name: Int32) {
    var one: Int32 = 1
    _ = setsockopt(descriptor, level, name, &one, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Reads what is there, at most the room's size; 0 at the end and on any error.
  static func receive(_ descriptor: Int32, _ room: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = recv(descriptor, room.baseAddress, room.count, 0)
      if count >= 0 { return count }
      if errno != EINTR { return 0 }
    }
  }

  /// Sends everything; `false` when the peer is gone.
  static func send(_ descriptor: Int32, _ bytes: some Sequence<UInt8>) -> Bool {
    let isSent: Bool? = bytes.withContiguousStorageIfAvailable { sendAll(descriptor, $0) }
    return isSent ?? Array(bytes).withUnsafeBufferPointer { sendAll(descriptor, $0) }
  }

  private static func sendAll(_ descriptor: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = UnsafeRawBufferPointer(bytes)
    while !rest.isEmpty {
      let count = sendCall(descriptor, rest, flags)
      if count < 0 {
        if errno == EINTR { continue }
        return false
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[min(count, rest.count)...])
    }
    return true
  }

  private static func sendCall(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32
  ) -> Int {
    #if canImport(Darwin)
      Darwin.send(descriptor, bytes.baseAddress, bytes.count, flags)
    #else
      Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
    #endif
  }

  /// Waits that long, or until the peer has gone; `nil` waits for the latter alone.
  static func pause(_ descriptor: Int32, milliseconds: Int?) {
    let end = milliseconds.map { Clock.boottimeNanoseconds() &+ Int64($0) &* 1_000_000 }
    while true {
      var wait: Int32 = 60_000
      if let end {
        let left = end &- Clock.boottimeNanoseconds()
        if left <= 0 { return }
        wait = Int32(clamping: (left &+ 999_999) / 1_000_000)
      }
      // Without a time to wait for there is nothing left to say to a peer that has finished
      // sending; with one it may still read.
      let events = milliseconds == nil ? peerFinished : 0
      var poller = pollfd(fd: descriptor, events: events, revents: 0)
      if poll(&poller, 1, wait) > 0 { return }
    }
  }

  private static var peerFinished: Int16 {
    #if canImport(Darwin)
      Int16(POLLIN)
    #else
      0x2000  // POLLRDHUP, which the importer leaves out.
    #endif
  }

  /// Makes `close` send a reset.
  static func resetOnClose(_ descriptor: Int32) {
    var linger = linger(l_onoff: 1, l_linger: 0)
    _ = setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
  }

  /// Wakes whoever is blocked on the descriptor.
  static func shutDown(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

  /// Runs `work` on a thread of its own; `false` when there is none to be had.
  static func startThread(_ work: @escaping @Sendable () -> Void) -> Bool {
    final class Work {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // Hundreds of connections at once: the usual 8 MB each would be too much to promise.
    pthread_attr_setstacksize(&attributes, 512 << 10)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let box = Unmanaged.passRetained(Work(work))
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(
        &thread, &attributes,
        { argument in
          Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
          return nil
        }, box.toOpaque())
    #else
      var thread = pthread_t()
      let code = pthread_create(
        &thread, &attributes,
        { argument in
          if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
          return nil
        }, box.toOpaque())
    #endif
    if code != 0 { box.release() }
    return code == 0
  }
}

/// Why the server could not start.
public struct StandInError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's error number.
  public let code: Int32
  /// What failed and why, in one line.
  public let description: String

  init(_ operation: String, _ code: Int32) {
    self.code = code
    description = "\(operation): \(String(cString: strerror(code)))"
  }
}
