#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// What a descriptor leads to, and what may be done there.
enum Terminal {
  /// Whether `descriptor` is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// How many columns the terminal has; nil where it is none or does not say.
  static func width(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Whether messages there are coloured: `--color`, then `NO_COLOR`, then what the terminal is.
  static func usesColor(
    _ choice: WhenChoice, isTerminal: Bool, environment: [String: String]
  ) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto:
      isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && canMove(environment)
    }
  }

  /// Whether a line that stands there is wrapped anew when the window is made narrower.
  ///
  /// Most terminals of today do that, and none says so; those that are known to cut the line off
  /// instead are told by their names.
  static func rewraps(_ environment: [String: String]) -> Bool {
    // A multiplexer between does as it does, whatever the window around it is.
    if environment["TMUX"] != nil { return true }
    if environment["XTERM_VERSION"] != nil { return false }
    let kind = environment["TERM"] ?? ""
    return !["linux", "screen", "rxvt", "putty", "vt", "cons"].contains { kind.hasPrefix($0) }
  }

  /// How progress is shown, by `--progress`, `-v`, and where the two streams lead.
  static func progressStyle(
    _ choice: WhenChoice, level: Diagnostics.Level, errorIsTerminal: Bool, outputIsTerminal: Bool,
    environment: [String: String]
  ) -> ProgressStyle {
    let canMove = errorIsTerminal && canMove(environment)
    if level == .quiet { return .none }
    return switch choice {
    case .never: .none
    // Rows that scroll by and a line that moves would tear each other apart.
    case .auto where canMove: outputIsTerminal ? .none : .moving
    case .auto: level == .verbose ? .plain : .none
    case .always: canMove ? .moving : .plain
    }
  }

  private static func canMove(_ environment: [String: String]) -> Bool {
    let kind = environment["TERM"] ?? ""
    return !kind.isEmpty && kind != "dumb"
  }
}

/// How progress is shown.
enum ProgressStyle: Hashable, Sendable {
  case none
  /// One line that is replaced in place.
  case moving
  /// A line of its own once a minute.
  case plain
}
