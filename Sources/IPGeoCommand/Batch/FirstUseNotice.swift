internal import IPGeoAPI

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// One line for a terminal's user, the first time: what the free service means for the addresses.
enum FirstUseNotice {
  /// Says it where messages go to a terminal, the free service is asked, and it was not said before.
  ///
  /// That it was said is noted by an empty file in the user's state folder. Where there is no such
  /// folder it is said each time; with `-q` neither said nor noted.
  static func sayOnce(
    asking: BatchOptions.Asking, environment: [String: String], isTerminal: Bool,
    diagnostics: Diagnostics
  ) {
    guard isTerminal, diagnostics.level > .quiet, asking.address.isPublicService,
      asking.key == nil, !asking.isOff
    else { return }
    let folder = stateFolder(environment)
    let mark = folder.map { $0 + "/told-of-plain-http" }
    if let mark, access(mark, F_OK) == 0 { return }
    diagnostics.note(
      "addresses go to ip-api.com over plain HTTP; its free service is for non-commercial use")
    guard let folder, let mark else { return }
    makeFolders(folder)
    let descriptor = open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    if descriptor >= 0 { _ = close(descriptor) }
  }

  /// `$XDG_STATE_HOME/ipgeo`, else `~/.local/state/ipgeo`; only absolute paths count.
  private static func stateFolder(_ environment: [String: String]) -> String? {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/ipgeo" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.local/state/ipgeo"
  }

  private static func makeFolders(_ path: String) {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      _ = mkdir(made, 0o700)
    }
  }
}
