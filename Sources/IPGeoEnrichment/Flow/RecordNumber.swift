/// Which address a record has: its number, and whether the record spells it in its canonical text.
///
/// Four bytes a record are all that the writer reads of most of them.
struct RecordNumber: BitwiseCopyable, Equatable {
  private static let canonicalBit: UInt32 = 1 << 31

  /// Stands where a record holds no address, or one beyond those that there are numbers for.
  static let none = RecordNumber(bits: .max)

  /// Stands where a record is another shard's: it gets no row here.
  static let elsewhere = RecordNumber(bits: .max - 1)

  private let bits: UInt32

  private init(bits: UInt32) { self.bits = bits }

  /// - Parameters:
  ///   - number: The address's number, below `AddressIndex.maximumCount`.
  ///   - isCanonical: Whether all that is told of the record's spelling is the address itself.
  @inline(__always)
  init(_ number: UInt32, isCanonical: Bool = false) {
    bits = number | (isCanonical ? Self.canonicalBit : 0)
  }

  /// The address's number; means nothing where there is none.
  var number: UInt32 {
    @inline(__always) get { bits & ~Self.canonicalBit }
  }

  /// Whether the spelling is the address's canonical text.
  var isCanonical: Bool {
    @inline(__always) get { bits & Self.canonicalBit != 0 && bits < Self.elsewhere.bits }
  }

  /// Whether there is no number.
  var isNone: Bool {
    @inline(__always) get { bits >= Self.elsewhere.bits }
  }

  /// Whether the record is another shard's; it has no number then.
  var isElsewhere: Bool {
    @inline(__always) get { bits == Self.elsewhere.bits }
  }
}
