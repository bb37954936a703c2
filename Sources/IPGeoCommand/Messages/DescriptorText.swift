#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Writes short texts to a descriptor, whole.
enum DescriptorText {
  /// Writes all of `text` by `write(2)`, in one call where the system takes it so.
  ///
  /// A full pipe that does not block is waited for, five seconds at most for each part.
  /// - Returns: 0, or the `errno` of what went wrong.
  static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty {
        let count = send(descriptor, start, rest.count)
        if count > 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[min(count, rest.count)...])
          continue
        }
        let code = count < 0 ? errno : EIO
        if !mayGoOn(after: code, descriptor) { return code }
      }
      return 0
    }
  }

  private static func send(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, start, count)
    #else
      Glibc.write(descriptor, start, count)
    #endif
  }

  private static func mayGoOn(after code: Int32, _ descriptor: Int32) -> Bool {
    if code == EINTR { return true }
    guard code == EAGAIN else { return false }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    let ready = poll(&waiting, 1, 5_000)
    return ready == 1 || (ready < 0 && errno == EINTR)
  }
}
