public import IPGeoAddresses
public import IPGeoCore

/// What a run came to for one distinct address.
public struct AddressRecords {
  /// The address.
  public let address: IPAddress
  /// What became of it; its texts are good for the call alone that this is handed to.
  public let outcome: OutcomeView
  /// How many records it has.
  public let records: UInt64
  /// How many hits those stand for: with one row per address its leading counts summed up, else as
  /// many as records, of which each has a row.
  public let hits: UInt64
}
