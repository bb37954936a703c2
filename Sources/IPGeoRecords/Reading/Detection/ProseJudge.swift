internal import IPGeoAddresses

/// Tells text that has addresses in it from a list of addresses.
enum ProseJudge {
  /// How many lines decide.
  private static let lineCount = 5000

  /// Whether more lines have an address among other words than stand for themselves.
  ///
  /// A line of one word is a list's, whatever is wrong with it, as a network is no text with an
  /// address; but where no line at all is as a list has it, nothing speaks for one.
  static func isText(_ head: UnsafeRawBufferPointer, isWhole: Bool, _ client: ClientRule) -> Bool {
    let end = isWhole ? head.count : LineCutter.lastStart(in: head, 0..<head.count) ?? head.count
    var cutter = LineCutter(head, 0..<end)
    var (prose, listed, addresses) = (0, 0, 0)
    while prose + listed < lineCount, let line = cutter.next() {
      let bytes = UnsafeRawBufferPointer(rebasing: head[line])
      let text = AddressToken.trimmed(bytes)
      if text.isEmpty { continue }
      if isListed(bytes, client) {
        listed += 1
        addresses += 1
      } else if !hasWords(UnsafeRawBufferPointer(rebasing: bytes[text])) {
        listed += 1
      } else if TextFinder.holdsAddress(bytes) {
        prose += 1
      }
    }
    return prose > (addresses > 0 ? listed : 0)
  }

  private static func hasWords(_ text: UnsafeRawBufferPointer) -> Bool {
    text.contains { $0 == 0x20 || $0 == 0x09 }
  }

  private static func isListed(_ line: UnsafeRawBufferPointer, _ client: ClientRule) -> Bool {
    var found = Findings(maximumLine: .max)
    _ = ListFinder(client: client).find(
      in: line, lines: 0..<line.count, mayGoOn: false, into: &found)
    guard let record = found.records.first else { return true }
    // A forwarded list is one where the rule finds no client in it, too.
    return record.reason == nil || record.isForwarded
  }
}
