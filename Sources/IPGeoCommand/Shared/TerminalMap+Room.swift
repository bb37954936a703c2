internal import IPGeoMaps

extension TerminalMap {
  /// No map is narrower, in columns; a window that is has none, instead of one that it would wrap.
  static let narrowest = 20
}
