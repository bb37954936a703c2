internal import IPGeoAddresses
internal import IPGeoCore

/// Chooses the client's address among entries that come one by one.
///
/// It is for a list that is no single text, such as a JSON array of strings: give each string to
/// `take(_:at:)` and each other value to `takeNothing()`, in order, then ask for the `finding(in:)`.
/// A string may be a list itself, as where a header that came twice is logged as two strings; its
/// entries count as if they stood in the outer list.
public struct ClientChooser: Sendable {
  /// How many entries were taken that are not empty.
  ///
  /// Once `isSettled`, what more there is in a text need not be counted.
  public private(set) var count = 0
  /// Whether some text was a Forwarded header (RFC 7239).
  public private(set) var isForwarded = false
  /// Whether some entry was neither an address nor a word for none, or not as its header has them.
  private(set) var hasOtherText = false

  private let rule: ClientRule
  private var chosen: Entry?
  /// Whether nothing that comes can change what is chosen.
  ///
  /// The caller may stop then; it does not have to.
  public private(set) var isSettled = false
  /// The left-most address, which is the client's where all are trusted.
  private var leftMost: Entry?
  /// Whether an entry came that is no trusted proxy.
  private var hasUntrusted = false

  private struct Entry {
    var address: IPAddress
    var spelling: Range<Int>
    var port: UInt16?
  }

  /// Starts with no entries.
  public init(_ rule: ClientRule) { self.rule = rule }

  /// Takes a text: one entry, or a list of them.
  /// - Parameters:
  ///   - text: The text, without quotes and escapes of its format; empty text is no entry.
  ///   - start: Where it starts in what the finding's `spelling` is to be a range of.
  public mutating func take(_ text: UnsafeRawBufferPointer, at start: Int) {
    take(text, at: start, stopsWhenSettled: true)
  }

  /// Takes an entry that holds no address, such as a JSON `null`.
  public mutating func takeNothing() { add(nil) }

  /// What the rule says of the entries so far.
  /// - Parameter whole: The range that is the spelling where no address is found.
  /// - Returns: An address, or `no-address`. It counts as a list where two entries or a Forwarded
  ///   header were taken.
  public func finding(in whole: Range<Int>) -> ClientRule.Finding {
    let isList = isForwarded || count > 1
    guard let entry = hasUntrusted || rule.trustedProxies.isEmpty ? chosen : leftMost else {
      return ClientRule.Finding(
        result: .invalid(.noAddress), spelling: whole, port: nil, isForwarded: isList)
    }
    return ClientRule.Finding(
      result: .address(entry.address), spelling: entry.spelling, port: entry.port,
      isForwarded: isList)
  }

  mutating func take(
    _ text: UnsafeRawBufferPointer, at start: Int, stopsWhenSettled: Bool
  ) {
    if let address = IPAddress(bytes: text) {
      return add(Entry(address: address, spelling: start..<(start + text.count)))
    }
    if ForwardedHeader.isOne(text) {
      isForwarded = true
      var header = ForwardedHeader(text)
      while !(stopsWhenSettled && isSettled), let element = header.next() {
        if !element.isWellFormed { hasOtherText = true }
        add(element.node.flatMap { $0.token(in: text) }, at: start)
      }
      return
    }
    var entries = ListEntries(text)
    // Whether there are two decides whether it is a list.
    while !(stopsWhenSettled && isSettled && count > 1), let entry = entries.next() {
      takeOne(UnsafeRawBufferPointer(rebasing: text[entry]), at: start + entry.lowerBound)
    }
  }

  private mutating func takeOne(_ text: UnsafeRawBufferPointer, at start: Int) {
    if case .success(let token) = AddressToken.parse(text) { return add(token, at: start) }
    if !hasOtherText {
      hasOtherText = !Placeholder.matches(text) && !Placeholder.isObfuscated(text)
    }
    add(nil)
  }

  private mutating func add(_ token: AddressToken?, at start: Int) {
    add(
      token.map {
        Entry(address: $0.address, spelling: $0.spelling.moved(by: start), port: $0.port)
      })
  }

  private mutating func add(_ entry: Entry?) {
    count &+= 1
    guard rule.trustedProxies.isEmpty else { return addByTrust(entry) }
    guard let entry, !isSettled else { return }
    switch rule.choice {
    case .first:
      chosen = entry
      isSettled = true
    case .last: chosen = entry
    case .firstPublic:
      isSettled = entry.address.specialBlock == nil
      if isSettled || chosen == nil { chosen = entry }
    }
  }

  /// Of the entries that are no trusted proxy, the last to come is the right-most.
  private mutating func addByTrust(_ entry: Entry?) {
    if leftMost == nil { leftMost = entry }
    if let entry, rule.trustedProxies.contains(where: { $0.contains(entry.address) }) { return }
    chosen = entry
    hasUntrusted = true
  }
}
