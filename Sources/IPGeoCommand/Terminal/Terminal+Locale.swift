extension Terminal {
  /// Whether the locale writes UTF-8: by the first of LC_ALL, LC_CTYPE and LANG that says anything.
  static func isUnicode(_ environment: [String: String]) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let codes = locale.lowercased().split(separator: ".", maxSplits: 1).last ?? ""
    return codes.hasPrefix("utf-8") || codes.hasPrefix("utf8")
  }
}
