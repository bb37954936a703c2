internal import IPGeoRecords
internal import Synchronization

/// The only writer of messages: one line each, `ipgeo: …`, on standard error.
///
/// A line goes out in one `write(2)`, with everything in it that a terminal would act on made
/// visible, so that outside text may stand in it as it is. What cannot be written is dropped: there
/// is nowhere left to say so. Any thread may call.
final class Diagnostics: Sendable {
  /// How much is said.
  enum Level: Int, Hashable, Sendable, Comparable {
    case quiet, normal, verbose

    init(_ verbosity: RawBatchOptions.Verbosity?) {
      switch verbosity {
      case .quiet: self = .quiet
      case .verbose: self = .verbose
      case nil: self = .normal
      }
    }

    static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  /// How grave a line is; it decides its colour and from which level on it is said.
  enum Gravity: Hashable, Sendable {
    case error, warning, note, detail

    fileprivate var level: Level {
      switch self {
      case .error: .quiet
      case .warning, .note: .normal
      case .detail: .verbose
      }
    }

    fileprivate var color: String {
      switch self {
      case .error: "31"
      case .warning: "33"
      case .note, .detail: "1"
      }
    }
  }

  let level: Level
  private let descriptor: Int32
  private let isColored: Bool
  /// What stands on the terminal's last line.
  private let progress: Mutex<LiveLine>

  /// Makes the writer of a descriptor; `rewraps` is of `Terminal.rewraps`.
  init(
    descriptor: Int32 = 2, level: Level = .normal, isColored: Bool = false, rewraps: Bool = true
  ) {
    self.descriptor = descriptor
    self.level = level
    self.isColored = isColored
    progress = Mutex(LiveLine(rewraps: rewraps))
  }

  /// Says why something failed; also with `-q`.
  func error(_ text: String) { say(text, as: .error) }

  /// Says what went another way than asked; not with `-q`.
  func warning(_ text: String) { say(text, as: .warning) }

  /// Says what a person may want to know; not with `-q`.
  func note(_ text: String) { say(text, as: .note) }

  /// Says more; with `-v` only.
  func detail(_ text: String) { say(text, as: .detail) }

  /// Shows a line that the next one replaces, below all messages; nil takes it away.
  ///
  /// Only for a terminal; what is wider than it is cut.
  func show(progress text: String?) {
    let line = VisibleText.escape(text ?? "")
    progress.withLock { write($0.show(line, columns: columns)) }
  }

  /// Says a line.
  func say(_ text: String, as gravity: Gravity) {
    guard gravity.level <= level else { return }
    let name = isColored ? "\u{1B}[\(gravity.color)mipgeo:\u{1B}[0m " : "ipgeo: "
    let line = name + VisibleText.escape(text) + "\n"
    progress.withLock { write($0.put(line, columns: $0.text.isEmpty ? nil : columns)) }
  }

  /// Asked anew each time, for windows are resized.
  private var columns: Int? { Terminal.width(descriptor) }

  private func write(_ text: String) {
    if !text.isEmpty { _ = DescriptorText.write(text, to: descriptor) }
  }
}
