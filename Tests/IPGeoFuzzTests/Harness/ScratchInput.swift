import IPGeoByteStreams

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file of no name whose content is one input after the other, and a way to give it in pieces.
final class ScratchInput {
  private let descriptor: Int32
  /// Where the file is to be had by name, for as long as this lives.
  let path: String

  init(folder: String = "/tmp") throws {
    path = "\(folder)/ipgeo-fuzz-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw Breach("\(path) cannot be made") }
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  /// Makes this the file's content, and reads it from the start.
  func source(_ bytes: [UInt8]) throws -> ByteSource {
    try write(bytes)
    return ByteSource(descriptor: descriptor, name: "input")
  }

  /// Makes this the file's content.
  func write(_ bytes: [UInt8]) throws {
    ftruncate(descriptor, 0)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done, off_t(done))
      }
      if count <= 0 { throw Breach("\(path) cannot be written") }
      done += count
    }
    lseek(descriptor, 0, SEEK_SET)
  }
}

/// A pipe that is filled by whoever reads from it, piece by piece.
final class PieceFeed {
  let reading: Int32
  private var writing: Int32
  private var rest: ArraySlice<UInt8>
  private var pieces: ArraySlice<Int>

  init(_ bytes: [UInt8], pieces: [Int]) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Breach("a pipe cannot be made") }
    (reading, writing) = (ends[0], ends[1])
    rest = bytes[...]
    self.pieces = pieces[...]
  }

  deinit {
    close(reading)
    end()
  }

  /// Sends the next piece, which the pipe must have room for; after the last one, the end.
  func feed() {
    guard let length = pieces.popFirst() else { return end() }
    let piece = rest.prefix(length)
    rest = rest.dropFirst(length)
    _ = piece.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
  }

  private func end() {
    if writing >= 0 { close(writing) }
    writing = -1
  }
}
