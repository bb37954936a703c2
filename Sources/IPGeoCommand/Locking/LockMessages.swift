internal import IPGeoByteStreams

/// Words what becomes of a lock.
enum LockMessages {
  static func held(_ path: String, by holder: Int32?, waitNanoseconds: Int64) -> String {
    let still = waitNanoseconds > 0 ? " after \(DurationText.text(waitNanoseconds))" : ""
    let advice = waitNanoseconds > 0 ? "give --lock-wait more time" : "add --lock-wait 30m"
    return "\(holding(path, holder))\(still): wait for it to end, or \(advice)"
  }

  static func waiting(
    _ path: String, _ attempt: LockFile.Attempt, _ waitNanoseconds: Int64
  ) -> String {
    var holder: Int32?
    if case .held(let process) = attempt { holder = process }
    return "\(holding(path, holder)); waiting up to \(DurationText.text(waitNanoseconds)) for it"
  }

  static func cannotOpen(_ path: String, _ fault: LockFile.OpeningFault) -> String {
    switch fault {
    case .notAFile: "--lock: \(path) is no regular file: name a file, which is made if missing"
    case .system(let code):
      "--lock: \(SystemError(code: code, operation: "open", path: path).description): name a file "
        + "that can be written, in a folder that exists"
    }
  }

  static func cannotLock(_ path: String, _ code: Int32) -> String {
    "--lock: \(SystemError(code: code, operation: "lock", path: path).description): name a file on "
      + "a local disk"
  }

  private static func holding(_ path: String, _ holder: Int32?) -> String {
    "the lock \(path) is held by \(holder.map { "process \($0)" } ?? "another process")"
  }
}
