import IPGeoAddresses
import IPGeoByteStreams
import IPGeoCore

/// An answer as the board has it; its bytes stay as long as the board does.
struct KeptAnswer {
  var outcome: OutcomeView
  /// Of when it is, in seconds since 1970 UTC; `nil` where that is not known.
  var askedAt: Int64?
  /// Who gave it; `nil`: the run's provider.
  var source: String?
  /// The entry of a book that it is; many addresses share one.
  var entry: UInt32?
  /// How many of the address's 128 bits the network fixes that it holds for.
  var networkBits: UInt8?

  /// The outcome with the network of an address that it is the answer of.
  func outcome(of address: IPAddress) -> OutcomeView {
    guard let networkBits, case .located(var view) = outcome else { return outcome }
    view.network = AddressPrefix(networkBits: networkBits, of: address)
    return .located(view)
  }
}

/// What stands before a packed answer that is an entry of a book, or not the provider's own.
struct AnswerMark {
  /// No packed answer of any other kind begins so: it begins with its status.
  private static let mark: UInt8 = 0x80

  /// The entry; nil where it is none.
  var entry: UInt32?
  /// The number of who gave it.
  var source: Int
  var hasDate: Bool

  func append(to out: inout ByteBuffer) {
    out.append(Self.mark)
    out.append(varint: entry.map { UInt64($0) + 1 } ?? 0)
    out.append(varint: UInt64(source) << 1 | (hasDate ? 1 : 0))
  }

  /// The mark, where there is one, and the packed answer behind it.
  @inline(__always)
  static func split(
    _ bytes: UnsafeRawBufferPointer
  ) -> (head: AnswerMark?, body: UnsafeRawBufferPointer)? {
    guard let first = bytes.first else { return nil }
    if first != mark { return (nil, bytes) }
    var reader = PackedReader(UnsafeRawBufferPointer(rebasing: bytes[1...]))
    let entry = reader.varint()
    let rest = reader.varint()
    let head = AnswerMark(
      entry: entry == 0 ? nil : UInt32(truncatingIfNeeded: entry &- 1),
      source: Int(truncatingIfNeeded: rest >> 1), hasDate: rest & 1 == 1)
    return (head, reader.rest)
  }
}
