/// A growing run of bytes that is appended to and handed to `write(2)`; it never shrinks its storage.
///
/// It exists because `Array<UInt8>` pays a uniqueness check and a generic call for each append, which
/// the per-record path feels. The pointer is owned: the buffer is not copyable.
public struct ByteBuffer: ~Copyable {
  /// The first byte; valid for `capacity` bytes until the next append.
  @usableFromInline private(set) var base: UnsafeMutableRawPointer
  /// How many bytes hold data.
  public private(set) var count: Int
  /// How many bytes fit before the storage grows.
  public private(set) var capacity: Int

  /// Makes an empty buffer with room for `capacity` bytes (at least 16).
  public init(capacity: Int = 4096) {
    self.capacity = max(capacity, 16)
    base = .allocate(byteCount: self.capacity, alignment: 16)
    count = 0
  }

  deinit { base.deallocate() }

  /// The bytes that hold data; valid until the next mutation.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// Forgets the data and keeps the storage.
  public mutating func removeAll() { count = 0 }

  /// Forgets all but the first `length` bytes; a length beyond the data changes nothing.
  public mutating func truncate(to length: Int) { count = max(0, min(count, length)) }

  /// Makes room for `more` bytes after the data.
  public mutating func reserve(_ more: Int) {
    if capacity - count < more { grow(by: more) }
  }

  /// Appends one byte.
  public mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  /// Appends a copy of `source`, which must not lie in this buffer.
  public mutating func append(_ source: UnsafeRawBufferPointer) {
    guard let start = source.baseAddress else { return }
    reserve(source.count)
    (base + count).copyMemory(from: start, byteCount: source.count)
    count += source.count
  }

  /// Appends the UTF-8 bytes of a literal.
  public mutating func append(_ literal: StaticString) {
    append(UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Appends the UTF-8 bytes of `text`.
  public mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Appends `number` in decimal.
  public mutating func append(decimal number: UInt64) {
    if number < 10 { return append(UInt8(48 + number)) }
    withUnsafeTemporaryAllocation(byteCount: 20, alignment: 1) { digits in
      var rest = number
      var at = 20
      repeat {
        at -= 1
        digits[at] = UInt8(48 + rest % 10)
        rest /= 10
      } while rest > 0
      append(UnsafeRawBufferPointer(rebasing: digits[at..<20]))
    }
  }

  /// Lets `fill` write into the free space of at least `room` bytes; it returns how many it wrote.
  ///
  /// When it throws, the data stay as they were.
  public mutating func fill<Failure: Error>(
    room: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    reserve(room)
    let written = try fill(
      UnsafeMutableRawBufferPointer(start: base + count, count: capacity - count))
    count += max(0, min(written, capacity - count))
  }

  /// Drops the first `length` bytes and moves the rest to the front.
  public mutating func removeFirst(_ length: Int) {
    let length = max(0, min(length, count))
    if length == 0 { return }
    base.copyMemory(from: base + length, byteCount: count - length)
    count -= length
  }

  private mutating func grow(by more: Int) {
    let target = max(capacity * 2, count + more)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: target, alignment: 16)
    larger.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = larger
    capacity = target
  }
}
