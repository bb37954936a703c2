extension Version {
  /// The day that pages of the manual are of, as mdoc writes it: that of the newest version in the
  /// CHANGELOG, or where it has none yet the day of their last change.
  ///
  /// Not the day on which they are made: the same source gives the same pages.
  static let day = "November 30, 2026"
}
