/// The program's version: the one place that says it.
enum Version {
  static let number = "0.1.0-dev"

  /// What `ipgeo --version` prints.
  static let line = "ipgeo " + number
}
