internal import IPGeoByteStreams
internal import Synchronization

/// A file that is too large to be held: read where it is needed, and kept by pages.
///
/// Any thread may read. What is kept is bounded: a page that has the place of another puts it out.
final class PagedFile: Sendable {
  private struct Slot {
    var page = -1
    var bytes: [UInt8] = []
  }

  private let source: ByteSource
  private let stamp: FileStamp
  private let slots: Mutex<[Slot]>
  private let pageSize: Int
  private let slotCount: Int

  /// How many bytes the file has.
  var count: Int { Int(clamping: stamp.length) }

  /// - Parameters:
  ///   - source: The file.
  ///   - stamp: As it was when it was opened.
  ///   - pageSize: The bytes of a page.
  ///   - slotCount: How many pages are kept at most.
  init(_ source: ByteSource, stamp: FileStamp, pageSize: Int = 1 << 14, slotCount: Int = 1 << 12) {
    self.source = source
    self.stamp = stamp
    self.pageSize = max(pageSize, 1)
    self.slotCount = max(slotCount, 1)
    slots = Mutex(Array(repeating: Slot(), count: self.slotCount))
  }

  /// Reads the bytes from a place on; less than `room` only at the end of the file.
  /// - Returns: How many there were.
  func read(at offset: Int, into room: UnsafeMutableRawBufferPointer) throws(Trouble) -> Int {
    let wanted = min(room.count, count - offset)
    guard offset >= 0, wanted > 0 else { return 0 }
    var done = 0
    while done < wanted {
      let place = offset + done
      let (page, start) = place.quotientAndRemainder(dividingBy: pageSize)
      let rest = UnsafeMutableRawBufferPointer(rebasing: room[done..<wanted])
      done += try copy(page, from: start, into: rest)
    }
    return wanted
  }

  /// Reads the bytes from a place on into an array.
  func read(at offset: Int, into bytes: inout [UInt8]) throws(Trouble) -> Int {
    let result = bytes.withUnsafeMutableBytes { room -> Result<Int, Trouble> in
      Result { () throws(Trouble) in try read(at: offset, into: room) }
    }
    return try result.get()
  }

  /// Copies bytes of one page, reading it first where it is not kept.
  private func copy(
    _ page: Int, from start: Int, into room: UnsafeMutableRawBufferPointer
  ) throws(Trouble) -> Int {
    // Neighbours have different places, and so have pages that lie a multiple of the slots apart.
    let slot = Int(UInt(bitPattern: page &* 0x9e37_79b1 &+ page / slotCount) % UInt(slotCount))
    let result = slots.withLock { slots -> Result<Int, Trouble> in
      if slots[slot].page != page {
        slots[slot].page = -1
        if let trouble = load(page, into: &slots[slot].bytes) { return .failure(trouble) }
        slots[slot].page = page
      }
      return .success(
        slots[slot].bytes.withUnsafeBytes { bytes in
          let part = UnsafeRawBufferPointer(rebasing: bytes[start...].prefix(room.count))
          room.copyMemory(from: part)
          return part.count
        })
    }
    return try result.get()
  }

  private func load(_ page: Int, into bytes: inout [UInt8]) -> Trouble? {
    let start = page * pageSize
    let length = min(pageSize, count - start)
    if bytes.count != length { bytes = [UInt8](repeating: 0, count: length) }
    return bytes.withUnsafeMutableBytes { room in
      do throws(SystemError) {
        let got = try source.read(at: Int64(start), into: room)
        // Bytes that were written over would be taken for what they are not.
        let now = try source.stamp()
        if got < length || now != stamp { return .fault(.init(offset: start, cause: .changed)) }
        return nil
      } catch {
        return .system(error)
      }
    }
  }
}
