public import IPGeoAddresses
public import IPGeoCore

/// What one row says, for `Tally` to count.
///
/// Texts are UTF-8 and empty where nothing is known; they need be valid for the call only.
public struct TallyRow {
  /// Whose row it is.
  public enum Client {
    /// Nobody's that could be told from others.
    case unnamed
    /// An address's.
    case address(IPAddress)
    /// That of text which is no address.
    case text(UnsafeRawBufferPointer)
  }

  /// What the row says of its address; `nil` where it does not say.
  public var status: Status?
  /// Why it has no place, in one word.
  public var reason = TallyRow.nothing
  /// How many rows it stands for, where it is not one of a file.
  public var records: UInt64 = 1
  /// How many records those stand for.
  public var hits: UInt64 = 1
  /// Whose it is.
  public var client = Client.unnamed
  /// Where it is; `nil` where that is not known.
  public var position: Position?
  /// Two-letter country code.
  public var countryCode = TallyRow.nothing
  /// Country name.
  public var country = TallyRow.nothing
  /// Region or state name.
  public var region = TallyRow.nothing
  /// City name.
  public var city = TallyRow.nothing
  /// IANA time zone name.
  public var timezone = TallyRow.nothing
  /// Name of the network.
  public var network = TallyRow.nothing
  /// Autonomous system number.
  public var asn: UInt32?

  /// No text.
  public static var nothing: UnsafeRawBufferPointer { .init(start: nil, count: 0) }

  /// Makes a row that says nothing.
  public init() {}
}
