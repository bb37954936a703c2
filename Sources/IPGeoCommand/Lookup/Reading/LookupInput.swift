internal import IPGeoAddresses
internal import IPGeoByteStreams
internal import IPGeoRecords

/// Makes items of the command line and of standard input.
enum LookupInput {
  /// More is a job for batch, whose memory does not grow with its input.
  static let mostLines = 10_000
  private static let mostBytes = 16 << 20

  /// The items of the words in their order, oneself first; the lines of standard input where `-`
  /// stands.
  ///
  /// It waits for standard input.
  static func items(_ options: LookupOptions) throws(CommandFault) -> [LookupItem] {
    var items: [LookupItem] = options.asksOwn ? [.own] : []
    for word in options.addresses {
      if word == "-" {
        items += try lines(of: ByteSource(descriptor: 0, name: "standard input"))
      } else {
        let item = LookupItem(Array(word.utf8))
        // As an unset variable is, with blanks around it.
        if item.text.isEmpty {
          throw CommandFault(.usage, UsageError.noAddress(isEmpty: true).message)
        }
        items.append(item)
      }
    }
    return items
  }

  /// One item for each line that is not blank.
  static func lines(of source: ByteSource) throws(CommandFault) -> [LookupItem] {
    let bytes = try read(source)
    var items: [LookupItem] = []
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (number, line) in zip(1..., lines) {
      let isBlank = line.withUnsafeBytes { AddressToken.trimmed($0).isEmpty }
      if isBlank { continue }
      if items.count == mostLines { throw tooMuch("\(mostLines.groupedDigits) addresses", source) }
      items.append(LookupItem(Array(line), line: number))
    }
    return items
  }

  private static func read(_ source: ByteSource) throws(CommandFault) -> [UInt8] {
    var buffer = ByteBuffer()
    var before = -1
    do throws(SystemError) {
      while buffer.count > before, buffer.count <= mostBytes {
        before = buffer.count
        try buffer.fill(room: 64 << 10) { (room) throws(SystemError) in
          try source.read(into: room)
        }
      }
    } catch {
      throw CommandFault(.unreadableInput, error.description)
    }
    if buffer.count > mostBytes { throw tooMuch("16 MiB", source) }
    return Array(buffer.bytes)
  }

  private static func tooMuch(_ amount: String, _ source: ByteSource) -> CommandFault {
    CommandFault(
      .badInput,
      "\(source.name) holds more than \(amount), which is too much for lookup; use: ipgeo batch")
  }
}
