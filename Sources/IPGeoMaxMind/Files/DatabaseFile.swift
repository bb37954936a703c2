internal import IPGeoByteStreams

/// The bytes of a database: whole in memory, or read where they are needed.
///
/// The file is never mapped: where a mapped one is cut by somebody else, the next access kills the
/// process.
enum DatabaseFile: Sendable {
  case whole(OwnedBytes)
  case paged(PagedFile)

  var count: Int {
    switch self {
    case .whole(let bytes): bytes.count
    case .paged(let file): file.count
    }
  }

  /// Opens the file at `path`; a short one is read whole.
  static func open(
    _ path: String, _ options: ReaderOptions
  ) throws(Trouble) -> DatabaseFile {
    let source = try opened(path)
    guard source.isRegularFile else { throw .other(.noRegularFile) }
    let stamp = try stamp(of: source)
    if stamp.length > Self.surelyCheap { try refuseOther(source, stamp) }
    if stamp.length <= Int64(clamping: options.wholeLimit),
      let bytes = try whole(source, stamp, options.allocate)
    {
      return .whole(bytes)
    }
    return .paged(
      PagedFile(
        source, stamp: stamp, pageSize: options.pageSize, slotCount: options.pageCount))
  }

  /// Of a longer file its ends are judged before it is read whole.
  private static let surelyCheap: Int64 = 1 << 20

  /// Names what is no database by its ends.
  private static func refuseOther(_ source: ByteSource, _ stamp: FileStamp) throws(Trouble) {
    let tailLength = Int64(MaxMindMetadata.maximumLength)
    let head = try piece(of: source, at: 0, count: OtherFile.judgedLength)
    let tail = try piece(
      of: source, at: max(0, stamp.length - tailLength), count: Int(tailLength))
    if let other = OtherFile.ofEnds(head: head.bytes, tail: tail.bytes) { throw .other(other) }
  }

  private static func piece(
    of source: ByteSource, at offset: Int64, count: Int
  ) throws(Trouble) -> OwnedBytes {
    var bytes = [UInt8](repeating: 0, count: count)
    var length = 0
    var failure: SystemError?
    bytes.withUnsafeMutableBytes { room in
      do throws(SystemError) { length = try source.read(at: offset, into: room) } catch {
        failure = error
      }
    }
    if let failure { throw .system(failure) }
    return OwnedBytes(Array(bytes.prefix(length)))
  }

  private static func opened(_ path: String) throws(Trouble) -> ByteSource {
    do throws(SystemError) { return try ByteSource(path: path) } catch {
      throw error.isDirectory ? .other(.directory) : .system(error)
    }
  }

  private static func stamp(of source: ByteSource) throws(Trouble) -> FileStamp {
    do throws(SystemError) { return try source.stamp() } catch { throw .system(error) }
  }

  /// All bytes; `nil` where there is no memory for them.
  private static func whole(
    _ source: ByteSource, _ stamp: FileStamp, _ allocate: OwnedBytes.Allocation
  ) throws(Trouble) -> OwnedBytes? {
    let length = Int(clamping: stamp.length)
    let bytes = try OwnedBytes(count: length, from: allocate) { room throws(Trouble) in
      do throws(SystemError) {
        if try source.read(at: 0, into: room) == length { return }
      } catch {
        throw .system(error)
      }
      throw .fault(MaxMindFault(offset: length, cause: .changed))
    }
    // Half of an old file and half of a new one would be read as damage.
    if try self.stamp(of: source) != stamp {
      throw .fault(MaxMindFault(offset: 0, cause: .changed))
    }
    return bytes
  }

  /// Reads from a place on; less than `count` only at the end of the file.
  func bytes(at offset: Int, count: Int) throws(Trouble) -> OwnedBytes {
    let length = max(0, min(count, self.count - offset))
    switch self {
    case .whole(let all):
      return all.withBytes { OwnedBytes(Array($0[offset..<(offset + length)])) }
    case .paged(let file):
      var bytes = [UInt8](repeating: 0, count: length)
      _ = try file.read(at: offset, into: &bytes)
      return OwnedBytes(bytes)
    }
  }
}
