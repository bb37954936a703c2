internal import IPGeoAPI

/// What a look-up by hand takes of the service's limits.
///
/// Up to a few addresses it takes single look-ups alone, never a batch, and all of them: runs of
/// batch leave it a ninth. With more it asks as they do, and leaves that ninth, too.
struct LookupShare: Hashable, Sendable {
  /// As many addresses as look-ups that stay free in a minute.
  static let few = 5

  /// How many addresses are to be asked about.
  var addresses: Int

  /// Has a provider take that share.
  func apply(to configuration: inout IPAPIProvider.Configuration) {
    let isFew = addresses <= Self.few
    configuration.usesBatches = !isFew
    configuration.leavesSingleLookUps = !isFew
  }
}
