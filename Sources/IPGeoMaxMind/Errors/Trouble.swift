internal import IPGeoByteStreams

/// What a file's error is before it is known which file it is.
enum Trouble: Error {
  case system(SystemError)
  case other(OtherFile)
  case fault(MaxMindFault)

  func error(_ path: String) -> MaxMindError {
    switch self {
    case .system(let error):
      MaxMindError(path: path, kind: .unreadable(code: error.code, why: error.message))
    case .other(let other): MaxMindError(path: path, kind: .otherFile(other))
    case .fault(let fault): MaxMindError(path: path, kind: .damaged(fault))
    }
  }
}
