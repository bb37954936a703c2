public import IPGeoAddresses

/// Answers at hand: nobody is asked for them, and many addresses share one.
///
/// What addresses share is an *entry*. Entries are numbered from 0, in the order in which they are
/// first found, so that what was made of one can be kept by its number. Any thread may call.
public protocol AnswerBook: Sendable {
  /// Looks addresses up.
  /// - Parameters:
  ///   - addresses: What to look up, none of them special; some thousand at most.
  ///   - finds: Gets what each of them has, in their order; what stood there is dropped.
  /// - Returns: How many entries are numbered so far.
  func find(_ addresses: [IPAddress], into finds: inout [BookFind]) -> Int

  /// What an entry says.
  /// - Parameters:
  ///   - entry: A number that `find(_:into:)` gave.
  ///   - body: Takes the answer, which is good for the call alone.
  func withAnswer(of entry: UInt32, _ body: (BookAnswer) -> Void)
}

/// What a book has of an address.
public struct BookFind: Hashable, Sendable, BitwiseCopyable {
  /// The entry that it shares with others.
  public var entry: UInt32
  /// How many of its 128 bits the network fixes that the entry holds for; IPv4 counts from 96.
  public var networkBits: UInt8

  /// Names an entry and how large the network is.
  public init(entry: UInt32, networkBits: UInt8) {
    self.entry = entry
    self.networkBits = networkBits
  }
}

/// What an entry of a book says.
public struct BookAnswer {
  /// What it comes to: `located` without a network, `unknown` or `failed`.
  public var outcome: OutcomeView
  /// Who says so, as the `source` column has it.
  public var source: String
  /// Of when it is, in seconds since 1970 UTC (POSIX time); `nil` where that is not known.
  public var askedAt: Int64?

  /// Makes an answer.
  public init(outcome: OutcomeView, source: String, askedAt: Int64?) {
    self.outcome = outcome
    self.source = source
    self.askedAt = askedAt
  }
}

extension AddressPrefix {
  /// How many of an address's 128 bits are fixed; IPv4 counts from 96.
  public var networkBits: UInt8 { UInt8(clamping: length + (address.isIPv4 ? 96 : 0)) }

  /// The network of a find: so many of the address's 128 bits are fixed, IPv4 counting from 96.
  ///
  /// One that is larger than all of IPv4 is cut to it: the row is about an IPv4 address.
  public init(networkBits: UInt8, of address: IPAddress) {
    let offset = address.isIPv4 ? 96 : 0
    let length = max(0, min(128, Int(networkBits)) - offset)
    self = AddressPrefix(address, length: length) ?? AddressPrefix(of: address)
  }
}
