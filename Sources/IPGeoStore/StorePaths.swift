#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Where the store and the limit file are, unless somebody names another place.
///
/// A place comes from the option, else from the program's own variable, else from an absolute
/// `XDG_…` folder, else from an absolute `HOME`, else from the user's entry in the password database.
/// What is relative or empty in a variable of the system is passed over, so that nothing is ever
/// made in the current folder; only a person may name a place there.
public struct StorePaths: Sendable {
  /// The folder of a limit file that all users of a machine share.
  static let sharedFolder = "/var/lib/ipgeo"

  private let variable: @Sendable (String) -> String?
  private let accountHome: @Sendable () -> String?
  private let isWritableFolder: @Sendable (String) -> Bool

  /// Looks at the environment and the account of this process.
  public init(variable: @escaping @Sendable (String) -> String?) {
    self.init(
      variable: variable, accountHome: { Self.homeOfAccount() },
      isWritableFolder: { FileSystem.facts($0)?.isFolder == true && access($0, W_OK) == 0 })
  }

  init(
    variable: @escaping @Sendable (String) -> String?,
    accountHome: @escaping @Sendable () -> String?,
    isWritableFolder: @escaping @Sendable (String) -> Bool
  ) {
    self.variable = variable
    self.accountHome = accountHome
    self.isWritableFolder = isWritableFolder
  }

  /// A limit file, and whether several users share it.
  public struct LimitPlace: Hashable, Sendable {
    /// Where the file is.
    public var path: String
    /// Whether it is the machine's, whose mode stays as it is.
    public var isShared: Bool
  }

  /// Where answers are kept: `--cache`, `IPGEO_CACHE`, `$XDG_CACHE_HOME/ipgeo/answers.db`,
  /// `~/.cache/ipgeo/answers.db`.
  /// - Returns: nil when there is no such place: the run keeps nothing.
  public func answers(option: String?) -> String? {
    named(option, "IPGEO_CACHE")
      ?? folder("XDG_CACHE_HOME", ".cache").map { $0 + "/ipgeo/answers.db" }
  }

  /// Where the limit is kept: `--limit-file`, `IPGEO_LIMIT_FILE`, `/var/lib/ipgeo/limit.db` where
  /// that folder is there and can be written, `$XDG_STATE_HOME/ipgeo/limit.db`,
  /// `~/.local/state/ipgeo/limit.db`.
  /// - Returns: nil when there is no such place: the process keeps a limit of its own.
  public func limit(option: String?) -> LimitPlace? {
    if let path = named(option, "IPGEO_LIMIT_FILE") {
      // One that is named may be shared as well: its mode is its owner's business.
      return LimitPlace(path: path, isShared: true)
    }
    if isWritableFolder(Self.sharedFolder) {
      return LimitPlace(path: Self.sharedFolder + "/limit.db", isShared: true)
    }
    return folder("XDG_STATE_HOME", ".local/state").map {
      LimitPlace(path: $0 + "/ipgeo/limit.db", isShared: false)
    }
  }

  private func named(_ option: String?, _ name: String) -> String? {
    if let option { return option }
    return variable(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  private func folder(_ name: String, _ belowHome: String) -> String? {
    if let folder = absolute(variable(name)) { return folder }
    guard let home = absolute(variable("HOME")) ?? absolute(accountHome()) else { return nil }
    return (home == "/" ? "" : home) + "/" + belowHome
  }

  /// An absolute path without slashes at its end; nil for anything else.
  private func absolute(_ path: String?) -> String? {
    guard var path, path.hasPrefix("/") else { return nil }
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  private static func homeOfAccount() -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var room = [CChar](repeating: 0, count: 16_384)
    let code = getpwuid_r(geteuid(), &entry, &room, room.count, &found)
    guard code == 0, let home = found?.pointee.pw_dir else { return nil }
    return String(cString: home)
  }
}
