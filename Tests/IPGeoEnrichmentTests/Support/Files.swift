import Foundation
import IPGeoByteStreams

/// A file of a test's own that goes away with it.
final class ScratchFile {
  let path: String

  init(_ bytes: [UInt8] = []) throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("ipgeo-enrichment-\(UUID().uuidString)").path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  convenience init(_ text: String) throws { try self.init(Array(text.utf8)) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var bytes: [UInt8] { FileManager.default.contents(atPath: path).map(Array.init) ?? [] }
  var text: String { String(decoding: bytes, as: UTF8.self) }
  var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
  }

  /// A sink that writes to it.
  func sink() throws -> ByteSink { try Self.sink(path) }

  /// A sink that writes to any file or device.
  static func sink(_ path: String) throws -> ByteSink {
    let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    if descriptor < 0 { throw SystemError(code: errno, operation: "open", path: path) }
    return ByteSink(descriptor: descriptor, name: path, closeOnEnd: true)
  }
}

/// A pipe with both ends in the test's hands.
final class Pipe {
  private(set) var readEnd: Int32
  private(set) var writeEnd: Int32

  init() throws {
    // A closed pipe is an error to look at, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw SystemError(code: errno, operation: "create", path: "a pipe")
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    closeReadEnd()
    closeWriteEnd()
  }

  func closeReadEnd() {
    if readEnd >= 0 { close(readEnd) }
    readEnd = -1
  }

  func closeWriteEnd() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }

  func write(_ text: String) {
    var rest = ArraySlice(text.utf8)
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(writeEnd, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads up to and with a line end; `nil` at the end.
  static func readLine(_ descriptor: Int32) -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1 {
      if byte == 0x0A { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}
