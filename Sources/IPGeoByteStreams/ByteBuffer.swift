/// A growing run of bytes that is appended to and handed to `write(2)`; it never shrinks its storage.
///
/// It exists because `Array<UInt8>` pays a uniqueness check and a generic call for each append, which
/// the per-record path feels. The pointer is owned: the buffer is not copyable.
public struct ByteBuffer: ~Copyable {
  /// The first byte; valid for `room` bytes until the next append.
  @usableFromInline var base: UnsafeMutableRawPointer
  @usableFromInline var length: Int
  @usableFromInline var room: Int
  /// Where the storage goes when the buffer does.
  private let pool: StoragePool?

  /// How many bytes hold data.
  @inlinable public var count: Int { length }
  /// How many bytes fit before the storage grows.
  @inlinable public var capacity: Int { room }

  /// Makes an empty buffer with room for `capacity` bytes (at least 16).
  public init(capacity: Int = 4096) {
    room = max(capacity, 16)
    base = .allocate(byteCount: room, alignment: 16)
    length = 0
    pool = nil
  }

  /// Makes an empty buffer of storage that another one had, where the pool has some of that size.
  public init(capacity: Int, from pool: StoragePool) {
    (base, room) = pool.storage(capacity: max(capacity, 16))
    length = 0
    self.pool = pool
  }

  deinit {
    if let pool { pool.put(base, capacity: room) } else { base.deallocate() }
  }

  /// The bytes that hold data; valid until the next mutation.
  @inlinable public var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base, count: length)
  }

  /// Forgets the data and keeps the storage.
  @inlinable public mutating func removeAll() { length = 0 }

  /// Forgets all but the first `length` bytes; a length beyond the data changes nothing.
  public mutating func truncate(to length: Int) { self.length = max(0, min(self.length, length)) }

  /// Makes room for `more` bytes after the data.
  @inlinable public mutating func reserve(_ more: Int) {
    if room &- length < more { grow(by: more) }
  }

  /// Appends one byte.
  @inlinable public mutating func append(_ byte: UInt8) {
    if length == room { grow(by: 1) }
    base.storeBytes(of: byte, toByteOffset: length, as: UInt8.self)
    length &+= 1
  }

  /// Appends a copy of `source`, which must not lie in this buffer.
  @inlinable public mutating func append(_ source: UnsafeRawBufferPointer) {
    guard let start = source.baseAddress else { return }
    reserve(source.count)
    (base + length).copyMemory(from: start, byteCount: source.count)
    length &+= source.count
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
  @inlinable public mutating func fill<Failure: Error>(
    room: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    reserve(room)
    let written = try fill(
      UnsafeMutableRawBufferPointer(start: base + length, count: self.room &- length))
    length &+= max(0, min(written, self.room &- length))
  }

  /// Drops the first `length` bytes and moves the rest to the front.
  public mutating func removeFirst(_ length: Int) {
    let dropped = max(0, min(length, count))
    if dropped == 0 { return }
    base.copyMemory(from: base + dropped, byteCount: count - dropped)
    self.length -= dropped
  }

  @usableFromInline
  mutating func grow(by more: Int) {
    let target = max(room * 2, length + more)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: target, alignment: 16)
    larger.copyMemory(from: base, byteCount: length)
    base.deallocate()
    base = larger
    room = target
  }
}
