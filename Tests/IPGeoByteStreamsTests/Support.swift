import Foundation

@testable import IPGeoByteStreams

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A folder of one test's own, removed with it.
final class Scratch {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/ipgeo-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func callAsFunction(_ name: String) -> String { path + "/" + name }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: self(name)))
  }

  func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: self(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  func mode(_ name: String) -> mode_t {
    var info = stat()
    return stat(self(name), &info) == 0 ? info.st_mode & 0o7777 : 0
  }
}

/// A pipe; its ends stay open until they are closed, as threads of a test may still use them.
final class Pipe {
  private(set) var reading: Int32
  private(set) var writing: Int32

  init(isBlocking: Bool = true) {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    (reading, writing) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      if !isBlocking { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }
  }

  func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  /// Hands the end over to someone else to close.
  func takeReading() -> Int32 {
    defer { reading = -1 }
    return reading
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(writing, bytes, bytes.count)
  }
}

/// Without it the first write to a closed pipe ends the tests.
func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

/// Reads until the end.
func readAll(_ descriptor: Int32) -> [UInt8] {
  var all: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = read(descriptor, &block, block.count)
    if count <= 0 { return all }
    all += block.prefix(count)
  }
}

func append(_ text: String, to sink: ByteSink) throws(SystemError) {
  var buffer = ByteBuffer()
  buffer.append(text)
  try sink.append(buffer)
}

extension ByteSource {
  func text(atMost count: Int = 100) throws(SystemError) -> String {
    var room = [UInt8](repeating: 0, count: count)
    var failure: SystemError?
    let length = room.withUnsafeMutableBytes { bytes in
      do throws(SystemError) { return try read(into: bytes) } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return String(decoding: room.prefix(length), as: UTF8.self)
  }
}

/// Runs on a thread of its own, since the body blocks.
func onThread(_ body: @escaping @Sendable () -> Void) {
  Thread { body() }.start()
}
