internal import IPGeoByteStreams

/// Opens a file in the desktop's own program, without a shell.
enum MapOpener {
  #if canImport(Darwin)
    static let program = "open"
  #else
    static let program = "xdg-open"
  #endif

  /// Starts the program that knows which one to start, and waits a moment for its word.
  /// - Returns: A line that says why it failed; nil where nothing is known to have failed.
  static func open(_ path: String) -> String? {
    guard let opener = ProgramStream.find(program) else {
      return "cannot open the map: there is no \(program) in PATH; it is in \(path)"
    }
    // A name that begins with a dash would be an option.
    let name = path.hasPrefix("/") ? path : "./" + path
    do throws(SystemError) {
      switch try DetachedProgram.start(opener, [name], waitingMilliseconds: 2000) {
      case nil, .status(0): return nil
      case .status(let code):
        return "cannot open the map: \(program) ended with \(code); it is in \(path)"
      case .signal, .lost: return "cannot open the map: \(program) was ended; it is in \(path)"
      }
    } catch {
      return "cannot open the map: \(error.description); it is in \(path)"
    }
  }
}
