#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// How large a terminal's window is.
struct WindowSize: Hashable, Sendable {
  var columns: Int
  var rows: Int

  /// What is taken where a terminal does not say.
  static let usual = WindowSize(columns: 80, rows: 24)
}

extension Terminal {
  /// The window's size; the usual one where the descriptor is no terminal or does not say.
  static func window(_ descriptor: Int32) -> WindowSize {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return WindowSize(
        columns: width(descriptor) ?? WindowSize.usual.columns, rows: WindowSize.usual.rows)
    }
    return WindowSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Whether what is drawn there may move the cursor.
  static func isScreen(_ descriptor: Int32, environment: [String: String]) -> Bool {
    let kind = environment["TERM"] ?? ""
    return isTerminal(descriptor) && !kind.isEmpty && kind != "dumb"
  }

  /// Lets a terminal go on that was halted by Ctrl-S, which would keep what is shown, and us.
  static func resumeOutput(_ descriptor: Int32) {
    // From the background it would stop us.
    guard isForeground(descriptor) else { return }
    // Linux only undoes a halt that was made by the same call.
    _ = tcflow(descriptor, TCOOFF)
    _ = tcflow(descriptor, TCOON)
  }

  /// Whether this process may draw there: it is not in the background of the terminal's session.
  static func isForeground(_ descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    // Not our session's terminal: then nobody else draws there either.
    return group < 0 || group == getpgrp()
  }
}
