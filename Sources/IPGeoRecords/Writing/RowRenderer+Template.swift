public import IPGeoAddresses
public import IPGeoByteStreams
public import IPGeoCore

// Rows of addresses that share an answer: what they share is rendered once, as a *template*, and
// each address's own cells are put into it.
extension RowRenderer {
  /// How many segments a template has.
  public var templateSegmentCount: Int { ownColumns.count + 1 }

  /// Renders what all addresses of an answer share: appends the template's segments.
  /// - Parameters:
  ///   - facts: The answer; its address is not looked at.
  ///   - view: What is known of the addresses.
  ///   - out: Where the segments go; they may be moved from there.
  /// - Returns: The lengths of the segments.
  public func prepareTemplate(
    _ facts: AnswerFacts, view: LocationView?, into out: inout ByteBuffer
  ) -> PreparedRow {
    prepare(facts, view: view, into: &out) { $0.isOfRecord || $0.isOfAddress }
  }

  /// Makes an address's segments out of a template.
  /// - Parameters:
  ///   - template: The template's segments.
  ///   - lengths: How long they are.
  ///   - address: The address.
  ///   - network: The network that the answer holds for; nil where there is none.
  ///   - out: Where the segments go; the template must not lie in it.
  /// - Returns: The lengths of the segments, as of `prepare(_:view:into:)`.
  public func fill(
    _ template: UnsafeRawBufferPointer, lengths: UnsafeBufferPointer<UInt32>,
    address: IPAddress, network: AddressPrefix?, into out: inout ByteBuffer
  ) -> PreparedRow {
    var row = PreparedRow()
    var segment = 0
    var start = out.count
    var at = 0
    for (index, column) in ownColumns.enumerated() {
      let length = index < lengths.count ? Int(lengths[index]) : 0
      let end = min(template.count, at &+ length)
      out.append(UnsafeRawBufferPointer(rebasing: template[at..<end]))
      at = end
      if column.isOfRecord {
        row.lengths[segment] = UInt32(truncatingIfNeeded: out.count &- start)
        start = out.count
        segment &+= 1
      } else {
        append(column.field, of: address, network, to: &out)
      }
    }
    out.append(UnsafeRawBufferPointer(rebasing: template[at...]))
    row.lengths[segment] = UInt32(truncatingIfNeeded: out.count &- start)
    return row
  }

  private func append(
    _ field: Field, of address: IPAddress, _ network: AddressPrefix?, to out: inout ByteBuffer
  ) {
    guard field == .address || network != nil else { return append(.nothing, to: &out) }
    let room = IPAddress.maximumTextLength
    withUnsafeTemporaryAllocation(byteCount: room + 4, alignment: 1) { text in
      var length = 0
      if field == .network, let network {
        length = network.address.writeText(
          to: UnsafeMutableRawBufferPointer(rebasing: text[..<room]))
        length += Self.write(length: network.length, to: text, at: length)
      } else {
        length = address.writeText(to: UnsafeMutableRawBufferPointer(rebasing: text[..<room]))
      }
      append(.bytes(UnsafeRawBufferPointer(rebasing: text[..<length])), to: &out)
    }
  }

  /// Writes a slash and a number of up to three digits.
  private static func write(
    length: Int, to text: UnsafeMutableRawBufferPointer, at start: Int
  ) -> Int {
    text[start] = 0x2F
    var count = 1
    for scale in [100, 10, 1] where length >= scale || scale == 1 {
      text[start + count] = UInt8(truncatingIfNeeded: 0x30 + length / scale % 10)
      count += 1
    }
    return count
  }
}
