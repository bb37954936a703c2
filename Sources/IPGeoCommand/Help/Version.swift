internal import CIPGeoVersion

/// The program's version, which `Package.swift` takes from the tag that is built.
enum Version {
  static let number = String(cString: ipgeo_version())

  /// What `ipgeo --version` prints.
  static let line = "ipgeo " + number
}
