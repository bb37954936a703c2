internal import IPGeoAddresses
internal import IPGeoCore

/// Finds one address in each line of any text: the first public one that stands alone.
///
/// Where none is public, it is the line's first; where the caller wants the first or the last one, it
/// is that, public or not. Proxies are not asked of: text says nothing of who forwarded what. Bytes
/// are searched, so that a line in an unknown encoding holds its address all the same.
struct TextFinder: RecordFinder {
  private let choice: ClientRule.Choice

  init(client: ClientRule) { choice = client.choice }

  var layout: InputLayout { InputLayout(format: .text) }

  /// Whether an address stands alone somewhere in a line.
  static func holdsAddress(_ line: UnsafeRawBufferPointer) -> Bool {
    var scan = AddressScan(line, 0..<line.count)
    return scan.next() != nil
  }

  func find(
    in bytes: UnsafeRawBufferPointer, lines: Range<Int>, mayGoOn: Bool, into found: inout Findings
  ) -> Int {
    var cutter = LineCutter(bytes, lines)
    while let line = cutter.next() {
      judge(line, in: bytes, into: &found)
      found.lines &+= 1
    }
    return lines.upperBound
  }

  func isSkipped(_ start: UnsafeRawBufferPointer) -> Bool { false }

  private func judge(
    _ line: Range<Int>, in bytes: UnsafeRawBufferPointer, into found: inout Findings
  ) {
    let line = Hole.text(of: line, in: bytes)
    if line.count > found.maximumLine { return found.addLongLine(line, in: bytes) }
    var record: FoundRecord
    if let place = choose(in: bytes, line) {
      record = FoundRecord(
        address: place.address, text: place.text.short, spelling: place.spelling.short,
        lineOffset: found.lines, port: place.port)
    } else {
      let inner = AddressToken.trimmed(UnsafeRawBufferPointer(rebasing: bytes[line]))
      if inner.isEmpty {
        found.blankLines += 1
        return
      }
      record = FoundRecord(
        invalid: .noAddress, text: inner.moved(by: line.lowerBound).short, lineOffset: found.lines)
    }
    record.whole = line.short
    found.records.append(record)
  }

  private func choose(
    in bytes: UnsafeRawBufferPointer, _ line: Range<Int>
  ) -> AddressScan.Place? {
    var scan = AddressScan(bytes, line)
    guard let first = scan.next() else { return nil }
    switch choice {
    case .first: return first
    case .firstPublic:
      var place = first
      while place.address.specialBlock != nil {
        guard let next = scan.next() else { return first }
        place = next
      }
      return place
    case .last:
      var last = first
      while let next = scan.next() { last = next }
      return last
    }
  }
}
